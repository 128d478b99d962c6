"""The steps of a ranking: scores and tie-breaks, all exact, more is better.

Each measure says in a sentence what it is, and how it reads as a reason (``scoring.measure``).
Those of chess, which come last, are in ``scoring.measures_of_chess``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from games.texts import T, Text, unfilled
from scoring.formulas import NOTHING, shares
from scoring.measure import Computed, Measure, Value, each
from scoring.measures_of_chess import OF_CHESS

if TYPE_CHECKING:
    from scoring.results import Results
    from scoring.results_index import GameLine, ResultsIndex

FEWEST_FOR_A_MEDIAN = 3
LOTS = 10**9


def _score(index: ResultsIndex[Any], player: Any) -> Value:
    return index.score_of(player).score


def _dropped(index: ResultsIndex[Any], player: Any) -> Value:
    return index.score_of(player).dropped


def _places(place: int) -> Callable[[ResultsIndex[Any], Any], Value]:
    def count(index: ResultsIndex[Any], player: Any) -> Value:
        return sum(line.first == place for line in index.lines[player])

    return count


def _wins(index: ResultsIndex[Any], player: Any) -> Value:
    """Games won; in games of two also what C.07, article 7.2, counts: those won over the board."""
    return sum(index.is_win(line) for line in index.lines[player])


def _game_points(index: ResultsIndex[Any], player: Any) -> Value:
    return sum(line.points for line in index.lines[player])


def _total(value: Callable[[GameLine[Any]], Fraction]) -> Callable[[ResultsIndex[Any], Any], Value]:
    def total(index: ResultsIndex[Any], player: Any) -> Value:
        return sum((value(line) for line in index.lines[player]), NOTHING)

    return total


def _share(line: GameLine[Any]) -> Fraction:
    return shares(line.game.table)[line.player]


def _against_average(line: GameLine[Any]) -> Fraction:
    """How much more than the mean of the table, as a part of it; 0 at a table without points."""
    table = line.game.table
    total = sum(merit[0] for merit in table.values())
    if total <= 0:
        return NOTHING
    return Fraction(line.points * len(table), total) - 1


def opponents(index: ResultsIndex[Any], player: Any) -> list[Fraction]:
    """For each game of a player, the mean of its other players' scores."""
    found = []
    for line in index.lines[player]:
        others = len(line.game.merits) - 1
        if others:
            mine = index.score_of(player).score
            found.append((index.table_score(line.game) - mine) / others)
    return found


def _strength(index: ResultsIndex[Any], player: Any) -> Value:
    return sum(opponents(index, player), NOTHING)


def _median_strength(index: ResultsIndex[Any], player: Any) -> Value:
    found = sorted(opponents(index, player))
    return sum(found[1:-1] if len(found) >= FEWEST_FOR_A_MEDIAN else found, NOTHING)


def _best(value: Callable[[GameLine[Any]], Value]) -> Callable[[ResultsIndex[Any], Any], Value]:
    def best(index: ResultsIndex[Any], player: Any) -> Value:
        return max((value(line) for line in index.lines[player]), default=NOTHING)

    return best


def _won_game(number: int) -> Callable[[ResultsIndex[Any], Any], Value]:
    def won(index: ResultsIndex[Any], player: Any) -> Value:
        lines = index.lines[player]
        return int(len(lines) >= number and index.is_win(lines[number - 1]))

    return won


def _average_place(index: ResultsIndex[Any], player: Any) -> Value:
    """The mean place, negated; a shared place is the mean of the places shared."""
    lines = index.lines[player]
    if not lines:
        return NOTHING
    return -sum((Fraction(line.first + line.last, 2) for line in lines), NOTHING) / len(lines)


def _margin(index: ResultsIndex[Any], player: Any) -> Value:
    """Own points / those of the next worse player, in the game of the best finish; 0 if last."""
    lines = index.lines[player]
    top = max((line.worth for line in lines), default=NOTHING)
    return max((_over_next(line) for line in lines if line.worth == top), default=NOTHING)


def _over_next(line: GameLine[Any]) -> Fraction:
    mine = line.game.merits[line.player]
    behind = [merit for merit in line.game.table.values() if merit < mine]
    return Fraction(max(mine[0], 0), max(max(behind)[0], 1)) if behind else NOTHING


def _head_to_head(index: ResultsIndex[Any], players: Sequence[Any]) -> Computed:
    """In each game that two of the players both played: +1 for who was ahead, -1 for the other."""
    among = set(players)
    return {player: sum(_duels(index.lines[player], among)) for player in players}


def _duels(lines: Iterable[GameLine[Any]], among: set[Any]) -> Iterable[int]:
    for line in lines:
        mine = line.game.merits[line.player]
        for rival, theirs in line.game.merits.items():
            if rival != line.player and rival in among:
                yield (mine > theirs) - (mine < theirs)


def _lot(index: ResultsIndex[Any], player: Any) -> Value:
    """A number below LOTS that follows from the seed and the player's name in the draw alone."""
    return lot_of(index.results, player)


def lot_of(results: Results[Any], player: Any) -> int:
    """The lot of a player in the draw that belongs to these results."""
    return lot_number(results.lot, results.lot_names.get(player, str(player)))


def lot_number(seed: str, name: str) -> int:
    """The lot of the player of that name in a draw with that seed."""
    return int(hashlib.sha256(f"{seed}\n{name}".encode()).hexdigest(), 16) % LOTS


def _yes(value: Value) -> Text:
    return T("yes") if value else T("no")


