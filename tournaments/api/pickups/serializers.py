"""Pick-up games as the API shows them, and what is sent to start or refuse one."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.titles import MOST_PLAYERS
from tournaments.api.writing.serializers import HIGHEST_KEY
from tournaments.models import PickUp


class PickUpSerializer(serializers.ModelSerializer):
    """A pick-up game: its ``players`` by their ids in turn order, and once it started its session.

    ``asked_by_id`` is null for one that a conductor started without a question.
    """

    asked_by_id = serializers.IntegerField(read_only=True, allow_null=True)
    session_id = serializers.IntegerField(read_only=True, allow_null=True)
    players = serializers.SerializerMethodField()

    class Meta:
        model = PickUp
        fields = [
            *("id", "game", "players", "state", "asked_by_id", "asked_at", "settled_at"),
            *("refused_because", "session_id", "updated_at"),
        ]

    @extend_schema_field({"type": "array", "items": {"type": "integer"}})
    def get_players(self, pickup: PickUp) -> list[int]:
        people = sorted(pickup.people.all(), key=lambda one: one.position)
        return [one.player_id for one in people]


class NewPickUpSerializer(serializers.Serializer):
    """A game to start: the key of what is played, and its players in turn order."""

    game = serializers.CharField(max_length=30)
    players = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=HIGHEST_KEY),
        max_length=MOST_PLAYERS,
    )


class RefusePickUpSerializer(serializers.Serializer):
    """Why a game is refused."""

    reason = serializers.CharField(max_length=PickUp.LONGEST_REASON)
