"""The rankings of an event, which everybody reads."""

from typing import Any

from django.db.models import F, QuerySet
from django.shortcuts import get_object_or_404
from rest_framework import generics

from tournaments.api.rankings.serializers import (
    RankingClassSerializer,
    RankingPartSerializer,
    RankingPrizeSerializer,
    RankingRowSerializer,
    RankingSerializer,
    RankingTeamSerializer,
)
from tournaments.api.reading.lists import ForEverybody
from tournaments.models import Ranking


class RankingList(ForEverybody, generics.ListAPIView):
    """The rankings of an event, each with its profile."""

    serializer_class = RankingSerializer

    def get_queryset(self) -> QuerySet[Any]:
        return Ranking.objects.filter(event__slug=self.kwargs["event"]).order_by("pk")


class RankingInFull(ForEverybody, generics.RetrieveAPIView):
    """One ranking, with its profile."""

    serializer_class = RankingSerializer

    def get_object(self) -> Ranking:
        return _ranking(self.kwargs)


class RankingPartList(ForEverybody, generics.ListAPIView):
    """The tournaments that count for a ranking."""

    serializer_class = RankingPartSerializer

    def get_queryset(self) -> QuerySet[Any]:
        parts = _ranking(self.kwargs).parts.defer("games").select_related("tournament")
        return parts.order_by("pk")


class RankingRowList(ForEverybody, generics.ListAPIView):
    """The rows of a ranking, best first; last those without a place."""

    serializer_class = RankingRowSerializer

    def get_queryset(self) -> QuerySet[Any]:
        return _ranking(self.kwargs).rows.select_related("player").order_by("rank")


class RankingClassList(ForEverybody, generics.ListAPIView):
    """The classes of a ranking, by name."""

    serializer_class = RankingClassSerializer

    def get_queryset(self) -> QuerySet[Any]:
        classes = _ranking(self.kwargs).classes.prefetch_related("members__player")
        return classes.order_by("name", "pk")


class RankingTeamList(ForEverybody, generics.ListAPIView):
    """The teams of a ranking, best first; last those without a place."""

    serializer_class = RankingTeamSerializer

    def get_queryset(self) -> QuerySet[Any]:
        teams = _ranking(self.kwargs).teams.prefetch_related("members__player")
        return teams.order_by(F("place").asc(nulls_last=True), "name", "pk")


class RankingPrizeList(ForEverybody, generics.ListAPIView):
    """The prizes of a ranking, and who got them."""

    serializer_class = RankingPrizeSerializer

    def get_queryset(self) -> QuerySet[Any]:
        return _ranking(self.kwargs).prizes.order_by("of", "of_class", "place", "pk")


def _ranking(address: dict[str, Any]) -> Ranking:
    return get_object_or_404(Ranking, event__slug=address["event"], slug=address["ranking"])
