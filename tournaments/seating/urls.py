from django.urls import path

from tournaments.seating import views

ROUNDS = "e/<slug:event>/t/<slug:tournament>/rounds/"
ROUND = ROUNDS + "<int:number>/"

urlpatterns = [
    path("e/<slug:event>/find/", views.find, name="find"),
    path("e/<slug:event>/find/<int:player>/", views.find_live, name="find-live"),
    path(ROUNDS + "seat/", views.seat, name="round-seat"),
    path(ROUND, views.round_, name="round"),
    path(ROUND + "live/", views.round_live, name="round-live"),
    path(ROUND + "publish/", views.publish, name="round-publish"),
    path(ROUND + "discard/", views.discard, name="round-discard"),
    path(ROUND + "reseat/", views.reseat, name="round-reseat"),
    path(ROUND + "swap/", views.swap, name="seat-swap"),
    path(ROUND + "move/", views.move, name="seat-move"),
]
