"""The order of the players of a tournament, from its results and a points scheme.

Stated on the standings page as well, and the same for every scheme:

- who is disqualified stands behind all others, and who has played nothing behind all who have;
- the final decides the top places among those who play it, table by table where it has several.
  Finalists whom it cannot tell apart, and everybody else of the same stage, stand in their
  preliminary order;
- that order follows the measures of the scheme, then its tie-breaks, one after the other, each
  only among those who are still equal. Players who are equal in all of them share a place.

No float decides a rank: values that are equal as floats are compared exactly.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property
from typing import Any, Generic, NamedTuple, overload

from games.texts import T, Text, all_of, filled, unfilled
from scoring.measure import Value
from scoring.measures import MEASURES
from scoring.placement import P
from scoring.results import Results
from scoring.results_index import ResultsIndex
from scoring.schemes import Scheme

BEST = "best-score"
ALWAYS = ("wins", "game-points", BEST)
DISQUALIFIED, IDLE, STAGE, FINAL = "disqualified", "idle", "stage", "final"
FINAL_TABLE = "final-table"
#: Steps before those of the scheme, and how they read as a reason.
STEPS = {
    DISQUALIFIED: T("The next player is disqualified."),
    IDLE: T("The next player has not played yet."),
    STAGE: T("Got further after the preliminary rounds."),
    FINAL_TABLE: T("Played at a higher table of the final."),
    FINAL: unfilled("Better in the final: {mine} against {theirs}."),
}
ENDLESS = float("inf")


class Reason(NamedTuple):
    """Why a row stands above the next one: the step that tells them apart, and both its values.

    ``equal`` has the steps before it, in which both are the same. Without a ``step`` they share
    the place.
    """

    step: str
    equal: tuple[str, ...] = ()
    mine: str = ""
    theirs: str = ""

    @property
    def sentence(self) -> Text:
        """In words."""
        same = _same(self.equal)
        if not self.step:
            return (
                T("Shares the place: equal in {same}.", same=same)
                if same
                else T("Shares the place.")
            )
        text = STEPS.get(self.step) or MEASURES[self.step].reason
        reason = filled(text, mine=self.mine, theirs=self.theirs) if self.mine else text
        return T("Equal in {same}. {reason}", same=same, reason=reason) if same else reason


@cache
def _same(steps: tuple[str, ...]) -> str:
    return all_of([MEASURES[key].equal for key in steps])


class Row(NamedTuple, Generic[P]):
    """A player's row. ``rank`` counts the rows from 1; who shares a place has the same ``place``.

    ``measures`` has the values of the chain that do not depend on who is compared, and of the best
    result, which seasons may ask for. ``why`` tells why it stands above the next row; the last row
    has none.
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
) -> Rows[P]:
    """The rows of all players, best first.

    ``key`` gives each player something of their own to sort by, such as name and number: it orders
    the rows within a shared place and decides no place. ``tie_breaks`` stand in for those of the
    scheme.
    """
    chain = scheme.chain if tie_breaks is None else (*scheme.ranked_by, *tie_breaks)
    return Rows(ResultsIndex(results, scheme), tuple(dict.fromkeys(chain)), key)


