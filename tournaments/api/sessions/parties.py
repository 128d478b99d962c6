"""Parties of friends: by their phones, or by conductors for them; and what they book together."""

from collections.abc import Callable
from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access.requests import enter_event
from tournaments.api.reading.lists import WithETag
from tournaments.api.sessions.bookings import PlaceCommand, check_may_write, whose
from tournaments.api.sessions.reading import find_session
from tournaments.api.sessions.serializers import (
    BookedTogetherSerializer,
    JoinPartySerializer,
    PartySerializer,
    WhoSerializer,
)
from tournaments.api.writing.access import FromPhones
from tournaments.api.writing.once import KEY_HEADER, once
from tournaments.api.writing.serializers import checked
from tournaments.ledger import Actor
from tournaments.models import Booking, Event, Party, Player
from tournaments.signup import queries as places
from tournaments.signup.parties import queries, services

Post = Callable[..., Response]


def _said(party: Party | None, player: Player | None) -> dict[str, Any]:
    """A party with its people; empty for somebody without one."""
    if party is None or player is None:
        return {"code": "", "players": []}
    return {"code": party.code, "players": [one.pk for one in queries.members_of(player)]}


class PartyView(WithETag):
    """The party of the player whose phone asks; its code is empty where there is none."""

    @extend_schema(operation_id="party_retrieve", responses=PartySerializer)
    def get(self, request: Request, event: Any) -> Response:
        enter_event(request, get_object_or_404(Event, slug=event))
        player = request.player
        party = queries.party_of(player) if player else None
        return Response(PartySerializer(_said(party, player)).data)


class _PartyCommand(FromPhones):
    """One thing that is done about somebody's party."""

    #: See ``once``.
    is_long: ClassVar[bool] = False

    def enter(self, request: Request) -> None:
        """Find the event of the address, and refuse those who may write there for nobody."""
        super().enter(request)
        self.event = get_object_or_404(Event, slug=self.kwargs["event"])
        enter_event(request, self.event)
        check_may_write(request)

    def answer(self, request: Request, verb: Callable[..., Party | None], *said: str) -> Response:
        player, _conducts = whose(request, self.event)
        party = verb(player, *said, by=Actor.of(request), at=timezone.now())
        return Response(PartySerializer(_said(party, player)).data)


class MakePartyView(_PartyCommand):
    """Make a party that others join by its code. Somebody who is in one stays there."""

    @extend_schema(
        operation_id="party_make",
        request=WhoSerializer,
        parameters=[KEY_HEADER],
        responses=PartySerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        return self.answer(request, services.make_party)


class JoinPartyView(_PartyCommand):
    """Join the party that has a code."""

    @extend_schema(
        operation_id="party_join",
        request=JoinPartySerializer,
        parameters=[KEY_HEADER],
        responses=PartySerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        return self.answer(
            request, services.join_party, checked(JoinPartySerializer, request)["code"]
        )


class LeavePartyView(_PartyCommand):
    """Leave the party. Places in sessions stay as they are."""

    @extend_schema(
        operation_id="party_leave",
        request=WhoSerializer,
        parameters=[KEY_HEADER],
        responses=PartySerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        return self.answer(request, services.leave_party)


class _TogetherCommand(PlaceCommand):
    """One thing that is done for everybody in the party of a person, all or none."""

    together: Callable[..., list[Booking]]

    def answer(self, request: Request) -> Response:
        player, conducts = whose(request, self.session.event)
        by, at = Actor.of(request), timezone.now()
        booked = type(self).together(self.session, player, by=by, at=at, conducts=conducts)
        session = find_session(request, self.kwargs)
        said = {"bookings": booked, "session": session}
        context = {"queue": places.queue_of(session)}
        return Response(BookedTogetherSerializer(said, context=context).data)


def _together(name: str) -> Callable[[Post], Post]:
    """The declaration of such a command in the schema."""
    return extend_schema(
        operation_id=f"sessions_{name}",
        request=WhoSerializer,
        parameters=[KEY_HEADER],
        responses=BookedTogetherSerializer,
    )


class BookPartyView(_TogetherCommand):
    """Give a place to everybody in the party of a person, or to nobody."""

    together = staticmethod(services.book_party)

    @_together("book_party")
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        return self.answer(request)


class QueuePartyView(_TogetherCommand):
    """Put the party of a person at the end of the queue, where it moves as one. If all fit, they
    get their places."""

    together = staticmethod(services.queue_party)

    @_together("queue_party")
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        return self.answer(request)
