"""Seasons: an order of people over the tournaments of many events, exact.

Our own rules for all seasons:

- of all results that count, the sum decides; then the best single result, the second best, and so
  on; then more tournaments won; who is equal in all of it shares the place;
- who was at fewer events than the season asks for stands behind all who were, without a place;
- the iron man is who has the highest sum over the best results of all categories.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Generic

from games.packs import Pack
from scoring.placement import P
from scoring.shown import rounded

FOLDER = Path(__file__).parent / "leagues"
VALUES = ("places", "best-game", "field")
MOST_PLAYERS = 10_000
TOP = 100


@dataclass(frozen=True, slots=True)
class League:
    """What a tournament's result is worth in a season, and what counts.

    ``value`` is "places" (points for places), "best-game" (the best single game in points of the
    tournament's scheme) or "field" (the part of the field that stands below).
    """

    key: str
    name: str
    about: str
    source: str
    ours: tuple[str, ...]
    value: str
    places: tuple[Fraction, ...]
    fewest_players: int
    top_half: bool
    per_category: bool


@dataclass(frozen=True, slots=True)
class Finish(Generic[P]):
    """A player's row in the standings of one tournament. ``shared`` hold the same place."""

    player: P
    place: int
    shared: int
    best_game: Fraction


@dataclass(frozen=True, slots=True)
class Part(Generic[P]):
    """One tournament of a season with its finishes."""

    key: int
    event: int
    category: str
    level: int
    finishes: Sequence[Finish[P]]


@dataclass(frozen=True, slots=True)
class Result:
    """What one tournament gave one player, and whether it counts."""

    part: int
    category: str
    place: int
    value: Fraction
    counts: bool


@dataclass(frozen=True, slots=True)
class SeasonRow(Generic[P]):
    """A player's row; ``place`` is None for who was at too few events. ``why`` as in standings."""

    player: P
    rank: int
    place: int | None
    total: Fraction
    events: int
    wins: int
    is_iron: bool
    results: tuple[Result, ...]
    why: str


def _load(path: Path) -> League:
    pack = Pack.read(path)
    league = League(
        key=pack.text("key"),
        name=pack.text("name"),
        about=pack.text("about"),
        source=pack.text("source") if pack.has("source") else "",
        ours=tuple(pack.words("ours")),
        value=pack.choice("value", VALUES),
        places=tuple(map(Fraction, pack.words("places"))) if pack.has("places") else (),
        fewest_players=pack.whole("fewest_players", low=0, high=MOST_PLAYERS),
        top_half=pack.flag("top_half"),
        per_category=pack.flag("per_category"),
    )
    pack.done()
    return league


@cache
def leagues() -> dict[str, League]:
    """Every kind of season by key, by name."""
    found = sorted(map(_load, FOLDER.glob("*.toml")), key=lambda league: league.name)
    return {league.key: league for league in found}


def worth(league: League, part: Part[P], finish: Finish[P]) -> Fraction:
    """What a finish is worth, level and all."""
    field = len(part.finishes)
    if field < league.fewest_players or (league.top_half and 2 * finish.place > field):
        return Fraction(0)
    if league.value == "best-game":
        return finish.best_game * part.level
    held = range(finish.place, finish.place + finish.shared)
    if league.value == "places":
        each = [league.places[n - 1] for n in held if n <= len(league.places)]
    else:
        each = [Fraction(TOP * (field - n), max(field - 1, 1)) for n in held]
    return sum(each, Fraction(0)) / finish.shared * part.level


def rank(
    league: League,
    parts: Iterable[Part[P]],
    *,
    names: Mapping[P, str],
    best: int = 0,
    minimum_events: int = 0,
) -> list[SeasonRow[P]]:
    """The rows of everybody who finished anywhere, best first. ``best`` 0 counts all results."""
    results: dict[P, list[Result]] = {}
    events: dict[P, set[int]] = {}
    for part in sorted(parts, key=lambda part: part.key):
        for finish in part.finishes:
            value = worth(league, part, finish)
            result = Result(part.key, part.category, finish.place, value, counts=False)
            results.setdefault(finish.player, []).append(result)
            events.setdefault(finish.player, set()).add(part.event)
    lines = {
        player: _Line(league, mine, best, len(events[player]), minimum_events)
        for player, mine in results.items()
    }
    return _rows(lines, names)


class _Line:
    """What a person's results add up to."""

    def __init__(
        self, league: League, results: list[Result], best: int, events: int, minimum: int
    ) -> None:
        ordered = sorted(results, key=lambda result: (-result.value, result.place, result.part))
        categories: set[str] = set()
        counted: list[Result] = []
        bests: list[Fraction] = []
        for result in ordered:
            first = result.category not in categories
            categories.add(result.category)
            bests += [result.value] if first else []
            if (first or not league.per_category) and (not best or len(counted) < best):
                counted.append(result)
        chosen = {result.part for result in counted}
        self.results = tuple(
            Result(one.part, one.category, one.place, one.value, counts=one.part in chosen)
            for one in ordered
        )
        self.values = [result.value for result in counted]
        self.total = sum(self.values, Fraction(0))
        self.iron = sum(bests, Fraction(0))
        self.wins = sum(result.place == 1 for result in results)
        self.events = events
        self.qualified = events >= minimum

    @property
    def key(self) -> tuple[bool, Fraction, list[Fraction], int]:
        return (self.qualified, self.total, self.values, self.wins)


def _rows(lines: Mapping[P, _Line], names: Mapping[P, str]) -> list[SeasonRow[P]]:
    ordered = sorted(lines, key=lambda player: (names[player].casefold(), str(player)))
    ordered.sort(key=lambda player: lines[player].key, reverse=True)
    highest = max((line.iron for line in lines.values()), default=Fraction(0))
    reasons = [_why(lines[above], lines[below]) for above, below in pairwise(ordered)]
    found, place = [], 1
    for number, player in enumerate(ordered, start=1):
        line = lines[player]
        if number > 1 and lines[ordered[number - 2]].key != line.key:
            place = number
        found.append(
            SeasonRow(
                player=player,
                rank=number,
                place=place if line.qualified else None,
                total=line.total,
                events=line.events,
                wins=line.wins,
                is_iron=highest > 0 and line.iron == highest,
                results=line.results,
                why=reasons[number - 1] if number < len(ordered) else "",
            )
        )
    return found


def _why(above: _Line, below: _Line) -> str:
    if above.qualified != below.qualified:
        return "the next one was at too few events."
    if above.total != below.total:
        return f"a higher total: {rounded(above.total)} against {rounded(below.total)}."
    for number, (mine, theirs) in enumerate(zip(above.values, below.values, strict=False), 1):
        if mine != theirs:
            reason = f"{rounded(mine)} against {rounded(theirs)}"
            return f"equal in total; a better result number {number}: {reason}."
    if above.wins != below.wins:
        return f"equal in results; more tournaments won: {above.wins} against {below.wins}."
    return "shares the place: equal in everything that counts."


def moves(
    divisions: Sequence[Sequence[P]], *, up: int, down: int, staying: Collection[P] = ()
) -> list[list[P]]:
    """The divisions of the next season, from those of the last, best first in each.

    The first ``up`` of each division but the highest go up, the last ``down`` of each but the
    lowest go down. Who is ``staying`` moves neither way, and nobody moves instead. Raises
    ValueError if a division would have to send the same player both ways.
    """
    after: list[list[P]] = [[] for _ in divisions]
    last = len(divisions) - 1
    for number, players in enumerate(divisions):
        rising = up if number else 0
        falling = down if number < last else 0
        if rising + falling > len(players):
            raise ValueError(f"{len(players)} players cannot give {rising} up and {falling} down")
        for position, player in enumerate(players):
            step = 0
            if player not in staying and position < rising:
                step = -1
            elif player not in staying and position >= len(players) - falling:
                step = 1
            after[number + step].append(player)
    return after


def movement(placed: Sequence[P], up: int, down: int) -> tuple[list[P], list[P], list[P]]:
    """Who goes up, stays and goes down, of those with a place, best first.

    The first ``up`` go up and the last ``down`` of the others go down: nobody does both, however
    small the division is.
    """
    rest = list(placed[up:])
    stay = rest[: max(0, len(rest) - down)]
    return list(placed[:up]), stay, rest[len(stay) :]
