"""Reading FIDE's report format (TRF), of either edition, by whatever program it was written.

Only the records of the tournament and of its players are read (TRF16, "Tournament section" and
"Player section"); what else a program adds is passed over.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from enum import Enum, auto
from typing import TypeVar

from pairing.head_to_head.model import DOWNTOWN, UPTOWN, Past, Record
from pairing.head_to_head.trf import ROUNDS_AT

#: The columns of a record 001, from 0.
NUMBER, NAME, RATING, FEDERATION = slice(4, 8), slice(14, 47), slice(48, 52), slice(53, 56)
POINTS, RANK = slice(80, 84), slice(85, 89)
CELL = 10
#: The columns of a round, from its first one, and where the dates of record 132 are in theirs.
OPPONENT, SIDE, RESULT, DAY = slice(2, 6), 7, 9, slice(2, 10)
SIDES = {"w": UPTOWN, "b": DOWNTOWN}
#: A game that was played. W, D and L are games that count for no rating.
PLAYED = {"1": 2, "=": 1, "0": 0, "w": 2, "d": 1, "l": 0}
FORFEITS = {"+": 2, "-": 0}
BYES = {"f": 2, "u": 2, "h": 1, "z": 0, " ": 0} | FORFEITS
FULL_BYE = "f"
#: A date of any other year is a mistake, and left out.
YEARS = range(1970, 2101)
NOBODY = ("", "0000", "0")
T = TypeVar("T")


class Fault(Enum):
    """Reasons why a report cannot be read."""

    NO_PLAYERS = auto()
    NUMBER = auto()
    TWICE = auto()
    RATING = auto()
    POINTS = auto()
    RANK = auto()
    OPPONENT = auto()
    SIDE = auto()
    RESULT = auto()
    OTHER_GAME = auto()  # the opponent has not the same game in that round


class ReportError(ValueError):
    """The text is no report of a tournament: the number of the line, and the column, from 1."""

    def __init__(self, line: int, column: int, fault: Fault) -> None:
        super().__init__(f"line {line}, column {column}: {fault.name}")
        self.line, self.column, self.fault = line, column, fault


@dataclass(frozen=True, slots=True)
class ReportedPlayer:
    """A player of a report, by the number that opponents name. ``rating`` is 0 for none.

    ``points`` are half points, as the file says them; ``past`` has opponents by number. ``line`` is
    that of the file.
    """

    number: int
    name: str
    rating: int
    federation: str
    points: int
    rank: int
    past: tuple[Past, ...] = ()
    line: int = 0

    @property
    def record(self) -> Record:
        return Record(self.number, self.number, self.past)


@dataclass(frozen=True)
class ReadReport:
    """A tournament as a report has it. ``rounds`` is 0 where it does not say how many there are.

    ``system`` is how it was paired, in words or as FIDE's code. ``dates`` are those of the rounds.
    """

    name: str = ""
    site: str = ""
    rounds: int = 0
    players: tuple[ReportedPlayer, ...] = ()
    starts_on: date | None = None
    ends_on: date | None = None
    system: str = ""
    dates: tuple[date | None, ...] = ()

    @property
    def rounds_played(self) -> int:
        """The last round in which anybody has a game or a bye."""
        return max((len(one.past) for one in self.players), default=0)


def column_of(columns: slice, round_: int | None = None) -> int:
    """The number of a column, from 1; of a round, that one's, counted from 0."""
    before = 0 if round_ is None else ROUNDS_AT + CELL * round_
    return before + int(columns.start) + 1


def is_report(text: str) -> bool:
    """Whether a text looks like a report: records of three digits, and a player among them."""
    lines = [line for line in text.lstrip("\ufeff").splitlines() if line.strip()]
    return bool(lines) and lines[0][:3].isalnum() and any(_is_player(line) for line in lines)


def _is_player(line: str) -> bool:
    return line.startswith("001 ") and line[NUMBER].strip().isdecimal()


def read_report(text: str) -> ReadReport:
    """Read a report. Raises ReportError for the first record of a player that cannot be read.

    Who is an opponent has to be a player of the report, and has to say the same of the game.
    """
    heads: dict[str, str] = {}
    players: dict[int, ReportedPlayer] = {}
    for at, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        if line.startswith("001"):
            player = _player(line, at)
            if player.number in players:
                raise ReportError(at, column_of(NUMBER), Fault.TWICE)
            players[player.number] = player
        else:
            heads.setdefault(line[:3], line[4:].rstrip())
    if not players:
        raise ReportError(1, 1, Fault.NO_PLAYERS)
    for player in players.values():
        for n in range(len(player.past)):
            if not _agrees(player, n, players):
                raise ReportError(player.line, column_of(OPPONENT, n), Fault.OTHER_GAME)
    return _report(heads, tuple(players[number] for number in sorted(players)))


