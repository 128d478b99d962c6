"""Who takes which part of a plan: so that people who must not meet have parts that never meet."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pairing.rng import Dice
from pairing.tables.people import PlayedRound

#: So often two people trade their parts, at most.
TRADES = 300


def dealt(
    people: Sequence[int],
    rounds: Sequence[PlayedRound],
    apart: Collection[tuple[int, int]],
    seed: int,
) -> list[int]:
    """Person keys by the numbers of a plan, drawn by lot from ``seed``.

    While two of ``apart`` meet in the plan, one of them trades parts with whoever helps most. What
    the plan has of repeats stays as it is, whoever has which part.
    """
    cast, dice = _Cast(people, rounds, apart, seed), Dice(seed + 1)
    best, fewest = list(cast.parts), len(people) ** 2
    for _ in range(TRADES):
        clashing = [one for one in cast.enemies if cast.clashes(one)]
        if len(clashing) < fewest:
            best, fewest = list(cast.parts), len(clashing)
        if not clashing:
            break
        one = dice.choice(clashing)
        others = [other for other in cast.parts if other != one]
        costs = [cast.after_trade(one, other) for other in others]
        least = min(costs, default=0)
        # Also where that makes nothing better: else a knot of several would never be undone.
        cast.trade(one, dice.choice([o for o, c in zip(others, costs, strict=True) if c == least]))
    return best


class _Cast:
    """The parts as they are dealt now, and who may not meet whom."""

    def __init__(
        self,
        people: Sequence[int],
        rounds: Sequence[PlayedRound],
        apart: Collection[tuple[int, int]],
        seed: int,
    ) -> None:
        self.parts = list(people)
        Dice(seed).shuffle(self.parts)
        self.at = {person: part for part, person in enumerate(self.parts)}
        self.meets: dict[int, set[int]] = {part: set() for part in range(len(self.parts))}
        for played in rounds:
            for table in played:
                for part in table:
                    self.meets[part].update(table)
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
        """The clashes of ``one``, and what those of ``other`` grow by, if they traded parts."""
        before = self.clashes(other)
        self.trade(one, other)
        found = self.clashes(one) + self.clashes(other) - before
        self.trade(one, other)
        return found

    def trade(self, one: int, other: int) -> None:
        self.at[one], self.at[other] = self.at[other], self.at[one]
        self.parts[self.at[one]], self.parts[self.at[other]] = one, other
