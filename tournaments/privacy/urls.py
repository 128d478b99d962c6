from django.urls import path

from tournaments.privacy import views

urlpatterns = [
    path("privacy/", views.privacy, name="privacy"),
    path(
        "e/<slug:event>/players/<int:player>/privacy/",
        views.player_privacy,
        name="player-privacy",
    ),
    path(
        "e/<slug:event>/players/<int:player>/stored.json",
        views.player_export,
        name="player-export",
    ),
]
