"""Changing and cancelling a session that people may be booked for."""

from collections.abc import Callable
from dataclasses import asdict, replace
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

from django.db.models import Q

from tournaments import holds, ledger, locking, signals
from tournaments.ledger import Actor
from tournaments.models import Booking, Player, Round, Session
from tournaments.punctuation import listed
from tournaments.seen import Values, changed_by, check_still
from tournaments.signup import bookings, errors, promoting, rules
from tournaments.timetable.errors import SessionCancelled, TournamentIsOver
from tournaments.timetable.rules import SessionValues, shown
from tournaments.timetable.services import for_ledger, settle, tidy, values_of
from tournaments.transactions import after_commit, atomic
from tournaments.verbs import Verb

T = TypeVar("T")
State = Booking.State
#: So many names are said of those who would be in two places.
MOST_NAMES = 5
#: Somebody may sign up while the people of a session are locked; then they are read again.
TRIES = 5
#: A session keeps what it is a round of.
FIXED = frozenset({"tournament", "kind"})
OPEN = Q(state__in=Booking.OPEN)
#: Those whom the cancellation of a session took out of it.
CANCELLED = Q(state=State.LOST, reason=Booking.Reason.CANCELLED)


#: What the cancellation of a session changes of it.
CANCELLING = ("cancelled_at", "cancelled_with_tournament", "revised_at", "version")


class _OthersCameError(Exception):
    """Somebody signed up before the session was locked, and is not locked themselves."""


def change_session(
    session: Session,
    *,
    by: Actor,
    at: datetime,
    seen: Values | None = None,
    version: int | None = None,
    anyway: bool = False,
    **changes: Any,
) -> Session:
    """Change a session, of which ``seen`` was seen before, and take the people in it along.

    At another time somebody may be booked elsewhere. They are named first (WouldDoubleBook); with
    ``anyway`` they lose their place, and their booking says why. Who was here for a session to
    which people do not come yet says so once more. Programs name the ``version`` that they saw
    instead. Raises ChangedMeanwhile, SessionChanged, a SessionRefused or a ChangeRefused.
    """
    if fixed := FIXED & changes.keys():
        raise TypeError(f"a session keeps its {sorted(fixed)}")
    change = partial(_change, changes=changes, seen=seen, anyway=anyway, by=by, at=at)
    return _with_people(session, version, change)


def cancel_session(
    session: Session,
    *,
    by: Actor,
    at: datetime,
    seen: str = "",
    version: int | None = None,
    with_tournament: bool = False,
) -> Session:
    """Say that a session does not take place: its people and tables are free.

    Everybody in it keeps a booking that says so. ``seen`` is the mark of what the page showed,
    ``version`` what a program saw. One that is cancelled ``with_tournament`` comes back with it.
    Repeating it changes nothing. Raises ChangedSinceSeen, SessionChanged or SeatedAlready.
    """
    verb = partial(_cancel, by=by, at=at, seen=seen, with_tournament=with_tournament)
    return _with_people(session, version, verb)


def restore_session(
    session: Session, *, by: Actor, at: datetime, seen: str = "", version: int | None = None
) -> Session:
    """Say that a cancelled session takes place after all.

    Those who had a place have it again, and the queue is as it was. Somebody who is booked
    elsewhere by now stays without a place, and their booking says why. If another session has one
    of the hall tables by now, this one has none until a conductor gives it some. The entry of the
    ledger names both (``queries.not_restored``).

    ``seen`` and ``version`` are as in ``cancel_session``. Repeating it changes nothing. Raises
    ChangedSinceSeen, SessionChanged, SessionIsOver or TournamentIsOver.
    """
    return _with_people(session, version, partial(_restore, by=by, at=at, seen=seen), CANCELLED)


def _with_people(
    session: Session,
    version: int | None,
    verb: Callable[[Session, dict[int, Player]], T],
    whose: Q = OPEN,
) -> T:
    for _try in range(TRIES - 1):
        try:
            return _locked(session, version, verb, whose)
        except _OthersCameError:
            continue
    return _locked(session, version, verb, whose)