_ALL = (
    Measure(
        "score",
        T("Score"),
        T("The score."),
        unfilled("More points: {mine} against {theirs}."),
        T("score"),
        each(_score),
    ),
    Measure(
        "wins",
        T("Wins"),
        T(
            "More wins. A shared first place is a win for each player who shares it. In games of "
            "two it is a draw, not a win."
        ),
        unfilled("More wins: {mine} against {theirs}."),
        T("wins"),
        each(_wins),
    ),
    Measure(
        "seconds",
        T("Seconds"),
        T("More second places."),
        unfilled("More second places: {mine} against {theirs}."),
        T("second places"),
        each(_places(2)),
    ),
    Measure(
        "thirds",
        T("Thirds"),
        T("More third places."),
        unfilled("More third places: {mine} against {theirs}."),
        T("third places"),
        each(_places(3)),
    ),
    Measure(
        "fourths",
        T("Fourths"),
        T("More fourth places."),
        unfilled("More fourth places: {mine} against {theirs}."),
        T("fourth places"),
        each(_places(4)),
    ),
    Measure(
        "game-points",
        T("Game points"),
        T("More game points in all games."),
        unfilled("More game points: {mine} against {theirs}."),
        T("game points"),
        each(_game_points),
    ),
    Measure(
        "head-to-head",
        T("Head to head"),
        T(
            "The games between the players who are still equal. In each game a player gains one "
            "for each of them behind, and loses one for each of them ahead."
        ),
        unfilled("Better in the games against one another: {mine} against {theirs}."),
        T("the games against one another"),
        _head_to_head,
        in_group=True,
    ),
    Measure(
        "share",
        T("Share of tables"),
        T(
            "The player's share of the table's points, added up over all games. Points below zero "
            "count as zero."
        ),
        unfilled("A larger share of the tables: {mine} against {theirs}."),
        T("share of tables"),
        each(_total(_share)),
        factor=100,
        unit=" %",
        needs_points=True,
    ),
    Measure(
        "table-average",
        T("Against averages"),
        T(
            "How far the player's points are above or below the table's average, in percent of "
            "that average, added up over all games."
        ),
        unfilled("Better against the tables' averages: {mine} against {theirs}."),
        T("results against the tables' averages"),
        each(_total(_against_average)),
        factor=100,
        unit=" %",
        needs_points=True,
    ),
    Measure(
        "strength",
        T("Opponents"),
        T(
            "The strength of the opponents (Buchholz): the mean of the other players' scores in "
            "each game, added up. A large table counts as much as a small one."
        ),
        unfilled("Stronger opponents: {mine} against {theirs}."),
        T("strength of opponents"),
        each(_strength),
    ),
    Measure(
        "median-strength",
        T("Median opponents"),
        T(
            "The strength of the opponents (median Buchholz). With three games or more, the "
            "strongest and the weakest table are left out."
        ),
        unfilled("Stronger opponents, without the extremes: {mine} against {theirs}."),
        T("strength of opponents without the extremes"),
        each(_median_strength),
    ),
    Measure(
        "best-score",
        T("Best result"),
        T("The best result of a single game, in points of the scheme."),
        unfilled("A higher best result: {mine} against {theirs}."),
        T("best result"),
        each(_best(lambda line: line.worth)),
    ),
    Measure(
        "best-game",
        T("Best game"),
        T("The most game points in a single game."),
        unfilled("More points in the best game: {mine} against {theirs}."),
        T("best game"),
        each(_best(lambda line: line.points)),
    ),
    Measure(
        "dropped",
        T("Dropped"),
        T("More points in the results that did not count."),
        unfilled("More points in dropped results: {mine} against {theirs}."),
        T("dropped results"),
        each(_dropped),
    ),
    Measure(
        "first-game-won",
        T("First won"),
        T("A win in the first game played."),
        T("Won the first game played."),
        T("the first game played"),
        each(_won_game(1)),
        words=_yes,
    ),
    Measure(
        "second-game-won",
        T("Second won"),
        T("A win in the second game played."),
        T("Won the second game played."),
        T("the second game played"),
        each(_won_game(2)),
        words=_yes,
    ),
    Measure(
        "third-game-won",
        T("Third won"),
        T("A win in the third game played."),
        T("Won the third game played."),
        T("the third game played"),
        each(_won_game(3)),
        words=_yes,
    ),
    Measure(
        "average-place",
        T("Average place"),
        T("The better average place."),
        unfilled("A better average place: {mine} against {theirs}."),
        T("average place"),
        each(_average_place),
        factor=-1,
    ),
    Measure(
        "margin",
        T("Margin"),
        T(
            "In the game of the player's best finish: the player's points in percent of those of "
            "the next player behind."
        ),
        unfilled("Further ahead in the best game: {mine} against {theirs}."),
        T("margin in the best game"),
        each(_margin),
        factor=100,
        unit=" %",
        needs_points=True,
    ),
    Measure(
        "lot",
        T("Lot"),
        T(
            "A drawn lot: a number made from the recorded seed of the draw and the player's name. "
            "The draw can be repeated. The player with the higher number stands first."
        ),
        unfilled("A higher drawn lot: {mine} against {theirs}."),
        T("the drawn lot"),
        each(_lot),
        words=lambda value: f"{int(value):09}",  # a Fraction once it was stored
    ),
)
MEASURES: dict[str, Measure] = {measure.key: measure for measure in (*_ALL, *OF_CHESS)}
