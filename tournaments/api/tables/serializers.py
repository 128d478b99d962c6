"""The bodies of requests to a table, and the table as it is shown."""

import threading
from datetime import UTC, datetime
from typing import Any, ClassVar

from django.utils.functional import cached_property
from drf_spectacular.utils import OpenApiExample, extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from games.sheet import Field, QuickHand, Sheet
from tournaments.api.reading.round_serializers import RoundSerializer
from tournaments.api.tables.declared import any_sheet
from tournaments.api.writing.consequences import MarkSerializer
from tournaments.results.queries import ShownTable
from tournaments.results.sheet_data import computed
from tournaments.texts import say

A_HAND = {
    "number": 1,
    "points": [{"seat": 1, "points": 30}, {"seat": 2, "points": -4}, {"seat": 3, "points": 0}],
    "went_out": 1,
}


class FastSerializer(serializers.Serializer):
    """A serializer for parsing, whose fields are made once in each thread.

    They hold no data of a request, and copying them takes longer than parsing a hand.
    """

    _of_thread: ClassVar[threading.local] = threading.local()

    @cached_property
    def fields(self) -> Any:
        cached: dict[Any, Any] = vars(self._of_thread)
        if type(self) not in cached:
            cached[type(self)] = super().fields
        return cached[type(self)]


class PointsSerializer(serializers.Serializer):
    seat = serializers.IntegerField(min_value=1, max_value=99)
    points = serializers.IntegerField(min_value=-(10**6), max_value=10**6)


class PhoneTime(serializers.IntegerField):
    """A moment as phones send it: milliseconds since 1970, set right by the server's clock."""

    #: 2100 and 2000: no phone sends a time beyond these.
    LATEST, EARLIEST = 4_102_444_800_000, 946_684_800_000

    def to_internal_value(self, data: Any) -> datetime:
        said = super().to_internal_value(data)
        if not self.EARLIEST <= said <= self.LATEST:
            raise serializers.ValidationError("That is no time of this century.")
        return datetime.fromtimestamp(said / 1000, UTC)


class OfflineSerializer(FastSerializer):
    """``offline``: it was done while the phone had no network, at ``made_at``.

    ``made_for``: the key of the player for whom a phone kept it; refused as another player's.
    """

    offline = serializers.BooleanField(default=False)
    made_at = PhoneTime(required=False, allow_null=True, default=None)
    made_for = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=1, max_value=2**53 - 1
    )

    @property
    def made_at_offline(self) -> datetime | None:
        said = self.validated_data
        return said["made_at"] if said["offline"] else None

    def validate(self, said: Any) -> Any:
        if said["offline"] and said["made_at"] is None:
            raise serializers.ValidationError({"made_at": ["Say when, in milliseconds."]})
        return said


@extend_schema_serializer(examples=[OpenApiExample("The first hand", {"number": 1})])
class DealSerializer(OfflineSerializer):
    """Which hand to deal."""

    number = serializers.IntegerField(min_value=1, max_value=999)


class QuickHandSerializer(FastSerializer):
    """A hand as it is called out: ``went_out`` is a seat, or null if nobody went out."""

    points = PointsSerializer(many=True, allow_empty=False, max_length=12)
    went_out = serializers.IntegerField(min_value=1, max_value=99, allow_null=True)

    def validate_points(self, lines: Any) -> Any:
        seats = [line["seat"] for line in lines]
        if len(seats) != len(set(seats)):
            raise serializers.ValidationError("A seat is named twice.")
        return lines

    def hand(self) -> QuickHand:
        lines = self.validated_data["points"]
        points = {line["seat"]: line["points"] for line in lines}
        return QuickHand(points, self.validated_data["went_out"])


@extend_schema_field(any_sheet())
class SheetField(serializers.DictField):
    """The data of a score sheet."""


class SheetSerializer(FastSerializer):
    """A score sheet as the game declares it: one of ``sheets`` of the table."""

    sheet = SheetField()

    def hand(self) -> dict[str, Any]:
        sheet: dict[str, Any] = self.validated_data["sheet"]
        return sheet


@extend_schema_serializer(examples=[OpenApiExample("A hand of Express", A_HAND)])
class HandSerializer(OfflineSerializer, QuickHandSerializer):
    """A hand of the table, as it is called out."""

    number = serializers.IntegerField(min_value=1, max_value=999)


