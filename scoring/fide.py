"""Tie-breaks of FIDE's Handbook, chapter C.07, Play-Off and Tie-Break Regulations.

https://handbook.fide.com/chapter/TieBreakRegulations032026, in force from 1 March 2026. The text of
1 August 2024 is the same but for article 16.4, where it had no bound for the dummy's score.

Article 16: a round that a player did not play counts as a game against a dummy. It is voluntary if
the player was absent, asked for a bye of half a point, or lost by default; another bye, and a win
by default, are not. What the regulations leave open, or say of tables of two alone, is Roundhouse's
own:

- at a larger table the other players count by their mean, for Sonneborn-Berger each with 1, 1/2 or
  0 for being left behind, level, or ahead;
- a win, a draw and a loss are 1, 1/2 and 0 in Sonneborn-Berger and direct encounter, in every
  scheme; a draw's points in article 16 are what the scheme gives at a tied table of two;
- an adjusted score is like a bye that the player did not ask for, as the part of a win it is worth;
- rounds count once a game of theirs has a result, and not for those who still play in them;
- scores are those of the standings, with penalties taken off.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from scoring.formulas import NOTHING, Played

if TYPE_CHECKING:
    from scoring.results_index import GameLine, ResultsIndex

WIN, DRAW, LOSS = Fraction(1), Fraction(1, 2), NOTHING


class Part(NamedTuple):
    """One round's part of Buchholz and of Sonneborn-Berger, and whether it was voluntary."""

    opponent: Fraction
    weighted: Fraction
    voluntary: bool


class Regulations:
    """The players of all results as the opponents of one another, by article 16."""

    def __init__(self, index: ResultsIndex[Any]) -> None:
        self.index = index
        self.rounds = sorted({game.round for game in index.results.games})
        self.byes: set[tuple[int, Any]] = set(index.results.byes)
        self.half_byes: set[tuple[int, Any]] = set(index.results.half_byes)
        self.pending: set[tuple[int, Any]] = set(index.results.pending)
        formula = index.scheme.formula
        self.win = formula.worth(Played.of({"up": (1,), "down": (0,)}))["up"]
        self.draw = index.draw
        self._adjusted: dict[Any, Fraction] = {}
        self._parts: dict[Any, list[Part]] = {}

    @classmethod
    def of(cls, index: ResultsIndex[Any]) -> Regulations:
        """Those of all results, made once."""
        found: Regulations = index.memo.setdefault("C.07", None) or cls(index)
        index.memo["C.07"] = found
        return found

    def adjusted(self, player: Any) -> Fraction:
        """A player's score as it counts for the opponents: article 16.3.

        The rounds at the end from which the player was absent count as draws, which a bye of half
        a point is already.
        """
        if player not in self._adjusted:
            missed = self._absent_at_the_end(player)
            score = self.index.score_of(player).score
            self._adjusted[player] = score + missed * self.draw if missed else score
        return self._adjusted[player]

    def _absent_at_the_end(self, player: Any) -> int:
        lines = {line.game.round: line for line in self.index.lines[player]}
        missed = 0
        for number in reversed(self.rounds):
            if (number, player) in self.byes or (number, player) in self.pending:
                break
            if number in self.index.awards.get(player, {}):
                break
            line = lines.get(number)
            if line and not _lost_by_default(line):
                break
            missed += line is None and (number, player) not in self.half_byes
        return missed

    def parts(self, player: Any) -> list[Part]:
        """Each round's part of a player's tie-breaks, a dummy for those not played: 16.4."""
        if player not in self._parts:
            lines = self.index.lines[player]
            here = {line.game.round for line in lines}
            missed = [
                number
                for number in self.rounds
                if number not in here and (number, player) not in self.pending
            ]
            found = [self._of_line(line) for line in lines]
            found += [self._of_missed(player, number) for number in missed]
            self._parts[player] = found
        return self._parts[player]

    def _of_line(self, line: GameLine[Any]) -> Part:
        mine, own = line.game.merits[line.player], self.index.score_of(line.player).score
        others = [rival for rival in line.game.merits if rival != line.player]
        if not others:
            dummy = self._dummy(own)
            return Part(dummy, dummy * WIN, voluntary=False)
        scores = [self.adjusted(rival) for rival in others]
        if not line.game.played:
            scores = [min(own, score) for score in scores]
        weighted = [
            score * _result(mine, line.game.merits[rival])
            for score, rival in zip(scores, others, strict=True)
        ]
        return Part(
            sum(scores, NOTHING) / len(others),
            sum(weighted, NOTHING) / len(others),
            voluntary=_lost_by_default(line),
        )

    def _of_missed(self, player: Any, number: int) -> Part:
        dummy = self._dummy(self.index.score_of(player).score)
        if (number, player) in self.byes:
            return Part(dummy, dummy * self.bye, voluntary=False)
        if (award := self.index.awards.get(player, {}).get(number)) is not None:
            won = min(WIN, award / self.win) if self.win else LOSS
            return Part(dummy, dummy * won, voluntary=False)
        halved = (number, player) in self.half_byes
        return Part(dummy, dummy * (DRAW if halved else LOSS), voluntary=True)

    def _dummy(self, own: Fraction) -> Fraction:
        """The dummy has the player's own score, bounded by draws in all rounds: 16.4.2."""
        return min(own, self.draw * len(self.rounds))

    @property
    def bye(self) -> Fraction:
        """A bye as the result of a game: a win, unless the scheme gives less for it."""
        worth = self.index.scheme.bye
        return WIN if worth is None or worth >= self.win else worth / self.win


