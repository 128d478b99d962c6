"""Penalties and the order of equals in a season. A token needs the scope ``organize``."""

from http import HTTPStatus
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.changes import ORGANIZE, who
from tournaments.api.writing.access import WritingSeason
from tournaments.api.writing.once import KEY_HEADER, once
from tournaments.api.writing.serializers import HIGHEST_KEY, checked
from tournaments.models import Player, SeasonAdjustment
from tournaments.reasons import LONGEST_REASON
from tournaments.seasons.adjusting import services, ties
from tournaments.seasons.rules import LONGEST_POINTS, exact_points

KINDS = [one for one in SeasonAdjustment.Kind.choices if one[0] not in SeasonAdjustment.ORDER]
WAYS = [(one.value, one.label) for one in SeasonAdjustment.ORDER]
MOST_EQUALS = 100


class SeasonAdjustmentSerializer(serializers.ModelSerializer):
    """A penalty, a disqualification or a place among equals; ``points`` is an exact number."""

    player_id = serializers.IntegerField()

    class Meta:
        model = SeasonAdjustment
        fields = ["id", "player_id", "kind", "points", "reason", "given_at", "taken_back_at"]


class NewSeasonAdjustmentSerializer(serializers.Serializer):
    """A penalty, with the ``points`` that it takes off the total, or a disqualification."""

    player_id = serializers.IntegerField(min_value=1, max_value=HIGHEST_KEY)
    kind = serializers.ChoiceField(choices=KINDS)
    points = serializers.CharField(max_length=LONGEST_POINTS, default="0")
    reason = serializers.CharField(max_length=LONGEST_REASON)


class SeasonTieSerializer(serializers.Serializer):
    """All people who share a place, by a player of each, the best first; for ``lot`` in any
    order.
    """

    players = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=HIGHEST_KEY),
        min_length=2,
        max_length=MOST_EQUALS,
    )
    how = serializers.ChoiceField(choices=WAYS)
    reason = serializers.CharField(max_length=LONGEST_REASON, allow_blank=True, default="")


class SeasonAdjustmentsView(WritingSeason):
    """Give somebody in a season a penalty, or disqualify them."""

    scopes = ORGANIZE

    @extend_schema(
        operation_id="season_adjustments_create",
        request=NewSeasonAdjustmentSerializer,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.CREATED: SeasonAdjustmentSerializer},
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        sent = checked(NewSeasonAdjustmentSerializer, request)
        rows = self.season.standings.filter(player__isnull=False)
        players = Player.objects.filter(pk__in=rows.values("player"))
        player = get_object_or_404(players, pk=sent.pop("player_id"))
        sent["points"] = exact_points(sent["points"], "points")
        made = services.adjust(self.season, player, **sent, **who(request))
        return Response(SeasonAdjustmentSerializer(made).data, status=HTTPStatus.CREATED)


class TakeBackInSeasonView(WritingSeason):
    """Take a penalty, a disqualification or a place among equals back; it stays in the record."""

    scopes = ORGANIZE

    @extend_schema(
        operation_id="season_adjustments_take_back",
        request=None,
        parameters=[KEY_HEADER],
        responses=SeasonAdjustmentSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        found = get_object_or_404(self.season.adjustments, pk=self.kwargs["adjustment"])
        services.take_back(found, **who(request))
        found.refresh_from_db()
        return Response(SeasonAdjustmentSerializer(found).data)


class SeasonTiesView(WritingSeason):
    """Put people who share a place of a season in an order: by a play-off, by lot, or by choice."""

    scopes = ORGANIZE

    @extend_schema(
        operation_id="season_ties_decide",
        request=SeasonTieSerializer,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.CREATED: SeasonAdjustmentSerializer(many=True)},
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        sent = checked(SeasonTieSerializer, request)
        rows = {row.player_id: row for row in self.season.standings.filter(place__isnull=False)}
        if strangers := [key for key in sent["players"] if key not in rows]:
            message = f"Nobody in this season has a place as player {strangers[0]}."
            raise ValidationError({"players": [message]})
        made = ties.decide_tie(
            self.season, [rows[key] for key in sent["players"]], sent["how"],
            reason=sent["reason"], **who(request),
        )  # fmt: skip
        return Response(SeasonAdjustmentSerializer(made, many=True).data, status=HTTPStatus.CREATED)
