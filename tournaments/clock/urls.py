from django.urls import path

from tournaments.clock import views

urlpatterns = [
    path("server-clock/", views.server_clock, name="server-clock"),
    path(
        "e/<slug:event>/t/<slug:tournament>/rounds/<int:number>/start/",
        views.start,
        name="round-start",
    ),
]