def _lost_by_default(line: GameLine[Any]) -> bool:
    return not line.game.played and line.first != 1


def _result(mine: tuple[int, ...], theirs: tuple[int, ...]) -> Fraction:
    return DRAW if mine == theirs else WIN if mine > theirs else LOSS


def buchholz(index: ResultsIndex[Any], player: Any) -> Fraction:
    """C.07, article 8.1: the sum of the opponents' scores."""
    return _sum(part.opponent for part in Regulations.of(index).parts(player))


def buchholz_cut_1(index: ResultsIndex[Any], player: Any) -> Fraction:
    """C.07, articles 8.1 and 14.1: Buchholz without the least value."""
    parts = Regulations.of(index).parts(player)
    return _sum(part.opponent for part in parts) - _least(parts)


def median_buchholz(index: ResultsIndex[Any], player: Any) -> Fraction:
    """C.07, articles 8.1 and 14.3 (Median-1): without the least value, then the greatest."""
    parts = list(Regulations.of(index).parts(player))
    if not parts:
        return NOTHING
    rest = sorted(part.opponent for part in parts)
    rest.remove(_least(parts))
    return _sum(rest[:-1])


def _least(parts: Sequence[Part]) -> Fraction:
    """The value to cut: the least of the voluntary rounds if there is one, by article 16.5."""
    voluntary = [part.opponent for part in parts if part.voluntary]
    return min(voluntary or [part.opponent for part in parts], default=NOTHING)


def sonneborn_berger(index: ResultsIndex[Any], player: Any) -> Fraction:
    """C.07, article 9.1: the opponents' scores, each times the points made against it."""
    return _sum(part.weighted for part in Regulations.of(index).parts(player))


def rounds_won(index: ResultsIndex[Any], player: Any) -> int:
    """C.07, article 7.1: rounds with the points of a win, played or not."""
    won = sum(line.first == 1 and _is_alone(line) for line in index.lines[player])
    full = Regulations.of(index).bye == WIN
    return won + (index.byes[player] if full else 0)


def _is_alone(line: GameLine[Any]) -> bool:
    return line.last == 1 or line.last < len(line.game.merits)


def black_games(index: ResultsIndex[Any], player: Any) -> int:
    """C.07, article 7.3: games played with Black, here on the second side of a table of two."""
    return sum(line.game.played and line.game.second == player for line in index.lines[player])


def direct_encounter(index: ResultsIndex[Any], players: Sequence[Any]) -> Mapping[Any, Fraction]:
    """C.07, article 6: the points that tied players made against one another.

    Games won by default do not count (6.1.1), and several games of two count by their mean (6.1.2).
    If all have met, the points decide. If not, a player is first who would be so with any results
    of the missing games, then one who would be second, and so on; all others stay equal, with the
    most that any of them could reach as their value (6.2). The ranking applies it again to those
    whom it leaves equal (6.3).
    """
    points, met = _against_one_another(index, players)
    missing = {player: len(players) - 1 - met[player] for player in players}
    if not any(missing.values()):
        return points
    ordered = sorted(players, key=points.__getitem__, reverse=True)
    most = [points[player] + missing[player] * WIN for player in ordered]
    best_from = list(accumulate(reversed(most), max))[::-1]
    found: dict[Any, Fraction] = {}
    for n, player in enumerate(ordered):
        is_ahead = n + 1 < len(ordered) and points[player] > best_from[n + 1]
        if not is_ahead:
            return found | dict.fromkeys(ordered[n:], best_from[n])
        found[player] = points[player]
    return found


def _against_one_another(
    index: ResultsIndex[Any], players: Sequence[Any]
) -> tuple[dict[Any, Fraction], dict[Any, int]]:
    """The points of each player against the others, and how many of them each has met."""
    among = set(players)
    points, met = {}, {}
    for player in players:
        results: defaultdict[Any, list[Fraction]] = defaultdict(list)
        for line in index.lines[player]:
            mine = line.game.merits[player]
            for rival in line.game.merits.keys() & among if line.game.played else ():
                if rival != player:
                    results[rival].append(_result(mine, line.game.merits[rival]))
        points[player] = _sum(_sum(games) / len(games) for games in results.values())
        met[player] = len(results)
    return points, met


def _sum(values: Iterable[Fraction]) -> Fraction:
    return sum(values, NOTHING)
