from django.urls import path

from tournaments.standings import views

TOURNAMENT = "e/<slug:event>/t/<slug:tournament>"

urlpatterns = [
    path(f"{TOURNAMENT}/standings/", views.standings, name="standings"),
    path(f"{TOURNAMENT}/standings/live/", views.standings_live, name="standings-live"),
    path(f"{TOURNAMENT}/standings/refresh/", views.refresh, name="standings-refresh"),
    path(f"{TOURNAMENT}/standings.csv", views.standings_csv, name="standings-csv"),
    path(f"{TOURNAMENT}/hands.csv", views.hands_csv, name="hands-csv"),
    path("e/<slug:event>/event.json", views.event_json, name="event-json"),
]
