"""Careers, two people against each other, and rating lists: what their pages show."""

from dataclasses import dataclass

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.people.serializers import (
    AgainstSerializer,
    CareerSerializer,
    RatingSerializer,
)
from tournaments.api.reading.lists import WithETag
from tournaments.models import Event, Player, Season
from tournaments.seasons.careers import queries
from tournaments.seasons.careers.played_games import infos
from tournaments.seasons.careers.ratings import RatedPerson, Scope, players_of, rating_list
from tournaments.seasons.people import key_of


def _player(event: str, pk: int) -> Player:
    found = get_object_or_404(Event, slug=event)
    return get_object_or_404(Player.objects.select_related("event"), event=found, pk=pk)


class CareerView(WithETag):
    """Everything a player did at all events that know them as the same person."""

    @extend_schema(operation_id="player_career", responses=CareerSerializer)
    def get(self, _request: Request, event: str, player: int) -> Response:
        found = _player(event, player)
        record = queries.player_record(found, at=timezone.now())
        lines = [line for line in queries.career(record) if line.game]
        career = {
            "player_id": found.pk,
            "name": found.name,
            "games": lines,
            "tournaments": record.standings,
            "seasons": record.seasons,
            "opponents": record.opponents,
        }
        return Response(CareerSerializer(career).data)


class AgainstView(WithETag):
    """All games and tournaments of two people. The second may be a player of another event."""

    @extend_schema(operation_id="player_against", responses=AgainstSerializer)
    def get(self, _request: Request, event: str, player: int, other: int) -> Response:
        one = _player(event, player)
        two = get_object_or_404(Player, pk=other, event__announced_at__isnull=False)
        if key_of(one) == key_of(two):
            raise Http404
        return Response(AgainstSerializer(queries.head_to_head(one, two, at=timezone.now())).data)


@dataclass(frozen=True, slots=True)
class ListedPerson:
    """A row of a rating list with the latest player of its person."""

    row: RatedPerson
    player: Player

    @property
    def place(self) -> int | None:
        return self.row.place

    @property
    def name(self) -> str:
        return self.player.name

    @property
    def event(self) -> str:
        return self.player.event.slug

    @property
    def player_id(self) -> int:
        return self.player.pk


GAME = OpenApiParameter("game", OpenApiTypes.STR, OpenApiParameter.PATH)
SEASON = OpenApiParameter("season", OpenApiTypes.STR, OpenApiParameter.PATH)


@extend_schema(parameters=[GAME])
class RatingList(WithETag, generics.ListAPIView):
    """The ratings of a game, the highest first."""

    serializer_class = RatingSerializer

    def scope(self) -> Scope:
        return Scope()

    def get_queryset(self) -> list[RatedPerson]:
        game = self.kwargs["game"]
        if not infos([game]):
            raise Http404
        return rating_list(game, self.scope())

    def filter_queryset(self, queryset: list[RatedPerson]) -> list[RatedPerson]:
        """A list of computed rows has no filters."""
        return queryset

    def paginate_queryset(self, queryset: list[RatedPerson]) -> list[ListedPerson]:
        page = super().paginate_queryset(queryset)
        known = players_of([row.who for row in page], self.scope())
        return [ListedPerson(row, known[row.who]) for row in page if row.who in known]


@extend_schema(parameters=[SEASON, GAME])
class SeasonRatingList(RatingList):
    """The ratings of a game in the tournaments of a season, the highest first.

    If they fade (``ratings_fade`` of the season), they are those of the day of the last game.
    """

    def scope(self) -> Scope:
        return Scope(season=get_object_or_404(Season, slug=self.kwargs["season"]))
