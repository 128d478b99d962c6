"""Who sits where in a round. A token needs the scope ``conduct``."""

from functools import partial
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.changes import who
from tournaments.api.reading.round_serializers import RoundInFullSerializer, RoundSerializer
from tournaments.api.reading.rounds import find_round
from tournaments.api.writing.access import WritingRound
from tournaments.api.writing.consequences import (
    MarkSerializer,
    WhyAndMarkSerializer,
    WhySerializer,
    carry_out,
)
from tournaments.api.writing.once import KEY_HEADER, once
from tournaments.api.writing.serializers import HIGHEST_KEY, PairingsSerializer, checked
from tournaments.ledger import Actor
from tournaments.models import CountsFor
from tournaments.results.ruling.exchanging import exchange_results
from tournaments.seating.changing.helpers import seat_helper
from tournaments.seating.changing.listed import Listed
from tournaments.seating.changing.services import lock_seat, replace_tables
from tournaments.seating.changing.takeovers import (
    count_for,
    take_back,
    take_over,
    taken_over_seat,
)
from tournaments.standings.deciding.late_corrections import lock_seating
from tournaments.standings.next_round.services import seat_next_in_line
from tournaments.verbs import Verb


class NextInLineView(WritingRound):
    """Let the next in line have the first empty seat of a final or of semifinals.

    Empty is a seat that nobody has, or whose player is not checked in or disqualified. It can be
    filled until the table has dealt a hand.
    """

    @extend_schema(
        operation_id="rounds_seat_next_in_line",
        request=None,
        parameters=[KEY_HEADER],
        responses=RoundInFullSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        seat_next_in_line(self.round, by=Actor.of(request), at=timezone.now())
        return Response(RoundInFullSerializer(find_round(request, self.kwargs)).data)


class HelperSerializer(serializers.Serializer):
    """Somebody of the roster, and the number of a table inside the round."""

    player_id = serializers.IntegerField(min_value=1, max_value=HIGHEST_KEY)
    table = serializers.IntegerField(min_value=1, max_value=HIGHEST_KEY)


class HelperView(WritingRound):
    """Let somebody who does not play in the tournament fill a seat at a table without a hand.

    Their result holds a place at the table, and counts for nobody.
    """

    @extend_schema(
        operation_id="rounds_seat_helper",
        request=HelperSerializer,
        parameters=[KEY_HEADER],
        responses=RoundInFullSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        values = checked(HelperSerializer, request)
        player = get_object_or_404(self.tournament.event.players, pk=values["player_id"])
        table = get_object_or_404(self.round.tables, number=values["table"])
        seat_helper(self.round, player, table, by=Actor.of(request), at=timezone.now())
        return Response(RoundInFullSerializer(find_round(request, self.kwargs)).data)


class GiveBackSerializer(WhySerializer):
    """The entry whose seat it is now, and why the takeover is taken back."""

    entry_id = serializers.IntegerField(min_value=1, max_value=HIGHEST_KEY)


class ChangeTakeoverSerializer(GiveBackSerializer, MarkSerializer):
    """Left out, ``counts_for`` takes the whole back: the one who began has the seat again."""

    counts_for = serializers.ChoiceField(choices=CountsFor.choices, required=False)


class TakeOverSerializer(GiveBackSerializer):
    """The entry that leaves the game, the player who plays on, and for whom the result counts."""

    player_id = serializers.IntegerField(min_value=1, max_value=HIGHEST_KEY)
    counts_for = serializers.ChoiceField(choices=CountsFor.choices, default=CountsFor.BEGAN)


class TakeOverView(WritingRound):
    """Let somebody play on in the seat of somebody else, in the middle of a game."""

    @extend_schema(
        operation_id="rounds_take_over_seat",
        request=TakeOverSerializer,
        parameters=[KEY_HEADER],
        responses=RoundInFullSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        values = checked(TakeOverSerializer, request)
        entries = self.tournament.entries.select_related("player")
        entry = get_object_or_404(entries, pk=values.pop("entry_id"))
        players = self.tournament.event.players
        player = get_object_or_404(players, pk=values.pop("player_id"))
        take_over(self.round, entry, player, by=Actor.of(request), at=timezone.now(), **values)
        return Response(RoundInFullSerializer(find_round(request, self.kwargs)).data)


class GiveBackView(WritingRound):
    """Give a seat that was taken over back to the one who began, or change who counts.

    Also in a closed round.
    """

    @extend_schema(
        operation_id="rounds_give_seat_back",
        request=ChangeTakeoverSerializer,
        parameters=[KEY_HEADER],
        responses=RoundInFullSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        values, at = checked(ChangeTakeoverSerializer, request), timezone.now()
        entries = self.tournament.entries.select_related("player")
        entry = get_object_or_404(entries, pk=values.pop("entry_id"))
        taken_over_seat(self.round, entry)
        mark, verb = values.pop("mark"), count_for if "counts_for" in values else take_back
        change = partial(verb, self.round, entry, by=Actor.of(request), at=at, **values)
        carry_out(self.round, change, at, mark=mark, lock=lock_seating)
        return Response(RoundInFullSerializer(find_round(request, self.kwargs)).data)


class LockedSeatSerializer(serializers.Serializer):
    """An entry that has a seat in the round, and whether other proposals leave it there."""

    entry_id = serializers.IntegerField(min_value=1, max_value=HIGHEST_KEY)
    locked = serializers.BooleanField()


class LockSeatView(WritingRound):
    """Lock somebody's seat against other proposals for the round, or unlock it."""

    @extend_schema(
        operation_id="rounds_lock_seat",
        request=LockedSeatSerializer,
        parameters=[KEY_HEADER],
        responses=LockedSeatSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        values = checked(LockedSeatSerializer, request)
        seats = self.round.seats.select_related("entry")
        seat = get_object_or_404(seats, entry=values["entry_id"])
        lock_seat(self.round, seat.entry, locked=values["locked"], **who(request))
        return Response(LockedSeatSerializer(values).data)


class ExchangeSerializer(WhyAndMarkSerializer):
    """Two entries of a round, and why their results are exchanged."""

    entry_id = serializers.IntegerField(min_value=1, max_value=HIGHEST_KEY)
    with_entry_id = serializers.IntegerField(min_value=1, max_value=HIGHEST_KEY)


class ExchangeView(WritingRound):
    """Give two people of a round that has started each other's seat, with all its results."""

    @extend_schema(
        operation_id="rounds_exchange",
        request=ExchangeSerializer,
        parameters=[KEY_HEADER],
        responses=RoundSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        values = checked(ExchangeSerializer, request)
        one, other = (
            get_object_or_404(self.tournament.entries.select_related("player"), pk=values[key])
            for key in ("entry_id", "with_entry_id")
        )
        by, at = Actor.of(request), timezone.now()
        change = partial(
            exchange_results, self.round, one, other, by=by, at=at, reason=values["reason"]
        )
        carry_out(self.round, change, at, mark=values["mark"])
        return Response(RoundSerializer(self.round).data)


class PairingsView(WritingRound):
    """Seat a round by your own list, in place of the proposal, before its slot has started.

    Everyone who is checked in is named once: at a table, or in ``byes``.
    """

    @extend_schema(
        operation_id="rounds_pairings",
        request=PairingsSerializer,
        parameters=[KEY_HEADER],
        responses=RoundInFullSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        listed = Listed(**checked(PairingsSerializer, request))
        known = set(self.tournament.entries.values_list("pk", flat=True))
        if strangers := sorted(set(listed.named) - known):
            message = f"Nobody in this tournament has the entry {strangers[0]}."
            field = "byes" if strangers[0] in listed.byes else "tables"
            raise ValidationError({field: [message]})
        by, at = Actor.of(request), timezone.now()
        replace_tables(self.round, listed, Verb.READ_SEATING_IN, by=by, at=at)
        return Response(RoundInFullSerializer(find_round(request, self.kwargs)).data)