@atomic
def _locked(
    session: Session,
    version: int | None,
    verb: Callable[[Session, dict[int, Player]], T],
    whose: Q,
) -> T:
    """Do something with a session, under the locks of its event and of all whose bookings count."""
    event = locking.lock_event(session.event_id)
    if seated := Round.objects.filter(session=session.pk).first():
        locking.lock_round(seated)
    people = Booking.objects.filter(whose, session=session.pk)
    players = locking.lock_players(people.values_list("player", flat=True))
    locked = locking.lock_session(session)
    locked.event = event
    if set(people.values_list("player", flat=True)) - players.keys():
        raise _OthersCameError
    if version is not None and version != locked.version:
        raise errors.SessionChanged(session=str(locked))
    return verb(locked, players)


def _change(
    session: Session,
    players: dict[int, Player],
    *,
    changes: dict[str, Any],
    seen: Values | None,
    anyway: bool,
    by: Actor,
    at: datetime,
) -> Session:
    if session.cancelled_at:
        raise SessionCancelled(session=str(session))
    before = values_of(session)
    after = tidy(replace(before, **changed_by(changes, seen, asdict(before))))
    if after == before:
        return session
    moves = _time(after) != _time(before)
    stays = not moves and _tables(after) == _tables(before)
    if not stays:
        _check_not_seated(session)
    settle(session, after, stays=stays)
    if not stays:
        holds.free_tables(session)
        holds.take_tables(session)
    if moves:
        _take_along(session, players, anyway=anyway, at=at)
        _let_come_again(session, at=at)
        _end_offers_sooner(session)
    if session.capacity is not None and session.capacity < session.given:
        raise errors.FewerThanTaken(field="capacity", taken=session.given)
    session.version += 1
    session.revised_at = at
    session.save()
    if after.name != before.name:
        Round.objects.filter(session=session).update(called=after.name)
    ledger.record(
        session.event_id,
        Verb.CHANGE_SESSION,
        session,
        by=by,
        at=at,
        before=for_ledger(before),
        after=for_ledger(after),
    )
    signals.publish(signals.timetable_changed, event_id=session.event_id)
    if _where(after) != _where(before):
        signals.publish(signals.session_moved, event_id=session.event_id, session_id=session.pk)
    if session.waiting and not session.is_full:
        after_commit(promoting.promote, session.pk, at=at)
    return session


def _time(values: SessionValues) -> tuple[datetime, datetime]:
    return values.starts_at, values.ends_at


def _tables(values: SessionValues) -> tuple[int | None, int | None]:
    return values.first_table, values.last_table


def _where(values: SessionValues) -> tuple[object, ...]:
    """The facts by which people come to a session."""
    return _time(values), _tables(values), values.room


def _take_along(
    session: Session, players: dict[int, Player], *, anyway: bool, at: datetime
) -> None:
    """Take the time of a session that has moved for everybody in it who has it free."""
    placed = list(session.bookings.filter(state__in=Booking.PLACED).order_by("player_id"))
    busy = holds.busy_players([one.player_id for one in placed], session)
    clashing = [one for one in placed if one.player_id in busy]
    if clashing and not anyway:
        raise errors.WouldDoubleBook(count=len(clashing), who=_names(clashing, players))
    if clashing:
        # What they lose is what they hold now, at the time that it was.
        bookings.move(session, clashing, State.LOST, at=at, reason=Booking.Reason.MOVED)
    holds.free_players(session)
    holds.take_for_players(session, {one.player_id for one in placed} - busy.keys())


def _let_come_again(session: Session, *, at: datetime) -> None:
    """Nobody is here for a session to which people do not come yet: they keep place and turn."""
    if at >= rules.here_from(session.starts_at):
        return
    here = list(session.bookings.filter(state=State.HERE).order_by("player_id"))
    if here:
        bookings.move(session, here, State.HELD, at=at, here_at=None)
    waiting = session.bookings.filter(state__in=Booking.QUEUED, here_at__isnull=False)
    waiting.update(here_at=None)


