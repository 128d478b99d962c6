from django.urls import path

from tournaments.seating import session_views, views
from tournaments.seating.changing import helper_views, spreadsheet_views, takeover_views
from tournaments.seating.changing import views as changing
from tournaments.seating.constraints import views as constraints
from tournaments.seating.explaining import views as explaining
from tournaments.seating.finding import views as finding
from tournaments.seating.finishing import views as finishing
from tournaments.seating.head_to_head import views as head_to_head
from tournaments.seating.planning import views as planning
from tournaments.seating.repairing import views as repairing

TOURNAMENT = "e/<slug:event>/t/<slug:tournament>/"
ROUNDS = TOURNAMENT + "rounds/"
ROUND = ROUNDS + "<int:number>/"

urlpatterns = [
    path("e/<slug:event>/find/", finding.find, name="find"),
    path("e/<slug:event>/find/<int:player>/", finding.find_live, name="find-live"),
    path("e/<slug:event>/s/<int:session>/seat/", session_views.session_seat, name="session-seat"),
    path(ROUND, views.round_, name="round"),
    path(ROUND + "live/", views.round_live, name="round-live"),
    path(ROUND + "publish/", views.publish, name="round-publish"),
    path(ROUND + "discard/", views.discard, name="round-discard"),
    path(ROUND + "keep/", views.keep, name="round-keep"),
    path(ROUND + "swap/", changing.swap, name="seat-swap"),
    path(ROUND + "move/", changing.move, name="seat-move"),
    path(ROUND + "late/", changing.late, name="seat-late"),
    path(ROUND + "table/", changing.new_table, name="table-new"),
    path(ROUND + "helper/", helper_views.helper, name="round-helper"),
    path(ROUND + "take-over/", takeover_views.take_over, name="seat-take-over"),
    path(ROUND + "change/", changing.change, name="round-change"),
    path(ROUND + "lock/", changing.lock, name="seat-lock"),
    path(ROUND + "undo/", changing.undo, name="round-undo"),
    path(ROUND + "compare/", changing.compare, name="round-compare"),
    path(ROUND + "take/", changing.take, name="round-take"),
    path(ROUND + "mend/", repairing.repair, name="round-mend"),
    path(ROUND + "seating.csv", spreadsheet_views.as_list, name="round-list"),
    path(ROUND + "seating.<slug:kind>", spreadsheet_views.as_list, name="round-list-file"),
    path(ROUND + "list/", spreadsheet_views.read_list, name="round-read-list"),
    path(ROUND + "why/<int:entry>/", explaining.why, name="seat-why"),
    path("e/<slug:event>/t/<slug:tournament>/met/", explaining.who_met, name="who-met"),
    path(TOURNAMENT + "plan/", planning.plan, name="seating-plan"),
    path(TOURNAMENT + "bracket/", head_to_head.bracket_, name="bracket"),
    path(TOURNAMENT + "bracket/live/", head_to_head.bracket_live, name="bracket-live"),
    path(TOURNAMENT + "fixtures/", head_to_head.all_rounds, name="fixtures"),
    path(TOURNAMENT + "finish/", finishing.finish, name="tournament-finish"),
    path(TOURNAMENT + "reopen/", finishing.reopen, name="tournament-reopen"),
    path("e/<slug:event>/wishes/", constraints.constraints_, name="wishes"),
]
