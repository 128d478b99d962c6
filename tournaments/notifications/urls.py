from django.urls import path

from tournaments.notifications import views
from tournaments.notifications.mail.views import letter_again, letters
from tournaments.notifications.push import views as push_views

PLACE = "e/<slug:event>/announcements/"

urlpatterns = [
    path("e/<slug:event>/letters/", letters, name="letters"),
    path("e/<slug:event>/letters/<int:letter>/again/", letter_again, name="letter-again"),
    path(PLACE, views.announcements, name="announcements"),
    path(f"{PLACE}<int:announcement>/", views.announcement_edit, name="announcement-edit"),
    path(
        f"{PLACE}<int:announcement>/withdraw/",
        views.announcement_withdraw,
        name="announcement-withdraw",
    ),
    path("manifest.webmanifest", push_views.manifest, name="manifest"),
    path("e/<slug:event>/me/messages/", push_views.phone_messages, name="phone-messages"),
    path(
        "e/<slug:event>/me/messages/stop/",
        push_views.phone_messages_stop,
        name="phone-messages-stop",
    ),
]
