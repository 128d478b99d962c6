"""Seasons: an order of people over the tournaments of many events, exact.

Our own rules for all seasons:

- who is disqualified from the season stands behind all others, and who was at fewer events than it
  asks for behind all who were at enough; neither has a place;
- of all results that count, less the penalties, the sum decides; then the tie-breaks of the season,
  one after the other, each only among those who are still equal. People equal in all of it share
  the place, in the order of their names unless somebody decided on another;
- a result that somebody does not have is worth 0, and so is the result of a disqualified player;
- nobody has won a tournament that is not over;
- the iron man is who has the highest sum over the best results of all categories.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Any, Generic, NamedTuple

from games.texts import NO_TEXT, T, Text, all_of
from scoring.leagues import League, PointsTable, worth
from scoring.placement import P
from scoring.season_lines import DEFAULT_TIE_BREAKS, TIE_BREAKS, Line, Result, both

#: How many of the best results count if a season does not say: two of three.
TWO_THIRDS = Fraction(2, 3)
#: Steps before the tie-breaks.
DISQUALIFIED, QUALIFIED, TOTAL = "disqualified", "qualified", "total"


@dataclass(frozen=True, slots=True)
class Finish(Generic[P]):
    """A player's row in the standings of one tournament. ``shared`` hold the same place."""

    player: P
    place: int
    shared: int
    best_game: Fraction
    disqualified: bool = False


@dataclass(frozen=True, slots=True)
class Part(Generic[P]):
    """One tournament of a season with its finishes. ``order`` says which came before which."""

    key: int
    event: int
    category: str
    level: int
    finishes: Sequence[Finish[P]]
    order: int = 0
    is_over: bool = True


class Decided(NamedTuple):
    """Where a decision put somebody among equals: what tells it from others, and the number."""

    decision: Hashable
    number: int


def is_decided(order: Mapping[P, Decided], equals: Collection[P]) -> bool:
    """Whether one decision orders all of these people, or there is nobody to decide between."""
    decisions = {order[player].decision if player in order else None for player in equals}
    return len(equals) < 2 or (len(decisions) == 1 and None not in decisions)


@dataclass(frozen=True, slots=True)
class Rules(Generic[P]):
    """How a season counts.

    ``best`` results count: 0 for all, None for two of three tournaments, rounded up. ``table`` is
    for leagues with a table of their own. ``penalties`` are points off the total. ``order`` says
    where a decision put somebody among equals.
    """

    best: int | None = 0
    minimum_events: int = 0
    tie_breaks: Sequence[str] = DEFAULT_TIE_BREAKS
    table: PointsTable = field(default_factory=PointsTable)
    penalties: Mapping[P, Fraction] = field(default_factory=dict)
    disqualified: Collection[P] = ()
    order: Mapping[P, Decided] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SeasonRow(Generic[P]):
    """A player's row; ``place`` is None for who is disqualified or was at too few events.

    ``why`` as in standings.
    """

    player: P
    rank: int
    place: int | None
    total: Fraction
    penalty: Fraction
    events: int
    wins: int
    is_iron: bool
    is_disqualified: bool
    is_provisional: bool
    results: tuple[Result, ...]
    why: Text


