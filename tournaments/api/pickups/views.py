"""Pick-up games: the questions of players, for conductors to answer, and games to start."""

import secrets
from http import HTTPStatus
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.pickups.serializers import (
    NewPickUpSerializer,
    PickUpSerializer,
    RefusePickUpSerializer,
)
from tournaments.api.reading.filters import choice, updated_since
from tournaments.api.reading.lists import WithETag
from tournaments.api.writing.access import Writing
from tournaments.api.writing.once import KEY_HEADER, once
from tournaments.api.writing.serializers import checked
from tournaments.errors import RowGone
from tournaments.ledger import Actor
from tournaments.models import Event, PickUp
from tournaments.pickups import queries, services


class PickUps(Writing, WithETag, generics.ListAPIView):
    """The pick-up games of an event, as they were asked for or started; for conductors alone."""

    filters = (choice("state", "Only these.", PickUp.State.values), updated_since("updated_at"))
    serializer_class = PickUpSerializer

    def get_queryset(self) -> QuerySet[Any]:
        self.enter(self.request)
        return self.event.pickups.prefetch_related("people").order_by("asked_at", "pk")

    @extend_schema(
        operation_id="pickups_create",
        request=NewPickUpSerializer,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.CREATED: PickUpSerializer},
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        """Start a game at once, with its clock. Its players sit in the order that you send."""
        sent = checked(NewPickUpSerializer, request)
        players = queries.in_order(self.event, sent["players"])
        if len(players) != len(set(sent["players"])):
            raise RowGone(field="players")
        made = services.start_at_once(
            self.event,
            sent["game"],
            players,
            # The header has its own store of answers.
            key=secrets.token_hex(16),
            by=Actor.of(request),
            at=timezone.now(),
        )
        return Response(PickUpSerializer(made).data, status=HTTPStatus.CREATED)


class _PickUpCommand(Writing):
    """The answer to a question."""

    def find(self, request: Request) -> Event:
        event = super().find(request)
        self.pickup = get_object_or_404(event.pickups, pk=self.kwargs["pickup"])
        return event


class StartPickUpView(_PickUpCommand):
    """Start a game that players asked for, with its clock."""

    @extend_schema(
        operation_id="pickups_start",
        request=None,
        parameters=[KEY_HEADER],
        responses=PickUpSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        made = services.start(self.pickup, by=Actor.of(request), at=timezone.now())
        return Response(PickUpSerializer(made).data)


class RefusePickUpView(_PickUpCommand):
    """Refuse a game that players asked for. They read why."""

    @extend_schema(
        operation_id="pickups_refuse",
        request=RefusePickUpSerializer,
        parameters=[KEY_HEADER],
        responses=PickUpSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        reason = checked(RefusePickUpSerializer, request)["reason"]
        by, at = Actor.of(request), timezone.now()
        made = services.refuse(self.pickup, reason=reason, by=by, at=at)
        return Response(PickUpSerializer(made).data)
