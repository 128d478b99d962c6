from django.urls import path

from tournaments.seating import views
from tournaments.seating.changing import views as change_views
from tournaments.seating.constraints import views as constraint_views
from tournaments.seating.head_to_head import views as two_views
from tournaments.seating.planning import views as plan_views

TOURNAMENT = "e/<slug:event>/t/<slug:tournament>/"
ROUNDS = TOURNAMENT + "rounds/"
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
    path(ROUND + "change/", change_views.change, name="round-change"),
    path(ROUND + "lock/", change_views.lock, name="seat-lock"),
    path(ROUND + "undo/", change_views.undo, name="round-undo"),
    path(ROUND + "compare/", change_views.compare, name="round-compare"),
    path(ROUND + "take/", change_views.take, name="round-take"),
    path(ROUND + "mend/", change_views.mend, name="round-mend"),
    path(ROUND + "seating.csv", change_views.as_list, name="round-list"),
    path(ROUND + "list/", change_views.read_list, name="round-read-list"),
    path(ROUND + "why/<int:entry>/", change_views.why, name="seat-why"),
    path("e/<slug:event>/t/<slug:tournament>/met/", change_views.who_met, name="who-met"),
    path(TOURNAMENT + "plan/", plan_views.plan, name="seating-plan"),
    path(TOURNAMENT + "bracket/", two_views.bracket_, name="bracket"),
    path(TOURNAMENT + "bracket/live/", two_views.bracket_live, name="bracket-live"),
    path(TOURNAMENT + "fixtures/", two_views.fixtures, name="fixtures"),
    path(TOURNAMENT + "finish/", two_views.finish, name="tournament-finish"),
    path("e/<slug:event>/wishes/", constraint_views.wishes, name="wishes"),
]
