"""Rooms, hall tables and announcements. Writing needs a token with the scope ``conduct``."""

from http import HTTPStatus
from typing import Any

from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access.requests import enter_event
from tournaments.api.hall.serializers import (
    AnnouncementChangesSerializer,
    AnnouncementSerializer,
    HallTableChangesSerializer,
    HallTableSerializer,
    NewAnnouncementSerializer,
    NewRoomSerializer,
    NumbersSerializer,
    OrderSeenSerializer,
    RoomChangesSerializer,
    RoomSerializer,
)
from tournaments.api.reading.filters import choice, key, updated_since, yes_or_no
from tournaments.api.reading.lists import ForEverybody
from tournaments.api.reading.rounds import may_conduct
from tournaments.api.writing.access import Writing
from tournaments.api.writing.once import KEY_HEADER, once
from tournaments.api.writing.serializers import checked
from tournaments.ledger import Actor
from tournaments.models import Announcement, Event, Room
from tournaments.notifications import rules as announcing_rules
from tournaments.notifications import services as announcing
from tournaments.seen import digest
from tournaments.timetable.hall import services


def _event(kwargs: Any) -> Event:
    return get_object_or_404(Event, slug=kwargs["event"])


# --- Rooms ----------------------------------------------------------------------------------------


class Rooms(Writing, ForEverybody, generics.ListAPIView):
    """The rooms of an event, in order."""

    filters = (updated_since("updated_at"),)
    serializer_class = RoomSerializer

    def get_queryset(self) -> QuerySet[Any]:
        return _event(self.kwargs).rooms.prefetch_related("hall_tables").order_by("position", "pk")

    @extend_schema(
        operation_id="rooms_create",
        request=NewRoomSerializer,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.CREATED: RoomSerializer},
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        """Add a room after the others."""
        values = checked(NewRoomSerializer, request)
        room = services.add_room(self.event, **values, by=Actor.of(request), at=timezone.now())
        return Response(RoomSerializer(room).data, status=HTTPStatus.CREATED)


class _RoomCommand(Writing):
    """One thing that a conductor does with a room; the answer is the room as it is then."""

    def find(self, _request: Any) -> Event:
        rooms = Room.objects.select_related("event")
        self.room = get_object_or_404(
            rooms, event__slug=self.kwargs["event"], pk=self.kwargs["room"]
        )
        return self.room.event


