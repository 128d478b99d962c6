"""Cancelling, deleting and closing the registration of a tournament: scope ``organize``.

Each names what the program saw of it, and does nothing where that has changed since.
"""

from http import HTTPStatus
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.reading.serializers import TournamentSerializer
from tournaments.api.writing.access import Writing, WritingTournament
from tournaments.api.writing.once import KEY_HEADER, once
from tournaments.api.writing.seen import as_seen, seen_version
from tournaments.api.writing.serializers import checked
from tournaments.deleting import queries, services
from tournaments.events.settings.of_event import LONGEST_NAME
from tournaments.ledger import Actor
from tournaments.models import Tournament
from tournaments.registration.opening import open_or_close


class _AsSeen(WritingTournament):
    """A command that says nothing but which version of the tournament was seen."""

    scopes = ("organize",)
    command: Any = None

    def answer(self, request: Request) -> Response:
        version, by, at = seen_version(request), Actor.of(request), timezone.now()
        type(self).command(self.tournament, by=by, at=at, version=version)
        return _as_it_is(self.tournament)


class CancelTournamentView(_AsSeen):
    """Say that a tournament does not take place, or not to its end: nobody wins it.

    It stays visible, with its results. ``If-Match`` names its ``results_version``.
    """

    command = staticmethod(services.cancel_tournament)

    @extend_schema(operation_id="tournaments_cancel", **as_seen(TournamentSerializer))
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        return self.answer(request)


class ReinstateTournamentView(_AsSeen):
    """Take back that a tournament is cancelled. ``If-Match`` names its ``results_version``."""

    command = staticmethod(services.reinstate_tournament)

    @extend_schema(operation_id="tournaments_reinstate", **as_seen(TournamentSerializer))
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        return self.answer(request)


class RegistrationSerializer(serializers.Serializer):
    """``to``: what the registration shall be. ``was``: what it was when the program read it."""

    to = serializers.ChoiceField(choices=Tournament.Registration.choices)
    was = serializers.ChoiceField(choices=Tournament.Registration.choices)


class RegistrationView(WritingTournament):
    """Close the registration of players by themselves, or open it again.

    Opening it takes back a time at which it has closed.
    """

    scopes = ("organize",)

    @extend_schema(
        operation_id="tournaments_registration",
        request=RegistrationSerializer,
        parameters=[KEY_HEADER],
        responses=TournamentSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        values = checked(RegistrationSerializer, request)
        open_or_close(self.tournament, **values, by=Actor.of(request), at=timezone.now())
        return _as_it_is(self.tournament)


class ContentsSerializer(serializers.Serializer):
    """All that goes with a tournament: its name, how many entries, rounds and sessions it has, and
    how many people have a place in these or wait for one."""

    name = serializers.CharField(max_length=LONGEST_NAME)
    entries = serializers.IntegerField(min_value=0)
    rounds = serializers.IntegerField(min_value=0)
    sessions = serializers.IntegerField(min_value=0, default=0)
    bookings = serializers.IntegerField(min_value=0, default=0)


class DeleteTournamentView(Writing):
    """Delete a tournament in which nothing was played, with its entries, seatings and sessions.

    The content names what goes with it, as it was seen.
    """

    scopes = ("organize",)

    @extend_schema(
        operation_id="tournaments_delete",
        request=ContentsSerializer,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.NO_CONTENT: None},
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        seen = queries.mark(checked(ContentsSerializer, request))
        # Found here, as it is gone when the same write comes again.
        tournaments = self.event.tournaments.select_related("event")
        found = get_object_or_404(tournaments, slug=self.kwargs["tournament"])
        services.delete_tournament(found, by=Actor.of(request), at=timezone.now(), seen=seen)
        return Response(status=HTTPStatus.NO_CONTENT)


def _as_it_is(tournament: Tournament) -> Response:
    found = Tournament.objects.select_related("standings_state__champion__player")
    return Response(TournamentSerializer(found.get(pk=tournament.pk)).data)
