"""Setting up and changing the rankings of an event, their classes, teams and prizes."""

from http import HTTPStatus
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.conventions.profile_text import MOST_CATEGORIES, MOST_TEAM
from scoring.schemes import schemes
from tournaments.api.changes import ORGANIZE, changes, none_needed, who
from tournaments.api.rankings import views as reading
from tournaments.api.rankings.serializers import (
    RankingClassSerializer,
    RankingPartSerializer,
    RankingPrizeSerializer,
    RankingSerializer,
    RankingTeamSerializer,
)
from tournaments.api.writing.access import Writing
from tournaments.api.writing.once import KEY_HEADER, once
from tournaments.api.writing.serializers import checked
from tournaments.models import Event, RankingPrize
from tournaments.rankings import services
from tournaments.rankings.honours import services as honours
from tournaments.rankings.honours.services import LAST_PLACE
from tournaments.rankings.profile import DEFAULT_BONUS, DEFAULT_SCHEME, DEFAULT_TEAM, TIE_BREAKS
from tournaments.reasons import LONGEST_REASON

LONGEST_NAME, LONGEST_TEXT = 60, 2000
STEPS = [str(key) for key in TIE_BREAKS]


class NewRankingSerializer(serializers.Serializer):
    """A ranking. ``categories`` has one a line, such as "1: Long games"."""

    name = serializers.CharField(max_length=120)
    categories = serializers.CharField(max_length=LONGEST_TEXT, allow_blank=True, default="")
    by_title = serializers.BooleanField(default=False)
    required = serializers.IntegerField(min_value=1, max_value=MOST_CATEGORIES)
    scheme = serializers.ChoiceField(choices=sorted(schemes()), default=DEFAULT_SCHEME)
    final_bonus = serializers.CharField(max_length=80, allow_blank=True, default=DEFAULT_BONUS)
    pick_ups = serializers.BooleanField(default=True)
    tie_breaks = serializers.ListField(
        child=serializers.ChoiceField(choices=STEPS),
        max_length=len(TIE_BREAKS),
        default=lambda: list(TIE_BREAKS),
    )
    team_from = serializers.IntegerField(min_value=2, max_value=MOST_TEAM, default=DEFAULT_TEAM[0])
    team_to = serializers.IntegerField(min_value=2, max_value=MOST_TEAM, default=DEFAULT_TEAM[1])


class RankingValuesSerializer(NewRankingSerializer):
    """Values of a ranking."""

    def get_fields(self) -> dict[str, Any]:
        return none_needed(super().get_fields())


class RankingChangesSerializer(RankingValuesSerializer):
    """The values of a ranking that are to be changed."""

    was = RankingValuesSerializer(required=False)


class CountedSerializer(serializers.Serializer):
    """A tournament by its address, and the category it counts in: "" without one, null for not."""

    tournament = serializers.SlugField(max_length=60)
    category = serializers.CharField(max_length=10, allow_blank=True, allow_null=True)


class CountedTournamentsSerializer(serializers.Serializer):
    """The tournaments of which it is to be changed whether they count."""

    tournaments = CountedSerializer(many=True)


class NewRankingClassSerializer(serializers.Serializer):
    """A class; ``members`` are names of the roster, one a line."""

    name = serializers.CharField(max_length=LONGEST_NAME)
    rule = serializers.CharField(max_length=200, allow_blank=True, default="")
    members = serializers.CharField(max_length=20_000, allow_blank=True, default="")


class RankingClassValuesSerializer(NewRankingClassSerializer):
    """Values of a class."""

    def get_fields(self) -> dict[str, Any]:
        return none_needed(super().get_fields())


class RankingClassChangesSerializer(RankingClassValuesSerializer):
    """The values of a class that are to be changed."""

    was = RankingClassValuesSerializer(required=False)


class NewRankingTeamSerializer(serializers.Serializer):
    """A team that registers now; ``members`` are names of the roster, one a line."""

    name = serializers.CharField(max_length=LONGEST_NAME)
    members = serializers.CharField(max_length=LONGEST_TEXT)


