"""Reading FIDE's report format (TRF), of either edition, by whatever program it was written.

Only the records of the tournament and of its players are read (TRF16, "Tournament section" and
"Player section"); what else a program adds is passed over.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pairing.head_to_head.model import DOWNTOWN, UPTOWN, Past, Record
from pairing.head_to_head.trf import ROUNDS_AT

#: The columns of a record 001, from 0.
NUMBER, NAME, RATING, FEDERATION = slice(4, 8), slice(14, 47), slice(48, 52), slice(53, 56)
POINTS, RANK = slice(80, 84), slice(85, 89)
CELL = 10
SIDES = {"w": UPTOWN, "b": DOWNTOWN}
#: A game that was played. W, D and L are games that count for no rating.
PLAYED = {"1": 2, "=": 1, "0": 0, "w": 2, "d": 1, "l": 0}
FORFEITS = {"+": 2, "-": 0}
BYES = {"f": 2, "u": 2, "h": 1, "z": 0, " ": 0} | FORFEITS
FULL_BYE = "f"
NOBODY = ("", "0000", "0")


class ReportError(ValueError):
    """The text is no report of a tournament; ``line`` is the number of the line that is wrong."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line} is not as FIDE's report format has it")
        self.line = line


@dataclass(frozen=True, slots=True)
class ReportedPlayer:
    """A player of a report, by the number that opponents name. ``rating`` is 0 for none.

    ``points`` are half points, as the file says them; ``past`` has opponents by number.
    """

    number: int
    name: str
    rating: int
    federation: str
    points: int
    rank: int
    past: tuple[Past, ...] = ()

    @property
    def record(self) -> Record:
        return Record(self.number, self.number, self.past)


@dataclass(frozen=True)
class ReadReport:
    """A tournament as a report has it. ``rounds`` is 0 where it does not say how many there are."""

    name: str = ""
    site: str = ""
    rounds: int = 0
    players: tuple[ReportedPlayer, ...] = field(default=())


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
    lines: dict[int, int] = {}
    for at, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        if line.startswith("001"):
            player = _player(line, at)
            if player.number in players:
                raise ReportError(at)
            players[player.number], lines[player.number] = player, at
        else:
            heads.setdefault(line[:3], line[4:].strip())
    if not players:
        raise ReportError(1)
    for player in players.values():
        if not all(_agrees(player, n, players) for n in range(len(player.past))):
            raise ReportError(lines[player.number])
    said = heads.get("142") or heads.get("XXR") or ""
    return ReadReport(
        name=heads.get("012", ""),
        site=heads.get("022", ""),
        rounds=int(said) if said.isdecimal() else 0,
        players=tuple(players[number] for number in sorted(players)),
    )


def _player(line: str, at: int) -> ReportedPlayer:
    try:
        return ReportedPlayer(
            number=int(line[NUMBER]),
            name=" ".join(line[NAME].split()),
            rating=int(line[RATING].strip() or 0),
            federation=line[FEDERATION].strip(),
            points=_half_points(line[POINTS]),
            rank=int(line[RANK].strip() or 0),
            past=tuple(_cells(line[ROUNDS_AT:].rstrip("\r\n"))),
        )
    except (ValueError, KeyError) as error:
        raise ReportError(at) from error


def _half_points(text: str) -> int:
    points = float(text.strip().replace(",", ".") or 0) * 2
    if not points.is_integer():
        raise ValueError(text)
    return int(points)


def _cells(text: str) -> list[Past]:
    """The rounds of a player; rounds that nobody paired yet are left out at the end."""
    cells = [text[at : at + CELL].ljust(CELL) for at in range(0, len(text), CELL)]
    while cells and not cells[-1].strip():
        cells.pop()
    return [_past(cell[2:6].strip(), cell[7].lower(), cell[9].lower()) for cell in cells]


def _past(opponent: str, side: str, result: str) -> Past:
    if opponent in NOBODY:
        return Past(None, "", BYES[result], was_given=result == FULL_BYE)
    if result in FORFEITS:
        return Past(int(opponent), SIDES.get(side, ""), FORFEITS[result], played=False)
    return Past(int(opponent), SIDES[side], PLAYED[result])


def _agrees(player: ReportedPlayer, n: int, players: dict[int, ReportedPlayer]) -> bool:
    """Whether the opponent of round ``n`` had the same game, on the other side."""
    mine = player.past[n]
    if mine.opponent is None:
        return True
    other = players.get(mine.opponent)
    theirs = other.past[n] if other and n < len(other.past) else None
    if theirs is None or theirs.opponent != player.number or theirs.played != mine.played:
        return False
    # Both may lose by default, and a tie-break's point may go to both: no sum is checked.
    return not mine.side or mine.side != theirs.side
