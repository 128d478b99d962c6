"""The best seating of a round by standings at tables of four, proven: what ours is measured by.

Every table of four that could be is a column; a set partition of least cost is sought. The linear
programme is solved by generating columns; its dual prices bound what any seating costs, and every
column that could be part of a better one than ours goes into a final programme of whole numbers,
which CP-SAT solves.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from ortools.linear_solver import pywraplp
from ortools.sat.python import cp_model

#: One meeting more costs more than any difference in score.
MEETING = 100_000
ADDED = 400


@dataclass(frozen=True)
class Optimum:
    """``cost`` is the least possible, if ``proven``; else ``bound`` is what nothing is below."""

    cost: int
    bound: float
    proven: bool
    columns: int


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


def all_tables(count):
    """Every four of ``count`` people, a row each."""
    return np.fromiter(
        (person for four in combinations(range(count), 4) for person in four), dtype=np.int16
    ).reshape(-1, 4)


def table_costs(fours, costs):
    return sum(costs[fours[:, i], fours[:, j]] for i, j in combinations(range(4), 2))


def best_seating(costs, ours, *, seconds=120.0) -> Optimum:
    """The optimum for these pair costs, given ``ours``: tables as lists of people from 0."""
    count = len(costs)
    fours = all_tables(count)
    priced = table_costs(fours, costs)
    upper = cost_of(ours, costs)
    prices, bound = _dual_prices(fours, priced, ours, costs)
    reduced = priced - prices[fours].sum(axis=1)
    chosen = np.flatnonzero(reduced <= upper - bound + 1e-6)
    if len(chosen) == 0:
        return Optimum(upper, bound, proven=True, columns=0)
    model = cp_model.CpModel()
    taken = [model.new_bool_var("") for _ in chosen]
    at: list[list] = [[] for _ in range(count)]
    for variable, four in zip(taken, fours[chosen], strict=True):
        for person in four:
            at[person].append(variable)
    for variables in at:
        model.add_exactly_one(variables)
    model.minimize(sum(int(priced[i]) * v for i, v in zip(chosen, taken, strict=True)))
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.num_workers = 2
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Optimum(upper, bound, proven=status == cp_model.INFEASIBLE, columns=len(chosen))
    return Optimum(
        cost=int(min(upper, solver.objective_value)),
        bound=max(bound, solver.best_objective_bound),
        proven=status == cp_model.OPTIMAL,
        columns=len(chosen),
    )


def _dual_prices(fours, priced, ours, costs):
    """What each person costs in the linear programme of all columns, and its value."""
    count = len(costs)
    solver = pywraplp.Solver.CreateSolver("GLOP")
    rows = [solver.Constraint(1, 1) for _ in range(count)]
    objective = solver.Objective()
    objective.SetMinimization()

    def add(four, cost):
        variable = solver.NumVar(0, solver.infinity(), "")
        objective.SetCoefficient(variable, float(cost))
        for person in four:
            rows[int(person)].SetCoefficient(variable, 1)

    for table in ours:
        add(table, cost_of([table], costs))
    for i in np.argpartition(priced, min(len(priced) - 1, 4000))[:4000]:
        add(fours[i], priced[i])
    while True:
        assert solver.Solve() == pywraplp.Solver.OPTIMAL
        prices = np.array([row.dual_value() for row in rows])
        reduced = priced - prices[fours].sum(axis=1)
        worst = np.argpartition(reduced, ADDED)[:ADDED]
        worst = worst[reduced[worst] < -1e-6]
        if len(worst) == 0:
            # Rounding may leave prices a hair too high; what is below 0 is taken off the bound.
            slack = min(0.0, float(reduced.min())) * (count // 4)
            return prices, objective.Value() + slack
        for i in worst:
            add(fours[i], priced[i])
