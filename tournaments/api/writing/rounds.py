"""Rounds and the end of a tournament. A token needs the scope ``conduct``."""

from functools import partial
from http import HTTPStatus
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.reading.round_serializers import RoundSerializer
from tournaments.api.reading.serializers import TournamentSerializer
from tournaments.api.writing.access import WritingRound, WritingTournament
from tournaments.api.writing.consequences import WhyAndMarkSerializer, carry_out
from tournaments.api.writing.once import KEY_HEADER, once
from tournaments.api.writing.serializers import checked
from tournaments.clock.services import start_slot
from tournaments.fixtures.services import finish as finish_league
from tournaments.ledger import Actor
from tournaments.models import Round, Tournament
from tournaments.results.ruling.annulling import annul_round, restore_round
from tournaments.results.ruling.services import close_round
from tournaments.seating.finishing.services import finish_tournament, reopen_tournament
from tournaments.seating.services import discard_round, keep_seating, publish_round
from tournaments.standings.deciding.late_corrections import lock_seating
from tournaments.standings.next_round.services import make_again, seat_next_round


class SeatSerializer(serializers.Serializer):
    """``final``: true for the final now, false for one more round; left out, what comes next."""

    final = serializers.BooleanField(allow_null=True, default=None)


class SeatView(WritingTournament):
    """Seat the next round as a draft."""

    #: The tables are searched for seconds. No round is seated twice: one at a time is open.
    is_long = True

    @extend_schema(
        operation_id="rounds_seat",
        request=SeatSerializer,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.CREATED: RoundSerializer},
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        values = checked(SeatSerializer, request)
        by, at = Actor.of(request), timezone.now()
        made = seat_next_round(self.tournament, by=by, at=at, final=values["final"])
        return Response(RoundSerializer(made).data, status=HTTPStatus.CREATED)


class _RoundCommand(WritingRound):
    """One command for a round."""

    command: Any = None

    def answer(self, request: Request) -> Response:
        done = type(self).command(self.round, by=Actor.of(request), at=timezone.now())
        return Response(RoundSerializer(done or self.round).data)


class PublishView(_RoundCommand):
    """Publish the seating of a round."""

    command = staticmethod(publish_round)

    @extend_schema(
        operation_id="rounds_publish",
        request=None,
        parameters=[KEY_HEADER],
        responses=RoundSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        return self.answer(request)


class StartSerializer(serializers.Serializer):
    """``whole_slot``: true to give a slot that starts late all its time, past its session's end."""

    whole_slot = serializers.BooleanField(default=False)


class StartView(WritingRound):
    """Start the slot of a round. One that stands on the timetable ends when its session does."""

    @extend_schema(
        operation_id="rounds_start",
        request=StartSerializer,
        parameters=[KEY_HEADER],
        responses=RoundSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        values = checked(StartSerializer, request)
        done = start_slot(self.round, by=Actor.of(request), at=timezone.now(), **values)
        return Response(RoundSerializer(done).data)


class CloseView(_RoundCommand):
    """Close a round."""

    command = staticmethod(close_round)

    @extend_schema(
        operation_id="rounds_close",
        request=None,
        parameters=[KEY_HEADER],
        responses=RoundSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        return self.answer(request)


class KeepSerializer(serializers.Serializer):
    """Why the seating is kept; everybody can read it."""

    reason = serializers.CharField(max_length=200)


class KeepView(WritingRound):
    """Keep a seating although results that it was made from have changed."""

    @extend_schema(
        operation_id="rounds_keep",
        request=KeepSerializer,
        parameters=[KEY_HEADER],
        responses=RoundSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        reason = checked(KeepSerializer, request)["reason"]
        kept = keep_seating(self.round, reason=reason, by=Actor.of(request), at=timezone.now())
        return Response(RoundSerializer(kept).data)


class AgainView(WritingRound):
    """Seat a round again from the results as they are now, before its slot has started.

    It is a draft then, of whoever is here now.
    """

    is_long = True

    @extend_schema(
        operation_id="rounds_make_again",
        request=None,
        parameters=[KEY_HEADER],
        responses=RoundSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        made = make_again(self.round, by=Actor.of(request), at=timezone.now())
        return Response(RoundSerializer(made).data)


def _every_round(tournament: Tournament) -> QuerySet[Round]:
    """The rounds of a tournament, also those that were annulled."""
    every = Round.with_annulled.select_related("tournament__event")
    return every.filter(tournament=tournament)


class _CountCommand(WritingTournament):
    """Let a round count no more, or again."""

    command: Any = None

    def answer(self, request: Request) -> Response:
        said, at = checked(WhyAndMarkSerializer, request), timezone.now()
        # Found here, as it has another number when the same write comes again.
        found = get_object_or_404(_every_round(self.tournament), number=self.kwargs["number"])
        change = partial(
            type(self).command, found, by=Actor.of(request), at=at, reason=said["reason"]
        )
        done = carry_out(found, change, at, mark=said["mark"], lock=lock_seating)
        return Response(RoundSerializer(done).data)


class AnnulView(_CountCommand):
    """Annul the last round, which is given up: nobody has met in it, and its results count nowhere.

    The answer has the number by which it is read from now on; the next round takes its old one.
    """

    command = staticmethod(annul_round)

    @extend_schema(
        operation_id="rounds_annul",
        request=WhyAndMarkSerializer,
        parameters=[KEY_HEADER],
        responses=RoundSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        return self.answer(request)


class RestoreView(_CountCommand):
    """Take the annulment of a round back, while no other round was seated in its place."""

    command = staticmethod(restore_round)

    @extend_schema(
        operation_id="rounds_restore",
        request=WhyAndMarkSerializer,
        parameters=[KEY_HEADER],
        responses=RoundSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        return self.answer(request)


class DiscardView(WritingTournament):
    """Throw a seating away before its slot has started; its number is free again."""

    @extend_schema(
        operation_id="rounds_discard",
        request=None,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.NO_CONTENT: None},
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        # Found here, as it is gone when the same write comes again.
        rounds = self.tournament.rounds.select_related("tournament__event")
        found = get_object_or_404(rounds, number=self.kwargs["number"])
        discard_round(found, by=Actor.of(request), at=timezone.now())
        return Response(status=HTTPStatus.NO_CONTENT)


class FinishView(WritingTournament):
    """Say that nothing follows, where no final ends it: the first of the standings has won."""

    @extend_schema(
        operation_id="tournaments_finish",
        request=None,
        parameters=[KEY_HEADER],
        responses=TournamentSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        is_league = self.tournament.pairing == Tournament.Pairing.FIXTURES
        finish = finish_league if is_league else finish_tournament
        finish(self.tournament, by=Actor.of(request), at=timezone.now())
        return _as_it_is(self.tournament)


class ReopenView(WritingTournament):
    """Take back that a tournament is finished: nobody has won it, and a round may follow."""

    @extend_schema(
        operation_id="tournaments_reopen",
        request=None,
        parameters=[KEY_HEADER],
        responses=TournamentSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        reopen_tournament(self.tournament, by=Actor.of(request), at=timezone.now())
        return _as_it_is(self.tournament)


def _as_it_is(tournament: Tournament) -> Response:
    found = Tournament.objects.select_related("standings_state__champion__player")
    return Response(TournamentSerializer(found.get(pk=tournament.pk)).data)
