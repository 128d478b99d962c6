"""Planning the timetable through the API. A token needs the scope ``conduct``."""

from http import HTTPStatus
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.reading.round_serializers import RoundSerializer
from tournaments.api.sessions.reading import SessionList
from tournaments.api.sessions.serializers import (
    ImportedSerializer,
    NewSessionSerializer,
    PublishedSerializer,
    SessionChangesSerializer,
    SessionSerializer,
    TimetableFileSerializer,
)
from tournaments.api.tokens import allows
from tournaments.api.writing.access import Writing
from tournaments.api.writing.once import KEY_HEADER, once
from tournaments.api.writing.seen import VERSION_HEADER, as_seen, seen_version
from tournaments.api.writing.serializers import checked
from tournaments.ledger import Actor
from tournaments.models import Event, Session
from tournaments.seating.services import seat_session
from tournaments.signup import moving
from tournaments.timetable import services
from tournaments.timetable.errors import NoSuchRoom, NoSuchTournament
from tournaments.timetable.importing import import_timetable


class Sessions(Writing, SessionList):
    """The timetable: its sessions by time. A conductor's token also gets those not published."""

    @extend_schema(
        operation_id="sessions_create",
        request=NewSessionSerializer,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.CREATED: SessionSerializer},
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        """Plan a session, which takes its tables for its time. Nobody sees it until you publish."""
        values = _values(self.event, checked(NewSessionSerializer, request))
        by, at = Actor.of(request), timezone.now()
        made = services.plan_session(self.event, **values, by=by, at=at)
        return Response(SessionSerializer(made).data, status=HTTPStatus.CREATED)


class ImportSessionsView(Writing):
    """Plan the sessions of a file that are not on the timetable yet: all of them, or none.

    A token with the scope ``organize`` also sets up the tournaments that a line names with their
    ``game``.
    """

    @extend_schema(
        operation_id="sessions_import",
        request=TimetableFileSerializer,
        parameters=[KEY_HEADER],
        responses=ImportedSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        sent = checked(TimetableFileSerializer, request)
        done = import_timetable(
            self.event,
            **sent,
            may_set_up=allows(request, "organize"),
            by=Actor.of(request),
            at=timezone.now(),
        )
        return Response(ImportedSerializer(done).data)


class PublishSessionsView(Writing):
    """Show all sessions that are planned to everybody."""

    @extend_schema(
        operation_id="sessions_publish",
        request=None,
        parameters=[KEY_HEADER],
        responses=PublishedSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        count = services.publish_timetable(self.event, by=Actor.of(request), at=timezone.now())
        return Response({"published": count})


class _SessionCommand(Writing):
    """One thing that a conductor does with a session; the answer is the session as it is then."""

    def find(self, _request: Any) -> Event:
        self.session = get_object_or_404(
            Session.objects.select_related("event", "tournament", "room"),
            event__slug=self.kwargs["event"],
            pk=self.kwargs["session"],
        )
        return self.session.event


class ChangeSessionView(_SessionCommand):
    """Change a session: its time, its place, who may sign up. The people in it come along."""

    @extend_schema(
        operation_id="sessions_change",
        request=SessionChangesSerializer,
        parameters=[KEY_HEADER, VERSION_HEADER],
        responses=SessionSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        version = seen_version(request)
        values = _values(self.event, checked(SessionChangesSerializer, request))
        by, at = Actor.of(request), timezone.now()
        done = moving.change_session(self.session, **values, version=version, by=by, at=at)
        return Response(SessionSerializer(done).data)


class _AsSeen(_SessionCommand):
    """A command that says nothing but which version of the session was seen."""

    command: Any = None

    def answer(self, request: Request) -> Response:
        version, by, at = seen_version(request), Actor.of(request), timezone.now()
        done = type(self).command(self.session, version=version, by=by, at=at)
        return Response(SessionSerializer(done).data)


class CancelSessionView(_AsSeen):
    """Say that a session does not take place. Everybody in it can read why their place is gone."""

    command = staticmethod(moving.cancel_session)

    @extend_schema(operation_id="sessions_cancel", **as_seen(SessionSerializer))
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        return self.answer(request)


class RestoreSessionView(_AsSeen):
    """Say that a cancelled session takes place. Those who are booked elsewhere by now stay out of
    it, and if its tables are taken, it has none."""

    command = staticmethod(moving.restore_session)

    @extend_schema(operation_id="sessions_restore", **as_seen(SessionSerializer))
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        return self.answer(request)


class SeatSessionView(_SessionCommand):
    """Seat a heat from those who are here for its session, as a draft, whatever else is open."""

    #: As with a round: the tables are searched for seconds, and no session is seated twice.
    is_long = True

    @extend_schema(
        operation_id="sessions_seat",
        request=None,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.CREATED: RoundSerializer},
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        if self.session.tournament is None:
            raise Http404
        by, at = Actor.of(request), timezone.now()
        made = seat_session(self.session, self.session.tournament, by=by, at=at)
        return Response(RoundSerializer(made).data, status=HTTPStatus.CREATED)


def _values(event: Event, sent: dict[str, Any]) -> dict[str, Any]:
    """The values for the verb. Raises NoSuchRoom or NoSuchTournament."""
    if (room := sent.pop("room_id", None)) is not None:
        if not event.rooms.filter(pk=room).exists():
            raise NoSuchRoom(field="room_id", room=room)
        sent["room"] = room
    elif "room_id" in sent:
        sent["room"] = None
    if (slug := sent.pop("tournament", None)) is not None:
        sent["tournament"] = (
            event.tournaments.filter(slug=slug).values_list("pk", flat=True).first()
        )
        if sent["tournament"] is None:
            raise NoSuchTournament(field="tournament", tournament=slug)
    return sent
