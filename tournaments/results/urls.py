from django.urls import path

from tournaments.results.calls import views as call_views
from tournaments.results.confirming import views as confirming_views
from tournaments.results.overtime import views as overtime_views
from tournaments.results.reporting import views as reporting_views
from tournaments.results.ruling import agreement_views
from tournaments.results.ruling import views as ruling_views
from tournaments.results.service_worker import service_worker

HAND = "table/<slug:code>/hands/<int:number>"

urlpatterns = [
    path("service-worker.js", service_worker, name="service-worker"),
    path("table/<slug:code>/", reporting_views.table, name="table"),
    path("table/<slug:code>/live/", reporting_views.table_live, name="table-live"),
    path("table/<slug:code>/deal/", reporting_views.deal, name="table-deal"),
    path("table/<slug:code>/play-on/", overtime_views.play_on, name="table-play-on"),
    path("table/<slug:code>/call/", call_views.call, name="call"),
    path("table/<slug:code>/calls/", call_views.calls_of_table, name="table-calls"),
    path("e/<slug:event>/conduct/", call_views.conduct, name="conduct"),
    path("table/<slug:code>/end/", ruling_views.end_game, name="table-end"),
    path("table/<slug:code>/resume/", ruling_views.resume_game, name="table-resume"),
    path("table/<slug:code>/undo/", ruling_views.undo, name="table-undo"),
    path(f"{HAND}/", reporting_views.report, name="hand-report"),
    path(f"{HAND}/score/", reporting_views.score, name="hand-score"),
    path(f"{HAND}/agree/", confirming_views.agree, name="hand-agree"),
    path(f"{HAND}/dispute/", confirming_views.dispute, name="hand-dispute"),
    path(f"{HAND}/history/", reporting_views.history, name="hand-history"),
    path(f"{HAND}/end/", ruling_views.force_end, name="hand-force-end"),
    path(f"{HAND}/confirm/", ruling_views.confirm, name="hand-confirm"),
    path(f"{HAND}/rule/", ruling_views.rule, name="hand-rule"),
    path(f"{HAND}/correct/", ruling_views.correct, name="hand-correct"),
    path(f"{HAND}/replace/", ruling_views.replace_voided, name="hand-replace"),
    path(f"{HAND}/void/", ruling_views.void, name="hand-void"),
    path(
        "e/<slug:event>/t/<slug:tournament>/agreement/",
        agreement_views.agreement,
        name="agreement",
    ),
    path(
        "e/<slug:event>/t/<slug:tournament>/rounds/<int:number>/close/",
        ruling_views.close_round,
        name="round-close",
    ),
]
