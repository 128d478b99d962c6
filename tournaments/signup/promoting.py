"""Free places go to the queue, and those of people who did not come are freed.

Both lock several people, so they come after the commit of what freed a place, and a worker repeats
them: nothing is lost if a process dies between the two. The worker also ends the waiting of those
who have a place, where an event wants that, and offers that nobody took in time.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from tournaments import holds, ledger, locking
from tournaments.errors import Refused
from tournaments.ledger import SYSTEM
from tournaments.models import Booking, Entry, PlayerHold, Round, Session, Table, runs_here
from tournaments.registration import services as registration
from tournaments.signup import bookings, rules
from tournaments.transactions import atomic
from tournaments.verbs import Verb

State = Booking.State
#: Bookings that move up together: of a party, or that of one person.
Unit = Sequence[Booking]
#: Who is first in the queue may change while they are locked; then others are tried, so often.
TRIES = 3


def keep_places(*, now: datetime) -> None:
    """Release the places of those who have not come, let people with a place leave other queues if
    their event wants that, end offers, and give every free place to a queue."""
    started = Session.objects.filter(
        runs_here(),
        starts_at__lte=now,
        cancelled_at=None,
        release_minutes__isnull=False,
        taken__gte=1,
    )
    held = Booking.objects.filter(session=OuterRef("pk"), state=State.HELD)
    for session in started.filter(Exists(held)).order_by("pk"):
        if _is_due(session, now):
            release_no_shows(session.pk, at=now)
    ours = runs_here("session__event")
    waiting = _with_a_place().filter(ours, session__ends_at__gt=now).order_by("session")
    for pk in waiting.values_list("session", flat=True).distinct():
        end_waiting(pk, at=now)
    late = _offered_too_long(now).filter(ours).order_by("session")
    for pk in late.values_list("session", flat=True).distinct():
        end_offers(pk, at=now)
    queues = Session.objects.filter(
        Q(capacity=None) | Q(capacity__gt=F("taken") + F("offered")),
        runs_here(),
        cancelled_at=None,
        ends_at__gt=now,
        waiting__gte=1,
    )
    for pk in queues.order_by("pk").values_list("pk", flat=True):
        promote(pk, at=now)


def promote(session_id: int, *, at: datetime) -> int:
    """Give the free places of a session to its queue. Returns how many got one, or an offer.

    The oldest come first of those who are booked nowhere else at that time; the others keep their
    place in the queue. Once the session has begun, only who is here gets a place. Where the event
    gives minutes to take a place, it is offered to those who are not here. A party moves as one:
    where it does not fit, it keeps its place, and who fits behind it goes first.
    """
    count = 0
    for _try in range(TRIES):
        found, is_done = _promote(session_id, at=at)
        count += found
        if is_done:
            break
    return count


@atomic
def _promote(session_id: int, *, at: datetime) -> tuple[int, bool]:
    """How many got a place, and whether nobody is left who could."""
    seen = Session.objects.select_related("event").filter(pk=session_id).first()
    if seen is None or _is_played(session_id):
        return 0, True
    if seen.tournament_id is not None:
        locking.share_tournament(seen.tournament_id)
    first = _first_in(seen, at)
    if not first:
        return 0, True
    locked = locking.lock_players(booking.player_id for unit in first for booking in unit)
    session = locking.lock_session(session_id)
    if rules.any_obstacle(bookings.window_of(session), at):
        return 0, True
    chosen = [
        unit
        for unit in _first_in(session, at)
        if all(booking.player_id in locked for booking in unit)
    ]
    lock_entries(session, (booking for unit in chosen for booking in unit))
    _move_up(session, chosen, seen.event.offer_minutes, at)
    return sum(map(len, chosen)), len(chosen) == len(first)


def lock_entries(session: Session, some: Iterable[Booking]) -> None:
    """Lock what people may be checked in by, all at once: the queue has an order of its own."""
    people = [booking.player_id for booking in some]
    locking.lock_entries(Entry.objects.filter(tournament=session.tournament_id, player__in=people))


def _move_up(session: Session, units: Iterable[Unit], offer_minutes: int, at: datetime) -> None:
    """Give places to units of the queue, or offer them to those of whom not all are here."""
    here: list[Booking] = []
    others: list[Booking] = []
    for unit in units:
        (here if all(booking.here_at for booking in unit) else others).extend(unit)
    _give(session, here, State.HERE, at)
    if offer_minutes:
        until = min(at + timedelta(minutes=offer_minutes), session.starts_at)
        bookings.move(session, others, State.OFFERED, at=at, offered_until=until)
        _record(Verb.OFFER_PLACE, session, others, at)
        return
    _give(session, others, State.HELD, at)
    let_those_here_come(session, others, at)


def let_those_here_come(session: Session, party: Iterable[Booking], at: datetime) -> None:
    """A party gets its places all at once; then those of it who said that they are here have come.

    Their entries are locked (``lock_entries``).
    """
    come = [booking for booking in party if booking.here_at]
    if come:
        bookings.move(session, come, State.HERE, at=at)
        _make_entries(session, come, at)


def _give(session: Session, some: Sequence[Booking], state: str, at: datetime) -> None:
    bookings.move(session, some, state, at=at, via=Booking.Via.PROMOTION)
    _make_entries(session, some, at)
    _record(Verb.PROMOTE, session, some, at)


def _record(verb: Verb, session: Session, some: Iterable[Booking], at: datetime) -> None:
    after = {"session": session, "id": session.pk}
    for booking in some:
        ledger.record(session.event_id, verb, booking.player, by=SYSTEM, at=at, after=after)


def _is_played(session_id: int) -> bool:
    """Whether games of a session have ended: who is first then plays no more. One query."""
    done = Table.objects.filter(round__session=session_id, status=Table.Status.FINISHED)
    return done.exclude(round__status=Round.Status.ANNULLED).exists()


def _first_in(session: Session, at: datetime) -> list[Unit]:
    """Those who are next for the free places, in the order of the queue.

    Before the start nobody of a party may be missing; after it, those who are here are all of it.
    """
    left = session.places_left
    if left == 0:
        return []
    taken = holds.quarters_of(session)
    elsewhere = PlayerHold.objects.filter(
        player=OuterRef("player"), quarter__gte=taken.start, quarter__lt=taken.stop
    )
    queue = (
        Booking.objects.filter(~Exists(elsewhere), session=session, state=State.WAITING)
        .select_related("player", "together")
        .order_by("queued_at", "pk")
    )
    has_begun = session.starts_at <= at
    if has_begun:
        queue = queue.filter(here_at__isnull=False)
    found = []
    for unit in _units(queue):
        party = unit[0].together
        is_whole = party is None or has_begun or len(unit) == party.queued
        if is_whole and (left is None or len(unit) <= left):
            found.append(unit)
            left = left if left is None else left - len(unit)
    return found


def _units(queue: Iterable[Booking]) -> Iterable[Unit]:
    """Parties and single people, in the order of the queue."""
    units: dict[tuple[int | None, int | None], list[Booking]] = {}
    for booking in queue:
        party = booking.together_id
        units.setdefault((party, None if party else booking.pk), []).append(booking)
    return units.values()


def _make_entries(session: Session, some: Iterable[Booking], at: datetime) -> None:
    if session.tournament is None:
        return
    for booking in some:
        if booking.state == State.HERE:
            # Who dropped out of the tournament has a place, and the conductor sees them as dropped.
            with suppress(Refused):
                registration.be_here(booking.player, session.tournament, by=SYSTEM, at=at)


def release_no_shows(session_id: int, *, at: datetime) -> int:
    """Free the places of those who have not come in time. Returns how many that are.

    What is freed goes to the next who are here.
    """
    count = _release(session_id, at=at)
    if count:
        promote(session_id, at=at)
    return count


@atomic
def _release(session_id: int, *, at: datetime) -> int:
    held = Booking.objects.filter(session=session_id, state=State.HELD)
    locked = locking.lock_players(held.values_list("player", flat=True))
    session = locking.lock_session(session_id)
    if session.cancelled_at or not _is_due(session, at):
        return 0
    late = list(held.filter(player__in=locked).select_related("player").order_by("pk"))
    if not late:
        return 0
    bookings.move(session, late, State.RELEASED, at=at)
    record_no_shows(session, late, at=at)
    return len(late)


def record_no_shows(session: Session, late: Iterable[Booking], *, at: datetime) -> None:
    """Record that people who did not come have lost their places."""
    after = {"session": session, "people": [booking.player.name for booking in late]}
    event_id = session.event_id
    ledger.record(event_id, Verb.RELEASE_NO_SHOWS, session, by=SYSTEM, at=at, after=after)


@atomic
def end_waiting(session_id: int, *, at: datetime) -> int:
    """Let those leave the queue of a session who have a place at its time. Returns how many.

    Only in an event that wants it: in others they may wait for something better.
    """
    found = _with_a_place().filter(session=session_id)
    locked = locking.lock_players(found.values_list("player", flat=True))
    session = locking.lock_session(session_id)
    leaving = list(found.filter(player__in=locked).select_related("player").order_by("pk"))
    if not leaving:
        return 0
    bookings.move(session, leaving, State.CANCELLED, at=at)
    _record(Verb.END_WAITING, session, leaving, at)
    return len(leaving)


@atomic
def end_offers(session_id: int, *, at: datetime) -> int:
    """End the offers of a session that nobody took in time. Returns how many.

    Each booking says so; what was kept goes to the next in the queue, by ``promote``.
    """
    found = _offered_too_long(at).filter(session=session_id)
    locked = locking.lock_players(found.values_list("player", flat=True))
    session = locking.lock_session(session_id)
    late = list(found.filter(player__in=locked).select_related("player").order_by("pk"))
    if not late:
        return 0
    bookings.move(session, late, State.LOST, at=at, reason=Booking.Reason.EXPIRED)
    _record(Verb.END_OFFER, session, late, at)
    return len(late)


def _offered_too_long(now: datetime) -> "QuerySet[Booking]":
    return Booking.objects.filter(
        session__offered__gte=1, state=State.OFFERED, offered_until__lte=now
    )


def _with_a_place() -> "QuerySet[Booking]":
    """Those in queues of events that want no such waiting who have a place at the same time."""
    place = Booking.objects.filter(
        player=OuterRef("player"),
        state__in=Booking.PLACED,
        session__starts_at__lt=OuterRef("session__ends_at"),
        session__ends_at__gt=OuterRef("session__starts_at"),
    )
    waiting = Booking.objects.filter(
        state__in=Booking.QUEUED, session__event__place_ends_waiting=True
    )
    return waiting.filter(Exists(place))


def _is_due(session: Session, now: datetime) -> bool:
    at = rules.release_at(session.starts_at, session.release_minutes)
    return at is not None and at <= now
