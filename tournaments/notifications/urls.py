from django.urls import path

from tournaments.notifications import views

PLACE = "e/<slug:event>/announcements/"

urlpatterns = [
    path(PLACE, views.announcements, name="announcements"),
    path(f"{PLACE}<int:announcement>/", views.announcement_edit, name="announcement-edit"),
    path(
        f"{PLACE}<int:announcement>/withdraw/",
        views.announcement_withdraw,
        name="announcement-withdraw",
    ),
]
