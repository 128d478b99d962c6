from django.urls import path

from tournaments.copying import views

urlpatterns = [path("e/<slug:event>/copy/", views.event_copy, name="event-copy")]
