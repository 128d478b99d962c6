"""Rounds, their tables and those without a seat, as the API shows them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.clock.queries import TableSummary
from tournaments.models import (
    Bye,
    Round,
    Table,
)
from tournaments.seating.head_to_head.queries import without_seat


class RoundSerializer(serializers.ModelSerializer):
    """A round.

    ``results_changed`` says that results which its seating was made from have changed since, and
    nobody has decided yet. ``kept_reason`` is why conductors kept it, where they did. ``name`` is
    what pages call it: as its session on the timetable, if it has one.
    """

    name = serializers.CharField(read_only=True)
    session_id = serializers.IntegerField(read_only=True, allow_null=True)

    results_changed = serializers.BooleanField(source="is_outdated", read_only=True)
    kept_reason = serializers.CharField(source="kept_because", read_only=True)

    class Meta:
        model = Round
        fields = [
            "id",
            "number",
            "name",
            "session_id",
            "kind",
            "status",
            "started_at",
            "cutoff_at",
            "force_end_at",
            "ends_at",
            "paused_at",
            "closed_at",
            "results_changed",
            "kept_reason",
            "annulled_at",
            "annulled_number",
            "annulled_because",
            "updated_at",
        ]


class ByeOfRoundSerializer(serializers.Serializer):
    """Somebody who does not play in a round; ``opponent_id`` is the entry of a forfeit's other."""

    entry_id = serializers.IntegerField()
    player = serializers.CharField(source="entry.player.name")
    kind = serializers.ChoiceField(choices=Bye.Kind.choices)
    opponent_id = serializers.IntegerField(allow_null=True)


class WithoutSeatSerializer(serializers.Serializer):
    """Somebody who is checked in and has neither a seat nor a bye in a round."""

    entry_id = serializers.IntegerField(source="pk")
    player = serializers.CharField(source="player.name")


class RoundInFullSerializer(RoundSerializer):
    """A round, how many tables it has, who sits it out, and who has no place until it is over."""

    tables = serializers.IntegerField(source="table_count")
    byes = ByeOfRoundSerializer(many=True)
    without_seat = serializers.SerializerMethodField()

    class Meta(RoundSerializer.Meta):
        fields = [*RoundSerializer.Meta.fields, "tables", "byes", "without_seat"]

    @extend_schema_field(WithoutSeatSerializer(many=True))
    def get_without_seat(self, round_: Round) -> Any:
        return WithoutSeatSerializer(without_seat(round_), many=True).data


class SeatOfTableSerializer(serializers.Serializer):
    """A seat in turn order, with the points of its player so far.

    Somebody who ``helps`` only fills the seat, and is not ranked. Where somebody took over the
    seat, ``player`` is for whom the result counts: ``played_by`` plays on for them, or they took it
    over from ``begun_by``. If it ``helps`` then, it counts for nobody. Where the results are hidden
    from the sender until the tournament has ended, ``total`` and ``to_target`` are null.
    """

    position = serializers.IntegerField(source="seat.position")
    entry_id = serializers.IntegerField(source="seat.entry_id")
    player = serializers.CharField(source="name")
    helps = serializers.BooleanField(source="seat.helps")
    played_by = serializers.CharField(
        source="seat.played_by.shown_name", default=None, allow_null=True
    )
    begun_by = serializers.CharField(
        source="seat.begun_by.shown_name", default=None, allow_null=True
    )
    total = serializers.IntegerField(source="shown_total", allow_null=True)
    to_target = serializers.IntegerField(source="shown_to_target", allow_null=True)


class TableOfRoundSerializer(serializers.Serializer):
    """A table of a round.

    ``number`` is its position in the round; ``hall_table`` is the number of the table of the hall
    at which it stands, null if the event has no hall, and ``room`` the name of the room.
    ``code`` is that of its address below /tables/; null for those who may not enter results there.
    """

    id = serializers.IntegerField(source="table.pk")
    number = serializers.IntegerField(source="table.number")
    hall_table = serializers.IntegerField(
        source="table.hall_table.number", default=None, allow_null=True
    )
    room = serializers.CharField(source="table.room_name")
    code = serializers.SerializerMethodField()
    status = serializers.ChoiceField(choices=Table.Status.choices, source="table.status")
    end_reason = serializers.ChoiceField(
        choices=Table.EndReason.choices, allow_blank=True, source="table.end_reason"
    )
    ended_at = serializers.DateTimeField(allow_null=True, source="table.ended_at")
    version = serializers.IntegerField(source="table.version")
    hands_played = serializers.IntegerField()
    seats = SeatOfTableSerializer(many=True)

    def get_code(self, state: TableSummary) -> str | None:
        return state.table.code if state.table.pk in self.context["open_codes"] else None
