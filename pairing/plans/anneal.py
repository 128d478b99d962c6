"""Making a whole plan better by chance, for a number of steps that is known beforehand.

Two people of one round trade places; what is worse is kept now and then, ever less often. Only
whole numbers decide, so the same seed gives the same plan on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, combinations

from pairing.rng import Rng

#: A step that adds one meeting too many is kept with this chance of 2**16, at first and at last.
HOT, COLD = 15_000, 300
#: Such a chance is computed again after this many steps.
BLOCK = 512
#: No step adds more meetings than this to the tables of a tournament.
MOST = 64

Rounds = list[list[list[int]]]


class _Plan:
    """Rounds as flat lists of people, with how often each two have met."""

    def __init__(self, rounds: Sequence[Sequence[Sequence[int]]]) -> None:
        sizes = [len(table) for table in rounds[0]]
        ends = list(accumulate(sizes))
        #: For each place of a round, the other places of its table.
        self.beside = [
            [place for place in range(end - size, end) if place != here]
            for size, end in zip(sizes, ends, strict=True)
            for here in range(end - size, end)
        ]
        self.table = [number for number, size in enumerate(sizes) for _ in range(size)]
        self.sizes, self.ends = sizes, ends
        self.seats = [[person for table in played for person in table] for played in rounds]
        people = len(self.table)
        self.met = [[0] * people for _ in range(people)]
        for played in rounds:
            for table in played:
                for one, other in combinations(table, 2):
                    self.met[one][other] += 1
                    self.met[other][one] += 1
        self.cost = sum(n * (n - 1) // 2 for row in self.met for n in row) // 2

    def rounds(self) -> Rounds:
        spans = [(end - size, end) for size, end in zip(self.sizes, self.ends, strict=True)]
        return [[seats[start:end] for start, end in spans] for seats in self.seats]

    def trade(self, seats: list[int], here: int, there: int) -> None:
        one, other = seats[here], seats[there]
        met, of_one, of_other = self.met, self.met[one], self.met[other]
        for place in self.beside[here]:
            person = seats[place]
            of_one[person] -= 1
            met[person][one] -= 1
            of_other[person] += 1
            met[person][other] += 1
        for place in self.beside[there]:
            person = seats[place]
            of_other[person] -= 1
            met[person][other] -= 1
            of_one[person] += 1
            met[person][one] += 1
        seats[here], seats[there] = other, one


def anneal(
    rounds: Sequence[Sequence[Sequence[int]]], rng: Rng, steps: int, goal: int = 0
) -> Rounds:
    """The best plan found from ``rounds`` on. All rounds have tables of the same sizes, in order.

    The cost is the number of pairs of meetings of the same two people: a second meeting costs 1,
    a third 2 more. Stops early at a cost of ``goal``.
    """
    plan = _Plan(rounds)
    best, least = plan.rounds(), plan.cost
    people, count = len(plan.table), len(rounds)
    met, beside, table_of = plan.met, plan.beside, plan.table
    chance: list[int] = []
    for step in range(steps):
        if least <= goal:
            break
        if step % BLOCK == 0:
            chance = _chances(step, steps)
        drawn = rng.bits()
        seats = plan.seats[(drawn & 0xFFFF) * count >> 16]
        here = (drawn >> 16 & 0xFFFF) * people >> 16
        there = (drawn >> 32 & 0xFFFF) * people >> 16
        if table_of[here] == table_of[there]:
            continue
        of_one, of_other = met[seats[here]], met[seats[there]]
        delta = len(beside[here]) + len(beside[there])
        for place in beside[here]:
            delta += of_other[seats[place]] - of_one[seats[place]]
        for place in beside[there]:
            delta += of_one[seats[place]] - of_other[seats[place]]
        if delta > 0 and (delta >= MOST or drawn >> 48 >= chance[delta]):
            continue
        plan.trade(seats, here, there)
        plan.cost += delta
        if plan.cost < least:
            best, least = plan.rounds(), plan.cost
    return best


def _chances(step: int, steps: int) -> list[int]:
    """By how much a step makes things worse: its chance to be kept, of 2**16."""
    one = HOT - (HOT - COLD) * step // steps
    found = [1 << 16]
    for _ in range(MOST):
        found.append(found[-1] * one >> 16)
    return found
