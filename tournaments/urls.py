"""The addresses of the site, by package."""

from django.urls import include, path

PACKAGES = (
    "adjudicator",
    "accounts",
    "events",
    "timetable",
    "registration",
    "signup",
    "devices",
    "seating",
    "notifications",
    "clock",
    "pickups",
    "results",
    "fixtures",
    "standings",
    "seasons",
    "rankings",
    "boards",
    "privacy",
    "archive",
    "copying",
    "deleting",
    "federation",
    "help",
)

# Addresses are tried in this order: first what phones ask for all the time.
urlpatterns = [
    path("api/", include("tournaments.api.urls")),
    *(path("", include(f"tournaments.{package}.urls")) for package in PACKAGES),
]
