"""What players are ranked by, step by step: scores and tie-breaks, all exact, more is better.

Each measure says in a sentence what it is, and how it reads as a reason. ``of`` computes it for
some players of a field; only ``head-to-head`` depends on who they are.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from scoring.shown import rounded
from scoring.worth import NOTHING, shares

if TYPE_CHECKING:
    from scoring.field import Field, GameLine

Value = Fraction | int
Computed = Mapping[Any, Value]
FEWEST_FOR_A_MEDIAN = 3
LOTS = 10**9


@dataclass(frozen=True, slots=True)
class Measure:
    """One step. ``reason`` is filled with ``mine`` and ``theirs``."""

    key: str
    name: str
    rule: str
    reason: str
    of: Callable[[Field[Any], Sequence[Any]], Computed]
    show: Callable[[Value], str] = lambda value: str(rounded(Fraction(value)))
    in_group: bool = False


def _each(
    value: Callable[[Field[Any], Any], Value],
) -> Callable[[Field[Any], Sequence[Any]], Computed]:
    """A measure that looks at one player at a time."""

    def of(field: Field[Any], players: Sequence[Any]) -> Computed:
        return {player: value(field, player) for player in players}

    return of


def _score(field: Field[Any], player: Any) -> Value:
    return field.scores[player].score


def _dropped(field: Field[Any], player: Any) -> Value:
    return field.scores[player].dropped


def _places(place: int) -> Callable[[Field[Any], Any], Value]:
    def count(field: Field[Any], player: Any) -> Value:
        return sum(line.first == place for line in field.lines[player])

    return count


def _game_points(field: Field[Any], player: Any) -> Value:
    return sum(line.points for line in field.lines[player])


def _total(value: Callable[[GameLine[Any]], Fraction]) -> Callable[[Field[Any], Any], Value]:
    def total(field: Field[Any], player: Any) -> Value:
        return sum((value(line) for line in field.lines[player]), NOTHING)

    return total


def _share(line: GameLine[Any]) -> Fraction:
    return shares(line.game)[line.player]


def _against_average(line: GameLine[Any]) -> Fraction:
    """How much more than the mean of the table, as a part of it; 0 at a table without points."""
    total = sum(merit[0] for merit in line.game.merits.values())
    if total <= 0:
        return NOTHING
    return Fraction(line.points * len(line.game.merits), total) - 1


def opponents(field: Field[Any], player: Any) -> list[Fraction]:
    """For each game of a player, the mean of its other players' scores."""
    found = []
    for line in field.lines[player]:
        others = len(line.game.merits) - 1
        if others:
            mine = field.scores[player].score
            found.append((field.table_score(line.game) - mine) / others)
    return found


def _strength(field: Field[Any], player: Any) -> Value:
    return sum(opponents(field, player), NOTHING)


def _median_strength(field: Field[Any], player: Any) -> Value:
    found = sorted(opponents(field, player))
    return sum(found[1:-1] if len(found) >= FEWEST_FOR_A_MEDIAN else found, NOTHING)


def _best(value: Callable[[GameLine[Any]], Value]) -> Callable[[Field[Any], Any], Value]:
    def best(field: Field[Any], player: Any) -> Value:
        return max((value(line) for line in field.lines[player]), default=NOTHING)

    return best


def _won_game(number: int) -> Callable[[Field[Any], Any], Value]:
    def won(field: Field[Any], player: Any) -> Value:
        lines = field.lines[player]
        return int(len(lines) >= number and lines[number - 1].first == 1)

    return won


def _average_place(field: Field[Any], player: Any) -> Value:
    """The mean place, negated; a shared place is the mean of the places shared."""
    lines = field.lines[player]
    if not lines:
        return NOTHING
    return -sum((Fraction(line.first + line.last, 2) for line in lines), NOTHING) / len(lines)


def _margin(field: Field[Any], player: Any) -> Value:
    """Own points / those of the next worse player, in the game of the best finish; 0 if last."""
    lines = field.lines[player]
    top = max((line.worth for line in lines), default=NOTHING)
    return max((_over_next(line) for line in lines if line.worth == top), default=NOTHING)


def _over_next(line: GameLine[Any]) -> Fraction:
    mine = line.game.merits[line.player]
    behind = [merit for merit in line.game.merits.values() if merit < mine]
    return Fraction(max(mine[0], 0), max(max(behind)[0], 1)) if behind else NOTHING


def _head_to_head(field: Field[Any], players: Sequence[Any]) -> Computed:
    """In each game that two of the players both played: +1 for who was ahead, -1 for the other."""
    among = set(players)
    return {player: sum(_duels(field.lines[player], among)) for player in players}


def _duels(lines: Iterable[GameLine[Any]], among: set[Any]) -> Iterable[int]:
    for line in lines:
        mine = line.game.merits[line.player]
        for rival, theirs in line.game.merits.items():
            if rival != line.player and rival in among:
                yield (mine > theirs) - (mine < theirs)


