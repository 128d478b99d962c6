from django.urls import path

from tournaments.seasons import player_views, views

PLAYER = "e/<slug:event>/players/<int:player>"

urlpatterns = [
    path("seasons/", views.seasons, name="seasons"),
    path("seasons/new/", views.season_new, name="season-new"),
    path("seasons/<slug:season>/", views.season, name="season"),
    path("seasons/<slug:season>/edit/", views.season_edit, name="season-edit"),
    path("seasons/<slug:season>/above/", views.division_above, name="season-above"),
    path("seasons/<slug:season>/next/", views.season_next, name="season-next"),
    path("seasons/<slug:season>/parts/", views.part_add, name="season-part-add"),
    path("seasons/<slug:season>/parts/<int:part>/", views.part_remove, name="season-part-remove"),
    path("seasons/<slug:season>/owners/", views.owner_add, name="season-owner-add"),
    path(
        "seasons/<slug:season>/owners/<int:user>/", views.owner_remove, name="season-owner-remove"
    ),
    path("seasons/<slug:season>/penalties/", views.season_adjustments, name="season-adjustments"),
    path(
        "seasons/<slug:season>/penalties/<int:adjustment>/",
        views.season_adjustment_undo,
        name="season-adjustment-undo",
    ),
    path("seasons/<slug:season>/season.<slug:kind>", views.season_file, name="season-file"),
    path(f"{PLAYER}/", player_views.player, name="player"),
    path(f"{PLAYER}/rating.svg", player_views.rating, name="rating-svg"),
    path(f"{PLAYER}/merge/", player_views.merge, name="player-merge"),
    path(f"{PLAYER}/unmerge/", player_views.unmerge, name="player-unmerge"),
    path(f"{PLAYER}/separate/", player_views.separate, name="player-separate"),
]
