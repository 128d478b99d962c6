"""Kinds of seasons: data in ``scoring/leagues/*.toml``, and what a finish is worth in each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

from games.numbers import fraction
from games.packs import Pack
from games.texts import Text

FOLDER = Path(__file__).parent / "leagues"
#: The kind of a new season: it tells people apart after a few club evenings.
DEFAULT = "best-results"
VALUES = ("places", "best-game", "field")
MOST_PLAYERS = 10_000
TOP = 100

MOST_LINES, MOST_PLACES = 20, 100
SIZE = re.compile(r"(\d{1,5})\s*:(.*)")
BETWEEN = re.compile(r"[\s,;\u2013-]+")
MOST_POINTS = 999_999


class PointsTableError(ValueError):
    """A table of points that cannot be read: a code, the line, and what stands there."""

    def __init__(self, code: str, line: int, text: str = "") -> None:
        super().__init__(f"line {line}: {code} {text!r}")
        self.code, self.line, self.text = code, line, text


@dataclass(frozen=True, slots=True)
class PointsTable:
    """Points for places, by the number of players.

    ``lists`` has the points of the first, the second … for tournaments of at least so many players,
    the largest number first. Everybody gets ``taking_part``, and ``each_below`` for each player who
    stands below.
    """

    lists: tuple[tuple[int, tuple[Fraction, ...]], ...] = ()
    taking_part: Fraction = Fraction(0)
    each_below: Fraction = Fraction(0)

    def points(self, place: int, players: int) -> Fraction:
        """The points of a place, held alone, among so many players."""
        listed = next((points for least, points in self.lists if players >= least), ())
        for_place = listed[place - 1] if place <= len(listed) else Fraction(0)
        return for_place + self.taking_part + self.each_below * (players - place)


def number(text: str) -> Fraction:
    """A number from 0 to 999999 such as "2", "0.5" or "1/2". Raises ValueError for all else."""
    found = fraction(text)
    if not 0 <= found <= MOST_POINTS:
        raise ValueError(text)
    return found


def read_lists(text: str) -> tuple[tuple[int, tuple[Fraction, ...]], ...]:
    """The lists of a table as people write them, for ``PointsTable``.

    One line for each size of a field: "25 18 15", or "12: 25 18 15" for twelve players and more.
    Raises PointsTableError for the first fault.
    """
    found: dict[int, tuple[Fraction, ...]] = {}
    for line, content in enumerate(text.splitlines(), start=1):
        if not content.strip():
            continue
        sized = SIZE.fullmatch(content.strip())
        least = int(sized[1]) if sized else 0
        if least in found or len(found) == MOST_LINES:
            raise PointsTableError("twice" if least in found else "too-many-lines", line)
        found[least] = _points(sized[2] if sized else content, line)
    return tuple(sorted(found.items(), reverse=True))


def _points(text: str, line: int) -> tuple[Fraction, ...]:
    words = [word for word in BETWEEN.split(text) if word]
    if not words or len(words) > MOST_PLACES:
        raise PointsTableError("too-many-places" if words else "empty", line)
    points: list[Fraction] = []
    for word in words:
        try:
            points.append(number(word))
        except ValueError:
            raise PointsTableError("no-number", line, word[:20]) from None
        if len(points) > 1 and points[-2] < points[-1]:
            raise PointsTableError("rises", line, word)
    return tuple(points)


@dataclass(frozen=True, slots=True)
class League:
    """The points of a tournament's result in a season, and which results count.

    ``value`` is "places" (points for places), "best-game" (the best single game in points of the
    tournament's scheme) or "field" (the part of the field that stands below). With ``own_table``
    each season brings its table of points.
    """

    key: str
    name: Text
    about: Text
    source: str
    ours: tuple[Text, ...]
    value: str
    table: PointsTable
    own_table: bool
    fewest_players: int
    top_half: bool
    per_category: bool


def _load(path: Path) -> League:
    pack = Pack.read(path)
    places = tuple(map(Fraction, pack.words("places"))) if pack.has("places") else ()
    league = League(
        key=pack.text("key"),
        name=pack.sentence("name"),
        about=pack.sentence("about"),
        source=pack.text("source") if pack.has("source") else "",
        ours=pack.sentences("ours"),
        value=pack.choice("value", VALUES),
        table=PointsTable(((0, places),)),
        own_table=pack.flag("own_table", default=False),
        fewest_players=pack.whole("fewest_players", low=0, high=MOST_PLAYERS),
        top_half=pack.flag("top_half"),
        per_category=pack.flag("per_category"),
    )
    pack.done()
    return league


@cache
def leagues() -> dict[str, League]:
    """Every kind of season by key: the default first, then by name."""
    found = [_load(path) for path in FOLDER.glob("*.toml")]
    found.sort(key=lambda league: (league.key != DEFAULT, league.name))
    return {league.key: league for league in found}


def worth(
    league: League, table: PointsTable, *, held: Sequence[int], players: int, best_game: Fraction
) -> Fraction:
    """The points of a finish at level 1. ``held``: the places that it shares, from its own on."""
    if players < league.fewest_players or (league.top_half and 2 * held[0] > players):
        return Fraction(0)
    if league.value == "best-game":
        return best_game
    if league.value == "places":
        each = [table.points(place, players) for place in held]
    else:
        each = [Fraction(TOP * (players - place), max(players - 1, 1)) for place in held]
    return sum(each, Fraction(0)) / len(held)