class Rows(Sequence[Row[P]]):
    """The rows of a ranking, each made when it is asked for: a million of them take much memory.

    Players are numbers here. They are split into groups step by step until each is alone or nothing
    is left to ask.
    """

    def __init__(
        self, index: ResultsIndex[P], chain: tuple[str, ...], key: Callable[[P], Any]
    ) -> None:
        self.results_index, self.chain = index, chain
        self.players = list(index.number)
        self.columns: dict[str, list[Any]] = self._before_the_scheme()
        for name in dict.fromkeys((*chain, *ALWAYS)):
            if not MEASURES[name].in_group:
                self.columns[name] = self._column(name)
        #: What steps that compare a group found, a value for each time that they compared.
        self.compared: dict[str, dict[int, tuple[Any, ...]]] = {
            name: {} for name in chain if MEASURES[name].in_group
        }
        self.steps = tuple(step for step in STEPS if step in self.columns) + chain
        self.order, self.places = array("L"), array("L")
        for group in self._split(list(range(len(self.players))), 0):
            self.places.extend([len(self.order) + 1] * len(group))
            self.order.extend(sorted(group, key=lambda n: key(self.players[n])))

    def _column(self, name: str) -> list[Any]:
        values = MEASURES[name].of(self.results_index, self.players)
        return [values[player] for player in self.players]

    def _before_the_scheme(self) -> dict[str, list[Any]]:
        """The values of the steps before those of the scheme that can tell anybody apart."""
        results, found = self.results_index.results, dict[str, list[Any]]()
        if results.disqualified:
            out = set(results.disqualified)
            found[DISQUALIFIED] = [player not in out for player in self.players]
        in_stage = results.reached.keys() | results.final.keys()
        found[IDLE] = [p in in_stage or self.results_index.has_played(p) for p in self.players]
        if in_stage:
            last = max(results.reached.values(), default=0) + 1
            found[STAGE] = [
                last if player in results.final else results.reached.get(player, 0)
                for player in self.players
            ]
            if results.final_tables:
                # The top table has the lowest number.
                tables = results.final_tables
                found[FINAL_TABLE] = [-tables.get(player, 0) for player in self.players]
            found[FINAL] = [results.final.get(player, ()) for player in self.players]
        return found

    def _split(self, group: list[int], depth: int) -> Iterator[list[int]]:
        """The groups of players who are equal in every step, best first."""
        if len(group) <= 1 or depth == len(self.steps):
            yield from [group] if group else []
            return
        step = self.steps[depth]
        is_repeated = step in MEASURES and MEASURES[step].repeated
        groups = _grouped(group, self._values(step, group))
        for equals in groups:
            again = is_repeated and len(groups) > 1
            yield from self._split(equals, depth if again else depth + 1)

    def _values(self, step: str, group: Sequence[int]) -> Sequence[Any]:
        """The values of a group in a step; noted for the reasons if they depend on the group."""
        if step in self.columns:
            column = self.columns[step]
            return [column[n] for n in group]
        values = MEASURES[step].of(self.results_index, [self.players[n] for n in group])
        noted = self.compared[step]
        for n in group:
            noted[n] = (*noted.get(n, ()), values[self.players[n]])
        return [values[self.players[n]] for n in group]

    def __len__(self) -> int:
        return len(self.order)

    @overload
    def __getitem__(self, index: int) -> Row[P]: ...
    @overload
    def __getitem__(self, index: slice) -> list[Row[P]]: ...
    def __getitem__(self, index: int | slice) -> Row[P] | list[Row[P]]:
        if isinstance(index, slice):
            return [self._row(n) for n in range(len(self))[index]]
        return self._row(range(len(self))[index])

    def __iter__(self) -> Iterator[Row[P]]:
        return map(self._row, range(len(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # as Python sets it where __eq__ is defined

    def _row(self, index: int) -> Row[P]:
        n = self.order[index]
        player = self.players[n]
        return Row(
            player=player,
            rank=index + 1,
            place=self.places[index],
            score=self.results_index.score_of(player).score,
            wins=self.columns["wins"][n],
            game_points=self.columns["game-points"][n],
            games=self.results_index.lines.count(player),
            measures={name: self.columns[name][n] for name in self._shown},
            why=self._reason(n, self.order[index + 1]) if index + 1 < len(self) else None,
        )

    @cached_property
    def _shown(self) -> tuple[str, ...]:
        names = dict.fromkeys((*self.chain, BEST))
        return tuple(name for name in names if not MEASURES[name].in_group)

    def _reason(self, above: int, below: int) -> Reason:
        equal: list[str] = []
        for step in self.steps:
            column = self.columns.get(step) or self.compared[step]
            mine, theirs = column[above], column[below]
            if mine != theirs:
                return Reason(step, tuple(equal), *_shown(step, mine, theirs))
            if step in MEASURES:
                equal.append(step)
        return Reason("", tuple(equal))


def _grouped(group: Sequence[int], values: Sequence[Any]) -> list[list[int]]:
    """The players of a group by value, the greatest value first."""
    found: dict[Any, tuple[Any, list[int]]] = {}
    for n, value in zip(group, values, strict=True):
        key = value
        if type(value) is Fraction:  # slow to hash
            whole = value.denominator == 1
            key = value.numerator if whole else (value.numerator, value.denominator)
        if key in found:
            found[key][1].append(n)
        else:
            found[key] = (value, [n])
    ordered = sorted(found.values(), key=lambda pair: _rough(pair[0]), reverse=True)
    return [numbers for _value, numbers in ordered]


def _rough(value: Any) -> tuple[Any, ...]:
    """A number that sorts as the value does, and fast: division rounds, and keeps the order."""
    if not isinstance(value, (Fraction, int)):
        return (value,)
    try:
        return value.numerator / value.denominator, value
    except OverflowError:
        return ENDLESS if value > 0 else -ENDLESS, value


def _shown(step: str, mine: Any, theirs: Any) -> tuple[str, str]:
    """Both values in words; exact where rounding would make them look the same."""
    if step == FINAL:
        return _merits(mine, theirs)
    if step not in MEASURES:
        return "", ""
    if MEASURES[step].in_group:
        # Those compared more than once have a value for each time.
        mine, theirs = next(pair for pair in zip(mine, theirs, strict=False) if pair[0] != pair[1])
    return MEASURES[step].both(mine, theirs)


def _merits(mine: tuple[int, ...], theirs: tuple[int, ...]) -> tuple[str, str]:
    if mine[:1] != theirs[:1]:
        return str(mine[0]) if mine else "0", str(theirs[0]) if theirs else "0"
    return " / ".join(map(str, mine)), " / ".join(map(str, theirs))
