"""All games of all players, gathered once: what the measures are computed from.

A tournament has a million results at most, so what is kept for each is a few bytes: a player's line
of a game is made when a measure asks for it, and equal scores are one object.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any, Generic, NamedTuple

from scoring.formulas import NOTHING, Played
from scoring.placement import P, places
from scoring.results import Average, GameResult, Results
from scoring.schemes import Scheme

#: A line is found by the number of its game, shifted by this, and the number of its seat.
SEAT_BITS = 24


class GameLine(NamedTuple, Generic[P]):
    """One game of one player: the places held, the game points, and what the result is worth."""

    player: P
    game: GameResult[P]
    first: int
    last: int
    points: int
    worth: Fraction


class Score(NamedTuple):
    """The score that counts, with penalties taken off, and the part that was dropped."""

    score: Fraction
    dropped: Fraction


class _Lines(Mapping[P, list[GameLine[P]]]):
    """The lines of each player, in the order of the games."""

    def __init__(self, games: Sequence[GameResult[P]], number: Mapping[P, int]) -> None:
        self._games, self._number = games, number
        self._held: list[tuple[tuple[int, int], ...]] = []
        self._worths: list[tuple[Fraction, ...]] = []
        counts = array("L", bytes(array("L").itemsize * len(number)))
        for game in games:
            for player in game.merits:
                counts[number[player]] += 1
        self._starts = array("L", accumulate(counts, initial=0))
        self._at = array("Q", bytes(8 * self._starts[-1]))
        free = array("L", self._starts)
        for index, game in enumerate(games):
            for seat, player in enumerate(game.merits):
                who = number[player]
                self._at[free[who]] = index << SEAT_BITS | seat
                free[who] += 1

    def note(self, held: tuple[tuple[int, int], ...], worths: tuple[Fraction, ...]) -> None:
        """Add what the next game was for its players, in the order of its merits."""
        self._held.append(held)
        self._worths.append(worths)

    def __getitem__(self, player: P) -> list[GameLine[P]]:
        number = self._number[player]
        found = []
        for at in self._at[self._starts[number] : self._starts[number + 1]]:
            index, seat = at >> SEAT_BITS, at & (1 << SEAT_BITS) - 1
            game = self._games[index]
            points = game.merits[player][0]
            held, worth = self._held[index][seat], self._worths[index][seat]
            found.append(GameLine(player, game, *held, points, worth))
        return found

    def count(self, player: P) -> int:
        """How many lines a player has."""
        number = self._number[player]
        return self._starts[number + 1] - self._starts[number]

    def worths(self, player: P) -> list[Fraction]:
        """The score of each line of a player."""
        number, mask = self._number[player], (1 << SEAT_BITS) - 1
        found = self._at[self._starts[number] : self._starts[number + 1]]
        return [self._worths[at >> SEAT_BITS][at & mask] for at in found]

    def __iter__(self) -> Iterator[P]:
        return iter(self._number)

    def __len__(self) -> int:
        return len(self._number)


class ResultsIndex(Generic[P]):
    """The players of a tournament with their games, oldest first, and their scores.

    ``draws`` says that a first place which a whole table shares is a draw and a win for nobody.
    ``memo`` is for what measures work out once for all players.
    """

    def __init__(self, results: Results[P], scheme: Scheme) -> None:
        self.results, self.scheme = results, scheme
        self.draws = scheme.draws or results.head_to_head
        self.memo: dict[str, Any] = {}
        self.number = {player: n for n, player in enumerate(results.everybody())}
        self.byes = Counter(player for _round, player in results.byes)
        self.half_byes = Counter(player for _round, player in results.half_byes)
        #: What a game of two that ended in a draw is worth.
        self.draw = scheme.formula.worth(Played.of({"up": (1,), "down": (1,)}))["up"]
        games = sorted(results.games, key=lambda game: game.round)
        self.lines = _Lines(games, self.number)
        self._note_games(games)
        self.awards = self._awards()
        self._table_scores: dict[int, Fraction] = {}
        known: dict[tuple[int, ...], Score] = {}
        self._scores = [self._score(player, known) for player in self.number]

    def _note_games(self, games: Sequence[GameResult[P]]) -> None:
        seen = bytearray(len(self.number))
        known: dict[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]] = {}
        for game in games:
            numbers = {player: self.number[player] for player in game.merits}
            debut = frozenset(player for player, n in numbers.items() if not seen[n])
            for n in numbers.values():
                seen[n] = True
            table = game.table
            held = places(table)
            worth = self.scheme.formula.worth(Played(game.round, table, held, debut))
            # Tables end in few ways: one object for each.
            order = tuple(held[player] for player in game.merits)
            worths = tuple(worth[player] for player in game.merits)
            self.lines.note(known.setdefault(order, order), worths)

    def _awards(self) -> dict[P, dict[int, Fraction]]:
        """The worth of each adjusted score by player and round, where they have no result."""
        found: dict[P, dict[int, Fraction]] = {}
        for (number, player), award in self.results.awards.items():
            if all(line.game.round != number for line in self.lines[player]):
                theirs = found.setdefault(player, {})
                theirs[number] = self._worth_of(award, number, player)
        return found

    def _worth_of(self, award: Fraction | Average, number: int, player: P) -> Fraction:
        """Its points, or the mean worth of the player's games, or of all games of the round.

        Without a game of their own it is that of the round, and without one there nothing.
        """
        if isinstance(award, Fraction):
            return award
        worths = self.lines.worths(player) if award is Average.OWN else []
        if not worths:
            worths = [
                line.worth
                for other in self.number
                for line in self.lines[other]
                if line.game.round == number
            ]
        return sum(worths, NOTHING) / len(worths) if worths else NOTHING

    def _score(self, player: P, known: dict[tuple[int, ...], Score]) -> Score:
        worths = self.lines.worths(player)
        if self.byes[player] or self.half_byes[player]:
            bye = self.scheme.bye
            if bye is None:
                bye = sum(worths, NOTHING) / len(worths) if worths else NOTHING
            half = self.draw if self.results.head_to_head else bye / 2
            worths += [bye] * self.byes[player] + [half] * self.half_byes[player]
        worths += self.awards.get(player, {}).values()
        best = self.scheme.best
        if best:
            worths.sort(reverse=True)
        counted, dropped = (worths[:best], worths[best:]) if best else (worths, [])
        score, rest = _total(counted), _total(dropped)
        if player in self.results.penalties:
            score -= self.results.penalties[player]
        key = (score.numerator, score.denominator, rest.numerator, rest.denominator)
        return known.setdefault(key, Score(score, rest))

    def score_of(self, player: P) -> Score:
        return self._scores[self.number[player]]

    def has_played(self, player: P) -> bool:
        out = self.byes[player] or self.half_byes[player] or player in self.awards
        return bool(out or self.lines.count(player))

    def table_score(self, game: GameResult[P]) -> Fraction:
        """The sum of the scores of all who played a game, computed once for each."""
        if id(game) not in self._table_scores:
            found = sum((self.score_of(player).score for player in game.merits), NOTHING)
            self._table_scores[id(game)] = found
        return self._table_scores[id(game)]

    def is_win(self, line: GameLine[P]) -> bool:
        """Whether a game was won: a shared first place is a win for each, unless it is a draw."""
        if line.first != 1 or not self.draws:
            return line.first == 1
        return line.game.played and (line.last == 1 or line.last < len(line.game.table))


def _total(worths: Sequence[Fraction]) -> Fraction:
    return worths[0] if len(worths) == 1 else sum(worths, NOTHING)
