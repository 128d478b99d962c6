from django.urls import path

from tournaments.adjudicator import views

urlpatterns = [
    path("rules/", views.games, name="rules"),
    path("rules/<slug:game>/", views.game, name="rules-game"),
    path("rules/<slug:game>/position/", views.position, name="rules-position"),
    path("rules/<slug:game>/board/<slug:pack>/", views.board, name="rules-board"),
    path("rules/<slug:game>/record/", views.save, name="rules-save"),
]
