"""The API's faces of the data. What the public may not see is not here."""

from fractions import Fraction

from rest_framework import serializers

from games.catalogue import sheet
from games.sheet import QuickHand
from tournaments.models import (
    Adjustment,
    Event,
    Player,
    Round,
    Season,
    SeasonStanding,
    Standing,
    Tournament,
)


class EventSerializer(serializers.ModelSerializer):
    class Meta:
        model = Event
        fields = ["slug", "name", "venue", "time_zone", "starts_on", "ends_on"]


class RoundSerializer(serializers.ModelSerializer):
    class Meta:
        model = Round
        fields = [
            "number",
            "kind",
            "status",
            "started_at",
            "cutoff_at",
            "force_end_at",
            "ends_at",
            "paused_at",
        ]


class TournamentSerializer(serializers.ModelSerializer):
    champion = serializers.CharField(source="champion.player.name", default=None)

    class Meta:
        model = Tournament
        fields = [
            "slug",
            "name",
            "game",
            "status",
            "target",
            "scheme",
            "tie_breaks",
            "results_version",
            "standings_version",
            "champion",
        ]


class StandingSerializer(serializers.ModelSerializer):
    player = serializers.CharField(source="entry.player.name")

    class Meta:
        model = Standing
        fields = [
            "place",
            "place_before",
            "entry_id",
            "player",
            "score",
            "wins",
            "game_points",
            "games",
            "hands",
            "in_progress",
            "measures",
            "why",
        ]


class PlayerSerializer(serializers.ModelSerializer):
    """What everybody may know of a player."""

    class Meta:
        model = Player
        fields = ["id", "name", "handle", "home_town"]


class SchemeSerializer(serializers.Serializer):
    """A points scheme; ``ours`` is what its source does not say."""

    key = serializers.CharField()
    name = serializers.CharField()
    about = serializers.CharField()
    source = serializers.CharField()
    ours = serializers.ListField(child=serializers.CharField())
    ranked_by = serializers.ListField(child=serializers.CharField())
    tie_breaks = serializers.ListField(child=serializers.CharField())


class AdjustmentSerializer(serializers.ModelSerializer):
    """``points`` is an exact number such as "1/2"; ``round_number`` is for byes."""

    entry_id = serializers.IntegerField()
    points = serializers.CharField(max_length=24, default="0")
    round_number = serializers.IntegerField(
        min_value=1, max_value=99, required=False, allow_null=True
    )

    class Meta:
        model = Adjustment
        fields = [
            "id",
            "entry_id",
            "kind",
            "points",
            "round_number",
            "reason",
            "given_at",
            "taken_back_at",
        ]
        read_only_fields = ["given_at", "taken_back_at"]

    def validate_points(self, text: str) -> Fraction:
        try:
            return Fraction(text)
        except (ValueError, ZeroDivisionError):
            raise serializers.ValidationError("Write a number such as 2, 0.5 or 1/2.") from None


class SeasonSerializer(serializers.ModelSerializer):
    class Meta:
        model = Season
        fields = ["slug", "name", "rule", "best", "minimum_events", "computed_at"]


class SeasonStandingSerializer(serializers.ModelSerializer):
    class Meta:
        model = SeasonStanding
        fields = ["place", "name", "total", "events", "wins", "is_iron", "results", "why"]


class PointsSerializer(serializers.Serializer):
    seat = serializers.IntegerField(min_value=1, max_value=99)
    points = serializers.IntegerField(min_value=-(10**6), max_value=10**6)


class DealSerializer(serializers.Serializer):
    """Which hand to deal."""

    number = serializers.IntegerField(min_value=1, max_value=999)


class HandSerializer(serializers.Serializer):
    """A hand as it is sent: ``went_out`` is a seat, or null if nobody went out."""

    number = serializers.IntegerField(min_value=1, max_value=999)
    points = PointsSerializer(many=True, allow_empty=False, max_length=12)
    went_out = serializers.IntegerField(min_value=1, max_value=99, allow_null=True)

    def validate_points(self, lines):
        seats = [line["seat"] for line in lines]
        if len(seats) != len(set(seats)):
            raise serializers.ValidationError("A seat is named twice.")
        return lines

    def hand(self) -> QuickHand:
        lines = self.validated_data["points"]
        points = {line["seat"]: line["points"] for line in lines}
        return QuickHand(points, self.validated_data["went_out"])


class GameSheetSerializer(serializers.Serializer):
    """The score sheet of a whole game, as the game declares it (see ``sheet`` of the table)."""

    number = serializers.IntegerField(min_value=1, max_value=1, default=1)
    sheet = serializers.DictField()

    def hand(self) -> dict:
        return self.validated_data["sheet"]


def _sheet_field(field) -> dict:
    return {
        "name": field.name,
        "label": field.label,
        "kind": field.kind,
        "per": field.per,
        "low": field.low,
        "high": field.high,
        "options": field.options,
    }


def table_as_dict(state) -> dict:
    """A table with its seats, totals and hands, and the fields of its game's score sheet."""
    tournament = state.table.round.tournament
    return {
        "code": state.table.code,
        "number": state.table.number,
        "status": state.table.status,
        "end_reason": state.table.end_reason,
        "version": state.table.version,
        "round": RoundSerializer(state.table.round).data,
        "game": tournament.game,
        "target": tournament.target,
        "clock": _clock_as_dict(state.clock),
        "next_hand": state.next_number if state.may_deal else None,
        "sheet": [_sheet_field(field) for field in sheet(tournament.game).fields],
        "seats": [
            {
                "seat": score.seat.position,
                "player": score.name,
                "total": score.total,
                "to_target": score.to_target,
            }
            for score in state.seats
        ],
        "hands": [_hand_as_dict(state, column) for column in range(len(state.hands))],
    }


def _clock_as_dict(clock) -> dict | None:
    """The clock that holds at a table, its own or its round's; None before the start."""
    if clock is None:
        return None
    names = ("started_at", "warning_at", "cutoff_at", "force_end_at", "ends_at", "paused_at")
    return {name: getattr(clock, name) for name in names}


def _hand_as_dict(state, column: int) -> dict:
    hand = state.hands[column]
    return {
        "number": hand.number,
        "status": hand.status,
        "dealt_at": hand.dealt_at,
        "reported_at": hand.reported_at,
        "went_out": hand.went_out.position if hand.went_out else None,
        "ended_early": hand.ended_early,
        "entered": hand.entered,
        "points": [
            {"seat": score.seat.position, "points": score.points[column]} for score in state.seats
        ],
    }
