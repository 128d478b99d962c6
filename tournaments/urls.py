"""The addresses of the site: each room has its own."""

from django.urls import include, path

ROOMS = (
    "adjudicator",
    "events",
    "registration",
    "devices",
    "seating",
    "clock",
    "results",
    "standings",
    "seasons",
    "live",
)

# Addresses are tried in this order: first what phones ask for all the time.
urlpatterns = [
    path("api/", include("tournaments.api.urls")),
    *(path("", include(f"tournaments.{room}.urls")) for room in ROOMS),
]
