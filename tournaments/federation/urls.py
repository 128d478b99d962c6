from django.urls import path

from tournaments.federation import views

urlpatterns = [
    path("bring/", views.event_import, name="event-bring"),
    path("bring/sources/", views.event_sources, name="event-sources"),
    path("e/<slug:event>/publishing/", views.event_publishing, name="event-publishing"),
    path("e/<slug:event>/runs/", views.event_run_here, name="event-run-here"),
]
