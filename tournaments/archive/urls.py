from django.urls import path

from tournaments.archive import views

urlpatterns = [
    path("e/<slug:event>/archive/", views.archive_serving, name="archive-serving"),
    path("e/<slug:event>/archive/live/", views.archive_progress, name="archive-progress"),
    path("e/<slug:event>/archive.zip", views.event_archive, name="event-archive"),
]
