"""People as the API shows them over many events."""

from rest_framework import serializers

from tournaments.models import SeasonStanding


class CareerLineSerializer(serializers.Serializer):
    """The figures of a person in one game."""

    game = serializers.CharField()
    events = serializers.IntegerField()
    tournaments = serializers.IntegerField()
    won = serializers.IntegerField()
    podiums = serializers.IntegerField()
    games = serializers.IntegerField()
    games_won = serializers.IntegerField()


class FinishSerializer(serializers.Serializer):
    """A row in the standings of a tournament; it is final once ``is_over``."""

    event = serializers.CharField(source="row.tournament.event.slug")
    tournament = serializers.CharField(source="row.tournament.slug")
    name = serializers.CharField(source="row.tournament.name")
    game = serializers.CharField(source="row.tournament.game")
    place = serializers.IntegerField(source="row.place")
    score = serializers.CharField(source="row.score")
    games = serializers.IntegerField(source="row.games")
    is_over = serializers.BooleanField()
    disqualified = serializers.BooleanField()


class SeasonOfPersonSerializer(serializers.ModelSerializer):
    """A person's row in a season. ``total`` is an exact fraction."""

    season = serializers.CharField(source="season.slug")
    name = serializers.CharField(source="season.name")

    class Meta:
        model = SeasonStanding
        fields = ["season", "name", "place", "total", "events", "wins", "is_provisional"]


class OpponentSerializer(serializers.Serializer):
    """Somebody met at tables; ``player_id`` is theirs at one of the events."""

    player_id = serializers.IntegerField()
    name = serializers.CharField()
    met = serializers.IntegerField()
    ahead = serializers.IntegerField(help_text="Games in which they ended ahead.")
    behind = serializers.IntegerField()


class CareerSerializer(serializers.Serializer):
    """Everything a person played, at all events that know them: newest first."""

    player_id = serializers.IntegerField()
    name = serializers.CharField()
    games = CareerLineSerializer(many=True)
    tournaments = FinishSerializer(many=True)
    seasons = SeasonOfPersonSerializer(many=True)
    opponents = OpponentSerializer(many=True)


class BalanceSerializer(serializers.Serializer):
    """How often the first person was ahead of the second, behind, or level."""

    ahead = serializers.IntegerField()
    behind = serializers.IntegerField()
    level = serializers.IntegerField()


class EncounterSerializer(serializers.Serializer):
    """A table at which both sat; places and points of the first and the second person."""

    event = serializers.CharField(source="table.round.tournament.event.slug")
    tournament = serializers.CharField(source="table.round.tournament.slug")
    round = serializers.IntegerField(source="table.round.number")
    table = serializers.IntegerField(source="table.number")
    hall_table = serializers.IntegerField(
        source="table.hall_table.number", default=None, allow_null=True
    )
    room = serializers.CharField(source="table.room_name")
    places = serializers.ListField(child=serializers.IntegerField(allow_null=True))
    points = serializers.ListField(child=serializers.IntegerField(allow_null=True))


class SharedTournamentSerializer(serializers.Serializer):
    """A tournament in whose standings both are."""

    mine = FinishSerializer()
    theirs = FinishSerializer()


class AgainstSerializer(serializers.Serializer):
    """All games and tournaments of two people, the newest first."""

    in_games = BalanceSerializer()
    in_tournaments = BalanceSerializer()
    games = EncounterSerializer(many=True)
    tournaments = SharedTournamentSerializer(many=True)


class RatingSerializer(serializers.Serializer):
    """A person's place in the rating list of a game; null while the rating is provisional."""

    place = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    event = serializers.CharField(help_text="The event whose ``player_id`` this is.")
    player_id = serializers.IntegerField()
    rating = serializers.IntegerField(source="row.shown")
    change = serializers.IntegerField(source="row.change")
    games = serializers.IntegerField(source="row.games")
    is_provisional = serializers.BooleanField(source="row.is_provisional")
    last_game_at = serializers.DateTimeField(source="row.last")
