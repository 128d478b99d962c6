from django.urls import path

from tournaments.seasons import views
from tournaments.seasons.careers import views as careers
from tournaments.seasons.lookalikes.views import season_people

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
    path(
        "seasons/<slug:season>/invitations/<int:invitation>/",
        views.owner_uninvite,
        name="season-owner-uninvite",
    ),
    path(
        "account/invitations/<int:invitation>/season/",
        views.invitation_answer,
        name="season-invitation-answer",
    ),
    path("seasons/<slug:season>/people/", season_people, name="season-people"),
    path("seasons/<slug:season>/penalties/", views.season_adjustments, name="season-adjustments"),
    path("seasons/<slug:season>/tie/", views.season_tie, name="season-tie"),
    path(
        "seasons/<slug:season>/penalties/<int:adjustment>/",
        views.season_adjustment_undo,
        name="season-adjustment-undo",
    ),
    path("seasons/<slug:season>/season.<slug:kind>", views.season_file, name="season-file"),
    path("seasons/<slug:season>/ratings/", careers.season_ratings, name="season-ratings"),
    path(
        "seasons/<slug:season>/ratings/<slug:game>/",
        careers.season_ratings,
        name="season-rating-list",
    ),
    path(f"{PLAYER}/", careers.player, name="player"),
    path(f"{PLAYER}/against/<int:other>/", careers.against, name="player-against"),
    path("ratings/", careers.rating_lists, name="ratings"),
    path("ratings/<slug:game>/", careers.rating_lists, name="rating-list"),
    path(f"{PLAYER}/rating.svg", careers.rating, name="rating-svg"),
    path(f"{PLAYER}/merge/", careers.merge, name="player-merge"),
    path(f"{PLAYER}/unmerge/", careers.unmerge, name="player-unmerge"),
    path(f"{PLAYER}/separate/", careers.separate, name="player-separate"),
]
