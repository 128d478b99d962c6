"""The best seating of a round by standings at tables of four, proven: what ours is measured by.

Every table of four that could be is a column; a set partition of least cost is sought. The linear
programme over all columns is solved by adding those that its dual prices call for, and made
tighter by subset-row cuts (Jepsen, Petersen, Spoorendonk and Pisinger 2008): of any three people at
most one table has two. With its prices a table has a reduced cost, and a seating costs the bound
and the reduced costs of its tables at least. So whether a seating costs at most so much more than
the bound is a question about the few columns with as little reduced cost. It is asked for ever
more, and SCIP answers it: until a seating is found, which then is the best, or ours is reached.
"""

import math
import time
from collections import Counter
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from ortools.linear_solver import pywraplp

#: One meeting more costs more than any difference in score.
MEETING = 100_000
#: Columns to begin with, and to add at once; cuts to add at once, and at most for one person then.
FIRST, ADDED, CUT, CUT_FOR_ONE = 4000, 600, 60, 6
TINY = 1e-6


@dataclass(frozen=True)
class Optimum:
    """``cost`` is that of the best seating known, ``bound`` what nothing is below: proven."""

    cost: int
    bound: int
    columns: int

    @property
    def proven(self) -> bool:
        return self.bound == self.cost


def pair_costs(merit, met):
    """``merit`` by person, ``met`` maps a pair of people to the times they met."""
    merit = np.asarray(merit, dtype=np.int64)
    costs = np.abs(merit[:, None] - merit[None, :])
    for (one, other), times in met.items():
        costs[one, other] += MEETING * times * times
        costs[other, one] += MEETING * times * times
    return costs


def cost_of(tables, costs) -> int:
    return int(sum(costs[a, b] for table in tables for a, b in combinations(table, 2)))


def all_tables(costs, most):
    """Every four people who cost ``most`` at most, a row each; and what they cost."""
    count = len(costs)
    fours, priced = [], []
    for a, b in combinations(range(count), 2):
        others = np.arange(b + 1, count)
        threes = costs[a, b] + costs[a, others] + costs[b, others]
        others, threes = others[threes <= most], threes[threes <= most]
        i, j = np.triu_indices(len(others), 1)
        c, d = others[i], others[j]
        price = threes[i] + costs[a, d] + costs[b, d] + costs[c, d]
        kept = price <= most
        four = np.empty((int(kept.sum()), 4), dtype=np.int16)
        four[:, 0], four[:, 1], four[:, 2], four[:, 3] = a, b, c[kept], d[kept]
        fours.append(four)
        priced.append(price[kept])
    return np.concatenate(fours), np.concatenate(priced)


def best_seating(costs, ours, *, seconds=120.0) -> Optimum:
    """The optimum for these pair costs, given ``ours``: tables as lists of people from 0.

    A seating that is better than ours uses tables that cost less than all of ours together, so no
    others are looked at: where ours has no repeat, none with one.
    """
    end = time.monotonic() + seconds
    upper = cost_of(ours, costs)
    programme = _Linear(costs, *all_tables(costs, upper), ours)
    programme.tighten(upper, end)
    bound, width = programme.least(), 1
    while bound < upper and time.monotonic() < end:
        most = min(upper - 1, bound + width - 1)
        chosen = programme.within(most)
        begun = time.monotonic()
        found, below = _whole(programme, chosen, bound, most, end - begun)
        if found is not None:
            return Optimum(found, max(bound, min(below, found)), len(chosen))
        if below <= most:  # the time is over
            bound = max(bound, below)
            break
        bound = most + 1
        width *= 2 if time.monotonic() - begun < seconds / 60 else 1
    return Optimum(upper, min(bound, upper), len(programme.within(upper - 1)))


def _whole(programme, chosen, least, most, seconds):
    """The best seating of the columns ``chosen`` from ``least`` to ``most``; what none is below.

    None and more than ``most`` if there is no such seating; None and ``least`` if time runs out.
    """
    solver = pywraplp.Solver.CreateSolver("SCIP")
    rows = [solver.Constraint(1, 1) for _ in range(programme.count)]
    total = solver.Constraint(least, most)
    objective = solver.Objective()
    objective.SetMinimization()
    for four, price in zip(programme.fours[chosen], programme.priced[chosen], strict=True):
        taken = solver.BoolVar("")
        objective.SetCoefficient(taken, float(price))
        total.SetCoefficient(taken, float(price))
        for person in four:
            rows[int(person)].SetCoefficient(taken, 1)
    solver.SetTimeLimit(max(1, int(seconds * 1000)))
    status = solver.Solve()
    if status == pywraplp.Solver.INFEASIBLE:
        return None, most + 1
    if status not in (pywraplp.Solver.OPTIMAL, pywraplp.Solver.FEASIBLE):
        return None, least
    return round(objective.Value()), math.ceil(objective.BestBound() - TINY)


