from django.urls import path, re_path

from tournaments.api import errors, views

TOURNAMENT = "v1/events/<slug:event>/tournaments/<slug:tournament>"

urlpatterns = [
    path("v1/events/", views.EventList.as_view(), name="api-events"),
    path(
        "v1/events/<slug:event>/tournaments/",
        views.TournamentList.as_view(),
        name="api-tournaments",
    ),
    path(f"{TOURNAMENT}/rounds/", views.RoundList.as_view(), name="api-rounds"),
    path(f"{TOURNAMENT}/standings/", views.StandingList.as_view(), name="api-standings"),
    path("v1/tables/<slug:code>/", views.TableView.as_view(), name="api-table"),
    path("v1/tables/<slug:code>/deal/", views.DealView.as_view(), name="api-deal"),
    path("v1/tables/<slug:code>/hands/", views.HandView.as_view(), name="api-hands"),
    re_path("", errors.not_found),
]
