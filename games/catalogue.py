"""The games by key, and what the site must know about each before anybody sits down."""

from __future__ import annotations

import importlib
import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal, Protocol, cast

from games.kernel import Game
from games.options import Option, Value, settle
from games.packs import Pack, PackTable
from games.record import Record, read_header
from games.sheet import Sheet

HERE = Path(__file__).parent
A_DAY = 24 * 60
NOTHING_CHOSEN: Final[Mapping[str, Any]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Timing:
    """The time of a slot. ``cutoff``, ``force_end`` and ``warning`` count back from its end."""

    slot: timedelta
    final: timedelta
    cutoff: timedelta
    force_end: timedelta
    warning: timedelta


@dataclass(frozen=True, slots=True)
class Setup:
    """A game as a tournament plays it: what is known of it, and the score sheets by name, made for
    the options that were chosen."""

    info: GameInfo
    sheets: Mapping[str, Sheet]
    options: Mapping[str, Value]

    @property
    def sheet(self) -> Sheet:
        """The one that a table fills in on a phone, if it does not choose another."""
        return self.sheets[self.info.sheet_name]

    @property
    def is_called_out(self) -> bool:
        """Whether a hand is called out: points for each seat, and who went out."""
        return any(field.name == "went_out" for field in self.sheet.fields)


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game as a tournament needs it. ``rulebook`` names its rules as players do.

    ``target`` is 0 for a game that is not played to a number of points. ``tie_breaks`` are words
    for what decides between equal scores, in order. ``seat_names`` says what the seats are called,
    if they have names; ``printable`` that an empty sheet can be printed. ``sheet_name`` is the one
    of ``sheets`` that a table fills in on a phone. A game of this site ``has_rules``; one that a
    conductor defined (``games.titles``) has none. Where ``fewer_is_better``, results count the
    points that are written down below zero, so that more is better everywhere; ``counts_points`` is
    false where places alone are written down.
    """

    key: str
    name: str
    players: range
    preferred_players: int
    sheet_per: Literal["hand", "game"]
    sheet_name: str
    target: int
    points_limit: int
    timing: Timing
    rulebook: str
    tie_breaks: tuple[str, ...] = ()
    printable: bool = False
    seat_names: tuple[str, ...] = ()
    has_rules: bool = True
    fewer_is_better: bool = False
    counts_points: bool = True

    @property
    def has_target(self) -> bool:
        """Whether its tournaments have a number of points that ends a game of many hands."""
        return self.sheet_per == "hand" and self.target > 0

    @property
    def options(self) -> tuple[Option, ...]:
        """The options for a tournament of it."""
        return options(self.key) if self.has_rules else ()

    def as_written(self, points: int) -> int:
        """Points of a result as the table wrote them down."""
        return -points if self.fewer_is_better else points


class Engine(Protocol):
    """The names that the package of a game, ``games.<key>``, offers.

    It may also offer ``show(state, player)``, a table as text for the terminal, which else writes
    ``State.view`` line by line; ``public(state)``, what everybody sees as ``State.view(None)`` has
    it but arranged for people (``games.public``); ``svg(game)``, an empty board to print;
    ``board_svg(state, player, title=…)``, a player's board with its marks, and ``table_svg(state,
    title=…)``, a board that all share; ``HORIZON``, how many decisions ahead ``games.search``
    looks; ``PLAYS_ON``, the bot that plays on its lines, where lots lead nowhere; ``set_up(game,
    data)``, a position made by hand (raises PositionError), and ``write_down(state)``, which is the
    reverse.
    """

    PACKS: Mapping[str, Path]
    """The content packs by name; the first is the default."""

    def load(self, path: Path) -> Game[Any]:
        """The rules with a content pack. Raises PackError with every fault of the pack."""

    def sheets(self, game: Game[Any], **options: Any) -> Mapping[str, Sheet]:
        """The score sheets by name; the first is the one that a played game is written on.

        ``options`` are the values of all ``Game.options``; a game without any takes none.
        """

    def greedy(self, state: Any, player: int, rnd: random.Random) -> Any:
        """The move of a bot that looks one step ahead."""


def _timing(table: PackTable) -> Timing:
    def minutes(key: str) -> timedelta:
        return timedelta(minutes=table.whole(key, low=0, high=A_DAY))

    return Timing(
        slot=minutes("slot_minutes"),
        final=minutes("final_minutes"),
        cutoff=minutes("cutoff_minutes_before_end"),
        force_end=minutes("force_end_minutes_before_end"),
        warning=minutes("warning_minutes_before_end"),
    )


def _load(folder: Path) -> GameInfo:
    data = Pack.read(folder / "content" / "tournament.toml")
    players, sheet = data.table("players"), data.table("sheet")
    low, high = players.whole("min", low=1, high=99), players.whole("max", low=1, high=99)
    info = GameInfo(
        key=data.text("key"),
        name=data.text("name"),
        players=range(low, high + 1),
        preferred_players=players.whole("preferred", low=low, high=high),
        sheet_per=cast(Literal["hand", "game"], sheet.choice("per", ("hand", "game"))),
        sheet_name=sheet.text("name"),
        target=data.table("target").whole("points", low=1, high=9999) if data.has("target") else 0,
        points_limit=sheet.whole("points_limit", low=1, high=9999),
        timing=_timing(data.table("timing")),
        rulebook=data.sentence("rulebook"),
        tie_breaks=sheet.sentences("tie_breaks") if sheet.has("tie_breaks") else (),
        printable=sheet.flag("printable", default=False),
        seat_names=players.sentences("seat_names") if players.has("seat_names") else (),
    )
    data.done()
    return info


@cache
def games() -> dict[str, GameInfo]:
    """Every game by key, in the order of their keys."""
    folders = sorted(path.parent.parent for path in HERE.glob("*/content/tournament.toml"))
    return {info.key: info for info in map(_load, folders)}


def game(key: str) -> GameInfo:
    """The game with this key. Raises KeyError for an unknown one."""
    return games()[key]


def engine(key: str) -> Engine:
    """The rule engine of a game. Raises KeyError for a game that is unknown or has no rules."""
    package = importlib.import_module(f"games.{game(key).key}")
    if not hasattr(package, "PACKS"):
        raise KeyError(key)
    return cast(Engine, package)


@cache
def rules(key: str, pack: str = "") -> Game[Any]:
    """The rules of a game with one of its own content packs, by name, or the first.

    Raises KeyError for a game or a pack that is not here.
    """
    found = engine(key)
    return found.load(found.PACKS[pack or next(iter(found.PACKS))])


def options(key: str) -> tuple[Option, ...]:
    """The options for a tournament of a game. Raises KeyError for an unknown game."""
    return tuple(option for option in rules(key).options if option.per == "tournament")


def setup(key: str, chosen: Mapping[str, Any] = NOTHING_CHOSEN) -> Setup:
    """A game with the options of a tournament, as they were chosen and stored.

    One that this release does not have, or a value that it does not take, counts as not chosen.
    Raises KeyError for an unknown game.
    """
    taken = {one.key: chosen[one.key] for one in options(key) if _is_chosen(one, chosen)}
    return _setup(key, tuple(taken.items()))


def _is_chosen(option: Option, chosen: Mapping[str, Any]) -> bool:
    return option.key in chosen and option.takes(chosen[option.key])


@cache
def _setup(key: str, chosen: tuple[tuple[str, Value], ...]) -> Setup:
    info, game = games()[key], rules(key)
    values = settle(info.name, game.options, dict(chosen))
    of_tournament = {option.key: values[option.key] for option in options(key)}
    return Setup(info, engine(key).sheets(game, **values), of_tournament)


def sheet(key: str) -> Sheet:
    """The score sheet that a table of a game fills in, where nothing else is chosen.

    Raises KeyError for an unknown game.
    """
    return setup(key).sheet


def sheets(key: str) -> Mapping[str, Sheet]:
    """All score sheets that a table of a game may fill in, by name, where nothing is chosen."""
    return setup(key).sheets


def blank(key: str, pack: str) -> str:
    """An empty board or sheet to print and play on, as an SVG document.

    Raises KeyError for a game or a pack that is not here, and for a game with nothing to print.
    """
    draw = getattr(engine(key), "svg", None)
    if draw is None or not game(key).printable:
        raise KeyError(key)
    return str(draw(rules(key, pack)))


def read_record(text: str, pack: Path | None = None) -> Record[Any]:
    """A stored game, replayed with the rules its header names, or with a pack of one's own.

    Raises KeyError for a game or pack that is not here; else as ``Record.load`` does.
    """
    head = read_header(text.partition("\n")[0])
    found = engine(head["game"]).load(pack) if pack else rules(head["game"], head["pack"])
    return Record.load(found, text)
