from django.urls import path

from tournaments.boards import views
from tournaments.boards.headquarters import views as headquarters
from tournaments.boards.projector import views as projector
from tournaments.boards.searching.views import search
from tournaments.boards.styleguide import styleguide

urlpatterns = [
    path("styleguide/", styleguide, name="styleguide"),
    path("e/<slug:event>/", views.event, name="event"),
    path("e/<slug:event>/live/", views.event_live, name="event-live"),
    path("e/<slug:event>/search/", search, name="search"),
    path("e/<slug:event>/desk/", views.desk, name="desk"),
    path("e/<slug:event>/desk/live/", views.desk_live, name="desk-live"),
    path("e/<slug:event>/hq/", headquarters.headquarters, name="hq"),
    path("e/<slug:event>/hq/live/", headquarters.headquarters_live, name="hq-live"),
    path("e/<slug:event>/hq/walk-up/", headquarters.walk_up, name="hq-walk-up"),
    path("e/<slug:event>/board/", projector.board, name="board"),
    path("e/<slug:event>/board/live/", projector.board_live, name="board-live"),
    path("e/<slug:event>/t/<slug:tournament>/", views.tournament, name="tournament"),
    path("e/<slug:event>/t/<slug:tournament>/live/", views.tournament_live, name="tournament-live"),
]
