"""A board of Metro X and its Transit deck: the content pack, checked and made into tables."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

from games.packs import Pack, PackTable
from games.texts import T

CARD_KINDS: Final = ("number", "skip", "transfer", "free")
MOVES: Final = ("free", "nothing", "flip")
"""Words that moves without a line begin with: see notation.md."""
MOST: Final = 99
"""No number in a pack is larger: enough for any board that fits on a table."""
MOST_PLAYERS: Final = 10
"""No pack seats more: positions have the players as bits of a table of this size."""


@dataclass(frozen=True, slots=True)
class Card:
    """A Transit card. ``number`` is 0 for a card without one.

    Source: metro-x.txt, Card Types.
    """

    kind: str
    number: int
    count: int
    reshuffle: bool

    def __str__(self) -> str:
        words = {"number": [], "skip": ["skip"], "transfer": ["transfer"], "free": ["free"]}
        return " ".join([*words[self.kind], *([str(self.number)] if self.number else [])])


@dataclass(frozen=True, slots=True)
class TransitLine:
    """A subway route: its Train Car Windows, its points for the first to complete it (``gold``)
    and for later ones (``white``), its stations by name from Start Point to End Point."""

    id: str
    windows: int
    gold: int
    white: int
    stations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A whole content pack. ``penalty`` has a pair per row: from so many empty stations on, so
    many points are lost."""

    pack: str
    digest: str
    name: str
    source: str
    players: range
    cards: tuple[Card, ...]
    penalty: tuple[tuple[int, int], ...]
    lines: tuple[TransitLine, ...]

    @property
    def stations(self) -> tuple[str, ...]:
        """Every station once, in the order in which the lines first reach them."""
        return tuple(dict.fromkeys(name for line in self.lines for name in line.stations))

    def lost(self, empty: int) -> int:
        """Points lost by so many empty stations. Source: metro-x.txt, End of the Game (Empty)."""
        return max((points for least, points in self.penalty if empty >= least), default=0)


def load(path: Path) -> Board:
    """A content pack from its file. Raises PackError with every fault of it."""
    return read(Pack.read(path))


def read(pack: Pack) -> Board:
    """A content pack as a board. Raises PackError with every fault of it."""
    pack.choice("key", ("metro_x",))
    players = pack.table("players")
    low = players.whole("min", low=1, high=MOST_PLAYERS)
    board = Board(
        pack=pack.name,
        digest=pack.digest,
        name=pack.text("name"),
        source=pack.text("source"),
        players=range(low, players.whole("max", low=low, high=MOST_PLAYERS) + 1),
        cards=tuple(_card(table) for table in pack.tables("card")),
        penalty=_penalty(pack.table("penalty")),
        lines=tuple(_line(table) for table in pack.tables("line")),
    )
    _check(board, pack)
    pack.done()
    return board


def _card(table: PackTable) -> Card:
    kind = table.choice("kind", CARD_KINDS)
    numbered = kind in ("number", "skip")
    card = Card(
        kind=kind,
        number=table.whole("number", low=1, high=MOST) if numbered else 0,
        count=table.whole("count", low=1, high=MOST),
        reshuffle=table.flag("reshuffle", default=False),
    )
    if card.reshuffle and kind == "free":
        table.fault(
            "reshuffle", "endless", T("A card that fills no window cannot reshuffle the deck.")
        )
    return card


def _penalty(table: PackTable) -> tuple[tuple[int, int], ...]:
    least = table.wholes("at_least", low=0, high=999)
    points = table.wholes("points", low=0, high=999, size=len(least))
    if any(later <= sooner for sooner, later in pairwise(least)):
        text = T("Each row must begin at more empty stations than the row before it.")
        table.fault("at_least", "order", text)
    if any(later < sooner for sooner, later in pairwise(points)):
        table.fault("points", "order", T("More empty stations cannot cost fewer points."))
    return tuple(zip(least, points, strict=False))


def _line(table: PackTable) -> TransitLine:
    line = TransitLine(
        id=table.text("id"),
        windows=table.whole("windows", low=1, high=MOST),
        gold=table.whole("gold", low=0, high=MOST),
        white=table.whole("white", low=0, high=MOST),
        stations=tuple(table.words("stations")),
    )
    if len(set(line.stations)) != len(line.stations) or not line.stations:
        table.fault(
            "stations", "route", T("A line must stop at one or more stations, once at each.")
        )
    if line.white > line.gold:
        text = T("The white points cannot be more than the gold points.")
        table.fault("white", "bonus", text)
    if not line.id.isalnum():
        table.fault("id", "word", T("The name of a line must have only letters and digits."))
    if line.id in MOVES:
        text = T("A line cannot be named {id}: moves begin with that word.", id=repr(line.id))
        table.fault("id", "reserved", text)
    for name in line.stations:
        if not name.isalnum():
            text = T(
                "The name of a station must have only letters and digits, not {name}.",
                name=repr(name),
            )
            table.fault("stations", "word", text)
    return line


def _check(board: Board, pack: PackTable) -> None:
    names = [line.id for line in board.lines]
    for name in sorted({name for name in names if names.count(name) > 1}):
        pack.fault("line", "twice", T("There are two lines named {name}.", name=name))
    names = [str(card) for card in board.cards]
    for name in sorted({name for name in names if names.count(name) > 1}):
        pack.fault(
            "card",
            "twice",
            T("The card {name} is listed twice; raise its count instead.", name=repr(name)),
        )
    if not any(card.kind != "free" for card in board.cards):
        text = T("No card fills a Train Car Window, so a game would never end.")
        pack.fault("card", "endless", text)
    if not any(card.reshuffle for card in board.cards):
        filling = sum(card.count for card in board.cards if card.kind != "free")
        if filling < sum(line.windows for line in board.lines):
            text = T("The deck runs out before the windows are full, and no card reshuffles it.")
            pack.fault("card", "runs-out", text)
