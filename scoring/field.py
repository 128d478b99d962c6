"""All games of all players, gathered once: what the measures are computed from."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Generic

from scoring.placement import P, places
from scoring.results import Results
from scoring.schemes import Scheme
from scoring.worth import NOTHING, Played


@dataclass(frozen=True, slots=True)
class GameLine(Generic[P]):
    """One game of one player: the places held, the game points, and what the result is worth."""

    player: P
    game: Played[P]
    first: int
    last: int
    points: int
    worth: Fraction


@dataclass(frozen=True, slots=True)
class Score:
    """What counts, with penalties taken off, and what was dropped."""

    score: Fraction
    dropped: Fraction


class Field(Generic[P]):
    """The players of a tournament with their games, oldest first, and their scores."""

    def __init__(self, results: Results[P], scheme: Scheme) -> None:
        self.results = results
        self.lines: dict[P, list[GameLine[P]]] = {player: [] for player in results.everybody()}
        self.byes: dict[P, int] = dict.fromkeys(self.lines, 0)
        for _round, player in results.byes:
            self.byes[player] += 1
        self._add_games(scheme)
        self.scores = {player: self._score(player, scheme) for player in self.lines}
        self._table_scores: dict[int, Fraction] = {}

    def _add_games(self, scheme: Scheme) -> None:
        seen: set[P] = set()
        for game in sorted(self.results.games, key=lambda game: game.round):
            debut = frozenset(player for player in game.merits if player not in seen)
            seen |= debut
            played = Played(game.round, game.merits, places(game.merits), debut)
            worth = scheme.formula.worth(played)
            for player, merit in game.merits.items():
                first, last = played.held[player]
                line = GameLine(player, played, first, last, merit[0], worth[player])
                self.lines[player].append(line)

    def _score(self, player: P, scheme: Scheme) -> Score:
        worths = [line.worth for line in self.lines[player]]
        if self.byes[player]:
            mean = sum(worths, NOTHING) / len(worths) if worths else NOTHING
            worths += [mean if scheme.bye is None else scheme.bye] * self.byes[player]
        worths.sort(reverse=True)
        counted = worths[: scheme.best] if scheme.best else worths
        dropped = worths[scheme.best :] if scheme.best else []
        score = sum(counted, NOTHING)
        if player in self.results.penalties:
            score -= self.results.penalties[player]
        return Score(score, sum(dropped, NOTHING))

    def has_played(self, player: P) -> bool:
        return bool(self.lines[player] or self.byes[player])

    def table_score(self, game: Played[P]) -> Fraction:
        """The sum of the scores of all who played a game, computed once for each."""
        if id(game) not in self._table_scores:
            found = sum((self.scores[player].score for player in game.merits), NOTHING)
            self._table_scores[id(game)] = found
        return self._table_scores[id(game)]
