"""Points schemes: data in ``scoring/schemes/*.toml``, each with the source that it comes from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from pathlib import Path

from games.numbers import fraction, whole_number
from games.packs import Pack, PackTable
from games.texts import T, Text
from scoring.formulas import CloseGame, FirstsAndSeconds, Formula, GamePoints, Places, Share
from scoring.measures import MEASURES

FOLDER = Path(__file__).parent / "schemes"
#: The default scheme of a tournament.
HOUSE = "house"
KINDS = ("places", "close-game", "firsts-and-seconds", "share", "game-points")
OTHER_SIZES = ("stretch", "cut")
OWN_MEAN = "own-mean"
MOST_GAMES = 99
MOST_AT_A_TABLE = 99


@dataclass(frozen=True, slots=True)
class Scheme:
    """How results become an order of players.

    ``best`` is the number of results that count, 0 for all. ``bye`` is what a bye is worth; None
    for the mean of the player's own games. With ``draws`` a first place that a whole table shares
    is a draw, and a win for nobody. ``ranked_by`` and then ``tie_breaks`` are keys of
    ``MEASURES``, in order. ``source`` says where the rules are published, ``ours`` what we decided
    because the source is silent.
    """

    key: str
    name: Text
    about: Text
    source: str
    ours: tuple[Text, ...]
    formula: Formula
    best: int
    bye: Fraction | None
    draws: bool
    ranked_by: tuple[str, ...]
    tie_breaks: tuple[str, ...]

    @property
    def chain(self) -> tuple[str, ...]:
        return (*self.ranked_by, *self.tie_breaks)

    @property
    def needs_points(self) -> bool:
        """Whether it divides points, and so has no meaning for points below zero."""
        return self.formula.needs_points or any(map(_needs_points, self.ranked_by))

    def for_points_below_zero(self) -> Scheme:
        """It without the tie-breaks that divide points. A game of which fewer points are better
        counts them below zero."""
        kept = tuple(key for key in self.tie_breaks if not _needs_points(key))
        return replace(self, tie_breaks=kept)

    @property
    def is_ours(self) -> bool:
        return not self.source


def _needs_points(key: str) -> bool:
    return MEASURES[key].needs_points


def load(path: Path) -> Scheme:
    """Read a scheme. Raises PackError with every fault of the file."""
    pack = Pack.read(path)
    score = pack.table("score")
    scheme = Scheme(
        key=pack.text("key"),
        name=pack.sentence("name"),
        about=pack.sentence("about"),
        source=pack.text("source") if pack.has("source") else "",
        ours=pack.sentences("ours") if pack.has("ours") else (),
        formula=_formula(pack.table("table")),
        best=score.whole("best", low=0, high=MOST_GAMES, default=0),
        bye=None if score.text("bye", OWN_MEAN) == OWN_MEAN else _fraction(score, "bye"),
        draws=score.flag("draws", default=False),
        ranked_by=tuple(score.words("ranked_by", tuple(MEASURES))),
        tie_breaks=tuple(score.words("tie_breaks", tuple(MEASURES))),
    )
    if not (scheme.source or scheme.ours):
        pack.fault(
            "source",
            "missing",
            T("Give the source of the scheme, or say under ours what we decided."),
        )
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
            second={size: _fraction(second, key) for key, size in _sizes(second).items()},
            second_ratio=_fraction(table, "second_ratio"),
        )
    return Share(_fraction(table, "of")) if kind == "share" else GamePoints()


def _places(table: PackTable) -> Places:
    lists = table.table("places")
    found: dict[int, tuple[Fraction, ...]] = {}
    for key, size in _sizes(lists).items():
        found[size] = tuple(map(_exact(lists, key), lists.words(key)))
        if not found[size]:
            lists.fault(key, "empty", T("Enter at least one number."))
    return Places(found, stretch=table.choice("other_sizes", OTHER_SIZES) == "stretch")


def _sizes(table: PackTable) -> dict[str, int]:
    """The keys of a table that has something for each size of table, as numbers."""
    found: dict[str, int] = {}
    for key in table.data:
        size = whole_number(key)
        if size is None or not 1 <= size <= MOST_AT_A_TABLE:
            table.fault(
                key,
                "size",
                T(
                    "Enter a size of table from 1 to {most}.",
                    most=MOST_AT_A_TABLE,
                ),
            )
        elif size in found.values():
            table.fault(key, "twice", T("This size of table is listed twice."))
        else:
            found[key] = size
    if not table.data:
        table.fault("", "missing", T("Enter at least one size of table."))
    return found


def _exact(table: PackTable, key: str) -> Callable[[str], Fraction]:
    def read(text: str) -> Fraction:
        try:
            return fraction(text)
        except ValueError:
            table.fault(
                key,
                "fraction",
                T("{text} is not a number such as 2, 0.5 or 1/2.", text=repr(text[:40])),
            )
            return Fraction(0)

    return read


def _fraction(table: PackTable, key: str) -> Fraction:
    """An exact number, written as a text such as "1/2"."""
    return _exact(table, key)(table.text(key))


@cache
def schemes() -> dict[str, Scheme]:
    """Every scheme by key: the default one first, then by name."""
    found = [load(path) for path in FOLDER.glob("*.toml")]
    found.sort(key=lambda scheme: (scheme.key != HOUSE, scheme.name))
    return {scheme.key: scheme for scheme in found}


def scheme(key: str) -> Scheme:
    """The scheme with this key. Raises KeyError for an unknown one."""
    return schemes()[key]
