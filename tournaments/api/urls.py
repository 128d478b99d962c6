from django.urls import path, re_path
from drf_spectacular.views import SpectacularAPIView

from tournaments.api import conducting, errors, pages, sheets, views, webhook_pages

TOURNAMENT = "v1/events/<slug:event>/tournaments/<slug:tournament>"
HAND = "v1/tables/<slug:code>/hands/<int:number>"
HOOK = "events/<slug:event>/webhooks/<int:hook>"
ROUND = f"{TOURNAMENT}/rounds/<int:number>"

urlpatterns = [
    path("v1/tables/<slug:code>/", views.TableView.as_view(), name="api-table"),
    path("v1/tables/<slug:code>/deal/", views.DealView.as_view(), name="api-deal"),
    path("v1/tables/<slug:code>/hands/", views.HandView.as_view(), name="api-hands"),
    path(f"{HAND}/confirm/", sheets.ConfirmView.as_view(), name="api-confirm"),
    path(f"{HAND}/dispute/", sheets.DisputeView.as_view(), name="api-dispute"),
    path(f"{HAND}/rule/", sheets.RuleView.as_view(), name="api-rule"),
    path(f"{HAND}/correct/", sheets.CorrectView.as_view(), name="api-correct"),
    path(f"{HAND}/void/", sheets.VoidView.as_view(), name="api-void"),
    path("v1/events/", views.EventList.as_view(), name="api-events"),
    path(
        "v1/events/<slug:event>/tournaments/",
        views.TournamentList.as_view(),
        name="api-tournaments",
    ),
    path(f"{TOURNAMENT}/rounds/", views.RoundList.as_view(), name="api-rounds"),
    path(f"{TOURNAMENT}/standings/", views.StandingList.as_view(), name="api-standings"),
    path("v1/schemes/", views.SchemeList.as_view(), name="api-schemes"),
    path("v1/events/<slug:event>/players/", views.PlayerList.as_view(), name="api-players"),
    path(f"{TOURNAMENT}/adjustments/", views.AdjustmentList.as_view(), name="api-adjustments"),
    path("v1/seasons/", views.SeasonList.as_view(), name="api-seasons"),
    path(
        "v1/seasons/<slug:season>/standings/",
        views.SeasonStandingList.as_view(),
        name="api-season-standings",
    ),
    path(f"{TOURNAMENT}/seat/", conducting.SeatView.as_view(), name="api-seat"),
    path(f"{ROUND}/publish/", conducting.PublishView.as_view(), name="api-publish"),
    path(f"{ROUND}/start/", conducting.StartView.as_view(), name="api-start"),
    path(f"{ROUND}/close/", conducting.CloseView.as_view(), name="api-close"),
    path(f"{TOURNAMENT}/adjust/", conducting.AdjustView.as_view(), name="api-adjust"),
    path(
        f"{TOURNAMENT}/adjustments/<int:adjustment>/take-back/",
        conducting.TakeBackView.as_view(),
        name="api-take-back",
    ),
    path("v1/schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("tokens/", pages.api_tokens, name="api-tokens"),
    path("tokens/<int:token>/revoke/", pages.token_revoke, name="api-token-revoke"),
    path("events/<slug:event>/webhooks/", webhook_pages.event_webhooks, name="webhooks"),
    path(f"{HOOK}/", webhook_pages.webhook_deliveries, name="webhook-deliveries"),
    path(f"{HOOK}/start/", webhook_pages.webhook_start, name="webhook-start"),
    path(f"{HOOK}/remove/", webhook_pages.webhook_remove, name="webhook-remove"),
    path(
        f"{HOOK}/deliveries/<int:delivery>/again/",
        webhook_pages.delivery_again,
        name="delivery-again",
    ),
    path("", pages.documentation, name="api-documentation"),
    re_path("", errors.not_found),
]
