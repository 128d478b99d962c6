from django.urls import path

from tournaments.live import views
from tournaments.live.styleguide import styleguide

urlpatterns = [
    path("styleguide/", styleguide, name="styleguide"),
    path("e/<slug:event>/", views.event, name="event"),
    path("e/<slug:event>/live/", views.event_live, name="event-live"),
    path("e/<slug:event>/notices/", views.notices, name="notices"),
    path("e/<slug:event>/desk/", views.desk, name="desk"),
    path("e/<slug:event>/desk/live/", views.desk_live, name="desk-live"),
    path("e/<slug:event>/t/<slug:tournament>/", views.tournament, name="tournament"),
    path("e/<slug:event>/t/<slug:tournament>/live/", views.tournament_live, name="tournament-live"),
]
