"""The steps of a ranking: scores and tie-breaks, all exact, more is better.

Each measure says in a sentence what it is, and how it reads as a reason (``scoring.measure``).
Those of chess, from FIDE's Handbook, are computed in ``scoring.fide``, which the last ones name.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from scoring import fide
from scoring.formulas import NOTHING, shares
from scoring.measure import AGAINST, Computed, Measure, Value, each

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


def _yes(value: Value) -> str:
    return "yes" if value else "no"


_ALL = (
    Measure("score", "Score", "The score.", f"more points: {AGAINST}", each(_score)),
    Measure(
        "wins",
        "Wins",
        "More wins. A shared first place is a win for each player who shares it. In games of two "
        "it is a draw, not a win.",
        f"more wins: {AGAINST}",
        each(_wins),
    ),
    Measure(
        "seconds",
        "Seconds",
        "More second places.",
        f"more second places: {AGAINST}",
        each(_places(2)),
    ),
    Measure(
        "thirds",
        "Thirds",
        "More third places.",
        f"more third places: {AGAINST}",
        each(_places(3)),
    ),
    Measure(
        "fourths",
        "Fourths",
        "More fourth places.",
        f"more fourth places: {AGAINST}",
        each(_places(4)),
    ),
    Measure(
        "game-points",
        "Game points",
        "More game points in all games.",
        f"more game points: {AGAINST}",
        each(_game_points),
    ),
    Measure(
        "head-to-head",
        "Head to head",
        "The games between the players who are still equal. In each game a player gains one for "
        "each of them behind, and loses one for each of them ahead.",
        f"better in the games against one another: {AGAINST}",
        _head_to_head,
        in_group=True,
    ),
    Measure(
        "share",
        "Share of tables",
        "The player's share of the table's points, added up over all games. Points below zero "
        "count as zero.",
        f"a larger share of the tables: {AGAINST}",
        each(_total(_share)),
        factor=100,
        unit=" %",
        needs_points=True,
    ),
    Measure(
        "table-average",
        "Against averages",
        "How far the player's points are above or below the table's average, in percent of that "
        "average, added up over all games.",
        f"better against the tables' averages: {AGAINST}",
        each(_total(_against_average)),
        factor=100,
        unit=" %",
        needs_points=True,
    ),
    Measure(
        "strength",
        "Opponents",
        "The strength of the opponents (Buchholz): the mean of the other players' scores in each "
        "game, added up. A large table counts as much as a small one.",
        f"stronger opponents: {AGAINST}",
        each(_strength),
    ),
    Measure(
        "median-strength",
        "Median opponents",
        "The strength of the opponents (median Buchholz). With three games or more, the strongest "
        "and the weakest table are left out.",
        f"stronger opponents, without the extremes: {AGAINST}",
        each(_median_strength),
    ),
    Measure(
        "best-score",
        "Best result",
        "The best result of a single game, in points of the scheme.",
        f"a higher best result: {AGAINST}",
        each(_best(lambda line: line.worth)),
    ),
    Measure(
        "best-game",
        "Best game",
        "The most game points in a single game.",
        f"more points in the best game: {AGAINST}",
        each(_best(lambda line: line.points)),
    ),
    Measure(
        "dropped",
        "Dropped",
        "More points in the results that did not count.",
        f"more points in dropped results: {AGAINST}",
        each(_dropped),
    ),
    Measure(
        "first-game-won",
        "First won",
        "A win in the first game played.",
        "won the first game played",
        each(_won_game(1)),
        words=_yes,
    ),
    Measure(
        "second-game-won",
        "Second won",
        "A win in the second game played.",
        "won the second game played",
        each(_won_game(2)),
        words=_yes,
    ),
    Measure(
        "third-game-won",
        "Third won",
        "A win in the third game played.",
        "won the third game played",
        each(_won_game(3)),
        words=_yes,
    ),
    Measure(
        "average-place",
        "Average place",
        "The better average place.",
        f"a better average place: {AGAINST}",
        each(_average_place),
        factor=-1,
    ),
    Measure(
        "margin",
        "Margin",
        "In the game of the player's best finish: the player's points in percent of those of the "
        "next player behind.",
        f"further ahead in the best game: {AGAINST}",
        each(_margin),
        factor=100,
        unit=" %",
        needs_points=True,
    ),
    Measure(
        "lot",
        "Lot",
        "A drawn lot: a number made from the recorded seed of the draw and the player's name. The "
        "draw can be repeated. The player with the higher number stands first.",
        f"a higher drawn lot: {AGAINST}",
        each(_lot),
        words=lambda value: f"{value:09}",
    ),
)
#: FIDE's Handbook, chapter C.07, with the article.
_OF_CHESS = (
    Measure(
        "buchholz-cut-1",
        "Buchholz cut 1",
        "The sum of the opponents' scores without the lowest. A round that the player did not play "
        "counts as a game against an opponent with the player's own score, but at most the score "
        "of draws in all rounds. If the player was absent, such a round is the one left out.",
        f"a better Buchholz without the lowest score: {AGAINST}",
        each(fide.buchholz_cut_1),
        chapter="C.07 8.1, 14.1, 16",
    ),
    Measure(
        "buchholz",
        "Buchholz",
        "The sum of the opponents' scores. A round that the player did not play counts as a game "
        "against an opponent with the player's own score, but at most the score of draws in all "
        "rounds. For an opponent who is absent to the end, those rounds count as draws.",
        f"a better Buchholz: {AGAINST}",
        each(fide.buchholz),
        chapter="C.07 8.1, 16",
    ),
    Measure(
        "median-buchholz",
        "Median Buchholz",
        "The sum of the opponents' scores without the lowest and the highest. Rounds that the "
        "player did not play count as in Buchholz.",
        f"a better Buchholz without the extremes: {AGAINST}",
        each(fide.median_buchholz),
        chapter="C.07 8.1, 14.3, 16",
    ),
    Measure(
        "sonneborn-berger",
        "Sonneborn-Berger",
        "The scores of the opponents whom the player beat, plus half the scores of those with whom "
        "the player drew.",
        f"a better Sonneborn-Berger: {AGAINST}",
        each(fide.sonneborn_berger),
        chapter="C.07 9.1, 16",
    ),
    Measure(
        "direct-encounter",
        "Direct encounter",
        "The games between the players who are still equal. If some of them have not met, this "
        "ranks only players who would be ahead whatever the results of the missing games.",
        f"ahead in the games against one another: {AGAINST}",
        fide.direct_encounter,
        in_group=True,
        repeated=True,
        chapter="C.07 6",
    ),
    Measure(
        "rounds-won",
        "Rounds won",
        "More rounds with the points of a win, including byes and wins by default.",
        f"more rounds won: {AGAINST}",
        each(fide.rounds_won),
        chapter="C.07 7.1",
    ),
    Measure(
        "black-games",
        "Second side",
        "More games played on the second side (Downtown; Black in chess).",
        f"more games on the second side: {AGAINST}",
        each(fide.black_games),
        chapter="C.07 7.3",
    ),
)
MEASURES: dict[str, Measure] = {measure.key: measure for measure in (*_ALL, *_OF_CHESS)}
