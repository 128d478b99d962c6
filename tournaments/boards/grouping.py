"""Many tournaments at one event, in the order in which people look for them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from tournaments.boards.queries import TournamentBoard
from tournaments.boards.rules import Step
from tournaments.clock.room.queries import Tile
from tournaments.clock.room.rules import PRESSING, Need
from tournaments.models import Round

#: With more tournaments than this, each has a line and a page of its own.
FEW = 2
LAST = datetime.max.replace(tzinfo=UTC)
#: The steps that wait for a conductor, those of tables that stand ready first.
TASKS = (Step.CLOSE, Step.START, Step.PUBLISH, Step.SEAT)


@dataclass(slots=True)
class Overview:
    """Tournaments for everybody: those that run (soonest end first), the next, and those over."""

    running: list[TournamentBoard] = field(default_factory=list)
    coming: list[TournamentBoard] = field(default_factory=list)
    ended: list[TournamentBoard] = field(default_factory=list)


def overview(boards: Sequence[TournamentBoard]) -> Overview:
    """Sort tournaments for everybody, who do not know of a seating that is not published."""
    found = Overview()
    for board in boards:
        if board.tournament.has_ended:
            found.ended.append(board)
        elif board.open_round and board.open_round.status == Round.Status.RUNNING:
            found.running.append(board)
        else:
            found.coming.append(board)
    found.running.sort(key=_ends_at)
    found.coming.sort(key=_starts_at)
    return found


@dataclass(slots=True)
class Work:
    """The work of conductors: tables that need help, steps to take, and tournaments by state."""

    tables: list[Tile] = field(default_factory=list)
    tasks: list[TournamentBoard] = field(default_factory=list)
    running: list[TournamentBoard] = field(default_factory=list)
    waiting: list[TournamentBoard] = field(default_factory=list)
    ended: list[TournamentBoard] = field(default_factory=list)


def work(boards: Sequence[TournamentBoard]) -> Work:
    """Sort tournaments for conductors."""
    found = Work()
    for board in boards:
        if board.step == Step.FINISHED:
            found.ended.append(board)
        elif board.step == Step.PLAY:
            found.running.append(board)
        elif board.step in TASKS and board.tournament.pairing != "fixtures":
            found.tasks.append(board)
        else:
            found.waiting.append(board)
    found.running.sort(key=_ends_at)
    found.tasks.sort(key=lambda board: TASKS.index(board.step))
    rows = [row for board in boards for row in board.rows]
    found.tables = sorted(filter(is_pressing, rows), key=urgency)
    return found


def is_pressing(row: Tile) -> bool:
    """Whether a table needs a conductor now."""
    return row.disputed or row.need in PRESSING


def urgency(row: Tile) -> tuple[bool, bool, int, int]:
    """The order of tables: those that called, disputed ones, then by need, then by number."""
    called = row.need == Need.CALLED
    return (not called, not row.disputed, list(Need).index(row.need), row.table.shown)


def _ends_at(board: TournamentBoard) -> datetime:
    return (board.open_round and board.open_round.ends_at) or LAST


def _starts_at(board: TournamentBoard) -> tuple[bool, datetime, bool]:
    """A published seating comes first, then by the planned start, then tournaments under way."""
    round_, starts_at = board.open_round, board.tournament.next_round_at
    is_published = bool(round_ and round_.status == Round.Status.PUBLISHED)
    return (not is_published, starts_at or LAST, not board.has_begun)


def clocks_of(boards: Iterable[TournamentBoard]) -> str:
    """Whether any clock runs, else whether one is paused."""
    running = [
        board.open_round
        for board in boards
        if board.open_round and board.step in (Step.PLAY, Step.CLOSE)
    ]
    if any(not round_.paused_at for round_ in running):
        return "running"
    return "paused" if running else ""
