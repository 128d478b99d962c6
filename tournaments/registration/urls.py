from django.urls import path

from tournaments.registration import badge_views, import_views, views
from tournaments.registration.printing import views as printing
from tournaments.registration.scanning import views as scanning

urlpatterns = [
    path("e/<slug:event>/badges/", badge_views.badges_page, name="badges"),
    path("e/<slug:event>/badges/all/", printing.all_badges, name="badges-all"),
    path("e/<slug:event>/badges/all/live/", printing.all_badges_live, name="badges-all-live"),
    path("e/<slug:event>/badges/all/cards/", printing.printed_badges, name="badges-printed"),
    path("e/<slug:event>/roster/", views.roster, name="roster"),
    path("e/<slug:event>/roster/live/", views.roster_live, name="roster-live"),
    path("e/<slug:event>/roster.<slug:kind>", views.roster_file, name="roster-file"),
    path("e/<slug:event>/roster/import/", import_views.roster_import, name="roster-import"),
    path("e/<slug:event>/roster/scan/", scanning.scan, name="badge-scan"),
    path(
        "e/<slug:event>/roster/scan/<int:entry>/undo/", scanning.scan_undo, name="badge-scan-undo"
    ),
    path(
        "e/<slug:event>/t/<slug:tournament>/registration/",
        views.registration,
        name="tournament-registration",
    ),
    path("e/<slug:event>/roster/walk-in/", views.walk_in, name="walk-in"),
    path("e/<slug:event>/roster/check-in/", views.check_in_many, name="check-in-many"),
    path("e/<slug:event>/roster/entries/<int:entry>/", views.entry_status, name="entry-status"),
    path("e/<slug:event>/roster/players/<int:player>/", views.player_edit, name="player-edit"),
    path("e/<slug:event>/roster/register/", views.register_many, name="register-many"),
    path(
        "e/<slug:event>/roster/players/<int:player>/check-in/",
        views.player_check_in,
        name="player-check-in",
    ),
    path(
        "e/<slug:event>/roster/players/<int:player>/enter/",
        views.player_enter,
        name="player-enter",
    ),
]
