"""The bounds of a finished board of Metro X: how many stations can be empty beside which totals.

Everything here follows from the board and the counts of the Transit cards. Source: metro-x.txt,
Game Play (a card a turn, a window a card, l.31), Card Types (l.41 to l.88), End of the Game (l.92).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

from games.memo import Memo
from games.metro_x.model import Model

MANY_LINES: Final = 12
"""With so many lines at most, every set of them is looked at."""


class Limits(NamedTuple):
    """For a set of completed lines: the other lines that are complete with them, as bits; the least
    and the most stations that can be empty; and what the filled stations of the set are worth to
    Transfers, and the others, the best of these first."""

    full: int
    least: int
    most: int
    inside: int
    outside: tuple[int, ...]


class Possible:
    """The sums and limits of one board. Sets of lines are bits, the first line lowest."""

    def __init__(self, game: Model) -> None:
        self.game, self.count = game, len(game.stations)
        self.every = (1 << len(game.route)) - 1
        self._lines_at = [sum(1 << line for line, _ in stops) for stops in game.stops]
        worths = sorted(game.worth, reverse=True)
        self._sums = (0, *accumulate(worths))
        few = len(game.route) <= MANY_LINES
        self._touching = _fewest_of(set(self._lines_at)) if few else {}
        self._windows = sum(game.windows)
        self._frees = sum(c.count for c in game.board.cards if c.kind == "free")
        self._best = max(card.number for card in game.board.cards)
        self.most_transfers = min(self._most_transfers(), self.count)
        self.fewest: Memo[int, int] = Memo(self._fewest)
        """The fewest stations with numbers that add up to so many points, or more."""
        self.outside: Memo[tuple[int, int], int] = Memo(self._outside)
        """For the completed lines and the points of Transfers: how many stations with numbers do
        not lie on these lines, at least."""
        self.least_empty: Memo[int, int] = Memo(self._least_empty)
        """The fewest stations that are empty on each board after so many Transfers, or more."""
        self.limits: Memo[int, Limits] = Memo(self._limits)
        self._totals: Memo[tuple[int, bool], frozenset[int]] = Memo(self._sums_of)
        self.fits: Memo[tuple[int, int, int, bool], bool] = Memo(self._fits)
        self.sums = {solo: self._all_sums(solo=solo) for solo in (False, True)}

    @property
    def most_points(self) -> int:
        """The most that Transfers can bring."""
        return self._sums[self.most_transfers]

    def _fewest(self, points: int) -> int:
        return next(number for number, total in enumerate(self._sums) if total >= points)

    def _outside(self, key: tuple[int, int]) -> int:
        done, points = key
        limits = self.limits[done]
        missing, number = points - limits.inside, 0
        while missing > 0:
            missing -= limits.outside[number]
            number += 1
        return number

    def _least_empty(self, transfers: int) -> int:
        """All players play the same cards, and each Transfer takes a window."""
        filled = 0
        for number in range(transfers, self.most_transfers + 1):
            others = self._windows - number
            most = number + self._best * others + self._frees * self._passes(others)
            filled = max(filled, most)
        return max(self.count - filled, 0)

    def _passes(self, others: int) -> int:
        """How often the deck can begin when so many cards fill a window and are no Transfer. The
        card in the last window ends the game, so no deck begins after it."""
        cards = [card for card in self.game.board.cards if card.reshuffle]
        if any(card.kind == "transfer" for card in cards):
            return self._windows
        return others + 1 if cards else 1

    def _most_transfers(self) -> int:
        """Only so many Transfers lie in the deck, and another card must reshuffle it (l.55)."""
        count = sum(card.count for card in self.game.board.cards if card.kind == "transfer")
        windows = self._windows
        fit = (n for n in range(windows, 0, -1) if n <= count * self._passes(windows - n))
        return next(fit, 0)

    def _limits(self, done: int) -> Limits:
        lines_at, worth = self._lines_at, self.game.worth
        empty = [station for station, lines in enumerate(lines_at) if not lines & done]
        open_lines = 0
        for station in empty:
            open_lines |= lines_at[station]
        inside = sum(worth) - sum(worth[station] for station in empty)
        outside = tuple(sorted((worth[station] for station in empty), reverse=True))
        least = self._touching.get(open_lines, min(open_lines, 1))
        return Limits(self.every & ~done & ~open_lines, least, len(empty), inside, outside)

    def _fits(self, key: tuple[int, int, int, bool]) -> bool:
        """Whether some set of completed lines has these totals: Completed, Transfers, Empty."""
        completed, points, empty, solo = key
        if len(self.game.route) > MANY_LINES:
            return True
        for done in range(self.every + 1):
            limits = self.limits[done]
            if limits.full or not limits.least <= empty <= limits.most:
                continue
            if (
                completed in self._totals[done, solo]
                and empty <= limits.most - self.outside[done, points]
            ):
                return True
        return False

    def _sums_of(self, key: tuple[int, bool]) -> frozenset[int]:
        """The totals of exactly these completed lines, played alone or not."""
        done, solo = key
        lines = [line for n, line in enumerate(self.game.board.lines) if done >> n & 1]
        return _sums([(line.gold,) if solo else (line.gold, line.white) for line in lines])

    def _all_sums(self, *, solo: bool) -> frozenset[int]:
        """Every total that completed lines can add up to."""
        lines = self.game.board.lines
        return _sums([(0, line.gold) if solo else (0, line.gold, line.white) for line in lines])


def _fewest_of(kinds: set[int]) -> dict[int, int]:
    """For each set of lines, the fewest stations that touch all of these lines and no other.

    ``kinds`` are the lines at each station. A set that is not there has no such stations.
    """
    fewest, last = {0: 0}, [0]
    while last:
        reached = {lines | kind for lines in last for kind in kinds} - fewest.keys()
        number = fewest[last[0]] + 1
        fewest |= dict.fromkeys(reached, number)
        last = list(reached)
    return fewest


def _sums(choices: list[tuple[int, ...]]) -> frozenset[int]:
    """Every sum with one number of each choice."""
    sums = {0}
    for worths in choices:
        sums = {total + worth for total in sums for worth in worths}
    return frozenset(sums)


@lru_cache(maxsize=8)
def possible(game: Model) -> Possible:
    """The sums and limits of a board, made once."""
    return Possible(game)
