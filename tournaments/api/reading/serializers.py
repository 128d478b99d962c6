"""The API's representation of the data. What the public may not see is not here."""

from datetime import timedelta
from fractions import Fraction
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.numbers import fraction
from tournaments.events.settings.declaring import Minutes as InMinutes
from tournaments.events.settings.of_event import OF_EVENT
from tournaments.events.settings.of_tournament import OF_TOURNAMENT
from tournaments.live.stream import stream_address
from tournaments.models import (
    Adjustment,
    Entry,
    Event,
    Player,
    Season,
    SeasonStanding,
    Standing,
    Title,
    Tournament,
)
from tournaments.person_fields import ROSTER_FIELDS
from tournaments.standings.columns import Shown, columns_in
from tournaments.texts import say

MINUTE = timedelta(minutes=1)


class Minutes(serializers.IntegerField):
    """A duration, in whole minutes."""

    def __init__(self, **options: Any) -> None:
        super().__init__(read_only=True, **options)

    def to_representation(self, value: Any) -> Any:
        return value // MINUTE


class TieBreaks(serializers.ListField):
    """Keys of tie-breaks in order; null for those of the scheme or the kind of season."""

    def __init__(self, **options: Any) -> None:
        super().__init__(read_only=True, allow_null=True, child=serializers.CharField(), **options)


class Sentence(serializers.CharField):
    """A sentence that was computed, in the language of the reader."""

    def to_representation(self, value: Any) -> str:
        return say(value)


class EventSerializer(serializers.ModelSerializer):
    """An event; ``stream`` is the address at which its changes are announced."""

    stream = serializers.SerializerMethodField()

    class Meta:
        model = Event
        fields = [
            "id",
            "uid",
            "stream",
            "slug",
            *OF_EVENT,
            "announced_at",
            "runs_at",
            "updated_at",
        ]

    def get_stream(self, event: Event) -> str:
        return stream_address(event.pk)


@extend_schema_field(
    {
        "type": "object",
        "additionalProperties": {
            "oneOf": [{"type": "boolean"}, {"type": "integer"}, {"type": "string"}]
        },
    }
)
class OptionsField(serializers.DictField):
    """The options of the game, by their keys."""


class TournamentSerializer(serializers.ModelSerializer):
    """A tournament; durations are in minutes."""

    options = OptionsField(source="setup.options", read_only=True)
    champion = serializers.CharField(source="champion.player.name", default=None, allow_null=True)
    tie_breaks = TieBreaks()

    class Meta:
        model = Tournament
        fields = [
            "id",
            "slug",
            "name",
            "game",
            "status",
            *OF_TOURNAMENT,
            "tie_breaks",
            "results_version",
            "standings_version",
            "champion",
            "next_round_at",
            "updated_at",
        ]

    def get_fields(self) -> dict[str, Any]:
        kinds = {key: setting.kind for key, setting in OF_TOURNAMENT.items()}
        durations = {key: Minutes() for key, kind in kinds.items() if isinstance(kind, InMinutes)}
        return {**super().get_fields(), **durations}


class TitleSerializer(serializers.ModelSerializer):
    """A game without an engine; ``slot`` is in minutes. ``key`` is the ``game`` of a tournament.

    The names of tie-breaks that are not used are empty, and a ``target`` of 0 is none.
    """

    slot = Minutes()

    class Meta:
        model = Title
        fields = [
            "id",
            "key",
            "name",
            "players_min",
            "players_max",
            "sheet_per",
            "counting",
            "target",
            "slot",
            "tie_break_1",
            "fewer_1",
            "tie_break_2",
            "fewer_2",
            "tie_break_3",
            "fewer_3",
            "updated_at",
        ]


IN_API = {column.in_api: column for column in columns_in(Shown.API)}


class StandingSerializer(serializers.ModelSerializer):
    measures = serializers.DictField(child=serializers.CharField(), read_only=True)
    shown_name = serializers.CharField(source="entry.player.shown_name", read_only=True)
    why = Sentence(required=False, allow_blank=True)

    class Meta:
        model = Standing
        fields = [*IN_API, "shown_name"]

    def build_field(self, field_name: Any, info: Any, model_class: Any, nested_depth: Any) -> Any:
        """A field of the row; what is declared as a fact about its player comes from there."""
        column = IN_API[field_name]
        if column.of_entry:
            return serializers.BooleanField, {"source": f"entry.{column.key}", "read_only": True}
        if column.of_player:
            return serializers.CharField, {"source": f"entry.player.{column.key}"}
        return super().build_field(field_name, info, model_class, nested_depth)


