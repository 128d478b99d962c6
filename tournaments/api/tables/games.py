"""The games of this site and the score sheets of each."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from games.catalogue import games
from tournaments.api.reading.lists import ForEverybody
from tournaments.api.tables.declared import sheets_of
from tournaments.models import Title


class NamedSheetSerializer(serializers.Serializer):
    """A score sheet, and the name of its schema among the components of the API's."""

    name = serializers.CharField()
    schema = serializers.CharField()
    is_usual = serializers.BooleanField()


class GameSerializer(serializers.Serializer):
    """A game. ``key`` is the ``game`` of a tournament; a ``target`` of 0 is none.

    A table writes down a sheet for each ``sheet_per``; the usual one unless it says another.
    """

    key = serializers.CharField()
    name = serializers.CharField()
    players_min = serializers.IntegerField()
    players_max = serializers.IntegerField()
    sheet_per = serializers.ChoiceField(choices=Title.Per.choices)
    target = serializers.IntegerField()
    sheets = NamedSheetSerializer(many=True)


class GameList(ForEverybody):
    """Every game of this site, with its score sheets. They change with the release alone.

    The games that an event defined itself are among the games of that event.
    """

    @extend_schema(operation_id="games_list", responses=GameSerializer(many=True))
    def get(self, _request: Any) -> Response:
        found = [
            {
                "key": key,
                "name": info.name,
                "players_min": info.players.start,
                "players_max": info.players.stop - 1,
                "sheet_per": info.sheet_per,
                "target": info.target,
                "sheets": [
                    {"name": name, "schema": schema, "is_usual": name == info.sheet_name}
                    for name, schema in sheets_of(key).items()
                ],
            }
            for key, info in games().items()
        ]
        return Response(GameSerializer(found, many=True).data)