def _report(heads: dict[str, str], players: tuple[ReportedPlayer, ...]) -> ReadReport:
    said = (heads.get("142") or heads.get("XXR") or "").strip()
    days = heads.get("132", "")[ROUNDS_AT - 4 :]
    return ReadReport(
        name=heads.get("012", "").strip(),
        site=heads.get("022", "").strip(),
        rounds=int(said) if said.isdecimal() and len(said) <= 4 else 0,
        players=players,
        starts_on=_day(heads.get("042", "")),
        ends_on=_day(heads.get("052", "")),
        system=(heads.get("092") or heads.get("192") or "").strip(),
        dates=tuple(_day(days[at : at + CELL][DAY]) for at in range(0, len(days), CELL)),
    )


def _day(text: str) -> date | None:
    """A date as programs write it: 2016/03/04, 2016-03-04, 16/03/04; None for anything else."""
    parts = text.strip().replace("-", "/").replace(".", "/").split("/")
    if len(parts) != 3 or not all(part.isdecimal() and len(part) <= 4 for part in parts):
        return None
    year, month, day = map(int, parts)
    year += 2000 if len(parts[0]) == 2 else 0
    with suppress(ValueError):
        return date(year, month, day) if year in YEARS else None
    return None


def _player(line: str, at: int) -> ReportedPlayer:
    line = line.rstrip("\r\n")

    def read(columns: slice, convert: Callable[[str], T], fault: Fault) -> T:
        try:
            return convert(line[columns].strip())
        except ValueError as error:
            raise ReportError(at, column_of(columns), fault) from error

    return ReportedPlayer(
        number=read(NUMBER, _whole, Fault.NUMBER),
        name=" ".join(line[NAME].split()),
        rating=read(RATING, _whole_or_0, Fault.RATING),
        federation=line[FEDERATION].strip(),
        points=read(POINTS, _half_points, Fault.POINTS),
        rank=read(RANK, _whole_or_0, Fault.RANK),
        past=tuple(_cells(line[ROUNDS_AT:], at)),
        line=at,
    )


def _whole(text: str) -> int:
    if not text.isdecimal():
        raise ValueError(text)
    return int(text)


def _whole_or_0(text: str) -> int:
    return _whole(text) if text else 0


def _half_points(text: str) -> int:
    points = float(text.replace(",", ".") or 0) * 2
    if not points.is_integer():
        raise ValueError(text)
    return int(points)


def _cells(text: str, at: int) -> list[Past]:
    """The rounds of a player; rounds that nobody paired yet are left out at the end."""
    cells = [text[start : start + CELL].ljust(CELL) for start in range(0, len(text), CELL)]
    while cells and not cells[-1].strip():
        cells.pop()
    return [_past(cell, at, n) for n, cell in enumerate(cells)]


def _past(cell: str, at: int, n: int) -> Past:
    opponent, side, result = cell[OPPONENT].strip(), cell[SIDE].lower(), cell[RESULT].lower()

    def fault(columns: slice, what: Fault) -> ReportError:
        return ReportError(at, column_of(columns, n), what)

    known = BYES if opponent in NOBODY else FORFEITS | PLAYED
    if result not in known:
        raise fault(slice(RESULT, RESULT + 1), Fault.RESULT)
    if opponent in NOBODY:
        return Past(None, "", BYES[result], was_given=result == FULL_BYE)
    if not opponent.isdecimal():
        raise fault(OPPONENT, Fault.OPPONENT)
    if result in FORFEITS:
        return Past(int(opponent), SIDES.get(side, ""), FORFEITS[result], played=False)
    if side not in SIDES:
        raise fault(slice(SIDE, SIDE + 1), Fault.SIDE)
    return Past(int(opponent), SIDES[side], PLAYED[result])


def _agrees(player: ReportedPlayer, n: int, players: dict[int, ReportedPlayer]) -> bool:
    """Whether the opponent of round ``n`` had the same game, on the other side."""
    mine = player.past[n]
    if mine.opponent is None:
        return True
    other = players.get(mine.opponent)
    theirs = other.past[n] if other and n < len(other.past) else None
    if (
        other is player
        or theirs is None
        or theirs.opponent != player.number
        or theirs.played != mine.played
    ):
        return False
    # Both may lose by default, and a tie-break's point may go to both: no sum is checked.
    return not mine.side or mine.side != theirs.side
