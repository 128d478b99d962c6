"""Shared steps of the verbs: the state of a booking changes together with its holds and counters.

The people are locked, then the session, before any of these.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from django.db.models import F

from tournaments import at_commit, holds, signals
from tournaments.models import Booking, PartyBooking, Player, Session
from tournaments.signup import errors, rules
from tournaments.signup.rules import Obstacle
from tournaments.timetable import queries as timetable
from tournaments.wording import clock_time, time_seen

State = Booking.State
SAID = {
    Obstacle.CANCELLED: errors.SessionIsCancelled,
    Obstacle.PLAYED: errors.SessionIsPlayed,
    Obstacle.FINISHED: errors.TournamentHasEnded,
    Obstacle.NOT_PUBLISHED: errors.NotOnTheTimetable,
    Obstacle.NOT_BY_THEMSELVES: errors.NoSignUp,
}


def window_of(session: Session, *, is_played: bool | None = None) -> rules.Window:
    """The moments of a session that decide who may sign up.

    A session that was neither locked nor read ``with_is_played`` does not know ``is_played``.
    """
    if is_played is None:
        is_played = timetable.is_played(session)
    return rules.Window(
        starts_at=session.starts_at,
        ends_at=session.ends_at,
        opens_at=session.opens_at,
        closes_at=session.closes_at,
        is_published=session.published_at is not None,
        is_cancelled=session.cancelled_at is not None,
        is_played=is_played,
        is_finished=session.tournament_has_ended,
        is_free=session.joins == Session.Joins.FREE,
    )


def refusal(obstacle: Obstacle, session: Session, at: datetime) -> errors.SignUpRefused:
    """The refusal for somebody whom an obstacle keeps out at a moment."""
    name = str(session)
    if obstacle == Obstacle.OVER:
        return errors.SessionIsOver(session=name, end=time_seen(session.ends_at, at))
    if obstacle == Obstacle.NOT_OPEN_YET and session.opens_at:
        return errors.NotOpenYet(session=name, opens=time_seen(session.opens_at, at))
    if obstacle == Obstacle.TOO_EARLY:
        first = time_seen(rules.here_from(session.starts_at), at)
        return errors.TooEarly(first=first, minutes=rules.BEFORE.seconds // 60)
    return SAID.get(obstacle, errors.SignUpClosed)(session=name)


def check_free(player: Player, elsewhere: Session | None, *, themselves: bool) -> None:
    """Raise BookedElsewhere if a player has another place at the time of a session."""
    if elsewhere is None:
        return
    start, end = clock_time(elsewhere.starts_at), clock_time(elsewhere.ends_at)
    if themselves:
        raise errors.BookedElsewhere(session=str(elsewhere), start=start, end=end)
    raise errors.SomeoneBookedElsewhere(
        name=player.name, session=str(elsewhere), start=start, end=end
    )


def check_may_wait(player: Player, session: Session, *, themselves: bool) -> None:
    """Raise BookedElsewhere if a player has a place at the time of a session, in an event where
    that ends their waiting. One query."""
    places = Session.objects.filter(
        event__place_ends_waiting=True,
        starts_at__lt=session.ends_at,
        ends_at__gt=session.starts_at,
        bookings__player=player,
        bookings__state__in=Booking.PLACED,
    )
    check_free(player, places.select_related("tournament").first(), themselves=themselves)


def move(
    session: Session, some: Iterable[Booking], state: str, *, at: datetime, **values: Any
) -> list[Booking]:
    """Give bookings of a session another state, with the time that it takes and the counters.

    Bookings without a key are new. Those who get a place have its time free. Whoever gets one
    without the rest of a party is no longer of it.
    """
    changed = list(some)
    together = _counted_together(changed)
    if state in Booking.PLACED:
        _leave_parties(changed)
    has_place = state in Booking.PLACED
    gaining = [one for one in changed if has_place and not _is_placed(one)]
    losing = [one for one in changed if not has_place and _is_placed(one)]
    was_waiting, was_offered = _count(changed, State.WAITING), _count(changed, State.OFFERED)
    for one in changed:
        one.had_place = state == State.LOST and _is_placed(one)
        one.state, one.at, one.reason, one.offered_until = state, at, "", None
        if state == State.HERE and one.here_at is None:
            one.here_at = at
        for key, value in values.items():
            setattr(one, key, value)
    if len(gaining) == 1:
        holds.take_for_player(session, gaining[0].player_id)
    elif gaining:
        holds.take_for_players(session, [one.player_id for one in gaining])
    if losing:
        holds.free_players(session, [one.player_id for one in losing])
    _store(changed)
    _count_together(_counted_together(changed), together)
    session.taken += len(gaining) - len(losing)
    session.waiting += (len(changed) if state == State.WAITING else 0) - was_waiting
    session.offered += (len(changed) if state == State.OFFERED else 0) - was_offered
    at_commit.update(session, ["taken", "waiting", "offered", "updated_at"])
    facts = {"event_id": session.event_id, "session_id": session.pk}
    signals.publish(signals.bookings_changed, **facts)
    if state in (State.LOST, State.OFFERED) or values.get("via") == Booking.Via.PROMOTION:
        signals.publish(signals.places_given_or_lost, **facts)
    return changed


def _count(some: Iterable[Booking], state: str) -> int:
    return sum(one.pk is not None and one.state == state for one in some)


def _is_placed(booking: Booking) -> bool:
    return booking.pk is not None and booking.has_place


def _leave_parties(changed: Iterable[Booking]) -> None:
    """Part those who get a place from a party of which others stay in the queue."""
    queued = [one for one in changed if one.together_id and one.state in Booking.QUEUED]
    if not queued:
        return
    coming = Counter(one.together_id for one in queued if one.together_id)
    all_of = dict(PartyBooking.objects.filter(pk__in=list(coming)).values_list("pk", "queued"))
    for one in queued:
        if one.together_id and coming[one.together_id] < all_of[one.together_id]:
            one.together_id = None


def _counted_together(some: Iterable[Booking]) -> "Counter[tuple[int, bool]]":
    """How many of some bookings count in each party, as queued (False) or as placed (True)."""
    return Counter(
        (one.together_id, one.has_place)
        for one in some
        if one.pk is not None and one.together_id and one.state in Booking.OPEN
    )


def _count_together(now: "Counter[tuple[int, bool]]", before: "Counter[tuple[int, bool]]") -> None:
    """Bring the counters of parties up to date: each in one statement, as all move at once."""
    for key in sorted({key for key, _placed in now | before}):
        placed = now[key, True] - before[key, True]
        queued = now[key, False] - before[key, False]
        if placed or queued:
            PartyBooking.objects.filter(pk=key).update(
                placed=F("placed") + placed, queued=F("queued") + queued
            )


def _store(changed: Collection[Booking]) -> None:
    if len(changed) == 1:
        (one,) = changed
        if one.pk is None:
            at_commit.insert_now(one)
        else:
            one.save()
        return
    new = [one for one in changed if one.pk is None]
    fields = ["state", "at", "reason", "had_place", "here_at", "via"]
    fields += ["queued_at", "offered_until", "together"]
    Booking.objects.bulk_update([one for one in changed if one.pk], fields, batch_size=200)
    if new:
        Booking.objects.bulk_create(new)
