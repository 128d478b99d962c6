"""The time of people and tables whose game of a session has ended is free at once.

Reports hold the locks of tables, not of people: so this comes after their commit, and a worker
repeats it.
"""

from contextlib import suppress
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments import holds, locking
from tournaments.errors import Refused
from tournaments.ledger import SYSTEM, Actor
from tournaments.models import (
    Booking,
    Player,
    Round,
    Seat,
    Session,
    Table,
    Tournament,
    has_round,
    in_counted_rounds,
    runs_here,
)
from tournaments.models.seats import SITTING
from tournaments.signup import bookings, errors, moving, services
from tournaments.transactions import after_commit, atomic

State = Booking.State


def free_later(round_: Round, *, at: datetime) -> None:
    """Free who and what has finished in a round once this is committed, if it is of a session."""
    if round_.session_id is not None:
        after_commit(free_finished, round_.session_id, at=at)


@atomic
def free_finished(session_id: int, *, at: datetime) -> int:
    """Free the people and the tables of a session whose game has ended. Returns how many people.

    Once its round is closed, all who are here are free.
    """
    here = _finished(session_id)
    locked = locking.lock_players(here.values_list("player", flat=True))
    session = locking.lock_session(session_id)
    gone = list(here.filter(player__in=locked).order_by("player_id"))
    if gone:
        bookings.move(session, gone, State.GONE, at=at)
    holds.free_finished_tables(session)
    return len(gone)


def _finished(session_id: int) -> QuerySet[Booking]:
    here = Booking.objects.filter(session=session_id, state=State.HERE)
    if Round.objects.filter(session=session_id, status=Round.Status.CLOSED).exists():
        return here
    seats = _seats_at_finished_tables().filter(round__session=session_id)
    return here.filter(player__in=seats.order_by().values(sits=SITTING))


def _seats_at_finished_tables() -> QuerySet[Seat]:
    return Seat.objects.filter(in_counted_rounds(), table__status=Table.Status.FINISHED)


@atomic
def hand_over(
    session_id: int, leaves: Player, comes: Player, *, goes_on: bool, at: datetime
) -> None:
    """Give the place and the time of somebody who has left a game to the one who plays on.

    Who left may have said so before, and then somebody else may have the place. If the game does
    not go on (``goes_on``), nobody's time is taken. Raises SomeoneBookedElsewhere for the one who
    comes, or NoPlaceToPlayOn. Nothing below the people is locked.
    """
    locked = locking.lock_players([leaves.pk, comes.pk])
    session = locking.lock_session(session_id)
    found = {one.player_id: one for one in session.bookings.filter(player__in=locked)}
    left = found.get(leaves.pk)
    if left is not None and left.has_place:
        bookings.move(session, [left], State.GONE, at=at)
    if not goes_on:
        return
    bookings.check_free(
        comes, holds.busy_players([comes.pk], session).get(comes.pk), themselves=False
    )
    place = found.get(comes.pk) or Booking(session=session, player=comes)
    if session.is_full and place.state not in Booking.GIVEN:
        raise errors.NoPlaceToPlayOn(session=str(session))
    if place.state not in Booking.OPEN:
        services.begin_again(place, at)
    bookings.move(session, [place], State.HERE, at=at, via=Booking.Via.CONDUCTOR)


def keep_free(*, now: datetime) -> None:
    """Free what finished, or was cancelled, where a process died before it could."""
    going = Session.objects.filter(runs_here(), ends_at__gt=now, cancelled_at=None)
    seats = _seats_at_finished_tables().alias(sits=SITTING)
    played = seats.filter(round__session=OuterRef("session"), sits=OuterRef("player"))
    done = Booking.objects.filter(
        Q(session__round__status=Round.Status.CLOSED) | Exists(played),
        session=OuterRef("pk"),
        state=State.HERE,
    )
    for pk in going.filter(Exists(done)).order_by("pk").values_list("pk", flat=True):
        free_finished(pk, at=now)
    over = going.filter(tournament__status=Tournament.Status.CANCELLED)
    for tournament in over.order_by("tournament").values_list("tournament", flat=True).distinct():
        cancel_sessions(tournament, by=SYSTEM, at=now)


def cancel_sessions(tournament_id: int, *, by: Actor, at: datetime) -> None:
    """Cancel the sessions to come of a tournament that is cancelled; each booking says so."""
    left = Session.objects.filter(
        tournament=tournament_id, tournament__status=Tournament.Status.CANCELLED, ends_at__gt=at
    )
    for session in left.filter(~has_round(), cancelled_at=None).order_by("pk"):
        with suppress(Refused):
            moving.cancel_session(session, by=by, at=at)
