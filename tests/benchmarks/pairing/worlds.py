"""Tournaments that went on for some rounds, made from a seed."""

import random
from itertools import combinations

from pairing.plans import plan
from pairing.tables import Constraints, Mode, Person, seat_round, table_sizes


def midway(people: int, rounds: int, *, seed: int = 5):
    """People and rounds behind them: 30 % in households of 2 to 4, 2 % with a fixed table, 3 % who
    dropped, 1 % who arrived and 1 % no-shows. Returns people, history and constraints."""
    rng = random.Random(seed)
    made = plan(table_sizes(people, 3, 4, 6), rounds, steps=0)
    history = [[list(table) for table in played] for played in made.rounds]
    everybody = list(range(people))
    rng.shuffle(everybody)
    household, i = {}, 0
    while i < people * 3 // 10:
        size = rng.choice((2, 2, 3, 4))
        household.update(dict.fromkeys(everybody[i : i + size], f"household {i}"))
        i += size
    away = set(rng.sample(everybody, people * 4 // 100))
    here = [key for key in everybody if key not in away]
    here += range(people, people + people // 100)
    score = {key: rng.randrange(rounds * 60) for key in here}
    order = sorted(here, key=lambda key: (-score[key], key))
    tables = len(table_sizes(len(here), 3, 4, 6))
    fixed_people = rng.sample(here, people // 50)
    numbers = rng.sample(range(1, tables + 1), len(fixed_people))
    people_here = [
        Person(key, household=household.get(key, ""), rank=place, merit=score[key] * 27_720)
        for place, key in enumerate(order, 1)
    ]
    return people_here, history, Constraints(fixed=dict(zip(fixed_people, numbers, strict=True)))


def played_by_standings(people: int, rounds: int, *, seed: int):
    """Rounds of tables of four by standings, a place worth 5, 3, 1 or 0. Returns people, history.

    Who is stronger does better on the whole.
    """
    rng = random.Random(seed)
    skill = [rng.gauss(0, 1) for _ in range(people)]
    score = [0] * people
    history: list = []
    for number in range(rounds):
        mode = Mode.STANDINGS if number else Mode.SOCIAL
        found = seat_round(ranked(score), history, (4,) * (people // 4), mode, seed)
        history.append(found.tables)
        for table in found.tables:
            order = sorted(table, key=lambda key: -(skill[key] + rng.gauss(0, 1)))
            for key, points in zip(order, (5, 3, 1, 0), strict=True):
                score[key] += points
    return ranked(score), history


def ranked(score):
    order = sorted(range(len(score)), key=lambda key: (-score[key], key))
    return [Person(key, rank=place, merit=score[key]) for place, key in enumerate(order, 1)]


def met_before(history):
    """How often each pair has met, the lower key first."""
    met: dict = {}
    for played in history:
        for table in played:
            for pair in combinations(sorted(table), 2):
                met[pair] = met.get(pair, 0) + 1
    return met
