from django.urls import path

from tournaments.clock import views
from tournaments.clock.room import views as room

ROUND = "e/<slug:event>/t/<slug:tournament>/rounds/<int:number>"

urlpatterns = [
    path("server-clock/", views.server_clock, name="server-clock"),
    path("e/<slug:event>/notices/", views.notices, name="notices"),
    path("e/<slug:event>/notices/choice/", views.notices_choice, name="notices-choice"),
    path(f"{ROUND}/start/", views.start, name="round-start"),
    path(f"{ROUND}/start/whole/", views.start_whole, name="round-start-whole"),
    path("e/<slug:event>/clocks/", room.clock_room, name="clocks"),
    path(
        "e/<slug:event>/t/<slug:tournament>/clocks/",
        room.clocks_of_tournament,
        name="tournament-clocks",
    ),
    path("e/<slug:event>/clocks/mail/", room.clock_mail, name="clock-mail"),
    path("e/<slug:event>/clocks/undo/", room.clock_undo, name="clock-undo"),
    path("e/<slug:event>/clocks/all/", room.clocks_all, name="clocks-all"),
    path("e/<slug:event>/watch/", room.server_health, name="house-watch"),
    path("e/<slug:event>/t/<slug:tournament>/next/", room.next_round, name="next-round"),
    path(f"{ROUND}/clock/", room.clock_act, name="clock-act"),
    path(f"{ROUND}/clock/live/", room.clock_live, name="clock-live"),
]
