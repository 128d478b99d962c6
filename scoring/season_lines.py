"""A person's results in a season and their sum, and the tie-breaks that compare people by them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any

from games.texts import T, Text, filled, unfilled
from scoring.formatting import exact, rounded

PODIUM = 3
BEHIND_ALL = 10**9


@dataclass(frozen=True, slots=True)
class Result:
    """The points of one player from one tournament, and whether they count.

    ``provisional``: the tournament is not over. A ``disqualified`` player got nothing from it.
    """

    part: int
    category: str
    place: int
    value: Fraction
    counts: bool
    provisional: bool = False
    disqualified: bool = False

    @property
    def is_win(self) -> bool:
        return self.place == 1 and not self.provisional and not self.disqualified


class Line:
    """A person in a season. ``results`` are ordered, the best first."""

    def __init__(
        self, results: Sequence[Result], *, events: int, penalty: Fraction, disqualified: bool
    ) -> None:
        self.results = tuple(results)
        self.counted = [one.value for one in results if one.counts]
        self.dropped = [one.value for one in results if not one.counts]
        self.penalty = penalty
        self.total = sum(self.counted, Fraction(0)) - penalty
        self.events = events
        self.disqualified = disqualified
        self.wins = sum(one.is_win for one in results)
        self.podiums = sum(
            one.place <= PODIUM and not one.provisional and not one.disqualified for one in results
        )
        self.is_provisional = any(one.counts and one.provisional for one in results)
        self.by_part = {one.part: one for one in results}


Lines = Mapping[Any, Line]
Values = Mapping[Any, Any]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A way to tell those apart who are equal so far. More is better.

    ``of`` gives the values of a group; they depend on who is in it if ``in_group``. ``equal`` is
    what two have in common if it does not tell them apart; ``say`` names the difference.
    """

    name: Text
    equal: Text
    of: Callable[[Lines, Sequence[int]], Values]
    say: Callable[[Any, Any], Text]
    in_group: bool = False


def both(mine: Fraction | int, theirs: Fraction | int) -> tuple[str, str]:
    """Two numbers that differ; exact where rounding would make them look the same."""
    mine, theirs = Fraction(mine), Fraction(theirs)
    if rounded(mine) == rounded(theirs):
        return exact(mine), exact(theirs)
    return str(rounded(mine)), str(rounded(theirs))


def _padded(values: Mapping[Hashable, Sequence[Fraction]]) -> Values:
    """Lists of the same length, best first: a result that somebody does not have is worth 0."""
    longest = max(map(len, values.values()), default=0)
    return {
        player: tuple(sorted([*mine, *[Fraction(0)] * (longest - len(mine))], reverse=True))
        for player, mine in values.items()
    }


def _singles(lines: Lines, _parts: Sequence[int]) -> Values:
    return _padded({player: line.counted for player, line in lines.items()})


def _dropped(lines: Lines, _parts: Sequence[int]) -> Values:
    return _padded({player: line.dropped for player, line in lines.items()})


def _latest(lines: Lines, parts: Sequence[int]) -> Values:
    """The points of each tournament, the latest first; 0 for those who were not there."""
    return {
        player: tuple(
            line.by_part[part].value if part in line.by_part else Fraction(0)
            for part in reversed(parts)
        )
        for player, line in lines.items()
    }


def _met(lines: Lines, parts: Sequence[int]) -> Values:
    """How often each was ahead of another of the group, less how often behind."""
    balance = dict.fromkeys(lines, 0)
    for part in parts:
        there = {
            player: BEHIND_ALL if found.disqualified else found.place
            for player, line in lines.items()
            if (found := line.by_part.get(part))
        }
        ahead = 0
        for _place, level in groupby(sorted(there, key=there.__getitem__), key=there.__getitem__):
            group = list(level)
            for player in group:
                balance[player] += (len(there) - ahead - len(group)) - ahead
            ahead += len(group)
    return balance


def _first_difference(mine: Sequence[Fraction], theirs: Sequence[Fraction]) -> dict[str, Any]:
    number, pair = next(
        (number, pair)
        for number, pair in enumerate(zip(mine, theirs, strict=True), start=1)
        if pair[0] != pair[1]
    )
    one, other = both(*pair)
    return {"number": number, "mine": one, "theirs": other}


def _say_first(text: Text) -> Callable[[Sequence[Fraction], Sequence[Fraction]], Text]:
    return lambda mine, theirs: filled(text, **_first_difference(mine, theirs))


def _say(text: Text) -> Callable[[int, int], Text]:
    return lambda mine, theirs: filled(text, mine=mine, theirs=theirs)


TIE_BREAKS: Mapping[str, TieBreak] = {
    "results": TieBreak(
        T("Single results, best first"),
        T("single results"),
        _singles,
        _say_first(unfilled("A higher number {number} result: {mine} against {theirs}.")),
    ),
    "wins": TieBreak(
        T("Tournaments won"),
        T("tournaments won"),
        lambda lines, _parts: {player: line.wins for player, line in lines.items()},
        _say(unfilled("More tournaments won: {mine} against {theirs}.")),
    ),
    "podiums": TieBreak(
        T("Places among the first three"),
        T("places among the first three"),
        lambda lines, _parts: {player: line.podiums for player, line in lines.items()},
        _say(unfilled("More often among the first three: {mine} against {theirs}.")),
    ),
    "met": TieBreak(
        T("Record against the others who are equal"),
        T("direct comparison"),
        _met,
        _say(
            unfilled("A better record against the others who are equal: {mine} against {theirs}.")
        ),
        in_group=True,
    ),
    "latest": TieBreak(
        T("The latest result"),
        T("latest results"),
        _latest,
        _say_first(
            unfilled(
                "More points in the latest tournament in which they differ: {mine} against "
                "{theirs}."
            )
        ),
    ),
    "dropped": TieBreak(
        T("Results that do not count, best first"),
        T("other results"),
        _dropped,
        _say_first(
            unfilled(
                "A higher number {number} result of those that do not count: {mine} against "
                "{theirs}."
            )
        ),
    ),
    "events": TieBreak(
        T("Events"),
        T("events"),
        lambda lines, _parts: {player: line.events for player, line in lines.items()},
        _say(unfilled("Results from more events: {mine} against {theirs}.")),
    ),
}
DEFAULT_TIE_BREAKS = ("results", "wins")
