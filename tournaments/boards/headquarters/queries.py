"""The reads behind the headquarters of an event with sessions: as many for any number of them."""

from collections.abc import Container, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q, QuerySet
from django.utils.timezone import localdate

from pairing.tables import SeatingImpossible, sizes_and_byes
from tournaments.boards.grouping import is_pressing, urgency
from tournaments.boards.queries import TournamentBoard, boards
from tournaments.boards.rules import Step
from tournaments.clock.room.queries import Tile
from tournaments.clock.serialization import table_clock
from tournaments.models import Booking, Event, Round, Session, Table, in_ended_tournaments
from tournaments.signup.rules import here_from

State = Booking.State
#: So long before its start a session is looked after, and so many in any case, with all that start
#: at the same time as the last of them.
SOON = timedelta(hours=3)
MOST_SOON, LEAST_SOON, MOST_NO_SHOWS = 16, 3, 16
#: The steps of a session that is seated and does not run yet, or no longer.
STEPS = (Step.CLOSE, Step.START, Step.PUBLISH)


@dataclass(slots=True)
class Soon:
    """A session that is not seated yet, and who is booked for it, here, and in its queue.

    ``sizes`` are the tables that those who are here would sit at, empty if they are too few.
    """

    session: Session
    held: int
    here: int
    waiting: int
    sizes: str
    is_late: bool
    is_today: bool
    #: Whether it is seated from those who are here, and not from standings or a draw.
    is_heat: bool
    #: Whether it is the next one that a conductor seats: the page has one primary button.
    is_first: bool = False


@dataclass(slots=True)
class NoShows:
    """Who booked a session that has begun, and has not come.

    ``late`` still have their place. ``released`` lost it; ``taken_by`` got one from the queue
    since, and ``left`` places are free, None where everybody finds one.
    """

    session: Session
    late: list[Booking]
    released: list[Booking]
    taken_by: list[Booking]

    @property
    def left(self) -> int | None:
        return self.session.places_left


@dataclass(slots=True)
class Headquarters:
    """The state of all sessions of an event.

    ``walk_ups`` are the sessions that somebody can come to now; ``early`` are the next with a free
    place, where those have none. ``steps`` are the rounds that wait for a conductor, ``running``
    those that play, ``needing`` the tables that need help and ``past_end`` those that play on after
    the end, ``no_shows`` the people who have not come.
    """

    soon: list[Soon]
    walk_ups: list[Session]
    early: list[Session]
    steps: list[TournamentBoard]
    running: list[TournamentBoard]
    needing: list[Tile]
    past_end: list[Tile]
    no_shows: list[NoShows]
    boards: list[TournamentBoard]

    @property
    def chooses(self) -> bool:
        """Whether somebody may come to one of several sessions."""
        return len(self.walk_ups) + len(self.early) > 1


def has_sessions_to_come(event: Event, now: datetime) -> bool:
    """Whether an event has a session that is not over. One query."""
    return _to_come(event, now).exists()


def _to_come(event: Event, now: datetime) -> "QuerySet[Session]":
    found = event.sessions.filter(cancelled_at=None, ends_at__gt=now)
    return found.exclude(in_ended_tournaments())


def headquarters(event: Event, now: datetime, *, called: Container[int]) -> Headquarters:
    """All sessions of an event that conductors look after now. Eleven queries at most."""
    sessions = list(_sessions(event, now))
    seated = _seated(sessions)
    left = [one for one in sessions if one.pk not in seated]
    soon = _starting_soon(left, now)
    found = boards(event, now=now, called=called, conducts=True)
    rows = [row for board in found for row in board.rows]
    going = [one for one in sessions if seated.get(one.pk) not in Round.OVER]
    walk_ups = [one for one in going if here_from(one.starts_at) <= now]
    return Headquarters(
        soon=_in_order(soon, now),
        walk_ups=walk_ups,
        early=[] if any(not one.is_full for one in walk_ups) else _next_free(going, now),
        steps=[board for board in found if board.open_round and board.step in STEPS],
        running=[board for board in found if board.step == Step.PLAY],
        needing=sorted(filter(is_pressing, rows), key=urgency),
        past_end=[row for row in rows if _plays_past_end(row, now)],
        no_shows=_no_shows(going, now),
        boards=found,
    )