class NewRankingPrizeSerializer(serializers.Serializer):
    """A prize for a place of a list; ``of_class`` is the id of a class, for one of a class."""

    of = serializers.ChoiceField(choices=RankingPrize.Of.choices)
    of_class = serializers.IntegerField(min_value=1, required=False, allow_null=True)
    place = serializers.IntegerField(min_value=1, max_value=LAST_PLACE)
    label = serializers.CharField(max_length=120)


class WinnerSerializer(serializers.Serializer):
    """Who got a prize, a player or a team by id; neither if nobody did.

    A ``reason`` is needed where others stand at its place too, or only others.
    """

    player_id = serializers.IntegerField(min_value=1, required=False, allow_null=True)
    team_id = serializers.IntegerField(min_value=1, required=False, allow_null=True)
    reason = serializers.CharField(max_length=LONGEST_REASON, allow_blank=True, default="")


class _WritingRanking(Writing):
    """The base of what conductors do with a ranking."""

    scopes = ORGANIZE

    def find(self, request: Any) -> Event:
        event = super().find(request)
        self.ranking = get_object_or_404(event.rankings, slug=self.kwargs["ranking"])
        self.ranking.event = event
        return event


class Rankings(Writing, reading.RankingList):
    """The rankings of an event, each with its profile; and new ones."""

    scopes = ORGANIZE

    @extend_schema(
        operation_id="rankings_create",
        request=NewRankingSerializer,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.CREATED: RankingSerializer},
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        """Set up a ranking."""
        values = checked(NewRankingSerializer, request)
        made = services.open_ranking(self.event, **values, **who(request))
        return Response(RankingSerializer(made).data, status=HTTPStatus.CREATED)


class OneRanking(_WritingRanking, reading.RankingInFull):
    """One ranking, with its profile."""

    @extend_schema(
        operation_id="rankings_change",
        request=RankingChangesSerializer,
        parameters=[KEY_HEADER],
        responses=RankingSerializer,
    )
    @once
    def patch(self, request: Request, **_address: Any) -> Response:
        """Change the profile of a ranking. Its address stays, and its rows follow."""
        made = services.change_ranking(self.ranking, **changes(RankingChangesSerializer, request))
        return Response(RankingSerializer(made).data)


class RankingParts(_WritingRanking, reading.RankingPartList):
    """The tournaments that count for a ranking."""

    @extend_schema(
        operation_id="ranking_tournaments_change",
        request=CountedTournamentsSerializer,
        parameters=[KEY_HEADER],
        responses=RankingPartSerializer(many=True),
    )
    @once
    def patch(self, request: Request, **_address: Any) -> Response:
        """Say which tournaments count, and in which category. Of the others nothing changes."""
        sent = checked(CountedTournamentsSerializer, request)["tournaments"]
        keys = dict(self.event.tournaments.values_list("slug", "pk"))
        unknown = [one["tournament"] for one in sent if one["tournament"] not in keys]
        if unknown:
            get_object_or_404(self.event.tournaments, slug=unknown[0])
        wanted = {keys[one["tournament"]]: one["category"] for one in sent}
        services.count_tournaments(self.ranking, wanted, **who(request))
        return Response(RankingPartSerializer(self.get_queryset(), many=True).data)


class RankingClasses(_WritingRanking, reading.RankingClassList):
    """The classes of a ranking, by name; and new ones."""

    @extend_schema(
        operation_id="ranking_classes_create",
        request=NewRankingClassSerializer,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.CREATED: RankingClassSerializer},
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        """Set up a class of people who are also ranked among themselves."""
        values = checked(NewRankingClassSerializer, request)
        made = honours.add_class(self.ranking, **values, **who(request))
        return Response(RankingClassSerializer(made).data, status=HTTPStatus.CREATED)


