from django.urls import path

from tournaments.archive import views

urlpatterns = [
    path("e/<slug:event>/archive.zip", views.event_archive, name="event-archive"),
]
