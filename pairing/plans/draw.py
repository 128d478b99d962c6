"""Who draws which number of a plan, so that people who must not meet have numbers that never do."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pairing.rng import Rng
from pairing.tables.people import PlayedRound

#: Two people trade their numbers this often, at most.
TRADES = 300


def draw(
    people: Sequence[int],
    rounds: Sequence[PlayedRound],
    apart: Collection[tuple[int, int]],
    seed: int,
) -> list[int]:
    """Person keys by the numbers of a plan, drawn by lot from ``seed``.

    While two of ``apart`` meet in the plan, one of them trades numbers with the person who helps
    most. The repeats of the plan do not depend on who has which number.
    """
    drawing, rng = _Drawing(people, rounds, apart, seed), Rng(seed + 1)
    best, fewest = list(drawing.drawn), len(people) ** 2
    for _ in range(TRADES):
        clashing = [one for one in drawing.enemies if drawing.clashes(one)]
        if len(clashing) < fewest:
            best, fewest = list(drawing.drawn), len(clashing)
        if not clashing:
            break
        one = rng.choice(clashing)
        others = [other for other in drawing.drawn if other != one]
        costs = [drawing.after_trade(one, other) for other in others]
        least = min(costs, default=0)
        # Even where that helps nobody: otherwise a knot of several people would never be undone.
        drawing.trade(
            one, rng.choice([o for o, c in zip(others, costs, strict=True) if c == least])
        )
    return best


class _Drawing:
    """The numbers as they are drawn now, and who may not meet whom."""

    def __init__(
        self,
        people: Sequence[int],
        rounds: Sequence[PlayedRound],
        apart: Collection[tuple[int, int]],
        seed: int,
    ) -> None:
        self.drawn = list(people)
        Rng(seed).shuffle(self.drawn)
        self.at = {person: number for number, person in enumerate(self.drawn)}
        self.meets: dict[int, set[int]] = {number: set() for number in range(len(self.drawn))}
        for played in rounds:
            for table in played:
                for number in table:
                    self.meets[number].update(table)
        self.enemies: dict[int, set[int]] = {}
        for one, other in sorted(apart):
            if one in self.at and other in self.at:
                self.enemies.setdefault(one, set()).add(other)
                self.enemies.setdefault(other, set()).add(one)

    def clashes(self, person: int) -> int:
        """How many ``person`` meets in the plan whom they must not."""
        met = self.meets[self.at[person]]
        return sum(self.at[enemy] in met for enemy in self.enemies.get(person, ()))

    def after_trade(self, one: int, other: int) -> int:
        """The clashes of ``one``, and what those of ``other`` grow by, if they traded numbers."""
        before = self.clashes(other)
        self.trade(one, other)
        found = self.clashes(one) + self.clashes(other) - before
        self.trade(one, other)
        return found

    def trade(self, one: int, other: int) -> None:
        self.at[one], self.at[other] = self.at[other], self.at[one]
        self.drawn[self.at[one]], self.drawn[self.at[other]] = one, other
