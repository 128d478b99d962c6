"""A position as people read it: facts, tables by seat, and drawn boards.

The words are those of the engine's own views (``State.view``); a game with a drawing has its own
view. Facts are pairs of a label and words; a cell of a grid is a list of lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

from django.utils.translation import gettext as _

from games import catalogue
from games.catalogue import Engine
from games.kernel import ARBITER, CHANCE, State
from tournaments.adjudicator.view_words import end, head, label, word
from tournaments.punctuation import divided, labelled, listed
from tournaments.texts import say

NOTHING: Final = "\N{EN DASH}"
SEAT_NUMBERS: Final = ("player", "dealer", "out")
"""The numbers of a view that are a seat, -1 for nobody."""
MOST_COLUMNS: Final = 12
"""A table of seats with more parts than these is turned: a part a row, a seat a column."""
UNNAMED: Final = ("cars",)
"""The parts of a thing that need no label."""

Facts = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: a title, the heads of its columns, and rows of a head and cells.

    ``is_turned`` that its columns are seats, not its rows.
    """

    title: str
    columns: list[str]
    rows: list[tuple[str, list[list[str]]]]
    is_turned: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """A seat's own board, drawn (SVG); ``is_to_act`` that the seat may act first."""

    name: str
    drawing: str
    is_to_act: bool


@dataclass(frozen=True, slots=True)
class PositionView:
    """The part of a position that everybody at the table sees."""

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
    """The public's view of a position, with the boards that its game draws."""
    engine = catalogue.engine(key)
    public = getattr(engine, "public", None)
    facts, grids = _plain(public(state) if public else state.view(None))
    return PositionView(facts, grids, [*_boards(engine, state)])


def _boards(engine: Engine, state: State[Any]) -> Iterator[Board]:
    if table_svg := getattr(engine, "table_svg", None):
        title = _("The table")
        yield Board(title, table_svg(state, title=title), is_to_act=True)
    if board_svg := getattr(engine, "board_svg", None):
        first = max(0, min(state.actors(), default=0))
        for placing in state.placings():
            seat, title = placing.player, name_of(placing.player)
            yield Board(title, board_svg(state, seat, title=title), seat == first)


# --- Any game -------------------------------------------------------------------------------------


def _plain(view: dict[str, Any]) -> tuple[Facts, list[Grid]]:
    facts: Facts = []
    grids: list[Grid] = []
    for name, value in view.items():
        if name == "seats":
            columns = {one: [seat[one] for seat in value] for one in value[0]}
            grids.insert(0, _seats(columns))
        elif isinstance(value, dict):
            rows = [(head(one), [lines(it)]) for one, it in value.items()]
            grids.append(Grid(label(name), [], rows))
        elif said := words(name, value):
            facts.append((label(name), said))
    return facts, grids


def _seats(columns: dict[str, list[Any]]) -> Grid:
    count = len(next(iter(columns.values())))
    if len(columns) > MOST_COLUMNS:
        parts = [(label(name), [*map(lines, values)]) for name, values in columns.items()]
        return Grid("", [*map(name_of, range(count))], parts, is_turned=True)
    rows = [
        (name_of(seat), [lines(values[seat]) for values in columns.values()])
        for seat in range(count)
    ]
    return Grid("", [label(name) for name in columns], rows)


def words(name: str, value: Any) -> str:
    """A value in one line; empty when there is nothing to say."""
    if name in SEAT_NUMBERS and type(value) is int:
        return name_of(value) if value >= 0 else ""
    if value is None or value is False or value == "":
        return ""
    if isinstance(value, list):
        return listed(_runs([words("", one) for one in value])) or NOTHING
    if isinstance(value, dict):
        return _thing(value)
    return _one_word(name, value)


def _one_word(name: str, value: Any) -> str:
    if value is True:
        return _("yes")
    if not isinstance(value, str):
        return str(value)
    return end(value) if name == "ended" else say(value)


def _thing(value: dict[str, Any]) -> str:
    """The parts of a small thing, its own name first: ``A: box ×2; loco``."""  # noqa: RUF002
    (_name, first), *others = value.items()
    said = []
    for name, one in others:
        if one is True:
            said.append(word(name))
        elif one_word := words(name, one):
            said.append(one_word if name in UNNAMED else f"{word(name)} {one_word}")
    return labelled(words("", first), divided(said))


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
            facts = [(name, listed(values)) for name, values in hidden.items()]
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
