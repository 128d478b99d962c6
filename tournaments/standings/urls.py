from django.urls import path

from tournaments.standings import ruling_views, views

TOURNAMENT = "e/<slug:event>/t/<slug:tournament>"

urlpatterns = [
    path(f"{TOURNAMENT}/standings/", views.standings, name="standings"),
    path(f"{TOURNAMENT}/standings/live/", views.standings_live, name="standings-live"),
    path(f"{TOURNAMENT}/standings/refresh/", views.refresh, name="standings-refresh"),
    path(f"{TOURNAMENT}/standings/scheme/", ruling_views.scheme, name="standings-scheme"),
    path(f"{TOURNAMENT}/adjustments/", ruling_views.adjustments, name="adjustments"),
    path(
        f"{TOURNAMENT}/adjustments/<int:adjustment>/undo/",
        ruling_views.adjustment_undo,
        name="adjustment-undo",
    ),
    path(f"{TOURNAMENT}/standings.csv", views.standings_csv, name="standings-csv"),
    path(f"{TOURNAMENT}/hands.csv", views.hands_csv, name="hands-csv"),
    path("e/<slug:event>/event.json", views.event_json, name="event-json"),
]
