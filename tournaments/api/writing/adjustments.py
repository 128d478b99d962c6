"""Penalties, byes and the order of equals, and taking them back. A token needs ``conduct``."""

from http import HTTPStatus
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.reading.serializers import AdjustmentSerializer, NewAdjustmentSerializer
from tournaments.api.writing.access import WritingTournament
from tournaments.api.writing.once import KEY_HEADER, once
from tournaments.api.writing.serializers import ByeSerializer, checked
from tournaments.ledger import Actor
from tournaments.models import Adjustment
from tournaments.standings.deciding.services import adjust, take_back
from tournaments.standings.deciding.ties import decide_tie


class AdjustView(WritingTournament):
    """Give a penalty, a bye, an absence, a forfeit, a warning or a disqualification."""

    @extend_schema(
        operation_id="adjustments_create",
        request=NewAdjustmentSerializer,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.CREATED: AdjustmentSerializer},
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        return self.give(request, checked(NewAdjustmentSerializer, request))

    def give(self, request: Request, values: dict[str, Any]) -> Response:
        entry = get_object_or_404(self.tournament.entries, pk=values.pop("entry_id"))
        other = values.pop("opponent_id", None)
        if other is not None:
            values["opponent"] = get_object_or_404(self.tournament.entries, pk=other)
        made = adjust(entry, by=Actor.of(request), at=timezone.now(), **values)
        return Response(AdjustmentSerializer(made).data, status=HTTPStatus.CREATED)


class ByeView(AdjustView):
    """Give a bye, an absence or a forfeit in a round, also before it is seated."""

    @extend_schema(
        operation_id="byes_create",
        request=ByeSerializer,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.CREATED: AdjustmentSerializer},
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        return self.give(request, checked(ByeSerializer, request))


class TieSerializer(serializers.Serializer):
    """People who share a place, the best first; for ``lot`` in any order."""

    entries = serializers.ListField(
        child=serializers.IntegerField(min_value=1), min_length=2, max_length=100
    )
    how = serializers.ChoiceField(choices=[(one.value, one.label) for one in Adjustment.ORDER])
    reason = serializers.CharField(max_length=200, allow_blank=True, default="")


class TieView(WritingTournament):
    """Decide between people who are exactly equal: by a play-off, by lot, or by choice."""

    @extend_schema(
        operation_id="ties_decide",
        request=TieSerializer,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.CREATED: AdjustmentSerializer(many=True)},
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        values = checked(TieSerializer, request)
        known = self.tournament.entries.select_related("player").in_bulk(values["entries"])
        order = [known[key] for key in values["entries"] if key in known]
        made = decide_tie(
            self.tournament, order, values["how"], reason=values["reason"],
            by=Actor.of(request), at=timezone.now(),
        )  # fmt: skip
        return Response(AdjustmentSerializer(made, many=True).data, status=HTTPStatus.CREATED)


class TakeBackView(WritingTournament):
    """Take an adjustment back."""

    @extend_schema(
        operation_id="adjustments_take_back",
        request=None,
        parameters=[KEY_HEADER],
        responses=AdjustmentSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        found = get_object_or_404(
            Adjustment.objects.select_related("entry__tournament"),
            entry__tournament=self.tournament,
            pk=self.kwargs["adjustment"],
        )
        take_back(found, by=Actor.of(request), at=timezone.now())
        found.refresh_from_db()
        return Response(AdjustmentSerializer(found).data)
