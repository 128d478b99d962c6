"""The addresses of the site: each room has its own."""

from django.urls import include, path

ROOMS = (
    "adjudicator",
    "events",
    "registration",
    "entrance",
    "seating",
    "clock",
    "results",
    "standings",
    "seasons",
    "live",
)

urlpatterns = [
    *(path("", include(f"tournaments.{room}.urls")) for room in ROOMS),
    path("api/", include("tournaments.api.urls")),
]
