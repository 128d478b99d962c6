from django.urls import path

from tournaments.deleting import views

urlpatterns = [
    path("e/<slug:event>/delete/", views.event_delete, name="event-delete"),
    path(
        "e/<slug:event>/t/<slug:tournament>/delete/",
        views.tournament_delete,
        name="tournament-delete",
    ),
    path(
        "e/<slug:event>/roster/players/<int:player>/delete/",
        views.player_delete,
        name="player-delete",
    ),
]