def results_that_count(best: int | None, tournaments: int) -> int:
    """How many of the best results count after so many tournaments; 0 for all."""
    if best is None:
        return -int(-(tournaments * TWO_THIRDS) // 1)
    return best


def rank(
    league: League,
    parts: Iterable[Part[P]],
    *,
    names: Mapping[P, str],
    rules: Rules[P] | None = None,
) -> list[SeasonRow[P]]:
    """The rows of everybody who finished anywhere, best first."""
    rules = rules or Rules()
    ordered = sorted(parts, key=lambda part: (part.order, part.key))
    results: dict[P, list[Result]] = {}
    events: dict[P, set[int]] = {}
    for part in ordered:
        for finish in part.finishes:
            results.setdefault(finish.player, []).append(_result(league, rules, part, finish))
            events.setdefault(finish.player, set()).add(part.event)
    different = {part.category for part in ordered} if league.per_category else ordered
    best = results_that_count(rules.best, len(different))
    lines = {
        player: Line(
            _counted(league, mine, best),
            events=len(events[player]),
            penalty=rules.penalties.get(player, Fraction(0)),
            disqualified=player in rules.disqualified,
        )
        for player, mine in results.items()
    }
    return _Ranking(lines, rules, [part.key for part in ordered], names).rows()


def _result(league: League, rules: Rules[P], part: Part[P], finish: Finish[P]) -> Result:
    """The points of a finish, its level included."""
    value = Fraction(0)
    if not finish.disqualified:
        value = part.level * worth(
            league,
            rules.table if league.own_table else league.table,
            held=range(finish.place, finish.place + finish.shared),
            players=len(part.finishes),
            best_game=finish.best_game,
        )
    return Result(
        part=part.key,
        category=part.category,
        place=finish.place,
        value=value,
        counts=False,
        provisional=not part.is_over,
        disqualified=finish.disqualified,
    )


def _counted(league: League, results: Iterable[Result], best: int) -> list[Result]:
    """The results of a person, best first, with those that count marked.

    Of equal ones the earlier, as they are given in the order of their tournaments.
    """
    ordered = sorted(results, key=lambda one: (-one.value, one.place))
    categories: set[str] = set()
    found: list[Result] = []
    counting = 0
    for result in ordered:
        first = result.category not in categories
        categories.add(result.category)
        counts = (first or not league.per_category) and (not best or counting < best)
        counting += counts
        found.append(replace(result, counts=counts))
    return found


def _iron(line: Line) -> Fraction:
    """The sum over the best results of all categories."""
    best: dict[str, Fraction] = {}
    for result in line.results:
        best.setdefault(result.category, result.value)
    return sum(best.values(), Fraction(0))


class _Ranking(Generic[P]):
    """People are split into groups step by step until each is alone or nothing is left to ask."""

    def __init__(
        self,
        lines: Mapping[P, Line],
        rules: Rules[P],
        parts: Sequence[int],
        names: Mapping[P, str],
    ) -> None:
        self.lines, self.rules, self.parts, self.names = lines, rules, parts, names
        self.steps = (DISQUALIFIED, QUALIFIED, TOTAL, *rules.tie_breaks)
        self.values: dict[str, dict[P, Any]] = {step: {} for step in self.steps}
        for step in self.steps:
            if step not in TIE_BREAKS or not TIE_BREAKS[step].in_group:
                self._note(step, list(lines))

    def _note(self, step: str, group: Sequence[P]) -> None:
        lines = {player: self.lines[player] for player in group}
        if step in TIE_BREAKS:
            self.values[step] |= TIE_BREAKS[step].of(lines, self.parts)
        else:
            self.values[step] |= {player: self._before(step, lines[player]) for player in group}

    def _before(self, step: str, line: Line) -> Any:
        if step == TOTAL:
            return line.total
        if step == QUALIFIED:
            return line.disqualified or line.events >= self.rules.minimum_events
        return not line.disqualified

    def _split(self, group: list[P], depth: int) -> Iterator[list[P]]:
        """The groups of people who are equal in every step, best first."""
        if len(group) == 1 or depth == len(self.steps):
            yield group
            return
        step = self.steps[depth]
        if step in TIE_BREAKS and TIE_BREAKS[step].in_group:
            self._note(step, group)
        value = self.values[step].__getitem__
        for _value, equals in groupby(sorted(group, key=value, reverse=True), key=value):
            yield from self._split(list(equals), depth + 1)

    def rows(self) -> list[SeasonRow[P]]:
        if not self.lines:
            return []
        groups = self._split(list(self.lines), 0)
        ordered = [
            (player, start)
            for start, group in _numbered(list(groups))
            for player in self._in_order(group)
        ]
        iron = {player: _iron(line) for player, line in self.lines.items() if not line.disqualified}
        highest = max(iron.values(), default=Fraction(0))
        reasons = [self._why(one, other) for (one, _), (other, _) in pairwise(ordered)]
        return [
            self._row(player, rank_, start, why, is_iron=0 < highest == iron.get(player))
            for rank_, ((player, start), why) in enumerate(
                zip(ordered, [*reasons, NO_TEXT], strict=True), start=1
            )
        ]

    def _in_order(self, equals: Collection[P]) -> list[P]:
        """As one decision about all of them says, else by name."""
        named = sorted(equals, key=lambda one: (self.names[one].casefold(), str(one)))
        if len(named) > 1 and is_decided(self.rules.order, named):
            return sorted(named, key=lambda one: self.rules.order[one].number)
        return named

    def _has_place(self, player: P) -> bool:
        return bool(self.values[DISQUALIFIED][player] and self.values[QUALIFIED][player])

    def _row(self, player: P, rank_: int, place: int, why: Text, *, is_iron: bool) -> SeasonRow[P]:
        line = self.lines[player]
        return SeasonRow(
            player=player,
            rank=rank_,
            place=place if self._has_place(player) else None,
            total=line.total,
            penalty=line.penalty,
            events=line.events,
            wins=line.wins,
            is_iron=is_iron,
            is_disqualified=line.disqualified,
            is_provisional=line.is_provisional,
            results=line.results,
            why=why,
        )

    def _why(self, above: P, below: P) -> Text:
        equal: list[Text] = []
        for step in self.steps:
            mine, theirs = self.values[step].get(above), self.values[step].get(below)
            if mine != theirs:
                reason, same = _difference(step, mine, theirs), all_of(equal)
                return T("Equal in {same}. {reason}", same=same, reason=reason) if same else reason
            if step == TOTAL:
                equal.append(T("total"))
            elif step in TIE_BREAKS:
                equal.append(TIE_BREAKS[step].equal)
        if self._has_place(above):
            return T("Shares the place: equal in everything that counts.")
        return T("Equal in everything that counts.")


def _numbered(groups: Sequence[list[P]]) -> Iterator[tuple[int, list[P]]]:
    """Each group with the place that it shares."""
    place = 1
    for group in groups:
        yield place, group
        place += len(group)


def _difference(step: str, mine: Any, theirs: Any) -> Text:
    if step == DISQUALIFIED:
        return T("The next player is disqualified.")
    if step == QUALIFIED:
        return T("The next player was at too few events.")
    if step == TOTAL:
        more, less = both(mine, theirs)
        return T("A higher total: {mine} against {theirs}.", mine=more, theirs=less)
    return TIE_BREAKS[step].say(mine, theirs)
