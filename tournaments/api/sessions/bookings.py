"""Places in sessions: conductors give them to anybody, and a phone takes its player's own.

A token needs the scope ``roster`` or ``conduct``. A phone is known by the cookie of its open seat.
"""

from collections.abc import Callable
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated, PermissionDenied, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.sessions.reading import SCOPES, find_session
from tournaments.api.sessions.serializers import BookedSerializer, WhoSerializer
from tournaments.api.tokens import allows
from tournaments.api.writing.access import FromPhones
from tournaments.api.writing.once import KEY_HEADER, once
from tournaments.api.writing.serializers import checked
from tournaments.ledger import Actor
from tournaments.models import Booking, Event, Player
from tournaments.signup import queries, services
from tournaments.signup.parties import services as parties

Post = Callable[..., Response]


def whose(request: Request, event: Event) -> tuple[Player, bool]:
    """Whose place a request is about, and whether a conductor acts for them."""
    wanted = checked(WhoSerializer, request).get("player_id")
    if wanted is not None and request.may_conduct:
        return get_object_or_404(event.players, pk=wanted), True
    if request.player is None:
        raise ValidationError({"player_id": [_("Say whose place it is.")]})
    if wanted not in (None, request.player.pk):
        raise PermissionDenied
    return request.player, False


def check_may_write(request: Request) -> None:
    """Refuse those who may write about nobody's place."""
    if not any(allows(request, scope) for scope in SCOPES):
        raise PermissionDenied
    if request.player is None and not request.may_conduct:
        raise PermissionDenied if request.user.is_authenticated else NotAuthenticated


class PlaceCommand(FromPhones):
    """One thing that is done about a person's place in a session."""

    verb: Callable[..., Booking]
    #: See ``once``.
    is_long = False

    def enter(self, request: Request) -> None:
        """Find the session of the address, and refuse those who may write there for nobody."""
        super().enter(request)
        self.session = find_session(request, self.kwargs)
        check_may_write(request)

    def answer(self, request: Request) -> Response:
        player, conducts = whose(request, self.session.event)
        verb = type(self).verb
        by, at = Actor.of(request), timezone.now()
        booking = verb(self.session, player, by=by, at=at, conducts=conducts)
        queue_place = queries.place_in_queue(booking)
        queue = {booking.pk: queue_place} if queue_place else {}
        session = find_session(request, self.kwargs)
        said = {"booking": booking, "session": session}
        return Response(BookedSerializer(said, context={"queue": queue}).data)


def _command(name: str) -> Callable[[Post], Post]:
    """The declaration of a command in the schema."""
    return extend_schema(
        operation_id=f"sessions_{name}",
        request=WhoSerializer,
        parameters=[KEY_HEADER],
        responses=BookedSerializer,
    )


class BookView(PlaceCommand):
    """Sign a person up for a session. Somebody who has a place, or is in the queue, stays there."""

    verb = staticmethod(services.book)

    @_command("book")
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        return self.answer(request)


class JoinQueueView(PlaceCommand):
    """Put a person at the end of the queue of a full session; if a place is free, they get it."""

    verb = staticmethod(services.join_queue)

    @_command("join_queue")
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        return self.answer(request)


class TakeView(PlaceCommand):
    """Take the place that is offered to a person, until its ``offered_until``, and those of the
    party with which they queued. To pass, give up."""

    verb = staticmethod(parties.take_offer)

    @_command("take")
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        return self.answer(request)


class ComeView(PlaceCommand):
    """Say that a person is here, from half an hour before the start.

    Somebody without a booking is a walk-up: they get a place if there is one, and else wait in the
    queue as somebody who is here.
    """

    verb = staticmethod(services.check_in)

    @_command("come")
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        return self.answer(request)


class GiveUpView(PlaceCommand):
    """Give a place up before coming, or leave the queue."""

    verb = staticmethod(services.cancel)

    @_command("give_up")
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        return self.answer(request)


class LeaveView(PlaceCommand):
    """Say that a person who was here has gone. Their time is free, and so is the place."""

    verb = staticmethod(services.leave)

    @_command("leave")
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        return self.answer(request)
