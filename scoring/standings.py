"""The order of the players of a tournament, from its results and a points scheme.

Stated on the standings page as well, and the same for every scheme:

- who is disqualified stands behind all others, and who has played nothing behind all who have;
- the final decides the top places among those who play it. Finalists whom it cannot tell apart,
  and everybody else of the same stage, stand in their preliminary order;
- that order follows the measures of the scheme, then its tie-breaks, one after the other, each
  only among those who are still equal. Who is equal in all of them shares a place.

No float decides a rank.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Any, Generic

from scoring.field import Field
from scoring.measures import MEASURES, Value
from scoring.placement import P
from scoring.results import Results
from scoring.schemes import Scheme
from scoring.shown import exact

BEST = "best-score"
ALWAYS = ("wins", "game-points", BEST)
DISQUALIFIED, IDLE, STAGE, FINAL = "disqualified", "idle", "stage", "final"
#: Steps before those of the scheme, and how they read as a reason.
STEPS = {
    DISQUALIFIED: "the next one is disqualified",
    IDLE: "the next one has not played yet",
    STAGE: "got further after the preliminary rounds",
    FINAL: "better in the final: {mine} against {theirs}",
}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a row stands above the next one: the step that tells them apart, and both its values.

    ``equal`` has the steps before it, in which both are the same. Without a ``step`` they share
    the place.
    """

    step: str
    equal: tuple[str, ...] = ()
    mine: str = ""
    theirs: str = ""

    @property
    def sentence(self) -> str:
        """In words, to follow a name and a colon."""
        same = _listed([MEASURES[key].name.lower() for key in self.equal])
        if not self.step:
            return f"shares the place: equal in {same}." if same else "shares the place."
        reason = STEPS.get(self.step) or MEASURES[self.step].reason
        reason = reason.format(mine=self.mine, theirs=self.theirs)
        return f"equal in {same}; {reason}." if same else f"{reason}."


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


@dataclass(frozen=True, slots=True)
class Row(Generic[P]):
    """A player's row. ``rank`` counts the rows from 1; who shares a place has the same ``place``.

    ``measures`` has the values of the chain that do not depend on who is compared, and of the best
    result, which seasons may ask for. ``why`` tells
    why it stands above the next row; the last row has none.
    """

    player: P
    rank: int
    place: int
    score: Fraction
    wins: int
    game_points: int
    games: int
    measures: Mapping[str, Value]
    why: Reason | None


def rank(
    results: Results[P],
    scheme: Scheme,
    *,
    key: Callable[[P], Any],
    tie_breaks: Sequence[str] | None = None,
) -> list[Row[P]]:
    """The rows of all players, best first.

    ``key`` gives each player something of their own to sort by, such as name and number: it orders
    the rows within a shared place and decides no place. ``tie_breaks`` stand in for those of the
    scheme.
    """
    chain = scheme.chain if tie_breaks is None else (*scheme.ranked_by, *tie_breaks)
    return _Ranking(Field(results, scheme), tuple(dict.fromkeys(chain)), key).rows()


class _Ranking(Generic[P]):
    """Players are split into groups step by step until each is alone or nothing is left to ask."""

    def __init__(self, field: Field[P], chain: tuple[str, ...], key: Callable[[P], Any]) -> None:
        self.field, self.chain, self.key = field, chain, key
        self.steps = (*STEPS, *chain)
        self.split_at: dict[P, int] = {}
        self.values: dict[P, dict[str, Any]] = {player: {} for player in field.lines}
        everybody = list(field.lines)
        for name in dict.fromkeys((*chain, *ALWAYS)):
            if not MEASURES[name].in_group:
                self._note(name, MEASURES[name].of(field, everybody))

    def _note(self, step: str, values: Mapping[P, Any]) -> None:
        for player, value in values.items():
            self.values[player][step] = value

    def rows(self) -> list[Row[P]]:
        groups = list(self._split(list(self.field.lines), 0))
        ordered = [player for group in groups for player in sorted(group, key=self.key)]
        reasons = [self._reason(above, below) for above, below in pairwise(ordered)]
        found, place = [], 1
        for number, player in enumerate(ordered, start=1):
            if number > 1 and reasons[number - 2].step:
                place = number
            why = reasons[number - 1] if number < len(ordered) else None
            found.append(self._row(player, number, place, why))
        return found

    def _row(self, player: P, rank_: int, place: int, why: Reason | None) -> Row[P]:
        values = self.values[player]
        shown = {name: values[name] for name in (*self.chain, BEST) if not MEASURES[name].in_group}
        return Row(
            player=player,
            rank=rank_,
            place=place,
            score=self.field.scores[player].score,
            wins=values["wins"],
            game_points=values["game-points"],
            games=len(self.field.lines[player]),
            measures=shown,
            why=why,
        )

    def _split(self, group: list[P], depth: int) -> Iterator[list[P]]:
        """The groups of players who are equal in every step, best first."""
        if len(group) == 1 or depth == len(self.steps):
            yield group
            return
        step = self.steps[depth]
        values = self._values(step, group)
        group.sort(key=values.__getitem__, reverse=True)
        for _value, equals in groupby(group, key=values.__getitem__):
            yield from self._split(list(equals), depth + 1)

    def _values(self, step: str, group: Sequence[P]) -> Mapping[P, Any]:
        if step in MEASURES and not MEASURES[step].in_group:
            return {player: self.values[player][step] for player in group}
        if step in MEASURES:
            values = MEASURES[step].of(self.field, group)
        else:
            values = {player: self._standing_before(step, player) for player in group}
        self._note(step, values)
        return values

    def _standing_before(self, step: str, player: P) -> Any:
        results = self.field.results
        if step == DISQUALIFIED:
            return player not in results.disqualified
        if step == IDLE:
            in_stage = player in results.reached or player in results.final
            return in_stage or self.field.has_played(player)
        if step == STAGE:
            last = max(results.reached.values(), default=0) + 1
            return last if player in results.final else results.reached.get(player, 0)
        return results.final.get(player, ())

    def _reason(self, above: P, below: P) -> Reason:
        equal: list[str] = []
        for step in self.steps:
            mine, theirs = self.values[above][step], self.values[below][step]
            if mine != theirs:
                return Reason(step, tuple(equal), *_shown(step, mine, theirs))
            if step in MEASURES:
                equal.append(step)
        return Reason("", tuple(equal))


def _shown(step: str, mine: Any, theirs: Any) -> tuple[str, str]:
    """Both values in words; exact where rounding would make them look the same."""
    if step == FINAL:
        return _merits(mine, theirs)
    if step not in MEASURES:
        return "", ""
    show = MEASURES[step].show
    if show(mine) == show(theirs):
        return exact(Fraction(mine)), exact(Fraction(theirs))
    return show(mine), show(theirs)


def _merits(mine: tuple[int, ...], theirs: tuple[int, ...]) -> tuple[str, str]:
    if mine[:1] != theirs[:1]:
        return str(mine[0]) if mine else "0", str(theirs[0]) if theirs else "0"
    return " / ".join(map(str, mine)), " / ".join(map(str, theirs))