class PlayerSerializer(serializers.ModelSerializer):
    """A player as everybody may see them."""

    class Meta:
        model = Player
        fields = ["id", *(field.key for field in ROSTER_FIELDS if field.is_public), "shown_name"]


class EntrySerializer(serializers.ModelSerializer):
    """A player's place in a tournament. ``seed`` is the number in a format for two.

    ``shown_name`` has a town or a number behind the name of people who have the same.
    """

    entry_id = serializers.IntegerField(source="id")
    player = serializers.CharField(source="player.name")
    shown_name = serializers.CharField(source="player.shown_name")

    class Meta:
        model = Entry
        fields = [
            "entry_id",
            "player_id",
            "player",
            "shown_name",
            "status",
            "seed",
            "entered_at",
            "status_at",
            "updated_at",
        ]


class SchemeSerializer(serializers.Serializer):
    """A points scheme; ``ours`` is what its source does not say."""

    key = serializers.CharField()
    name = Sentence()
    about = Sentence()
    source = serializers.CharField()
    ours = serializers.ListField(child=Sentence())
    ranked_by = serializers.ListField(child=serializers.CharField())
    tie_breaks = serializers.ListField(child=serializers.CharField())


class AdjustmentSerializer(serializers.ModelSerializer):
    """``points`` is an exact number such as "1/2"; ``round_number`` is for byes.

    An absence and a forfeit have a round too; ``opponent_id`` has the other side of a forfeit.
    """

    entry_id = serializers.IntegerField()
    opponent_id = serializers.IntegerField(required=False, allow_null=True)
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
            "opponent_id",
            "reason",
            "given_at",
            "taken_back_at",
        ]
        read_only_fields = ["given_at", "taken_back_at"]

    def validate_points(self, text: str) -> Fraction:
        try:
            return fraction(text)
        except ValueError:
            raise serializers.ValidationError("Enter a number such as 2, 0.5 or 1/2.") from None


class NewAdjustmentSerializer(AdjustmentSerializer):
    """An adjustment by a conductor: ``points`` for a penalty, ``round_number`` for a bye.

    An absence and a forfeit need a round too, a forfeit win an ``opponent_id`` as well. An adjusted
    score has a round, and ``awarded`` its ``points``; with ``whole_table`` everybody who sits with
    the player gets it.
    """

    whole_table = serializers.BooleanField(default=False)

    class Meta(AdjustmentSerializer.Meta):
        fields = [
            "entry_id", "kind", "points", "round_number", "opponent_id", "whole_table", "reason"
        ]  # fmt: skip
        read_only_fields = []


class SeasonSerializer(serializers.ModelSerializer):
    """A season. ``points``, ``taking_part`` and ``each_below`` are its own points table, if any.

    Its ratings fade within ``ratings_fade`` days without a game; null: they do not.
    """

    tie_breaks = TieBreaks()

    class Meta:
        model = Season
        fields = [
            "slug",
            "name",
            "rule",
            "points",
            "taking_part",
            "each_below",
            "best",
            "minimum_events",
            "counts_running",
            "tie_breaks",
            "ratings_fade",
            "promoted",
            "relegated",
            "computed_at",
            "updated_at",
        ]


class SeasonPartSerializer(serializers.Serializer):
    """A tournament that counts for a season."""

    event = serializers.CharField(source="tournament.event.slug")
    tournament = serializers.CharField(source="tournament.slug")
    name = serializers.CharField(source="tournament.name")
    category = serializers.CharField()
    level = serializers.IntegerField()


class SeasonResultSerializer(serializers.Serializer):
    """The result of a tournament, by its id; ``value`` is an exact number."""

    tournament = serializers.IntegerField()
    place = serializers.IntegerField()
    value = serializers.CharField()
    counts = serializers.BooleanField()
    provisional = serializers.BooleanField()
    disqualified = serializers.BooleanField()


class SeasonStandingSerializer(serializers.ModelSerializer):
    """A row of a season; ``is_current`` is false while newer results are not in it yet."""

    name = serializers.CharField(source="name_now")
    results = SeasonResultSerializer(many=True, read_only=True)
    why = Sentence(required=False, allow_blank=True)
    is_current = serializers.SerializerMethodField()

    class Meta:
        model = SeasonStanding
        fields = [
            "place",
            "name",
            "total",
            "penalty",
            "events",
            "wins",
            "is_iron",
            "is_disqualified",
            "is_provisional",
            "is_current",
            "results",
            "why",
        ]

    def get_is_current(self, _row: SeasonStanding) -> bool:
        return bool(self.context.get("is_current"))
