"""The time of people and tables whose game of a session has ended is free at once.

Reports hold the locks of tables, not of people: so this comes after their commit, and a worker
repeats it. The worker also frees those who dropped out, as who drops somebody knows no sessions.
"""

from contextlib import suppress
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments import holds, locking
from tournaments.errors import Refused
from tournaments.ledger import SYSTEM, Actor
from tournaments.models import (
    Booking,
    Entry,
    Player,
    Round,
    Seat,
    Session,
    Table,
    Tournament,
    in_counted_rounds,
    in_ended_tournaments,
    played_out,
    runs_here,
    unplayed,
)
from tournaments.models.seats import SITTING
from tournaments.signup import bookings, errors, moving, promoting, services
from tournaments.transactions import after_commit, atomic
from tournaments.verbs import Verb

State = Booking.State
#: The states of those for whom nothing is left to play.
BECOMES = {
    State.HERE: State.GONE,
    State.HELD: State.RELEASED,
    State.WAITING: State.CANCELLED,
    State.OFFERED: State.CANCELLED,
}


def free_later(round_: Round, *, at: datetime) -> None:
    """Free who and what has finished in a round, or plays it no more, once this is committed, if it
    is of a session."""
    if round_.session_id is not None:
        after_commit(free_finished, round_.session_id, at=at)


@atomic
def free_finished(session_id: int, *, at: datetime) -> int:
    """Free the people and the tables of a session whose game has ended. Returns how many people.

    Once nothing more is played in it, all who are here are free, those who have not come lose their
    place, and nobody is in its queue any longer.
    """
    finished = _finished().filter(session=session_id)
    locked = locking.lock_players(finished.values_list("player", flat=True))
    session = locking.lock_session(session_id)
    found = finished.filter(player__in=locked).select_related("player").order_by("player_id")
    by_state: dict[str, list[Booking]] = {}
    for booking in found:
        by_state.setdefault(BECOMES[State(booking.state)], []).append(booking)
    for state, some in by_state.items():
        bookings.move(session, some, state, at=at)
    if late := by_state.get(State.RELEASED):
        promoting.record_no_shows(session, late, at=at)
    holds.free_finished_tables(session)
    return sum(map(len, by_state.values()))


def _finished() -> QuerySet[Booking]:
    """The bookings of those who are here and whose game has ended, and all that are still open in a
    session in which nothing more is played."""
    seats = Seat.objects.filter(in_counted_rounds(), table__status=Table.Status.FINISHED)
    played = seats.alias(sits=SITTING).filter(
        round__session=OuterRef("session"), sits=OuterRef("player")
    )
    ended = played_out("session__") | Q(Exists(played), state=State.HERE)
    return Booking.objects.filter(ended, state__in=Booking.OPEN)


@atomic
def free_dropped(session_id: int, *, at: datetime) -> int:
    """Take out of a session that is not seated who dropped out of its tournament after they had
    signed up. Returns how many that are; each booking says so.

    Who signs up after that stays: they have come back, and a conductor sees that they had dropped.
    """
    dropped = _dropped().filter(session=session_id)
    locked = locking.lock_players(dropped.values_list("player", flat=True))
    session = locking.lock_session(session_id)
    found = dropped.filter(player__in=locked).select_related("player").order_by("player_id")
    leaving = list(found)
    if leaving:
        bookings.move(session, leaving, State.LOST, at=at, reason=Booking.Reason.CONDUCTOR)
    for booking in leaving:
        services.record(Verb.CANCEL_BOOKING, session, booking.player, by=SYSTEM, at=at)
    if session.waiting:
        after_commit(promoting.promote, session.pk, at=at)
    return len(leaving)


def _dropped() -> QuerySet[Booking]:
    """Those that are open though their people have dropped out of the tournament since."""
    out = Entry.objects.filter(
        tournament=OuterRef("session__tournament"),
        player=OuterRef("player"),
        status=Entry.Status.DROPPED,
        status_at__gte=OuterRef("queued_at"),
    )
    seated = Round.objects.filter(session=OuterRef("session"))
    return Booking.objects.filter(Exists(out), ~Exists(seated), state__in=Booking.OPEN)


