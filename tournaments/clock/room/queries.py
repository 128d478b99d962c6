"""Queries for the clock room and the projector: every open slot with each of its tables.

However many tables and people there are, the number of queries is the same.
"""

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial

from django.core.paginator import Page

from tournaments.clock import rules
from tournaments.clock.clock_events import ClockCommand, replay, undone_keys
from tournaments.clock.queries import TableSummary, fill
from tournaments.clock.room import forecast
from tournaments.clock.room.rules import PRESSING, Need, TableFacts, table_need
from tournaments.clock.serialization import as_command, slot_clock, table_clock
from tournaments.models import ClockChange, Event, Room, Round, ScoreSheet, Table, Tournament
from tournaments.punctuation import listed
from tournaments.timetable.hall.rules import ranges

NO_TIME = timedelta(0)
TO = "\N{EN DASH}"
CHANGES_SHOWN = 30


@dataclass(slots=True)
class Tile(TableSummary):
    """One table as the conductor sees it."""

    pauses: Sequence[tuple[datetime, datetime]] = ()
    need: Need = Need.NOTHING
    #: Looks ahead for this table. It goes through the whole room, so only tables that are shown do.
    look_ahead: Callable[[], forecast.Outlook] | None = None

    @property
    def outlook(self) -> forecast.Outlook | None:
        """Return the expectations for the table until its cutoff."""
        return self.look_ahead() if self.look_ahead else None

    @property
    def state(self) -> str:
        """Its need, or else what the table is doing."""
        if self.need != Need.NOTHING:
            return str(self.need)
        if self.running_hand:
            return "playing"
        return "between" if self.hands else "seated"

    @property
    def dealt_offline(self) -> list[ScoreSheet]:
        """The hands that a phone dealt without a network, by its own clock."""
        return [sheet for sheet in self.hands if sheet.dealt_offline]

    @property
    def last_sign(self) -> datetime | None:
        """When a hand was last dealt or reported here."""
        signs = [s.reported_at or s.dealt_at for s in self.hands]
        return max([*signs, self.clock.started_at]) if self.clock else None

    def cycles(self) -> list[timedelta]:
        """How long each reported hand took, until the next deal, without the pauses in it."""
        found = []
        for number, hand in enumerate(self.hands):
            if not hand.is_counted:
                continue
            following = self.hands[number + 1 : number + 2]
            reported_at = hand.reported_at or hand.dealt_at
            end = following[0].dealt_at if following else reported_at
            found.append(max(self.played_between(hand.dealt_at, end), NO_TIME))
        return found

    def gains(self) -> list[int]:
        """The points of each player in each reported hand."""
        counted = [hand.is_counted for hand in self.hands]
        return [
            points
            for score in self.seats
            for points, counts in zip(score.points, counted, strict=True)
            if counts and points is not None
        ]

    def played_between(self, start: datetime, end: datetime) -> timedelta:
        """The time from ``start`` to ``end`` in which the clock ran."""
        paused = sum(
            (max(min(end, back) - max(start, out), NO_TIME) for out, back in self.pauses), NO_TIME
        )
        return end - start - paused


@dataclass(slots=True)
class Slot:
    """A round whose seating is published, with its tables and what was done to their clocks."""

    round: Round
    tiles: list[Tile] = field(default_factory=list)
    changes: list[ClockChange] = field(default_factory=list)
    undone: set[int | None] = field(default_factory=set)
    #: Of the tables, those that the page shows.
    page: Page[Tile] | None = None

    @property
    def tournament(self) -> Tournament:
        return self.round.tournament

    @property
    def clock(self) -> rules.SlotClock | None:
        return slot_clock(self.round) if self.round.started_at else None

    @property
    def latest(self) -> list[ClockChange]:
        """Return the latest changes, newest first."""
        return self.changes[: -CHANGES_SHOWN - 1 : -1]

    @property
    def last_change(self) -> int:
        """The key of the last change of a clock here; 0 if there is none."""
        return self.changes[-1].pk if self.changes else 0

    @property
    def playing(self) -> int:
        return len(self.still_playing)

    @property
    def still_playing(self) -> list[Tile]:
        return [tile for tile in self.tiles if tile.table.status != Table.Status.FINISHED]

    @property
    def by_state(self) -> list[tuple[str, list[Tile]]]:
        """The tables still playing, grouped by state; those that need help first."""
        groups: dict[str, list[Tile]] = {}
        for tile in self.helped_first:
            if tile.table.status != Table.Status.FINISHED:
                groups.setdefault(tile.state, []).append(tile)
        return list(groups.items())

    @property
    def pressing(self) -> int:
        """How many tables need a conductor now."""
        return sum(tile.disputed or tile.need in PRESSING for tile in self.tiles)

    @property
    def numbers_by_state(self) -> list[tuple[Tile, int, str]]:
        """For each state of tables still playing one of them, how many, and the numbers of all."""
        return [(tiles[0], len(tiles), numbers_of(tiles)) for _state, tiles in self.by_state]

    @property
    def numbers_finished(self) -> str:
        return numbers_of(self.finished)

    @property
    def rooms(self) -> list[Room]:
        """The rooms in which it is played, in their order. No query."""
        places = [tile.table.hall_table for tile in self.tiles]
        found = {place.room for place in places if place and place.room}
        return sorted(found, key=lambda room: (room.position, room.pk))

    @property
    def finished(self) -> list[Tile]:
        return [tile for tile in self.tiles if tile.table.status == Table.Status.FINISHED]

    @property
    def helped_first(self) -> list[Tile]:
        """The tables, those that need help first."""
        order = list(Need)
        return sorted(self.tiles, key=lambda tile: (order.index(tile.need), tile.table.shown))