class OneRankingClass(_WritingRanking):
    """A class of a ranking."""

    @extend_schema(
        operation_id="ranking_classes_change",
        request=RankingClassChangesSerializer,
        parameters=[KEY_HEADER],
        responses=RankingClassSerializer,
    )
    @once
    def patch(self, request: Request, **_address: Any) -> Response:
        """Change a class, or who is in it."""
        of_class = get_object_or_404(self.ranking.classes, pk=self.kwargs["of_class"])
        made = honours.change_class(of_class, **changes(RankingClassChangesSerializer, request))
        return Response(RankingClassSerializer(made).data)

    @extend_schema(
        operation_id="ranking_classes_remove",
        request=None,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.NO_CONTENT: None},
    )
    @once
    def delete(self, request: Request, **_address: Any) -> Response:
        """Remove a class that has no prize."""
        of_class = get_object_or_404(self.ranking.classes, pk=self.kwargs["of_class"])
        honours.remove_class(of_class, **who(request))
        return Response(status=HTTPStatus.NO_CONTENT)


class RankingTeams(_WritingRanking, reading.RankingTeamList):
    """The teams of a ranking, best first; and new ones."""

    @extend_schema(
        operation_id="ranking_teams_create",
        request=NewRankingTeamSerializer,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.CREATED: RankingTeamSerializer},
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        """Register a team. Only games that begin later count for it."""
        values = checked(NewRankingTeamSerializer, request)
        made = honours.register_team(self.ranking, **values, **who(request))
        return Response(RankingTeamSerializer(made).data, status=HTTPStatus.CREATED)


class OneRankingTeam(_WritingRanking):
    """A team of a ranking."""

    @extend_schema(
        operation_id="ranking_teams_withdraw",
        request=None,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.NO_CONTENT: None},
    )
    @once
    def delete(self, request: Request, **_address: Any) -> Response:
        """Take a team that has no prize off a ranking."""
        team = get_object_or_404(self.ranking.teams, pk=self.kwargs["team"])
        honours.withdraw_team(team, **who(request))
        return Response(status=HTTPStatus.NO_CONTENT)


class RankingPrizes(_WritingRanking, reading.RankingPrizeList):
    """The prizes of a ranking, and who got them; and new ones."""

    @extend_schema(
        operation_id="ranking_prizes_create",
        request=NewRankingPrizeSerializer,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.CREATED: RankingPrizeSerializer},
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        """Add a prize for a place of a list."""
        values = checked(NewRankingPrizeSerializer, request)
        made = honours.add_prize(self.ranking, **values, **who(request))
        return Response(RankingPrizeSerializer(made).data, status=HTTPStatus.CREATED)


class OneRankingPrize(_WritingRanking):
    """A prize of a ranking."""

    @extend_schema(
        operation_id="ranking_prizes_give",
        request=WinnerSerializer,
        parameters=[KEY_HEADER],
        responses=RankingPrizeSerializer,
    )
    @once
    def patch(self, request: Request, **_address: Any) -> Response:
        """Say who got a prize."""
        prize = get_object_or_404(self.ranking.prizes, pk=self.kwargs["prize"])
        sent = checked(WinnerSerializer, request)
        to: Any = None
        if sent.get("team_id"):
            to = get_object_or_404(self.ranking.teams, pk=sent["team_id"])
        elif sent.get("player_id"):
            to = get_object_or_404(self.event.players, pk=sent["player_id"])
        made = honours.give_prize(prize, to, reason=sent["reason"], **who(request))
        return Response(RankingPrizeSerializer(made).data)

    @extend_schema(
        operation_id="ranking_prizes_remove",
        request=None,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.NO_CONTENT: None},
    )
    @once
    def delete(self, request: Request, **_address: Any) -> Response:
        """Remove a prize, whoever has it."""
        prize = get_object_or_404(self.ranking.prizes, pk=self.kwargs["prize"])
        honours.remove_prize(prize, **who(request))
        return Response(status=HTTPStatus.NO_CONTENT)
