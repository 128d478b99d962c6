"""Players and their entries. A token needs the scope ``roster`` or ``conduct``."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.reading import views as reading
from tournaments.api.reading.serializers import EntrySerializer, PlayerSerializer
from tournaments.api.writing.access import Writing, WritingTournament
from tournaments.api.writing.once import KEY_HEADER, once
from tournaments.api.writing.serializers import (
    CheckedInSerializer,
    CheckInSerializer,
    EntriesEnteredSerializer,
    NewEntriesSerializer,
    NewPlayerSerializer,
    ReasonSerializer,
    checked,
)
from tournaments.ledger import Actor
from tournaments.models import Entry
from tournaments.registration import services
from tournaments.registration.bulk_entry import enter_many

SCOPES = ("roster", "conduct")


class Players(Writing, reading.PlayerList):
    """The people of an event, by name; and new ones."""

    scopes = SCOPES

    @extend_schema(
        operation_id="players_create",
        request=NewPlayerSerializer,
        parameters=[KEY_HEADER],
        responses={200: PlayerSerializer, HTTPStatus.CREATED: PlayerSerializer},
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        """Put a person on the roster. Somebody who is on it already is answered with 200.

        A name alone means the only one on the roster who has it. Somebody with another handle,
        e-mail or home town, or with one where the roster has none, is somebody new.
        """
        values = checked(NewPlayerSerializer, request)
        by, at = Actor.of(request), timezone.now()
        player, is_new = services.add_player(self.event, can_ask=False, by=by, at=at, **values)
        return Response(PlayerSerializer(player).data, status=HTTPStatus.CREATED if is_new else 200)


class Entries(WritingTournament, reading.EntryList):
    """Who is entered, by name; and more of them."""

    scopes = SCOPES

    @extend_schema(
        operation_id="entries_create",
        request=NewEntriesSerializer,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.CREATED: EntriesEnteredSerializer},
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        """Enter up to 500 people: all of them or, if one line is not valid, none.

        People who are on the roster already are found there, and nobody is entered twice.
        """
        values = checked(NewEntriesSerializer, request)
        lines = [line.get("player_id") or line for line in values["entries"]]
        by, at = Actor.of(request), timezone.now()
        done = enter_many(self.tournament, lines, check_in=values["check_in"], by=by, at=at)
        entries = [
            EntrySerializer(one.entry).data
            | {"is_new_entry": one.is_new_entry, "is_new_player": one.is_new_player}
            for one in done
        ]
        return Response({"entries": entries}, status=HTTPStatus.CREATED)


class CheckInView(WritingTournament):
    """Check in everybody who is here. Those who dropped out stay out: reinstate them."""

    scopes = SCOPES

    @extend_schema(
        operation_id="entries_check_in",
        request=CheckInSerializer,
        parameters=[KEY_HEADER],
        responses=CheckedInSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        services.check_open(self.tournament)
        keys = checked(CheckInSerializer, request)["entry_ids"]
        found = self.tournament.entries.filter(pk__in=keys)
        done = services.check_in_many(found, by=Actor.of(request), at=timezone.now())
        entries = found.select_related("player").order_by("player__name", "pk")
        body = {"checked_in": done, "entries": EntrySerializer(entries, many=True).data}
        return Response(body)


class _EntryCommand(WritingTournament):
    """One command for an entry."""

    scopes = SCOPES
    command: Any = None

    def answer(self, request: Request, **more: Any) -> Response:
        entries = self.tournament.entries.select_related("player", "tournament")
        entry = get_object_or_404(entries, pk=self.kwargs["entry"])
        command: Callable[..., Entry] = type(self).command
        done = command(entry, by=Actor.of(request), at=timezone.now(), **more)
        return Response(EntrySerializer(done).data)


class UndoCheckInView(_EntryCommand):
    """Undo a check-in that was made by mistake."""

    command = staticmethod(services.undo_check_in)

    @extend_schema(
        operation_id="entries_undo_check_in",
        request=None,
        parameters=[KEY_HEADER],
        responses=EntrySerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        return self.answer(request)


class DropView(_EntryCommand):
    """Take a player out of the rounds that follow; their results stay."""

    command = staticmethod(services.drop)

    @extend_schema(
        operation_id="entries_drop",
        request=ReasonSerializer,
        parameters=[KEY_HEADER],
        responses=EntrySerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        return self.answer(request, reason=checked(ReasonSerializer, request)["reason"])


class ReinstateView(_EntryCommand):
    """Check in a player who had dropped out and is back."""

    command = staticmethod(services.reinstate)

    @extend_schema(
        operation_id="entries_reinstate",
        request=None,
        parameters=[KEY_HEADER],
        responses=EntrySerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        return self.answer(request)
