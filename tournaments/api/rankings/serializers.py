"""A ranking, its profile and its rows, as the API shows them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scoring.conventions.profile_text import read_categories
from tournaments.api.rankings.row_details import RowDetails
from tournaments.models import (
    Ranking,
    RankingClass,
    RankingPart,
    RankingPrize,
    RankingRow,
    RankingTeam,
)
from tournaments.rankings.profile import ORIGINS


class RankingSerializer(serializers.ModelSerializer):
    """A ranking with its profile. ``origins`` says of each value where it comes from.

    ``categories`` are names by key. The rows are those of the profile and the results of now once
    ``computed_version`` equals ``version``, and the worker has read the newest results.
    """

    categories = serializers.SerializerMethodField()
    tie_breaks = serializers.ListField(child=serializers.CharField(), read_only=True)
    origins = serializers.SerializerMethodField()

    class Meta:
        model = Ranking
        fields = [
            *("id", "name", "slug", "categories", "by_title", "required", "scheme"),
            *("final_bonus", "pick_ups", "tie_breaks", "team_from", "team_to", "origins"),
            *("version", "computed_version", "computed_at", "updated_at"),
        ]

    @extend_schema_field({"type": "object", "additionalProperties": {"type": "string"}})
    def get_categories(self, ranking: Ranking) -> dict[str, str]:
        return read_categories(ranking.categories)

    @extend_schema_field({"type": "object", "additionalProperties": {"type": "string"}})
    def get_origins(self, _ranking: Any) -> dict[str, str]:
        return {key: str(text) for key, text in ORIGINS.items()}


class RankingPartSerializer(serializers.ModelSerializer):
    """A tournament that counts, by its address, and the key of its category."""

    tournament = serializers.CharField(source="tournament.slug")

    class Meta:
        model = RankingPart
        fields = ["tournament", "category"]


class RankingRowSerializer(serializers.ModelSerializer):
    """A person's row. ``total`` and ``iron`` are exact fractions; ``place`` is null while
    categories are missing. ``details`` has the reasons, with tables by their ids."""

    player_id = serializers.IntegerField(read_only=True)
    shown_name = serializers.CharField(source="player.shown_name")
    details = RowDetails()

    class Meta:
        model = RankingRow
        fields = [
            *("rank", "place", "player_id", "shown_name", "total", "iron", "wins"),
            *("is_provisional", "details"),
        ]


class MemberSerializer(serializers.Serializer):
    """Somebody in a class or a team."""

    player_id = serializers.IntegerField(read_only=True)
    shown_name = serializers.CharField(source="player.shown_name", read_only=True)


class RankingClassSerializer(serializers.ModelSerializer):
    """People who are also ranked among themselves, in the order of the rows."""

    members = MemberSerializer(many=True, read_only=True)

    class Meta:
        model = RankingClass
        fields = ["id", "name", "rule", "members"]


class TeamPartSerializer(serializers.Serializer):
    """A member's game that counts for the team: in a category, or without one as a final."""

    category = serializers.CharField(required=False)
    player = serializers.IntegerField()
    game = serializers.CharField()
    value = serializers.CharField()


class RankingTeamSerializer(serializers.ModelSerializer):
    """A team. ``place`` is null until something counts for it; ``total`` is an exact fraction."""

    members = MemberSerializer(many=True, read_only=True)
    parts = serializers.SerializerMethodField()

    class Meta:
        model = RankingTeam
        fields = ["id", "name", "registered_at", "place", "total", "members", "parts"]

    @extend_schema_field(TeamPartSerializer(many=True))
    def get_parts(self, team: RankingTeam) -> list[dict[str, Any]]:
        return list(team.details.get("parts", ()))


class RankingPrizeSerializer(serializers.ModelSerializer):
    """A prize for a place of a list, and who got it; null while nobody did.

    ``reason`` is why, where several stood at its place or somebody else did.
    """

    of_class_id = serializers.IntegerField(read_only=True, allow_null=True)
    player_id = serializers.IntegerField(read_only=True, allow_null=True)
    team_id = serializers.IntegerField(read_only=True, allow_null=True)

    class Meta:
        model = RankingPrize
        fields = [
            *("id", "of", "of_class_id", "place", "label", "player_id", "team_id", "given_at"),
            "reason",
        ]