def _lot(field: Field[Any], player: Any) -> Value:
    """A number below LOTS that follows from the seed and the player's name in the draw alone."""
    results = field.results
    name = results.lot_names.get(player, str(player))
    return int(hashlib.sha256(f"{results.lot}\n{name}".encode()).hexdigest(), 16) % LOTS


def _percent(value: Value) -> str:
    return f"{rounded(100 * Fraction(value))} %"


def _positive(value: Value) -> str:
    return str(rounded(-Fraction(value)))


def _yes(value: Value) -> str:
    return "yes" if value else "no"


_AGAINST = "{mine} against {theirs}"
_ALL = (
    Measure("score", "Score", "The score.", f"more points: {_AGAINST}", _each(_score)),
    Measure(
        "wins",
        "Wins",
        "More wins. A shared first place is a win for each who shares it.",
        f"more wins: {_AGAINST}",
        _each(_places(1)),
    ),
    Measure(
        "seconds",
        "Seconds",
        "More second places.",
        f"more second places: {_AGAINST}",
        _each(_places(2)),
    ),
    Measure(
        "thirds",
        "Thirds",
        "More third places.",
        f"more third places: {_AGAINST}",
        _each(_places(3)),
    ),
    Measure(
        "fourths",
        "Fourths",
        "More fourth places.",
        f"more fourth places: {_AGAINST}",
        _each(_places(4)),
    ),
    Measure(
        "game-points",
        "Game points",
        "More game points in all games.",
        f"more game points: {_AGAINST}",
        _each(_game_points),
    ),
    Measure(
        "head-to-head",
        "Head to head",
        "The games that players who are still equal played against one another: one more for each "
        "of them left behind, one less for each ahead.",
        f"better against one another: {_AGAINST}",
        _head_to_head,
        in_group=True,
    ),
    Measure(
        "share",
        "Share of tables",
        "The sum over all games of the own part of the table's points, none below zero.",
        f"a larger share of the tables: {_AGAINST}",
        _each(_total(_share)),
        _percent,
    ),
    Measure(
        "table-average",
        "Against averages",
        "The sum over all games of how far the own points are above or below the table's average, "
        "in percent of it.",
        f"more above the tables' averages: {_AGAINST}",
        _each(_total(_against_average)),
        _percent,
    ),
    Measure(
        "strength",
        "Opponents",
        "The strength of the opponents (Buchholz): for each game the mean of the other players' "
        "scores, added up. A large table counts as much as a small one.",
        f"stronger opponents: {_AGAINST}",
        _each(_strength),
    ),
    Measure(
        "median-strength",
        "Opponents, median",
        "The strength of the opponents without the strongest and the weakest table (median "
        "Buchholz), from three games on.",
        f"stronger opponents, without the extremes: {_AGAINST}",
        _each(_median_strength),
    ),
    Measure(
        "best-score",
        "Best result",
        "The best result of a single game, in points of the scheme.",
        f"a better best result: {_AGAINST}",
        _each(_best(lambda line: line.worth)),
    ),
    Measure(
        "best-game",
        "Best game",
        "The most game points in a single game.",
        f"more points in the best game: {_AGAINST}",
        _each(_best(lambda line: line.points)),
    ),
    Measure(
        "dropped",
        "Dropped",
        "More points in the results that did not count.",
        f"more points in dropped results: {_AGAINST}",
        _each(_dropped),
    ),
    Measure(
        "first-game-won",
        "First won",
        "A win in the first game played.",
        "won the first game played",
        _each(_won_game(1)),
        _yes,
    ),
    Measure(
        "second-game-won",
        "Second won",
        "A win in the second game played.",
        "won the second game played",
        _each(_won_game(2)),
        _yes,
    ),
    Measure(
        "third-game-won",
        "Third won",
        "A win in the third game played.",
        "won the third game played",
        _each(_won_game(3)),
        _yes,
    ),
    Measure(
        "average-place",
        "Average place",
        "The better average of the places held.",
        f"a better average place: {_AGAINST}",
        _each(_average_place),
        _positive,
    ),
    Measure(
        "margin",
        "Margin",
        "In the game of the best finish: own points in percent of the next worse player's.",
        f"further ahead in the best game: {_AGAINST}",
        _each(_margin),
        _percent,
    ),
    Measure(
        "lot",
        "Lot",
        "A drawn lot: a number made from the recorded seed of the draw and the player's name, so "
        "that the draw can be repeated. The higher number stands first.",
        f"the drawn lot: {_AGAINST}",
        _each(_lot),
        lambda value: f"{value:09}",
    ),
)
MEASURES: dict[str, Measure] = {measure.key: measure for measure in _ALL}
