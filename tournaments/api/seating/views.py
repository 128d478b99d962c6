"""Who is kept apart or sits at a fixed table, and the plan of all rounds. Conductors only."""

from http import HTTPStatus
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.changes import who
from tournaments.api.writing.access import Writing, WritingTournament
from tournaments.api.writing.once import KEY_HEADER, once
from tournaments.api.writing.serializers import checked
from tournaments.models import Event, Plan
from tournaments.seating.constraints import services
from tournaments.seating.constraints.services import HIGHEST_TABLE
from tournaments.seating.planning import services as planning
from tournaments.seating.planning.views import SEEDS


class NewKeptApartSerializer(serializers.Serializer):
    """Two people of the roster who must not sit together."""

    one = serializers.IntegerField(min_value=1)
    other = serializers.IntegerField(min_value=1)


class KeptApartSerializer(serializers.Serializer):
    """Two people who are kept apart."""

    id = serializers.IntegerField()
    one = serializers.IntegerField(source="one_id")
    other = serializers.IntegerField(source="other_id")


class SeatingWishSerializer(serializers.Serializer):
    """Where somebody has to sit at an event: ``hall_table`` by its number, null for anywhere."""

    hall_table = serializers.IntegerField(
        min_value=1, max_value=HIGHEST_TABLE, required=False, allow_null=True, default=None
    )
    step_free = serializers.BooleanField(default=False)


class PlayerTeamSerializer(serializers.Serializer):
    """The team of somebody; "" for none."""

    team = serializers.CharField(max_length=60, allow_blank=True)


class FixedTableSerializer(serializers.Serializer):
    """The table of somebody in every round; null for any."""

    table = serializers.IntegerField(min_value=1, max_value=HIGHEST_TABLE, allow_null=True)


class NewPlanSerializer(serializers.Serializer):
    """How many rounds are planned, at tables of which ``sizes``; without those, at the usual."""

    rounds = serializers.IntegerField(min_value=1, max_value=planning.MOST_ROUNDS)
    sizes = serializers.ListField(
        child=serializers.IntegerField(min_value=2, max_value=99), required=False, max_length=1000
    )
    seed = serializers.IntegerField(min_value=0, max_value=SEEDS - 1, default=0)


class PlanSerializer(serializers.ModelSerializer):
    """A plan: its rounds are lists of tables, each of the ids of entries in turn order."""

    rounds = serializers.ListField(
        child=serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    )

    class Meta:
        model = Plan
        fields = ["rounds", "seed", "planner", "made_at"]


class KeptApartView(Writing):
    """People who must never sit at one table, in any tournament of the event."""

    @extend_schema(
        operation_id="kept_apart_create",
        request=NewKeptApartSerializer,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.CREATED: KeptApartSerializer},
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        """Keep two people apart from the next seating on."""
        sent = checked(NewKeptApartSerializer, request)
        one, other = (get_object_or_404(self.event.players, pk=pk) for pk in sent.values())
        made = services.keep_apart(self.event, one, other, **who(request))
        return Response(KeptApartSerializer(made).data, status=HTTPStatus.CREATED)


class OnePairView(Writing):
    """Two people who are kept apart."""

    @extend_schema(
        operation_id="kept_apart_remove",
        request=None,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.NO_CONTENT: None},
    )
    @once
    def delete(self, request: Request, **_address: Any) -> Response:
        """Let two people sit together again."""
        pairs = self.event.kept_apart.select_related("event", "one", "other")
        services.allow_together(get_object_or_404(pairs, pk=self.kwargs["pair"]), **who(request))
        return Response(status=HTTPStatus.NO_CONTENT)


class _OfPlayer(Writing):
    def find(self, request: Any) -> Event:
        event = super().find(request)
        self.player = get_object_or_404(event.players, pk=self.kwargs["player"])
        return event


class SeatingNeedView(_OfPlayer):
    """Where somebody has to sit, in every game of the event."""

    @extend_schema(
        operation_id="players_set_seating_need",
        request=SeatingWishSerializer,
        parameters=[KEY_HEADER],
        responses=SeatingWishSerializer,
    )
    @once
    def put(self, request: Request, **_address: Any) -> Response:
        """Note a table of the hall, or that it is reached without a step; neither removes it."""
        sent = checked(SeatingWishSerializer, request)
        tables = self.event.hall_tables.filter(room__isnull=False).select_related("room")
        number = sent["hall_table"]
        table = get_object_or_404(tables, number=number) if number else None
        services.set_need(self.player, table, step_free=sent["step_free"], **who(request))
        return Response(SeatingWishSerializer(sent).data)


class TeamView(_OfPlayer):
    """The team of somebody: teammates sit apart where that causes no repeat."""

    @extend_schema(
        operation_id="players_set_team",
        request=PlayerTeamSerializer,
        parameters=[KEY_HEADER],
        responses=PlayerTeamSerializer,
    )
    @once
    def put(self, request: Request, **_address: Any) -> Response:
        """Note the team of somebody, or with "" that there is none."""
        services.set_team(
            self.player, checked(PlayerTeamSerializer, request)["team"], **who(request)
        )
        self.player.refresh_from_db()
        return Response(PlayerTeamSerializer(self.player).data)


class FixedTableView(WritingTournament):
    """The table of somebody in every round of a tournament."""

    @extend_schema(
        operation_id="entries_fix_table",
        request=FixedTableSerializer,
        parameters=[KEY_HEADER],
        responses=FixedTableSerializer,
    )
    @once
    def put(self, request: Request, **_address: Any) -> Response:
        """Give somebody the same table in every round, or with null any."""
        table = checked(FixedTableSerializer, request)["table"]
        entry = get_object_or_404(self.tournament.entries, pk=self.kwargs["entry"])
        services.fix_table(entry, table, **who(request))
        return Response({"table": table})


class PlanView(WritingTournament):
    """All preliminary rounds, planned before the first."""

    @extend_schema(
        operation_id="plans_keep",
        request=NewPlanSerializer,
        parameters=[KEY_HEADER],
        responses=PlanSerializer,
    )
    @once
    def put(self, request: Request, **_address: Any) -> Response:
        """Plan the rounds for everybody who is entered, and seat them by it from now on."""
        sent = checked(NewPlanSerializer, request)
        sizes = sent.pop("sizes", ())
        kept = planning.keep_plan(self.tournament, sizes=sizes, **sent, **who(request))
        return Response(PlanSerializer(kept).data)

    @extend_schema(
        operation_id="plans_give_up",
        request=None,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.NO_CONTENT: None},
    )
    @once
    def delete(self, request: Request, **_address: Any) -> Response:
        """Seat the following rounds one by one again."""
        planning.give_up_plan(self.tournament, **who(request))
        return Response(status=HTTPStatus.NO_CONTENT)
