"""All preliminary rounds at once, before the day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from games.texts import T, Text
from pairing.plans import library
from pairing.plans.anneal import anneal
from pairing.plans.bounds import Bound, lower_bound
from pairing.plans.designs import Design, design, develop
from pairing.rng import Rng
from pairing.tables.turns import balance, take_turns

#: Grows whenever the same input may give another plan.
PLANNER = 1
#: Steps of annealing; about 3 microseconds each.
STEPS = 300_000
#: How many choices of the smaller tables of a design are compared, for few people and for many.
CHOICES, CHOICES_OF_MANY, MANY = 40, 3, 200
#: Up to this many seats in all rounds, turn order is computed table by table where sizes differ.
SEATS_IN_TURN = 4_000

Rounds = list[list[list[int]]]


@dataclass(frozen=True, slots=True)
class Plan:
    """Rounds of tables of people from 0, in turn order.

    ``repeats`` sums over pairs how often they met, less one; ``most_meetings`` is the most of any
    pair. ``method`` says where the plan comes from. ``smaller`` is the fewest and the most rounds
    that somebody sits at a table smaller than the largest. ``turns`` is the greatest difference,
    over people, between how often they sit at two places of the turn order that all tables have.
    """

    rounds: tuple[tuple[tuple[int, ...], ...], ...]
    sizes: tuple[int, ...]
    repeats: int
    most_meetings: int
    bound: Bound
    method: Text
    smaller: tuple[int, int]
    turns: int
    seed: int
    steps: int
    planner: int = PLANNER

    @property
    def people(self) -> int:
        return sum(self.sizes)


class Made(NamedTuple):
    """Rounds and where they come from; ``in_turn`` where turn order was made with them."""

    rounds: Rounds
    method: Text
    in_turn: bool = False


def plan(sizes: Sequence[int], rounds: int, *, seed: int = 0, steps: int = STEPS) -> Plan:
    """Plan ``rounds`` rounds with tables of ``sizes`` each. ``steps`` limits annealing; 0 is none.

    Raises ValueError if there is no round, no table, or a table for fewer than two.
    """
    if rounds < 1 or min(sizes, default=0) < 2:  # nobody plays alone
        raise ValueError(f"{rounds} rounds at tables of {list(sizes)} are no plan")
    sizes = sorted(sizes, reverse=True)
    bound = lower_bound(sizes, rounds)
    known = constructed(sizes, rounds, seed) or _looked_up(sizes, rounds)
    made = known or _searched(sizes, rounds, seed, steps)
    played = made.rounds
    equal = len(set(sizes)) == 1
    if equal and not made.in_turn:
        played = balance(played)
    elif not equal and sum(sizes) * rounds <= SEATS_IN_TURN:
        played = take_turns(played)
    taken = 0 if known else steps
    return _described(played, sizes, bound, method=made.method, seed=seed, steps=taken)


def constructed(sizes: Sequence[int], rounds: int, seed: int) -> Made | None:
    """A plan without a repeat from algebra, for tables of one size or of two that follow."""
    columns, tables = max(sizes), len(sizes)
    if min(sizes) < columns - 1:
        return None
    empty = sum(size < columns for size in sizes)
    found = design(tables, columns, rounds)
    if found:
        return Made(_fairest(found, empty, seed), found.name, in_turn=True)
    # One round more: the columns, whose people have not met, divide into tables.
    found = design(tables, columns, rounds - 1) if tables % columns == 0 and not empty else None
    if found:
        last = [list(range(n, n + columns)) for n in range(0, sum(sizes), columns)]
        turned = [
            table[(rounds - 1) % columns :] + table[: (rounds - 1) % columns] for table in last
        ]
        method = T("columns after the {design}", design=found.name)
        return Made([*develop(found, ()), turned], method)
    return None


def _fairest(found: Design, empty: int, seed: int) -> Rounds:
    """The design with ``empty`` smaller tables a round, shared by the people as evenly as seen."""
    if not empty:
        return develop(found, ())
    rng = Rng(seed)
    many = found.tables * len(found.rows[0]) > MANY
    best: tuple[tuple[int, int], Rounds] | None = None
    for _ in range(CHOICES_OF_MANY if many else CHOICES):
        rows = list(range(found.tables))
        rng.shuffle(rows)
        made = develop(found, rows[:empty])
        times = _times_at_smaller(made)
        unfair = (max(times) - min(times), sum(n * n for n in times))
        if best is None or unfair < best[0]:
            best = (unfair, made)
    assert best  # noqa: S101 - at least one choice was made
    return best[1]


def _looked_up(sizes: Sequence[int], rounds: int) -> Made | None:
    found = library.starter(sizes, rounds)
    if found:
        return Made(found, T("starter of the library"))
    found = library.whole_plan(sizes, rounds)
    return Made(found, T("plan of the library")) if found else None


def _searched(sizes: Sequence[int], rounds: int, seed: int, steps: int) -> Made:
    rng = Rng(seed)
    made = _best_beginning(sizes, rounds)
    while len(made) < rounds:
        order = list(range(sum(sizes)))
        rng.shuffle(order)
        made.append(_cut(order, sizes))
    made = anneal(made, rng, steps, goal=0)
    return Made(made, T("annealing") if steps else T("by chance"))


def _best_beginning(sizes: Sequence[int], rounds: int) -> Rounds:
    """As many rounds without a repeat as are known, to go on from."""
    for fewer in range(rounds - 1, 1, -1):
        known = constructed(sizes, fewer, 0) or _looked_up(sizes, fewer)
        if known:
            return [_larger_first(played) for played in known.rounds]
    return []


def _larger_first(played: Sequence[Sequence[int]]) -> list[list[int]]:
    return [list(table) for table in sorted(played, key=len, reverse=True)]


def _cut(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    people = iter(order)
    return [[next(people) for _ in range(size)] for size in sizes]


def _times_at_smaller(made: Rounds) -> list[int]:
    largest = max(map(len, made[0]))
    times = [0] * sum(map(len, made[0]))
    for played in made:
        for table in played:
            if len(table) < largest:
                for person in table:
                    times[person] += 1
    return times


def _described(
    made: Rounds, sizes: Sequence[int], bound: Bound, *, method: Text, seed: int, steps: int
) -> Plan:
    repeats, most = count_repeats(made)
    times = _times_at_smaller(made)
    return Plan(
        rounds=tuple(tuple(tuple(table) for table in played) for played in made),
        sizes=tuple(sizes),
        repeats=repeats,
        most_meetings=most,
        bound=bound,
        method=method,
        smaller=(min(times), max(times)),
        turns=turn_imbalance(made, min(sizes)),
        seed=seed,
        steps=steps,
    )


def count_repeats(made: Sequence[Sequence[Sequence[int]]]) -> tuple[int, int]:
    """Repeats over all pairs, and the most meetings of any pair."""
    people = 1 + max(max(table) for table in made[0])
    pairs = [
        one * people + other if one < other else other * people + one
        for played in made
        for table in played
        for one, other in combinations(table, 2)
    ]
    different = len(set(pairs))
    if different == len(pairs):
        return 0, min(1, different)
    return len(pairs) - different, max(Counter(pairs).values())


def turn_imbalance(made: Sequence[Sequence[Sequence[int]]], places: int) -> int:
    """The greatest difference between how often one person sits at two of the first places."""
    people = sum(map(len, made[0]))
    often = [[0] * people for _ in range(max(map(len, made[0])))]
    for played in made:
        for table in played:
            for place, person in enumerate(table):
                often[place][person] += 1
    counts_by_person: Iterable[tuple[int, ...]] = zip(*often[:places], strict=True)
    return max(max(counts) - min(counts) for counts in counts_by_person)
