"""The answers of a table, for the schema alone: ``table_as_dict`` makes the answers themselves."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.api.reading.round_serializers import RoundSerializer
from tournaments.api.tables.declared import any_sheet
from tournaments.models import ScoreSheet, SheetVersion, Table

NOTHING_YET = {"type": "object", "maxProperties": 0, "additionalProperties": False}

#: What a field of a score sheet may be: see ``games.sheet.Field``.
KINDS = ["whole", "choice", "choices", "flag", "rows"]


class ClockSerializer(serializers.Serializer):
    """The clock that holds at a table."""

    started_at = serializers.DateTimeField(allow_null=True)
    warning_at = serializers.DateTimeField(allow_null=True)
    cutoff_at = serializers.DateTimeField(allow_null=True)
    force_end_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)
    paused_at = serializers.DateTimeField(allow_null=True)


@extend_schema_field({"type": "array", "items": {"$ref": "#/components/schemas/SheetField"}})
class FieldsField(serializers.ListField):
    """The fields of a row, declared as those of a sheet are."""


class SheetFieldSerializer(serializers.Serializer):
    """A field of a score sheet, as the game declares it: enough to make a form."""

    name = serializers.CharField()
    label = serializers.CharField()
    kind = serializers.ChoiceField(choices=KINDS)
    per = serializers.ChoiceField(choices=["player", "table"])
    low = serializers.IntegerField()
    high = serializers.IntegerField()
    options = serializers.ListField(child=serializers.CharField())
    required = serializers.BooleanField()
    computed = serializers.BooleanField()
    fields_ = FieldsField(required=False)

    def get_fields(self) -> Any:
        found = super().get_fields()
        return {name.rstrip("_"): field for name, field in found.items()}


class SeatAtTableSerializer(serializers.Serializer):
    """A seat in turn order; ``to_target`` is what its player lacks.

    Somebody who ``helps`` only fills the seat. Where somebody took over the seat, ``player`` is for
    whom the result counts: ``played_by`` plays on for them, or they took it over from ``begun_by``.
    Both numbers are null where the results are hidden from the sender until the tournament has
    ended.
    """

    seat = serializers.IntegerField()
    player = serializers.CharField()
    helps = serializers.BooleanField()
    played_by = serializers.CharField(allow_null=True)
    begun_by = serializers.CharField(allow_null=True)
    total = serializers.IntegerField(allow_null=True)
    to_target = serializers.IntegerField(allow_null=True)


class PointsOfSeatSerializer(serializers.Serializer):
    """The points of a seat for a hand; null if it was not reported."""

    seat = serializers.IntegerField()
    points = serializers.IntegerField(allow_null=True)


@extend_schema_field({"anyOf": [*any_sheet()["anyOf"], NOTHING_YET]})
class EnteredField(serializers.DictField):
    """The values that the table wrote down."""


@extend_schema_field({"type": "object", "additionalProperties": True})
class ComputedField(serializers.DictField):
    """The values of the computed fields of the sheet; nobody enters them."""


class HandOfTableSerializer(serializers.Serializer):
    """A hand, or a whole game; ``version`` is what ``If-Match`` names."""

    number = serializers.IntegerField()
    status = serializers.ChoiceField(choices=ScoreSheet.Status.choices)
    version = serializers.IntegerField()
    dealt_at = serializers.DateTimeField()
    dealt_offline = serializers.BooleanField()
    reported_by = serializers.IntegerField(allow_null=True)
    confirmed_by = serializers.IntegerField(allow_null=True)
    confirm_due_at = serializers.DateTimeField(allow_null=True)
    reported_at = serializers.DateTimeField(allow_null=True)
    went_out = serializers.IntegerField(allow_null=True)
    ended_early = serializers.BooleanField()
    entered = EnteredField()
    computed = ComputedField()
    points = PointsOfSeatSerializer(many=True)


class TableSerializer(serializers.Serializer):
    """A table with its seats, totals and hands, and the score sheets of its game."""

    code = serializers.CharField()
    number = serializers.IntegerField()
    hall_table = serializers.IntegerField(allow_null=True)
    room = serializers.CharField(allow_blank=True)
    status = serializers.ChoiceField(choices=Table.Status.choices)
    end_reason = serializers.ChoiceField(choices=Table.EndReason.choices, allow_blank=True)
    version = serializers.IntegerField()
    round = RoundSerializer()
    game = serializers.CharField()
    target = serializers.IntegerField()
    clock = ClockSerializer(allow_null=True)
    next_hand = serializers.IntegerField(allow_null=True)
    sheet = SheetFieldSerializer(many=True)
    sheets = serializers.DictField(child=SheetFieldSerializer(many=True))
    objection_minutes = serializers.IntegerField()
    seats = SeatAtTableSerializer(many=True)
    hands = HandOfTableSerializer(many=True)


class ReceiptSerializer(serializers.Serializer):
    """A hand as it is stored after a write; the same however often the write is sent."""

    code = serializers.CharField()
    number = serializers.IntegerField()
    act = serializers.ChoiceField(choices=SheetVersion.Act.choices)
    status = serializers.ChoiceField(choices=ScoreSheet.Status.choices)
    version = serializers.IntegerField()
    stored = serializers.BooleanField()


class TableAnswerSerializer(serializers.Serializer):
    """The receipt of a write; and the table as it is now, unless the answer was to be minimal."""

    receipt = ReceiptSerializer()
    table = TableSerializer(required=False)