class _Linear:
    """The linear programme: its columns, those that are in it so far, its cuts, and its prices."""

    def __init__(self, costs, fours, priced, ours):
        self.count, self.fours, self.priced = len(costs), fours, priced
        self.solver = pywraplp.Solver.CreateSolver("GLOP")
        self.rows = [self.solver.Constraint(1, 1) for _ in range(self.count)]
        self.objective = self.solver.Objective()
        self.objective.SetMinimization()
        self.columns: dict = {}  # four people: the variable
        self.cuts: dict = {}  # three people: the row
        self.cuts_of: list[list] = [[] for _ in range(self.count)]
        self.bound = -math.inf
        self.reduced = priced.astype(float)
        for table in ours:
            self._add(sorted(table), cost_of([table], costs))
        for i in np.argsort(priced, kind="stable")[:FIRST]:
            self._add(fours[i], priced[i])

    def least(self) -> int:
        """A lower bound of the cost of any seating."""
        return math.ceil(self.bound - TINY)

    def within(self, most):
        """The columns that a seating for ``most`` can have."""
        return np.flatnonzero(self.reduced <= most - self.bound + TINY)

    def tighten(self, upper, end):
        """Solve it, and add cuts while there are any, and while they may help."""
        while True:
            self._solve()
            if self.least() >= upper or time.monotonic() > end:
                return
            cuts = self._violated()
            if not cuts:
                return
            for three in cuts:
                self._cut(three)

    def _add(self, four, price):
        four = tuple(int(person) for person in four)
        if four in self.columns:
            return
        variable = self.columns[four] = self.solver.NumVar(0, self.solver.infinity(), "")
        self.objective.SetCoefficient(variable, float(price))
        for person in four:
            self.rows[person].SetCoefficient(variable, 1)
        for three, times in Counter(t for person in four for t in self.cuts_of[person]).items():
            if times > 1:
                self.cuts[three].SetCoefficient(variable, 1)

    def _cut(self, three):
        row = self.cuts[three] = self.solver.Constraint(-self.solver.infinity(), 1)
        for four, variable in self.columns.items():
            if len(set(four).intersection(three)) > 1:
                row.SetCoefficient(variable, 1)
        for person in three:
            self.cuts_of[person].append(three)

    def _solve(self):
        while True:
            assert self.solver.Solve() == pywraplp.Solver.OPTIMAL
            reduced = self._reduced()
            # Should rounding leave a column a hair below 0, that is taken off the bound.
            slack = min(0.0, float(reduced.min(initial=0.0))) * (self.count // 4)
            if self.objective.Value() + slack > self.bound:
                self.bound, self.reduced = self.objective.Value() + slack, reduced
            worst = np.argsort(reduced, kind="stable")[:ADDED]
            worst = worst[reduced[worst] < -TINY]
            if len(worst) == 0:
                return
            for i in worst:
                self._add(self.fours[i], self.priced[i])

    def _reduced(self):
        """The reduced cost of each column, less the prices of its people and of its cuts."""
        prices = np.array([row.dual_value() for row in self.rows])
        twos, threes = np.zeros((self.count,) * 2), np.zeros((self.count,) * 3)
        for (a, b, c), row in self.cuts.items():
            price = row.dual_value()
            twos[[a, a, b], [b, c, c]] += price
            threes[a, b, c] += 2 * price  # three of its pairs are there then, and it counts once
        fours = self.fours
        found = self.priced - prices[fours].sum(axis=1)
        for i, j in combinations(range(4), 2):
            found -= twos[fours[:, i], fours[:, j]]
        for i, j, k in combinations(range(4), 3):
            found += threes[fours[:, i], fours[:, j], fours[:, k]]
        return found

    def _violated(self):
        """Threes of whom more than one table, in parts, has two: the worst of them."""
        twos = np.zeros((self.count,) * 2)
        threes: Counter = Counter()
        for four, variable in self.columns.items():
            part = variable.solution_value()
            if part > TINY:
                for a, b in combinations(four, 2):
                    twos[a, b] += part
                    twos[b, a] += part
                for three in combinations(four, 3):
                    threes[three] += part
        tables = twos[:, :, None] + twos[:, None, :] + twos[None, :, :]
        for three, part in threes.items():
            tables[three] -= 2 * part
        over = [tuple(int(i) for i in three) for three in np.argwhere(tables > 1.02)]
        over = [t for t in over if t[0] < t[1] < t[2] and t not in self.cuts]
        over.sort(key=lambda three: (-tables[three], three))
        found, times = [], Counter()
        for three in over:
            if len(found) < CUT and all(times[person] < CUT_FOR_ONE for person in three):
                found.append(three)
                times.update(three)
        return found
