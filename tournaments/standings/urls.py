from django.urls import path

from tournaments.standings.answering import views as call_views
from tournaments.standings.deciding import annul_views, exchange_views, late_views, takeover_views
from tournaments.standings.deciding import views as ruling_views
from tournaments.standings.exporting import views as export_views
from tournaments.standings.finals import views as final_views
from tournaments.standings.importing import views as import_views
from tournaments.standings.next_round import views as next_round_views
from tournaments.standings.showing import history_views, views

TOURNAMENT = "e/<slug:event>/t/<slug:tournament>"
ROUND = f"{TOURNAMENT}/rounds/<int:number>"

urlpatterns = [
    path(
        "table/<slug:code>/hands/<int:number>/late/correct/",
        late_views.late_correct,
        name="late-correct",
    ),
    path("table/<slug:code>/hands/<int:number>/late/rule/", late_views.late_rule, name="late-rule"),
    path("table/<slug:code>/hands/<int:number>/late/void/", late_views.late_void, name="late-void"),
    path(f"{TOURNAMENT}/standings/", views.standings, name="standings"),
    path(f"{TOURNAMENT}/standings/live/", views.standings_live, name="standings-live"),
    path(f"{TOURNAMENT}/standings/why/<int:entry>/", views.standings_why, name="standings-why"),
    path(f"{TOURNAMENT}/standings/refresh/", views.refresh, name="standings-refresh"),
    path(f"{TOURNAMENT}/standings/scheme/", ruling_views.scheme, name="standings-scheme"),
    path(f"{TOURNAMENT}/adjustments/", ruling_views.adjustments, name="adjustments"),
    path(
        f"{TOURNAMENT}/adjustments/<int:adjustment>/undo/",
        ruling_views.adjustment_undo,
        name="adjustment-undo",
    ),
    path(f"{TOURNAMENT}/standings.csv", export_views.standings_file, name="standings-csv"),
    path(f"{TOURNAMENT}/hands.csv", export_views.hands_file, name="hands-csv"),
    path(f"{TOURNAMENT}/standings.<slug:kind>", export_views.standings_file, name="standings-file"),
    path(f"{TOURNAMENT}/hands.<slug:kind>", export_views.hands_file, name="hands-file"),
    path(f"{TOURNAMENT}/trf-<int:edition>.txt", export_views.trf_file, name="trf-file"),
    path(f"{TOURNAMENT}/rounds.ics", export_views.tournament_calendar, name="tournament-calendar"),
    path(f"{ROUND}/annul/", annul_views.annul, name="round-annul"),
    path(f"{ROUND}/exchange/", exchange_views.exchange, name="round-exchange"),
    path(f"{ROUND}/give-back/<int:entry>/", takeover_views.change, name="seat-give-back"),
    path(f"{ROUND}/restore/", annul_views.restore, name="round-restore"),
    path("e/<slug:event>/rounds.ics", export_views.event_calendar, name="event-calendar"),
    path(f"{TOURNAMENT}/rounds/seat/", next_round_views.seat, name="round-seat"),
    path(f"{ROUND}/reseat/", next_round_views.reseat, name="round-reseat"),
    path(f"{ROUND}/again/", next_round_views.again, name="round-again"),
    path(f"{ROUND}/next-in-line/", next_round_views.next_in_line, name="round-next-in-line"),
    path(f"{TOURNAMENT}/finals/", final_views.finals, name="finals"),
    path(f"{TOURNAMENT}/finals/tie/", final_views.decide, name="finals-tie"),
    path(f"{TOURNAMENT}/champion/", final_views.champion, name="champion"),
    path(f"{TOURNAMENT}/statistics/", history_views.statistics, name="statistics"),
    path(f"{TOURNAMENT}/places.svg", history_views.places, name="places-svg"),
    path(f"{TOURNAMENT}/scores.svg", history_views.scores, name="scores-svg"),
    path("e/<slug:event>/calls/", call_views.calls, name="calls"),
    path("e/<slug:event>/calls/live/", call_views.calls_live, name="calls-live"),
    path("e/<slug:event>/calls/<int:call>/answer/", call_views.call_answer, name="call-answer"),
    path("e/<slug:event>/calls/<int:call>/close/", call_views.call_close, name="call-close"),
    path("bring/report/", import_views.report_import, name="report-bring"),
    path("e/<slug:event>/event.json", export_views.event_json, name="event-json"),
]
