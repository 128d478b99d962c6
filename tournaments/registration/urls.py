from django.urls import path

from tournaments.registration import badge_views, import_views, views

urlpatterns = [
    path("e/<slug:event>/badges/", badge_views.badges_page, name="badges"),
    path("e/<slug:event>/roster/", views.roster, name="roster"),
    path("e/<slug:event>/roster/live/", views.roster_live, name="roster-live"),
    path("e/<slug:event>/roster/import/", import_views.roster_import, name="roster-import"),
    path("e/<slug:event>/roster/walk-in/", views.walk_in, name="walk-in"),
    path("e/<slug:event>/roster/check-in/", views.check_in_many, name="check-in-many"),
    path("e/<slug:event>/roster/entries/<int:entry>/", views.entry_status, name="entry-status"),
    path("e/<slug:event>/roster/players/<int:player>/", views.player_edit, name="player-edit"),
    path(
        "e/<slug:event>/roster/players/<int:player>/enter/",
        views.player_enter,
        name="player-enter",
    ),
]