class GameSheetSerializer(OfflineSerializer, SheetSerializer):
    """The score sheet of a hand in full, or of a whole game."""

    number = serializers.IntegerField(min_value=1, max_value=999, default=1)


class DisputeSerializer(serializers.Serializer):
    """The objection; with a hand or a ``sheet`` beside it, the result that should stand instead."""

    reason = serializers.CharField(max_length=200, allow_blank=True, default="")


class QuickDisputeSerializer(DisputeSerializer, QuickHandSerializer):
    """An objection with a hand as it is called out."""


class SheetDisputeSerializer(DisputeSerializer, SheetSerializer):
    """An objection with a score sheet."""


class QuickRulingSerializer(MarkSerializer, QuickDisputeSerializer):
    """A conductor's hand as it is called out."""


class SheetRulingSerializer(MarkSerializer, SheetDisputeSerializer):
    """A conductor's score sheet."""


def reader(data: Any, quick: type, full: type) -> Any:
    """The serializer that fits the request: with a ``sheet``, or the points as called out."""
    whole = isinstance(data, dict) and "sheet" in data
    sent = (full if whole else quick)(data=data)
    sent.is_valid(raise_exception=True)
    return sent


def _sheet_field(field: Field) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": field.name,
        "label": say(field.label),
        "kind": field.kind,
        "per": field.per,
        "low": field.low,
        "high": field.high,
        "options": field.options,
        "required": field.required,
        "computed": field.computed,
    }
    if field.fields:
        found["fields"] = [_sheet_field(one) for one in field.fields]
    return found


def _sheet_fields(sheet: Sheet, players: int) -> list[dict[str, Any]]:
    return [_sheet_field(field) for field in sheet.fields_for(players)]


def table_as_dict(state: ShownTable) -> dict[str, Any]:
    """A table with its seats, totals and hands, and the fields of its game's score sheet."""
    tournament = state.table.round.tournament
    setup, players = tournament.setup, len(state.seats)
    return {
        "code": state.table.code,
        "number": state.table.number,
        "hall_table": state.table.hall_table.number if state.table.hall_table else None,
        "room": state.table.room_name,
        "status": state.table.status,
        "end_reason": state.table.end_reason,
        "version": state.table.version,
        "round": RoundSerializer(state.table.round).data,
        "game": tournament.game,
        "target": tournament.target,
        "clock": _clock_as_dict(state.clock),
        "next_hand": state.next_number if state.may_deal else None,
        "sheet": _sheet_fields(setup.sheet, players),
        "sheets": {name: _sheet_fields(one, players) for name, one in setup.sheets.items()},
        "objection_minutes": tournament.objection_minutes,
        "seats": [
            {
                "seat": score.seat.position,
                "player": score.name,
                "helps": score.seat.helps,
                "played_by": score.seat.played_by and score.seat.played_by.shown_name,
                "begun_by": score.seat.begun_by and score.seat.begun_by.shown_name,
                "total": score.shown_total,
                "to_target": score.shown_to_target,
            }
            for score in state.seats
        ],
        "hands": [_hand_as_dict(state, column) for column in range(len(state.hands))],
    }


def _clock_as_dict(clock: Any) -> dict[str, Any] | None:
    """The clock that holds at a table, its own or its round's; None before the start."""
    if clock is None:
        return None
    names = ("started_at", "warning_at", "cutoff_at", "force_end_at", "ends_at", "paused_at")
    return {name: getattr(clock, name) for name in names}


def _hand_as_dict(state: ShownTable, column: int) -> dict[str, Any]:
    hand = state.hands[column]
    data = {} if state.is_hidden else hand.data
    seats: dict[int | None, int] = {score.seat.pk: score.seat.position for score in state.seats}
    return {
        "number": hand.number,
        "status": hand.status,
        "version": hand.version,
        "dealt_at": hand.dealt_at,
        "dealt_offline": hand.dealt_offline,
        "reported_by": seats.get(hand.reported_by_seat_id),
        "confirmed_by": seats.get(hand.confirmed_by_seat_id),
        "confirm_due_at": hand.confirm_due_at,
        "reported_at": hand.reported_at,
        "went_out": hand.went_out.position if hand.went_out and not state.is_hidden else None,
        "ended_early": hand.ended_early,
        "entered": data,
        "computed": computed(state.table.round.tournament.setup, data, len(state.seats)),
        "points": [
            {"seat": score.seat.position, "points": score.points[column]} for score in state.seats
        ],
    }