def _sessions(event: Event, now: datetime) -> Iterable[Session]:
    """Those to be played, but for pick-up games, which have their people already."""
    counts = {
        name: Count("bookings", filter=Q(bookings__state=state))
        for name, state in (("held", State.HELD), ("here", State.HERE))
    }
    going = _to_come(event, now).exclude(kind=Session.Kind.PICK_UP)
    return going.select_related("tournament", "room").annotate(**counts).order_by("starts_at", "pk")


def _seated(sessions: Iterable[Session]) -> dict[int | None, str]:
    rows = Round.objects.filter(session__in=[one.pk for one in sessions])
    return dict(rows.values_list("session_id", "status"))


def _in_order(sessions: Iterable[Session], now: datetime) -> list[Soon]:
    found = [_soon(one, now) for one in sessions]
    ready = next((one for one in found if one.is_heat and one.sizes), None)
    if ready:
        ready.is_first = True
    return found


def _starting_soon(left: list[Session], now: datetime) -> list[Session]:
    """Those of the sessions not seated yet, by their start, that are looked after now."""
    until = now + SOON
    for last in left[:LEAST_SOON]:
        until = max(until, last.starts_at)
    return [one for one in left if one.starts_at <= until][:MOST_SOON]


def _next_free(sessions: list[Session], now: datetime) -> list[Session]:
    """The sessions with a free place that start next: nobody comes to them yet."""
    free = [one for one in sessions if here_from(one.starts_at) > now and not one.is_full]
    free = [one for one in free if one.published_at]
    return [one for one in free if one.starts_at == free[0].starts_at][:MOST_SOON]


def _soon(session: Session, now: datetime) -> Soon:
    tournament, counts = session.tournament, vars(session)
    return Soon(
        session=session,
        held=counts["held"],
        here=counts["here"],
        waiting=session.waiting + session.offered,
        sizes=_sizes(session, counts["here"]),
        is_late=session.starts_at <= now,
        is_today=localdate(session.starts_at) == localdate(now),
        is_heat=bool(
            tournament and session.kind == Session.Kind.HEAT and not tournament.head_to_head
        ),
    )


def _sizes(session: Session, people: int) -> str:
    tournament = session.tournament
    if tournament is None:
        return ""
    try:
        sizes, _byes = sizes_and_byes(
            people, tournament.table_min, tournament.table_preferred, tournament.table_max
        )
    except SeatingImpossible:
        return ""
    return "-".join(map(str, sizes))


def _plays_past_end(row: Tile, now: datetime) -> bool:
    if row.table.round.status != Round.Status.RUNNING:
        return False
    return row.table.status != Table.Status.FINISHED and table_clock(row.table).ends_at < now


def _no_shows(sessions: Iterable[Session], now: datetime) -> list[NoShows]:
    """The people who have not come, by session, in order of the start. One query."""
    begun = {one.pk: one for one in sessions if one.starts_at <= now}
    about = Q(state__in=(State.HELD, State.RELEASED)) | Q(
        state=State.HERE, via=Booking.Via.PROMOTION
    )
    rows = Booking.objects.filter(about, session__in=begun).select_related("player")
    by_session: dict[int, list[Booking]] = {}
    for booking in rows.order_by("player__shown_name", "pk"):
        booking.session = begun[booking.session_id]
        by_session.setdefault(booking.session_id, []).append(booking)
    found = [_who_came(one, by_session[pk]) for pk, one in begun.items() if pk in by_session]
    return [one for one in found if one.late or one.released][:MOST_NO_SHOWS]


def _who_came(session: Session, about: Iterable[Booking]) -> NoShows:
    found = NoShows(session, late=[], released=[], taken_by=[])
    lists = {State.HELD: found.late, State.RELEASED: found.released, State.HERE: found.taken_by}
    for booking in about:
        lists[State(booking.state)].append(booking)
    first = min((one.at for one in found.released), default=None)
    # Once a session has begun, a place goes to somebody who was here and waiting.
    found.taken_by = [
        one for one in found.taken_by if first and one.at >= first and one.here_at != one.at
    ]
    return found
