"""Queries for the board: as many for any number of tournaments, tables and people."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.utils.timezone import localdate

from tournaments.boards.projector import rules
from tournaments.clock import rules as clock_rules
from tournaments.clock.room.queries import Slot
from tournaments.clock.room.queries import slots as open_slots
from tournaments.clock.warnings.queries import Pause, pauses
from tournaments.models import (
    Event,
    Room,
    Round,
    Seat,
    Session,
    Standing,
    Tournament,
    has_round,
    with_questioned_rounds,
)
from tournaments.names import name_key
from tournaments.standings.showing.queries import top_rows
from tournaments.timetable.queries import to_begin

TOP_OF_HALL = 10
#: Sessions on the page of what begins next, and in the strip below every page.
NEXT_SESSIONS, STARTS_IN_STRIP = 10, 3
#: Tournaments beside each other on a page of standings, and champions on one of theirs.
STANDINGS_A_PAGE, CHAMPIONS_A_PAGE = 2, 8


@dataclass(frozen=True, slots=True)
class Coming:
    """A moment that people wait for: a deadline of a round, or the start of one or of a session."""

    at: datetime
    deadline: str
    tournament: Tournament | None
    round: Round | None = None
    rooms: Sequence[Room] = ()
    session: Session | None = None
    #: Whether that is on another day at the event.
    is_later_day: bool = False

    @property
    def name(self) -> str:
        """The name of the tournament or session that begins or ends then."""
        return str(self.session or self.tournament)


@dataclass(slots=True)
class Seating:
    """People of a published round by name, or those of them that a page shows."""

    slot: Slot
    lines: int
    seats: list[Seat] = field(default_factory=list)


@dataclass(slots=True)
class Top:
    """A tournament of which no round runs, and the first of its standings."""

    tournament: Tournament
    standings: list[Standing] = field(default_factory=list)


@dataclass(slots=True)
class Page:
    """One page of the board: clocks, seats by name, what begins next, champions or standings."""

    slots: Sequence[Slot] = ()
    seatings: Sequence[Seating] = ()
    starts: Sequence[Coming] = ()
    champions: Sequence[Tournament] = ()
    tops: Sequence[Top] = ()

    @property
    def has_room_for_tiles(self) -> bool:
        """Whether each table has a tile under its clock; else they are grouped by their state."""
        most = max((len(slot.tiles) for slot in self.slots), default=0)
        return len(self.slots) <= rules.SLOTS_WITH_TILES and most <= rules.MOST_TILES

    @property
    def lines(self) -> int:
        """The lines of names."""
        return sum(one.lines for one in self.seatings)


@dataclass(slots=True)
class Board:
    """The board at a moment. An alarm takes the place of all its pages."""

    event: Event
    tournaments: list[Tournament]
    slots: list[Slot]
    alarm: list[Pause]
    pages: list[Page]
    coming: list[Coming]
    #: Whether people register by themselves for one of the tournaments now.
    may_join: bool = False
    shown: int = 0
    seconds: int = rules.LONGEST

    @property
    def is_one_clock(self) -> bool:
        """Whether all that the board shows is one slot, which then has the whole of it."""
        return len(self.pages) == 1 and len(self.pages[0].slots) == 1

    @property
    def starts(self) -> list[Coming]:
        """The next rounds whose start is announced, and the next sessions."""
        return [one for one in self.coming if one.deadline == "next_round_at"]

    @property
    def in_strip(self) -> list[Coming]:
        """The first of the next starts, unless the only page has them all."""
        has_page = len(self.pages) == 1 and bool(self.pages[0].starts)
        return [] if has_page else self.starts[:STARTS_IN_STRIP]


def board(
    event: Event, *, now: datetime, only: Tournament | None = None, room: Room | None = None
) -> Board:
    """The board of an event, of one tournament or of one room. At most fifteen queries.

    A room shows what plays or sits down in it; what plays in no room is on the board of the hall.
    """
    every = event.tournaments.select_related("event", "standings_state__champion__player")
    tournaments = [one for one in every if only is None or one == only]
    known = {one.pk for one in tournaments}
    slots = [slot for slot in open_slots(event, now=now) if slot.tournament.pk in known]
    if room is not None:
        slots = [slot for slot in slots if room in slot.rooms]
        here = {slot.tournament.pk for slot in slots}
        tournaments = [one for one in tournaments if one.pk in here]
    running = sorted((slot for slot in slots if slot.clock), key=_ends_first)
    alarm = [pause for pause in pauses(event, now=now) if pause.is_everywhere]
    published = [slot for slot in slots if not slot.clock]
    sessions = _next_sessions(event, now, only=only, room=room)
    pages = _pages(tournaments, running, published, sessions)
    seconds = rules.seconds_a_page(len(pages))
    return Board(
        event=event,
        tournaments=tournaments,
        slots=running,
        alarm=alarm,
        pages=pages,
        coming=sorted(
            coming(slots, [one for one in tournaments if not one.has_ended], now=now) + sessions,
            key=lambda moment: moment.at,
        ),
        may_join=any(one.may_be_joined(now) for one in tournaments),
        shown=rules.page_shown(now, pages=len(pages), seconds=seconds),
        seconds=seconds,
    )


def _ends_first(slot: Slot) -> tuple[float, int]:
    clock = slot.clock
    return (clock.ends_at.timestamp() if clock else 0, slot.round.pk)


def coming(
    found: Sequence[Slot], tournaments: Sequence[Tournament], *, now: datetime
) -> list[Coming]:
    """Return the moments ahead, in order: deadlines of the running slots, and planned starts.

    A start has the rooms in which people sit down, once their seating is published.
    """
    moments: list[Coming] = []
    published: dict[int, Slot] = {}
    for slot in found:
        if slot.clock is None:
            published[slot.tournament.pk] = slot
            continue
        moments += [
            Coming(due.at, due.deadline, slot.tournament, slot.round)
            for due in clock_rules.due_of(slot.clock)
            if due.at > now and due.deadline != "warning_at"
        ]
    for tournament in tournaments:
        if tournament.next_round_at and tournament.next_round_at > now:
            next_ = published.get(tournament.pk)
            where = next_.rooms if next_ else ()
            start = Coming(
                tournament.next_round_at,
                "next_round_at",
                tournament,
                rooms=where,
                is_later_day=_is_later_day(tournament.next_round_at, tournament.event, now),
            )
            moments.append(start)
    return sorted(moments, key=lambda moment: moment.at)


def _is_later_day(at: datetime, event: Event, now: datetime) -> bool:
    return localdate(at, event.zone) != localdate(now, event.zone)


def _next_sessions(
    event: Event, now: datetime, *, only: Tournament | None, room: Room | None
) -> list[Coming]:
    """The sessions that are still to begin, but for those that a page or the strip has already: by
    the names of who is seated, or by the announced start of their tournament. Three queries."""
    found = to_begin(event, now).filter(~has_round())
    found = found.exclude(tournament__next_round_at__gt=now)
    if only is not None:
        found = found.filter(tournament=only)
    if room is not None:
        found = found.filter(room=room)
    return [
        Coming(
            one.starts_at,
            "next_round_at",
            one.tournament,
            rooms=[one.room] if one.room else (),
            session=one,
            is_later_day=_is_later_day(one.starts_at, event, now),
        )
        for one in found[:NEXT_SESSIONS]
    ]


# --- Pages ----------------------------------------------------------------------------------------


def _pages(
    tournaments: Sequence[Tournament],
    running: Sequence[Slot],
    published: Sequence[Slot],
    sessions: Sequence[Coming],
) -> list[Page]:
    """Clocks and seats always, and champions and standings as far as there is time for them.

    What begins next has a page where the strip has too little room for it, or nothing else is on.
    """
    size = rules.slots_a_page(len(running))
    pages = [Page(slots=some) for some in rules.chunks(running, size)]
    pages += [Page(seatings=some) for some in _seatings(published)]
    if len(sessions) > STARTS_IN_STRIP or (sessions and not pages):
        pages.append(Page(starts=sessions))
    busy = {slot.tournament.pk for slot in running} | {one.tournament.pk for one in published}
    idle = [one for one in tournaments if one.pk not in busy]
    champions = [one for one in idle if one.champion]
    with_questioned_rounds(champions)
    more = []
    if len(champions) > STANDINGS_A_PAGE:  # of fewer the pages of standings say it
        more += [Page(champions=some) for some in rules.chunks(champions, CHAMPIONS_A_PAGE)]
    more += [Page(tops=some) for some in rules.chunks(_tops(idle), STANDINGS_A_PAGE)]
    most = rules.MOST_PAGES if not pages else rules.SECONDS_FOR_ALL // rules.LONGEST
    return pages + more[: max(most - len(pages), 1 if champions else 0)]


def _seatings(published: Sequence[Slot]) -> list[list[Seating]]:
    """The people of published rounds by name, divided into pages. One query."""
    if not published:
        return []
    found = {slot.round.pk: Seating(slot, lines=0) for slot in published}
    for seat in Seat.objects.filter(round__in=found).select_related(
        "table__hall_table__room", "entry__player", "played_by", "begun_by"
    ):
        found[seat.round_id].seats.append(seat)
    pages: list[list[Seating]] = [[]]
    for seating in found.values():
        seating.seats.sort(key=lambda seat: name_key(seat.entry.player.shown_name))
        for seat in seating.seats:
            _place(pages, seating.slot, seat)
    return [page for page in pages if page]


def _place(pages: list[list[Seating]], slot: Slot, seat: Seat) -> None:
    """Put a person on the last page, or on another once it is full."""
    lines = rules.lines_of(seat.entry.player.shown_name)
    has_heading = bool(pages[-1]) and pages[-1][-1].slot is slot
    heading = rules.heading_lines(slot.round.made_from_note)
    needed = lines if has_heading else lines + heading
    if sum(one.lines for one in pages[-1]) + needed > rules.LINES_A_PAGE:
        pages.append([])
        has_heading = False
    if not has_heading:
        pages[-1].append(Seating(slot, lines=heading))
    part = pages[-1][-1]
    part.seats.append(seat)
    part.lines += lines


def _tops(tournaments: Sequence[Tournament]) -> list[Top]:
    """The champion or the first of the standings of each tournament. One query."""
    found = {one.pk: Top(one) for one in tournaments}
    if not found:
        return []
    for pk, rows in top_rows(tournaments, TOP_OF_HALL, conducts=False).items():
        found[pk].standings = rows
    shown = [top for top in found.values() if top.standings or top.tournament.champion]
    return sorted(shown, key=lambda top: not top.tournament.champion)
