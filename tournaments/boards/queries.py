"""Queries for the boards of an event: as many for any number of tables and people."""

from collections.abc import Container
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.core.paginator import Page
from django.db.models import Count, Q

from tournaments.access.shown_results import keeps_back, may_see_round
from tournaments.boards.rules import Step, next_step
from tournaments.clock import rules as clock_rules
from tournaments.clock.queries import fill
from tournaments.clock.room.queries import Tile
from tournaments.clock.room.rules import Need, TableFacts, table_need
from tournaments.clock.serialization import table_clock
from tournaments.models import (
    Entry,
    Event,
    Round,
    Standing,
    Table,
    Tournament,
    with_questioned_rounds,
)
from tournaments.standings.showing.queries import top_rows

TOP = 5
#: Tables that a page about the whole event lists.
MOST_ROWS = 100
#: A tournament without an open round has a board all the same.
NO_ROUND: tuple[Round | None, ...] = (None,)


@dataclass(slots=True)
class TournamentBoard:
    """A tournament now: its open round with the tables, the head of the standings, what is next.

    A tournament of which several rounds are open has a board for each.
    """

    tournament: Tournament
    open_round: Round | None = None
    last_closed: Round | None = None
    rows: list[Tile] = field(default_factory=list)
    top: list[Standing] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    closed_rounds: int = 0
    #: Of its open round, also where the tables themselves were not read.
    tables: int = 0
    playing: int = 0
    #: Of the rows, those that the page shows.
    page: Page[Tile] | None = None

    @property
    def is_large(self) -> bool:
        """Whether its tables are too many for one list."""
        return len(self.rows) > MOST_ROWS

    @property
    def keeps_back(self) -> bool:
        """Whether players do not see all its results now."""
        return keeps_back(self.tournament)

    @property
    def checked_in(self) -> int:
        return self.counts.get(Entry.Status.CHECKED_IN, 0)

    @property
    def people(self) -> int:
        """Those on the roster who have not dropped out, without helpers."""
        gone = (Entry.Status.DROPPED, Entry.Status.HELPER)
        return sum(count for status, count in self.counts.items() if status not in gone)

    @property
    def has_begun(self) -> bool:
        """Whether a round of it runs, or has run."""
        return bool(self.closed_rounds or (self.open_round and self.open_round.started_at))

    @property
    def next_is_final(self) -> bool:
        return self.closed_rounds >= self.tournament.rounds_planned

    @property
    def step(self) -> Step:
        return next_step(
            finished=self.tournament.has_ended,
            round_status=self.open_round.status if self.open_round else "",
            checked_in=self.checked_in,
            smallest_table=self.tournament.table_min,
            playing=self.playing,
        )


def boards(
    event: Event,
    *,
    now: datetime,
    called: Container[int] = frozenset(),
    only: Tournament | None = None,
    most_in_full: int | None = None,
    conducts: bool = False,
) -> list[TournamentBoard]:
    """Every tournament of an event as it stands, or ``only`` one. Seven queries, fewer if nothing
    runs. A tournament with several open rounds is there once for each, by their number.

    ``called`` are the tables waiting for a conductor, as far as the reader may know. One who
    ``conducts`` the event sees what is kept back from others. If more than
    ``most_in_full`` go on, their tables are counted only, and the standings are left out.
    """
    found = _found(event, only)
    if not found:
        return []
    _add_counts(found)
    in_full = most_in_full is None or _unfinished(found) <= most_in_full
    if in_full:
        tops = top_rows([one.tournament for one in found.values()], TOP, conducts=conducts)
        for pk, rows in tops.items():
            found[pk].top = rows
    all_boards = _with_rounds(found)
    if in_full:
        _add_tables(all_boards, now, called)
        _hide_points(all_boards, conducts=conducts)
    else:
        _count_tables(all_boards)
    return all_boards


def _unfinished(found: dict[int, TournamentBoard]) -> int:
    return sum(not board.tournament.has_ended for board in found.values())


def _found(event: Event, only: Tournament | None = None) -> dict[int, TournamentBoard]:
    # A title says how the game of its tournament is played, on the line of each.
    tournaments = event.tournaments.select_related(
        "event", "title", "standings_state__champion__player"
    )
    if only:
        tournaments = tournaments.filter(pk=only.pk)
    found = {one.pk: TournamentBoard(one) for one in tournaments}
    with_questioned_rounds([one.tournament for one in found.values() if one.tournament.champion])
    return found


def _open_rounds(boards: list[TournamentBoard]) -> dict[int, tuple[TournamentBoard, Round]]:
    return {round_.pk: (board, round_) for board in boards if (round_ := board.open_round)}


def _count_tables(boards: list[TournamentBoard]) -> None:
    open_rounds = _open_rounds(boards)
    playing = Count("pk", filter=~Q(status=Table.Status.FINISHED))
    tables = Table.objects.filter(round__in=open_rounds).values("round_id")
    for of_round in tables.annotate(count=Count("pk"), playing=playing):
        board, _round = open_rounds[of_round["round_id"]]
        board.tables, board.playing = of_round["count"], of_round["playing"]


def _with_rounds(found: dict[int, TournamentBoard]) -> list[TournamentBoard]:
    """The boards with their rounds: one for each that is open, and one where none is."""
    open_rounds: dict[int, list[Round]] = {pk: [] for pk in found}
    for round_ in Round.objects.filter(tournament__in=found).order_by("number"):
        board = found[round_.tournament_id]
        round_.tournament = board.tournament
        if round_.status == Round.Status.CLOSED:
            board.closed_rounds += 1
            board.last_closed = round_
        else:
            open_rounds[board.tournament.pk].append(round_)
    return [
        replace(board, open_round=round_, rows=[])
        for pk, board in found.items()
        for round_ in (open_rounds[pk] or NO_ROUND)
    ]


def _add_counts(found: dict[int, TournamentBoard]) -> None:
    counts = (
        Entry.objects.filter(tournament__in=found)
        .values_list("tournament_id", "status")
        .annotate(count=Count("pk"))
    )
    for tournament_id, status, count in counts:
        found[tournament_id].counts[status] = count


def _add_tables(boards: list[TournamentBoard], now: datetime, called: Container[int]) -> None:
    open_rounds = _open_rounds(boards)
    if not open_rounds:
        return
    tables = Table.objects.filter(round__in=open_rounds).order_by("number")
    rows = {table.pk: Tile(table) for table in tables}
    for row in rows.values():
        board, row.table.round = open_rounds[row.table.round_id]
        board.rows.append(row)
        board.tables += 1
        board.playing += row.table.status != Table.Status.FINISHED
    fill(rows, each_hand=False)
    for row in rows.values():
        row.need = _need(row, now, called=row.table.pk in called)


def _hide_points(boards: list[TournamentBoard], *, conducts: bool) -> None:
    for board in boards:
        if board.open_round and not may_see_round(board.open_round, conducts=conducts):
            for row in board.rows:
                row.hide_points()


def _need(row: Tile, now: datetime, *, called: bool) -> Need:
    if row.table.round.status != Round.Status.RUNNING:
        return Need.CALLED if called else Need.NOTHING
    clock = table_clock(row.table)
    facts = TableFacts(
        finished=row.table.status == Table.Status.FINISHED,
        hand_since=row.running_hand.dealt_at if row.running_hand else None,
        paused=clock.paused_at is not None,
        called=called,
    )
    return table_need(facts, clock_rules.phase(clock, now), clock.ends_at - clock.started_at, now)
