from django.urls import path

from tournaments.results import call_views, ruling_views, views

urlpatterns = [
    path("table/<slug:code>/", views.table, name="table"),
    path("table/<slug:code>/live/", views.table_live, name="table-live"),
    path("table/<slug:code>/deal/", views.deal, name="table-deal"),
    path("table/<slug:code>/play-on/", views.play_on, name="table-play-on"),
    path("table/<slug:code>/call/", call_views.call, name="call"),
    path("table/<slug:code>/calls/", call_views.calls_of_table, name="table-calls"),
    path("e/<slug:event>/conduct/", call_views.conduct, name="conduct"),
    path("table/<slug:code>/end/", ruling_views.end_game, name="table-end"),
    path("table/<slug:code>/hands/<int:number>/", views.report, name="hand-report"),
    path(
        "table/<slug:code>/hands/<int:number>/end/", ruling_views.force_end, name="hand-force-end"
    ),
    path(
        "table/<slug:code>/hands/<int:number>/correct/", ruling_views.correct, name="hand-correct"
    ),
    path("table/<slug:code>/hands/<int:number>/void/", ruling_views.void, name="hand-void"),
    path(
        "e/<slug:event>/t/<slug:tournament>/rounds/<int:number>/close/",
        ruling_views.close_round,
        name="round-close",
    ),
]
