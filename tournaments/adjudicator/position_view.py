"""A position as people read it: facts, tables by seat, and drawn boards.

The words are those of the engine's own views (``State.view``); a game with a drawing has its own
view. Facts are pairs of a label and words; a cell of a grid is a list of lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

from django.utils.translation import gettext as _

from games import metro_x
from games.kernel import ARBITER, CHANCE, State
from games.metro_x.drawing import totals

NOTHING: Final = "\N{EN DASH}"
BY_SEAT: Final = {
    "express": ("scores",),
    "expect_delays": ("points", "swipes", "commuters", "hands"),
    "metro_x": (),
}
"""The lists of a view that have a value for each seat."""
SEAT_NUMBERS: Final = ("player", "dealer", "out")
"""The numbers of a view that are a seat, -1 for nobody."""
UNNAMED: Final = ("cars",)
"""The parts of a thing that need no label."""

Facts = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: a title, the heads of its columns, and rows of a head and cells."""

    title: str
    columns: list[str]
    rows: list[tuple[str, list[list[str]]]]


@dataclass(frozen=True, slots=True)
class Board:
    """A seat's own board, drawn (SVG); ``is_to_act`` that the seat may act first."""

    name: str
    drawing: str
    is_to_act: bool


@dataclass(frozen=True, slots=True)
class PositionView:
    """What everybody at the table sees."""

    facts: Facts
    grids: list[Grid] = field(default_factory=list)
    boards: list[Board] = field(default_factory=list)


def name_of(player: int) -> str:
    """A player as the page names them."""
    if player == CHANCE:
        return _("Chance")
    if player == ARBITER:
        return _("Conductor")
    return _("Seat %(number)s") % {"number": player}


def view_of(key: str, state: State[Any]) -> PositionView:
    """The public's view of a position."""
    return _metro_x(state) if key == "metro_x" else _plain(key, state.view(None))


# --- Any game -------------------------------------------------------------------------------------


def _plain(key: str, view: dict[str, Any]) -> PositionView:
    by_seat = {name: view.pop(name) for name in BY_SEAT.get(key, ()) if name in view}
    facts, grids, columns = [], [], dict(by_seat)
    for name, value in view.items():
        if name == "seats":
            columns |= {one: [seat[one] for seat in value] for one in value[0]}
        elif isinstance(value, dict):
            grids.append(Grid(label(name), [], [(one, [lines(it)]) for one, it in value.items()]))
        elif said := words(name, value):
            facts.append((label(name), said))
    if columns:
        grids.insert(0, _seats(columns))
    return PositionView(facts, grids)


def _seats(columns: dict[str, list[Any]]) -> Grid:
    count = len(next(iter(columns.values())))
    rows = [
        (name_of(seat), [lines(values[seat]) for values in columns.values()])
        for seat in range(count)
    ]
    return Grid("", [label(name) for name in columns], rows)


def label(name: str) -> str:
    """The name of a part of a view, for people."""
    return name.replace("_", " ").capitalize()


def words(name: str, value: Any) -> str:
    """A value in one line; empty when there is nothing to say."""
    if name in SEAT_NUMBERS and type(value) is int:
        return name_of(value) if value >= 0 else ""
    if value is None or value is False or value == "":
        return ""
    if value is True:
        return _("yes")
    if isinstance(value, list):
        return ", ".join(_runs([words("", one) for one in value])) or NOTHING
    if isinstance(value, dict):
        return _thing(value)
    return str(value)


def _thing(value: dict[str, Any]) -> str:
    """The parts of a small thing, its own name first: ``A: box ×2; loco``."""  # noqa: RUF002
    (_name, first), *others = value.items()
    said = []
    for name, one in others:
        if one is True:
            said.append(label(name).lower())
        elif word := words(name, one):
            said.append(word if name in UNNAMED else f"{label(name).lower()} {word}")
    return f"{words('', first)}: {'; '.join(said)}"


def _runs(parts: list[str]) -> list[str]:
    """Equal neighbours as one: ``box ×2``. The order stays: the last of a pile lies on top."""  # noqa: RUF002
    runs = [(part, len(list(same))) for part, same in groupby(parts)]
    return [f"{part} ×{count}" if count > 1 else part for part, count in runs]  # noqa: RUF001


def lines(value: Any) -> list[str]:
    """A value in a cell: a line for each thing of a list of things."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [words("", one) for one in value]
    return [words("", value) or NOTHING]


def secrets_of(state: State[Any], seats: int) -> list[tuple[str, Facts]]:
    """By seat: what that seat sees and the public does not; seats without a secret are left out."""
    public = state.view(None)
    found = []
    for seat in range(seats):
        hidden: dict[str, list[str]] = {}
        for name, value in _differences("", state.view(seat), public):
            hidden.setdefault(label(name), []).append(words(name, value))
        if hidden:
            facts = [(name, ", ".join(values)) for name, values in hidden.items()]
            found.append((name_of(seat), facts))
    return found


def _differences(name: str, own: Any, public: Any) -> Iterator[tuple[str, Any]]:
    """The parts of a seat's view that differ from the public's, with the name of each."""
    if isinstance(own, dict) and isinstance(public, dict):
        for one, value in own.items():
            yield from _differences(one, value, public.get(one))
    elif isinstance(own, list) and isinstance(public, list) and len(own) == len(public):
        for value, other in zip(own, public, strict=True):
            yield from _differences(name, value, other)
    elif own != public:
        yield name, own


# --- Metro X --------------------------------------------------------------------------------------


def _metro_x(state: Any) -> PositionView:
    """The card, what is left, the totals, and every board drawn."""
    game, cards = state.game, state.game.board.cards
    deck = Counter(str(cards[card]) for card in state.deck)
    gone = [line.id for n, line in enumerate(game.board.lines) if state.taken >> n & 1]
    facts = [
        (_("Card"), str(cards[state.face]) if state.face >= 0 else _("face down")),
        (_("Windows left"), str(state.left)),
        (_("Gold taken"), ", ".join(gone) or NOTHING),
        (_("Cards face down"), ", ".join(_counted(deck)) or NOTHING),
    ]
    sealed = state.view(None)["sealed"]
    boards = [dict(totals(game, marks)) for marks in state.boards]
    columns = [*boards[0], _("This card")]
    rows = [
        (
            name_of(seat),
            [*([str(value)] for value in board.values()), [_("chosen") if chosen else NOTHING]],
        )
        for seat, (board, chosen) in enumerate(zip(boards, sealed, strict=True))
    ]
    first = max(0, min(state.actors(), default=0))
    drawn = [
        Board(name_of(seat), metro_x.board_svg(state, seat, title=name_of(seat)), seat == first)
        for seat in range(len(state.boards))
    ]
    return PositionView(facts, [Grid("", columns, rows)], drawn)


def _counted(parts: Counter[str]) -> list[str]:
    return [f"{part} ×{count}" if count > 1 else part for part, count in parts.items()]  # noqa: RUF001