@atomic
def come_back(round_: Round, *, at: datetime) -> None:
    """Take the time again of those who play a pick-up game that is taken up again, after it was
    annulled. Raises SomeoneBookedElsewhere. Nothing below the people is locked.
    """
    if not round_.is_pick_up or round_.session_id is None:
        return
    free = Booking.objects.filter(
        session=round_.session_id, state=State.GONE, at__gte=round_.annulled_at
    )
    locked = locking.lock_players(free.values_list("player", flat=True))
    session = locking.lock_session(round_.session_id)
    found = list(free.filter(player__in=locked).select_related("player").order_by("player_id"))
    busy = holds.busy_players(locked, session)
    for one in found:
        bookings.check_free(one.player, busy.get(one.player_id), themselves=False)
    if found:
        bookings.move(session, found, State.HERE, at=at)


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
    """Free who dropped out; and what finished, or was cancelled or taken up again with its
    tournament, where a process died before it could."""
    going = Session.objects.filter(runs_here(), ends_at__gt=now, cancelled_at=None)
    done = _finished().filter(session=OuterRef("pk"))
    for pk in going.filter(Exists(done)).order_by("pk").values_list("pk", flat=True):
        free_finished(pk, at=now)
    out = _dropped().filter(session=OuterRef("pk"))
    for pk in going.filter(Exists(out)).order_by("pk").values_list("pk", flat=True):
        free_dropped(pk, at=now)
    for sessions, follow in (
        (_to_cancel(now), cancel_sessions),
        (_to_restore(now), restore_sessions),
    ):
        found = sessions.filter(runs_here()).order_by("tournament")
        for tournament in found.values_list("tournament", flat=True).distinct():
            follow(tournament, by=SYSTEM, at=now)


def follow_later(tournament: Tournament, *, by: Actor, at: datetime) -> None:
    """Once this is committed, cancel the sessions to come of a tournament if it has ended; if it
    goes on, let those take place again that were cancelled with it."""
    # Their people are locked, which come after the tournaments of the event.
    after_commit(cancel_sessions, tournament.pk, by=by, at=at)
    after_commit(restore_sessions, tournament.pk, by=by, at=at)


def cancel_sessions(tournament_id: int, *, by: Actor, at: datetime) -> None:
    """Cancel the sessions to come of a tournament that has ended; each booking says so.

    One that is under way when its tournament is finished was played, and is over.
    """
    for session in _to_cancel(at).filter(tournament=tournament_id).order_by("pk"):
        with suppress(Refused):
            moving.cancel_session(session, by=by, at=at, with_tournament=True)


def _to_cancel(now: datetime) -> QuerySet[Session]:
    is_to_come = Q(starts_at__gt=now) | Q(tournament__status=Tournament.Status.CANCELLED)
    return Session.objects.filter(in_ended_tournaments(), unplayed(), is_to_come, ends_at__gt=now)


def cancel_others(event_id: int, *, by: Actor, at: datetime) -> None:
    """Cancel what is to come of an event that is no tournament's, such as talks."""
    for session in others_to_come(event_id, at).order_by("pk"):
        with suppress(Refused):
            moving.cancel_session(session, by=by, at=at)


def others_to_come(event_id: int, now: datetime) -> QuerySet[Session]:
    """The sessions to come of an event that are no tournament's, such as talks."""
    others = Session.objects.filter(event=event_id, tournament=None)
    return others.filter(cancelled_at=None, ends_at__gt=now)


def restore_sessions(tournament_id: int, *, by: Actor, at: datetime) -> None:
    """Let those sessions to come take place again that were cancelled with a tournament which goes
    on after all."""
    for session in _to_restore(at).filter(tournament=tournament_id).order_by("starts_at", "pk"):
        with suppress(Refused):
            moving.restore_session(session, by=by, at=at)


def _to_restore(now: datetime) -> QuerySet[Session]:
    gone = Session.objects.filter(cancelled_with_tournament=True, ends_at__gt=now)
    return gone.exclude(cancelled_at=None).exclude(in_ended_tournaments())
