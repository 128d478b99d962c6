from django.urls import path

from tournaments.live import clock_views, ledger_views, views
from tournaments.live.styleguide import styleguide

urlpatterns = [
    path("service-worker.js", views.service_worker, name="service-worker"),
    path("styleguide/", styleguide, name="styleguide"),
    path("e/<slug:event>/", views.event, name="event"),
    path("e/<slug:event>/live/", views.event_live, name="event-live"),
    path("e/<slug:event>/notices/", views.notices, name="notices"),
    path("e/<slug:event>/desk/", views.desk, name="desk"),
    path("e/<slug:event>/desk/live/", views.desk_live, name="desk-live"),
    path("e/<slug:event>/ledger/", ledger_views.ledger, name="ledger"),
    path("e/<slug:event>/board/", clock_views.board, name="board"),
    path("e/<slug:event>/board/live/", clock_views.board_live, name="board-live"),
    path("e/<slug:event>/clocks/", clock_views.clock_room, name="clocks"),
    path("e/<slug:event>/clocks/mail/", clock_views.clock_mail, name="clock-mail"),
    path("e/<slug:event>/watch/", clock_views.house_watch, name="house-watch"),
    path("e/<slug:event>/clocks/undo/", clock_views.clock_undo, name="clock-undo"),
    path("e/<slug:event>/t/<slug:tournament>/", views.tournament, name="tournament"),
    path("e/<slug:event>/t/<slug:tournament>/next/", clock_views.next_round, name="next-round"),
    path(
        "e/<slug:event>/t/<slug:tournament>/rounds/<int:number>/clock/",
        clock_views.clock_act,
        name="clock-act",
    ),
    path(
        "e/<slug:event>/t/<slug:tournament>/rounds/<int:number>/clock/live/",
        clock_views.clock_live,
        name="clock-live",
    ),
    path("e/<slug:event>/t/<slug:tournament>/live/", views.tournament_live, name="tournament-live"),
]
