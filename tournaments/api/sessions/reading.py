"""The timetable of an event, and who has a place in its sessions."""

from typing import Any

from django.db.models import F, Q, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.cache import patch_cache_control
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access.requests import enter_event
from tournaments.api.known import Known
from tournaments.api.reading.exports import CSV
from tournaments.api.reading.filters import choice, day, key, slug, updated_since, yes_or_no
from tournaments.api.reading.lists import ForEverybody, WithETag
from tournaments.api.reading.rounds import may_conduct
from tournaments.api.sessions.serializers import (
    LONGEST_SLUG,
    BookingSerializer,
    PlaceSerializer,
    SessionSerializer,
)
from tournaments.api.writing.access import Writing
from tournaments.models import Booking, Event, Session, with_is_played
from tournaments.signup import queries
from tournaments.timetable import spreadsheet
from tournaments.timetable.queries import of_file

#: What a token needs for the places of other people.
SCOPES = ("roster", "conduct")
HAS_PLACES = Q(cancelled_at=None) & (Q(capacity=None) | Q(capacity__gt=F("taken") + F("offered")))


def sessions_of(request: Request, event: Event) -> QuerySet[Session]:
    """The sessions of an event, which is entered; drafts only for conductors."""
    enter_event(request, event)
    found = event.sessions.select_related("event", "tournament", "room")
    return found if may_conduct(request) else found.exclude(published_at=None)


def find_session(request: Request, address: Any) -> Session:
    """The session of an address, whose event is entered. Raises Http404."""
    event = get_object_or_404(Event, slug=address["event"])
    return get_object_or_404(with_is_played(sessions_of(request, event)), pk=address["session"])


class SessionList(ForEverybody, generics.ListAPIView):
    """The timetable: its sessions by time. A conductor's token also gets those not published."""

    filters = (
        day("day", "Only sessions that begin on this day, by the clocks of the event.",
            column="starts_at"),
        key("room_id", "Only sessions in this room.", column="room"),
        slug("tournament", "Only sessions of this tournament, by its address.",
             column="tournament__slug", longest=LONGEST_SLUG),
        choice("kind", "Only these.", Session.Kind.values),
        yes_or_no("free", "Only those that take place and have a place left; or the others.",
                  HAS_PLACES),
        updated_since("updated_at"),
    )  # fmt: skip
    serializer_class = SessionSerializer

    def get_queryset(self) -> QuerySet[Any]:
        event = get_object_or_404(Event, slug=self.kwargs["event"])
        return sessions_of(self.request, event).order_by("starts_at", "pk")


class SessionInFull(WithETag):
    """One session."""

    @extend_schema(operation_id="sessions_retrieve", responses=SessionSerializer)
    def get(self, request: Request, **_address: Any) -> Response:
        return Response(SessionSerializer(find_session(request, self.kwargs)).data)


class TimetableFileView(Known):
    """The timetable for a spreadsheet. A conductor's token also gets sessions not published."""

    def perform_content_negotiation(self, request: Request, force: Any = False) -> Any:  # noqa: ARG002, FBT002 - REST framework's own
        """Whatever is accepted: the name of the file says what comes."""
        return super().perform_content_negotiation(request, force=True)

    @extend_schema(operation_id="sessions_file", responses={(200, CSV): str})
    def get(self, request: Request, event: Any) -> Response:
        found = get_object_or_404(Event, slug=event)
        enter_event(request, found)
        sessions = of_file(found, drafts=may_conduct(request))
        response = HttpResponse(
            spreadsheet.as_csv(sessions, found.zone), content_type=f"{CSV}; charset=utf-8"
        )
        response["Content-Disposition"] = f'attachment; filename="{event}-timetable.csv"'
        patch_cache_control(response, private=True, no_cache=True)
        return response


class BookingList(Writing, WithETag, generics.ListAPIView):
    """Who has a place in a session, or had one, or is in its queue; for conductors alone."""

    scopes = SCOPES
    filters = (
        choice("state", "Only these.", Booking.State.values),
        key("player_id", "Only the booking of this player."),
        updated_since("updated_at"),
    )
    serializer_class = BookingSerializer

    def find(self, request: Request) -> Event:
        """Who may see bookings may see drafts; others are refused, and not told of any."""
        event = get_object_or_404(Event, slug=self.kwargs["event"])
        enter_event(request, event)
        self.session = event.sessions.filter(pk=self.kwargs["session"]).first()
        return event

    def get_queryset(self) -> QuerySet[Any]:
        self.enter(self.request)
        if self.session is None:
            raise Http404
        return self.session.bookings.select_related("player").order_by("queued_at", "pk")

    def get_serializer_context(self) -> Any:
        found = getattr(self, "session", None)
        queue = queries.queue_of(found) if found else {}
        return super().get_serializer_context() | {"queue": queue}


class PlaceView(WithETag):
    """A session for the player whose phone asks: their place, also in the queue; what they may do.

    Everybody else reads whether people may sign up now.
    """

    @extend_schema(operation_id="sessions_place", responses=PlaceSerializer)
    def get(self, request: Request, **_address: Any) -> Response:
        session = find_session(request, self.kwargs)
        return Response(place_of(session, request))


def place_of(session: Session, request: Request) -> dict[str, Any]:
    """A session as the player of a request sees it."""
    mine = queries.mine(session, request.player, timezone.now())
    queue = {mine.booking.pk: mine.queue_place} if mine.booking and mine.queue_place else {}
    facts = {
        "session": session,
        "booking": mine.booking,
        "may_sign_up": mine.may_sign_up,
        "may_be_here": mine.may_be_here,
        "why_not": mine.why_not,
    }
    return dict(PlaceSerializer(facts, context={"queue": queue}).data)