class ChangeRoomView(_RoomCommand):
    """Change the name or the note of a room."""

    @extend_schema(
        operation_id="rooms_change",
        request=RoomChangesSerializer,
        parameters=[KEY_HEADER],
        responses=RoomSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        values = checked(RoomChangesSerializer, request)
        room = services.change_room(self.room, **values, by=Actor.of(request), at=timezone.now())
        return Response(RoomSerializer(room).data)


class MoveRoomUpView(_RoomCommand):
    """Let a room change places with the one before it."""

    @extend_schema(
        operation_id="rooms_move_up",
        request=OrderSeenSerializer,
        parameters=[KEY_HEADER],
        responses=RoomSerializer(many=True),
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        was = checked(OrderSeenSerializer, request).get("was")
        seen = "" if was is None else digest({"rooms": was})
        services.move_room_up(self.room, by=Actor.of(request), at=timezone.now(), seen=seen)
        rooms = self.event.rooms.prefetch_related("hall_tables").order_by("position", "pk")
        return Response(RoomSerializer(rooms, many=True).data)


class NumberTablesView(_RoomCommand):
    """Let the tables of a room have these numbers, beside those that it has."""

    @extend_schema(
        operation_id="rooms_number_tables",
        request=NumbersSerializer,
        parameters=[KEY_HEADER],
        responses=RoomSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        said = checked(NumbersSerializer, request)
        first, last, seats = said["first_number"], said["last_number"], said.get("seats")
        by, at = Actor.of(request), timezone.now()
        services.number_tables(self.room, first, last, seats, by=by, at=at)
        return Response(RoomSerializer(self.room).data)


class RemoveRoomView(_RoomCommand):
    """Remove a room with its tables; those at which something was played stay, in no room.

    A room in which games stand or sessions are planned is not removed.
    """

    @extend_schema(
        operation_id="rooms_remove", request=None, parameters=[KEY_HEADER], responses=RoomSerializer
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        gone = RoomSerializer(self.room).data
        services.remove_room(self.room, by=Actor.of(request), at=timezone.now())
        return Response(gone)


# --- Tables of the hall ---------------------------------------------------------------------------


class HallTableList(ForEverybody, generics.ListAPIView):
    """The tables of the hall, by number."""

    filters = (
        key("room_id", "Only tables in this room.", column="room"),
        yes_or_no("step_free", "Only those reached without a step; or others.", Q(step_free=True)),
        updated_since("updated_at"),
    )
    serializer_class = HallTableSerializer

    def get_queryset(self) -> QuerySet[Any]:
        return _event(self.kwargs).hall_tables.order_by("number")


class ChangeHallTableView(Writing):
    """Change what a table of the hall is called, how many it seats, whether it is step-free."""

    @extend_schema(
        operation_id="hall_tables_change",
        request=HallTableChangesSerializer,
        parameters=[KEY_HEADER],
        responses=HallTableSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        found = get_object_or_404(self.event.hall_tables, number=self.kwargs["number"])
        values = checked(HallTableChangesSerializer, request)
        by, at = Actor.of(request), timezone.now()
        done = services.change_hall_table(found, **values, by=by, at=at)
        return Response(HallTableSerializer(done).data)


# --- Announcements --------------------------------------------------------------------------------


class Announcements(Writing, ForEverybody, generics.ListAPIView):
    """Announcements, the newest first. A conductor's token also gets those for conductors."""

    filters = (
        choice("audience", "Only these.", Announcement.Audience.values),
        yes_or_no("withdrawn", "Only those withdrawn; or others.", Q(withdrawn_at__isnull=False)),
        updated_since("updated_at"),
    )
    serializer_class = AnnouncementSerializer

    def get_queryset(self) -> QuerySet[Any]:
        event = _event(self.kwargs)
        enter_event(self.request, event)
        found = event.announcements.select_related("tournament")
        if not may_conduct(self.request):
            found = found.exclude(audience=Announcement.Audience.CONDUCTORS)
            found = found.filter(starts_at__lte=timezone.now())
        return found.order_by("-starts_at", "-pk")

    @extend_schema(
        operation_id="announcements_create",
        request=NewAnnouncementSerializer,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.CREATED: AnnouncementSerializer},
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        """Announce something. Phones and pages of those whom it concerns show it."""
        said, by, at = (
            checked(NewAnnouncementSerializer, request),
            Actor.of(request),
            timezone.now(),
        )
        slug = said.pop("tournament", None)
        # Nothing has the key -1, so that an unknown address is refused as an unknown key is.
        named = self.event.tournaments.filter(slug=slug).first() if slug else None
        said["tournament"] = (named.pk if named else -1) if slug else None
        said["session"] = said.pop("session_id", None)
        said.setdefault("starts_at", at)
        said.setdefault("ends_at", announcing_rules.usual_end(said["starts_at"]))
        made = announcing.announce(self.event, **said, by=by, at=at)
        return Response(AnnouncementSerializer(made).data, status=HTTPStatus.CREATED)


class _AnnouncementCommand(Writing):
    """One thing that a conductor does with an announcement; the answer is as it is then."""

    def find(self, _request: Any) -> Event:
        self.announcement = get_object_or_404(
            Announcement.objects.select_related("event"),
            event__slug=self.kwargs["event"],
            pk=self.kwargs["announcement"],
        )
        return self.announcement.event


class ChangeAnnouncementView(_AnnouncementCommand):
    """Change the text or the times of an announcement that is not over."""

    @extend_schema(
        operation_id="announcements_change",
        request=AnnouncementChangesSerializer,
        parameters=[KEY_HEADER],
        responses=AnnouncementSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        values = checked(AnnouncementChangesSerializer, request)
        by, at = Actor.of(request), timezone.now()
        done = announcing.change_announcement(self.announcement, **values, by=by, at=at)
        return Response(AnnouncementSerializer(done).data)


class WithdrawAnnouncementView(_AnnouncementCommand):
    """Show an announcement no longer."""

    @extend_schema(
        operation_id="announcements_withdraw",
        request=None,
        parameters=[KEY_HEADER],
        responses=AnnouncementSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        done = announcing.withdraw(self.announcement, by=Actor.of(request), at=timezone.now())
        return Response(AnnouncementSerializer(done).data)