def numbers_of(tiles: Iterable[Tile]) -> str:
    """The numbers of these tables, short enough for a projector: ranges of three or more."""
    found = ranges([tile.table.shown for tile in tiles])
    return listed(
        f"{a}{TO}{b}" if b - a > 1 else str(a) if a == b else listed([a, b]) for a, b in found
    )


def slots(
    event: Event,
    *,
    now: datetime,
    round_: Round | None = None,
    called: Container[int] = frozenset(),
) -> list[Slot]:
    """The open rounds of an event, or ``round_`` alone, with all their tables. Six queries.

    ``called`` are the tables waiting for a conductor, as far as the reader may know.
    """
    rounds = Round.objects.filter(tournament__event=event).order_by("tournament_id")
    if round_ is not None:
        rounds = rounds.filter(pk=round_.pk)
    rounds = rounds.filter(status__in=[Round.Status.PUBLISHED, Round.Status.RUNNING])
    found = {slot.pk: Slot(slot) for slot in rounds.select_related("tournament")}
    for slot in found.values():
        slot.round.tournament.event = event
    if found:
        _fill(found, now, called)
    return list(found.values())


def _fill(found: dict[int, Slot], now: datetime, called: Container[int]) -> None:
    tiles: dict[int, Tile] = {}
    for table in Table.objects.filter(round__in=found).order_by("number"):
        slot = found[table.round_id]
        table.round = slot.round
        tile = tiles[table.pk] = Tile(table)
        if slot.round.started_at:
            tile.clock = table_clock(table)
        slot.tiles.append(tile)
    fill(tiles, each_hand=True)
    _add_changes(found, tiles)
    for slot in found.values():
        if slot.round.status == Round.Status.RUNNING:
            _look_ahead(slot, now)
    for tile in tiles.values():
        if tile.table.pk in called:
            tile.need = Need.CALLED


def _add_changes(found: dict[int, Slot], tiles: dict[int, Tile]) -> None:
    for change in ClockChange.objects.filter(round__in=found).order_by("pk"):
        slot = found[change.round_id or 0]  # none is without its round
        if change.table_id:
            change.table = tiles[change.table_id].table
        slot.changes.append(change)
    for slot in found.values():
        _replay(slot)


def _replay(slot: Slot) -> None:
    """Add which changes are undone, and the pauses of each table."""
    commands = [as_command(change) for change in slot.changes]
    slot.undone = undone_keys(commands)
    history: dict[int | None, list[ClockCommand]] = defaultdict(list)
    for change, command in zip(slot.changes, commands, strict=True):
        history[change.table_id].append(command)
    of_round = replay(history[None]).pauses
    for tile in slot.tiles:
        own = history.get(tile.table.pk)
        tile.pauses = replay([*history[None], *own]).pauses if own else of_round


def _look_ahead(slot: Slot, now: datetime) -> None:
    gains = [points for tile in slot.tiles for points in tile.gains()]
    cycles = {tile.table.pk: tile.cycles() for tile in slot.tiles}
    room = [cycle for each in cycles.values() for cycle in each]
    usual = forecast.median_time(room)
    for tile in slot.tiles:
        clock = table_clock(tile.table)
        tile.need = _need(tile, clock, usual, now)
        if tile.table.status != Table.Status.FINISHED and not slot.tournament.whole_games:
            own = cycles[tile.table.pk]
            tile.look_ahead = partial(
                _outlook, tile, clock, cycles=own, room=room, gains=gains, now=now
            )


def _outlook(
    tile: Tile,
    clock: rules.SlotClock,
    *,
    cycles: Sequence[timedelta],
    room: Sequence[timedelta],
    gains: Sequence[int],
    now: datetime,
) -> forecast.Outlook:
    hand = tile.running_hand
    shown = rules.shown(clock, now)
    running_for = max(tile.played_between(hand.dealt_at, shown), NO_TIME) if hand else None
    return forecast.outlook(
        forecast.TableProgress([score.total for score in tile.seats], cycles, running_for),
        left=clock.cutoff_at - shown,
        target=tile.table.round.tournament.target,
        room=room,
        gains=gains,
        slot=clock.ends_at - clock.started_at,
    )


def _need(tile: Tile, clock: rules.SlotClock, usual: timedelta | None, now: datetime) -> Need:
    hand = tile.running_hand
    shown = rules.shown(clock, now)
    open_ = rules.phase(clock, now) == rules.Phase.OPEN
    facts = TableFacts(
        finished=tile.table.status == Table.Status.FINISHED,
        hand_since=hand.dealt_at if hand else None,
        quiet_since=None if hand or not open_ else tile.last_sign,
        paused=clock.paused_at is not None,
    )
    slot = clock.ends_at - clock.started_at
    return table_need(facts, rules.phase(clock, now), slot, shown, usual_hand=usual)
