"""Points schemes: data in ``scoring/schemes/*.toml``, each with the source that it comes from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

from games.packs import Pack, PackTable
from scoring.measures import MEASURES
from scoring.worth import CloseGame, FirstsAndSeconds, Formula, GamePoints, Places, Share

FOLDER = Path(__file__).parent / "schemes"
#: The default scheme of a tournament.
HOUSE = "house"
KINDS = ("places", "close-game", "firsts-and-seconds", "share", "game-points")
OTHER_SIZES = ("stretch", "cut")
OWN_MEAN = "own-mean"
MOST_GAMES = 99


@dataclass(frozen=True, slots=True)
class Scheme:
    """How results become an order of players.

    ``best`` is the number of results that count, 0 for all. ``bye`` is what a bye is worth; None
    for the mean of the player's own games. ``ranked_by`` and then ``tie_breaks`` are keys of
    ``MEASURES``, in order. ``source`` says where the rules are published, ``ours`` what we decided
    because the source is silent.
    """

    key: str
    name: str
    about: str
    source: str
    ours: tuple[str, ...]
    formula: Formula
    best: int
    bye: Fraction | None
    ranked_by: tuple[str, ...]
    tie_breaks: tuple[str, ...]

    @property
    def chain(self) -> tuple[str, ...]:
        return (*self.ranked_by, *self.tie_breaks)

    @property
    def is_ours(self) -> bool:
        return not self.source


def load(path: Path) -> Scheme:
    """Read a scheme. Raises PackError with every fault of the file."""
    pack = Pack.read(path)
    score = pack.table("score")
    scheme = Scheme(
        key=pack.text("key"),
        name=pack.text("name"),
        about=pack.text("about"),
        source=pack.text("source") if pack.has("source") else "",
        ours=tuple(pack.words("ours")) if pack.has("ours") else (),
        formula=_formula(pack.table("table")),
        best=score.whole("best", low=0, high=MOST_GAMES, default=0),
        bye=None if score.text("bye", OWN_MEAN) == OWN_MEAN else _fraction(score, "bye"),
        ranked_by=tuple(score.words("ranked_by", tuple(MEASURES))),
        tie_breaks=tuple(score.words("tie_breaks", tuple(MEASURES))),
    )
    if not (scheme.source or scheme.ours):
        pack.fault("source", "missing", "Say where the scheme comes from, or that it is ours.")
    pack.done()
    return scheme


def _formula(table: PackTable) -> Formula:
    kind = table.choice("kind", KINDS)
    if kind == "places":
        return _places(table)
    if kind == "close-game":
        return CloseGame(_places(table), _fraction(table, "most"))
    if kind == "firsts-and-seconds":
        second = table.table("second")
        return FirstsAndSeconds(
            debut_win=_fraction(table, "debut_win"),
            win=_fraction(table, "win"),
            second={int(size): _fraction(second, size) for size in second.data},
            second_ratio=_fraction(table, "second_ratio"),
        )
    return Share(_fraction(table, "of")) if kind == "share" else GamePoints()


def _places(table: PackTable) -> Places:
    lists = table.table("places")
    return Places(
        {int(size): tuple(map(_exact(table), lists.words(size))) for size in lists.data},
        stretch=table.choice("other_sizes", OTHER_SIZES) == "stretch",
    )


def _exact(table: PackTable) -> Callable[[str], Fraction]:
    def read(text: str) -> Fraction:
        try:
            return Fraction(text)
        except (ValueError, ZeroDivisionError):
            table.fault("places", "fraction", f"{text!r} is no fraction.")
            return Fraction(0)

    return read


def _fraction(table: PackTable, key: str) -> Fraction:
    """An exact number, written as a text such as "1/2"."""
    text = table.text(key)
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        table.fault(key, "fraction", f"{text!r} is no fraction.")
        return Fraction(0)


@cache
def schemes() -> dict[str, Scheme]:
    """Every scheme by key: the default one first, then by name."""
    found = [load(path) for path in FOLDER.glob("*.toml")]
    found.sort(key=lambda scheme: (scheme.key != HOUSE, scheme.name))
    return {scheme.key: scheme for scheme in found}


def scheme(key: str) -> Scheme:
    """The scheme with this key. Raises KeyError for an unknown one."""
    return schemes()[key]