def _end_offers_sooner(session: Session) -> None:
    """No place is kept for somebody past the start of a session."""
    offered = session.bookings.filter(state=State.OFFERED, offered_until__gt=session.starts_at)
    offered.update(offered_until=session.starts_at)


def _names(some: list[Booking], players: dict[int, Player]) -> str:
    names = sorted(players[one.player_id].name for one in some)
    more = ["…"] if len(names) > MOST_NAMES else []
    return listed([*names[:MOST_NAMES], *more])


def _cancel(
    session: Session,
    players: dict[int, Player],
    *,
    by: Actor,
    at: datetime,
    seen: str,
    with_tournament: bool,
) -> Session:
    if session.cancelled_at:
        return session
    check_still(seen, shown(session.version, session.taken, session.waiting))
    _check_not_seated(session)
    open_ = list(session.bookings.filter(state__in=Booking.OPEN).order_by("player_id"))
    for states in (Booking.PLACED, Booking.QUEUED):
        chosen = [one for one in open_ if one.state in states]
        if chosen:
            bookings.move(session, chosen, State.LOST, at=at, reason=Booking.Reason.CANCELLED)
    holds.free_tables(session)
    session.cancelled_at = session.revised_at = at
    session.cancelled_with_tournament = with_tournament
    session.version += 1
    session.save(update_fields=CANCELLING)
    after = {"people": sorted(players[one.player_id].name for one in open_)}
    ledger.record(session.event_id, Verb.CANCEL_SESSION, session, by=by, at=at, after=after)
    signals.publish(signals.timetable_changed, event_id=session.event_id)
    return session


def _restore(
    session: Session, players: dict[int, Player], *, by: Actor, at: datetime, seen: str
) -> Session:
    if session.cancelled_at is None:
        return session
    check_still(seen, shown(session.version, session.taken, session.waiting))
    if session.is_over(at):
        raise bookings.refusal(rules.Obstacle.OVER, session, at)
    if session.tournament and session.tournament_has_ended:
        raise TournamentIsOver(tournament=session.tournament.name)
    after: dict[str, Any] = {}
    if holds.table_in_the_way(session):
        after["tables_taken"] = [session.first_table, session.last_table]
        session.first_table = session.last_table = None
    session.cancelled_at, session.cancelled_with_tournament = None, False
    session.revised_at = at
    session.version += 1
    session.save(update_fields=[*CANCELLING, "first_table", "last_table"])
    holds.take_tables(session)
    for key, some in _bring_back(session, at=at).items():
        after[key] = sorted(players[one.player_id].name for one in some)
    ledger.record(session.event_id, Verb.RESTORE_SESSION, session, by=by, at=at, after=after)
    facts = {"event_id": session.event_id}
    signals.publish(signals.timetable_changed, **facts)
    signals.publish(signals.session_moved, **facts, session_id=session.pk)
    if session.waiting and not session.is_full:
        after_commit(promoting.promote, session.pk, at=at)
    return session


def _bring_back(session: Session, *, at: datetime) -> dict[str, list[Booking]]:
    """Give people back what the cancellation took: who is in the session again, and who is not."""
    lost = list(session.bookings.filter(CANCELLED).order_by("player_id"))
    busy = holds.busy_players([one.player_id for one in lost if one.had_place], session)
    becomes: dict[State, list[Booking]] = {
        State.HERE: [], State.HELD: [], State.WAITING: [], State.LOST: []
    }  # fmt: skip
    for one in lost:
        placed = State.HERE if one.here_at else State.HELD
        is_busy = one.player_id in busy
        state = (State.LOST if is_busy else placed) if one.had_place else State.WAITING
        becomes[state].append(one)
    for state, some in becomes.items():
        reason = Booking.Reason.ELSEWHERE if state == State.LOST else ""
        if some:
            bookings.move(session, some, state, at=at, reason=reason)
    _let_come_again(session, at=at)
    elsewhere = becomes.pop(State.LOST)
    return {"people": [one for some in becomes.values() for one in some], "elsewhere": elsewhere}


def _check_not_seated(session: Session) -> None:
    if Round.objects.filter(session=session).exists():
        raise errors.SeatedAlready(session=str(session))
