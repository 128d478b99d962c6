"""Setting up events, tournaments and seasons. A token needs the scope ``organize``."""

from http import HTTPStatus
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access.requests import event_of_token
from tournaments.access.roles import CONDUCTING, role_at
from tournaments.api.reading import views as reading
from tournaments.api.reading.serializers import (
    EventSerializer,
    SeasonPartSerializer,
    SeasonSerializer,
    TitleSerializer,
    TournamentSerializer,
)
from tournaments.api.writing.access import Writing, WritingAnywhere, WritingSeason
from tournaments.api.writing.imports import (
    ImportedReportSerializer,
    ReportFileSerializer,
    said_of,
)
from tournaments.api.writing.once import KEY_HEADER, once
from tournaments.api.writing.serializers import (
    CopiedEventSerializer,
    NewEventSerializer,
    NewPartSerializer,
    NewSeasonSerializer,
    NewTitleSerializer,
    NewTournamentSerializer,
    checked,
)
from tournaments.copying.services import copy_event
from tournaments.events import services
from tournaments.events.settings.of_tournament import for_format
from tournaments.events.titles.services import define_title
from tournaments.ledger import Actor
from tournaments.models import Tournament
from tournaments.seasons import services as seasons
from tournaments.standings.importing.services import import_report
from tournaments.standings.importing.services import read as read_report


class Events(WritingAnywhere, reading.EventList):
    """All events, the latest first; and new ones."""

    scopes = ("organize",)

    @extend_schema(
        operation_id="events_create",
        request=NewEventSerializer,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.CREATED: EventSerializer},
    )
    @once
    def post(self, request: Request) -> Response:
        """Set up an event, of which you become the owner."""
        values = checked(NewEventSerializer, request)
        made = services.create_event(**values, by=Actor.of(request), at=timezone.now())
        return Response(EventSerializer(made).data, status=HTTPStatus.CREATED)


class ReportsView(WritingAnywhere):
    """Tournaments that other programs ran, from their reports for FIDE (TRF)."""

    scopes = ("organize",)

    @extend_schema(
        operation_id="reports_import",
        request=ReportFileSerializer,
        parameters=[KEY_HEADER],
        responses=ImportedReportSerializer,
    )
    @once
    def post(self, request: Request) -> Response:
        """Make an event of a report, with every round; with ``dry_run`` it is only read.

        You become the owner. A refusal names the line and the column.
        """
        sent = checked(ReportFileSerializer, request)
        imported = read_report(sent["text"].encode(), sent["game"])
        made = None
        if not sent["dry_run"]:
            made = import_report(imported, by=Actor.of(request), at=timezone.now())
        return Response(ImportedReportSerializer(said_of(imported, made)).data)


class EventCopies(Writing):
    """Copies of an event."""

    scopes = ("organize",)

    def has_scope(self, request: Request) -> bool:
        """A token of one event makes no other."""
        return super().has_scope(request) and event_of_token(request) is None

    @extend_schema(
        operation_id="events_copy",
        request=CopiedEventSerializer,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.CREATED: EventSerializer},
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        """Set up an event as this one was, on later days; nobody and no result comes along.

        The copy is a draft of yours, and its sessions are not published.
        """
        values = checked(CopiedEventSerializer, request)
        made = copy_event(self.event, **values, by=Actor.of(request), at=timezone.now())
        return Response(EventSerializer(made).data, status=HTTPStatus.CREATED)


class Titles(Writing, reading.TitleList):
    """The games that this event defined itself, by name; and new ones."""

    scopes = ("organize",)

    @extend_schema(
        operation_id="titles_create",
        request=NewTitleSerializer,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.CREATED: TitleSerializer},
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        """Define a game without an engine. Its key is the game of tournaments of it."""
        values = checked(NewTitleSerializer, request)
        made = define_title(self.event, by=Actor.of(request), at=timezone.now(), **values)
        return Response(TitleSerializer(made).data, status=HTTPStatus.CREATED)


class Tournaments(Writing, reading.TournamentList):
    """The tournaments of an event; and new ones."""

    scopes = ("organize",)

    @extend_schema(
        operation_id="tournaments_create",
        request=NewTournamentSerializer,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.CREATED: TournamentSerializer},
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        """Set up a tournament."""
        values = for_format(checked(NewTournamentSerializer, request))
        by, at = Actor.of(request), timezone.now()
        made = services.create_tournament(self.event, **values, by=by, at=at)
        return Response(TournamentSerializer(made).data, status=HTTPStatus.CREATED)


class Seasons(WritingAnywhere, reading.SeasonList):
    """All seasons, the latest first; and new ones."""

    scopes = ("organize",)

    @extend_schema(
        operation_id="seasons_create",
        request=NewSeasonSerializer,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.CREATED: SeasonSerializer},
    )
    @once
    def post(self, request: Request) -> Response:
        """Set up a season, of which you become the owner."""
        made = seasons.create_season(
            by=Actor.of(request), at=timezone.now(), **checked(NewSeasonSerializer, request)
        )
        return Response(SeasonSerializer(made).data, status=HTTPStatus.CREATED)


class SeasonParts(WritingSeason, reading.SeasonPartList):
    """The tournaments that count for a season; and more of them."""

    scopes = ("organize",)

    @extend_schema(
        operation_id="season_tournaments_create",
        request=NewPartSerializer,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.CREATED: SeasonPartSerializer},
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        """Let a tournament of an event that you conduct count for your season."""
        values = checked(NewPartSerializer, request)
        event, slug = values.pop("event"), values.pop("tournament")
        tournaments = Tournament.objects.select_related("event")
        found = get_object_or_404(tournaments, event__slug=event, slug=slug)
        if role_at(found.event, request.user) not in CONDUCTING:
            raise PermissionDenied
        part = seasons.add_tournament(
            self.season, found, by=Actor.of(request), at=timezone.now(), **values
        )
        return Response(SeasonPartSerializer(part).data, status=HTTPStatus.CREATED)
