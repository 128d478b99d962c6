"""Seatings as JSON documents, for scripts: no Django here.

In a state people may have any string or number as their key; ``pairing.tables`` sees numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from math import lcm
from typing import Any

from games.numbers import fraction, whole_value
from pairing.cli.shapes import (
    BY_KEY,
    KEYS,
    PAIRS,
    ROUNDS_OF_TABLES,
    ROWS,
    TABLES,
    StateError,
    check,
    is_key,
)
from pairing.plans import advise, lower_bound, plan
from pairing.plans.plan import STEPS
from pairing.tables import (
    Constraints,
    Mode,
    Person,
    Seating,
    SeatingImpossible,
    choose_byes,
    digest,
    seat_round,
    sizes_allowed,
)

Document = dict[str, Any]

SHAPES = {
    "roster": ROWS,
    "standings": KEYS,
    "sizes": KEYS,
    "history": ROUNDS_OF_TABLES,
    "apart": PAIRS,
    "published": TABLES,
    "byes": BY_KEY,
}


# --- A plan ---------------------------------------------------------------------------------------


def plan_document(
    players: int, rounds: int, sizes: Sequence[int], *, seed: int = 0, steps: int | None = None
) -> Document:
    """All rounds for people numbered from 1, and what other table sizes would mean.

    Raises SeatingImpossible if the sizes do not fit, StateError if there is nothing to plan.
    """
    if players < 1 or rounds < 1:
        raise StateError("A plan needs at least one player and one round.")
    made = plan(
        sizes_allowed(players, sizes), rounds, seed=seed, steps=STEPS if steps is None else steps
    )
    choices = advise(players, min(sizes), sizes[0], max(sizes), rounds)
    return {
        "players": players,
        "sizes": list(made.sizes),
        "rounds": [[[p + 1 for p in table] for table in played] for played in made.rounds],
        "repeats": made.repeats,
        "bound": asdict(made.bound),
        "most_meetings": made.most_meetings,
        "turns": made.turns,
        "at_smaller_tables": list(made.smaller),
        "method": made.method,
        "seed": made.seed,
        "steps": made.steps,
        "planner": made.planner,
        "alternatives": [
            {
                "sizes": list(choice.sizes),
                "byes": choice.byes,
                "repeats": choice.repeats,
                "bound": asdict(choice.bound),
            }
            for choice in choices
            if choice.sizes != made.sizes
        ],
    }


# --- A round --------------------------------------------------------------------------------------


def round_document(state: Mapping[str, Any]) -> Document:
    """The round that ``state`` asks for. Raises StateError and SeatingImpossible."""
    if not isinstance(state, Mapping):
        raise StateError("The state must be a JSON object.")
    check(state, SHAPES, "The state")
    roster = _people_of(state)
    keys, people = roster
    number = {key: i for i, key in enumerate(keys)}
    try:
        mode = Mode(state.get("mode", "social"))
        allowed = [whole_value(size) for size in state.get("sizes", (4, 3, 5))]
        history = [
            [[number.setdefault(key, len(number)) for key in table] for table in played]
            for played in state.get("history", ())
        ]
        constraints = _constraints(state, number)
        seed = whole_value(state.get("seed", 0))
        out = {number[key]: whole_value(times) for key, times in state.get("byes", {}).items()}
    except (KeyError, TypeError, ValueError) as error:
        raise StateError(_sentence(error)) from error
    sizes, byes = _who_sits(people, allowed, out, mode, seed)
    here = [person for person in people if person.key not in byes]
    found = seat_round(here, history, sizes, mode, seed, constraints=constraints)
    names = {i: key for key, i in number.items()}
    return _round_out(found, names, byes, digest(here, history, sizes, mode, constraints), history)


def _sentence(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"There is no player {error.args[0]!r} on the roster."
    return f"The state is wrong: {error}."


def _people_of(state: Mapping[str, Any]) -> tuple[list[Any], list[Person]]:
    """The keys and people of ``roster``, a list of keys or of objects with facts."""
    rows = [row if isinstance(row, Mapping) else {"key": row} for row in state.get("roster", ())]
    if not rows:
        raise StateError("The state has no roster, so there is nobody to seat.")
    keys = [row.get("key") for row in rows]
    if not all(map(is_key, keys)) or len(set(keys)) < len(keys):
        raise StateError("Every player on the roster needs a different key.")
    standing = {key: place for place, key in enumerate(state.get("standings", ()), 1)}
    last = len(standing) + 1
    try:
        merits = [fraction(str(row.get("score", 0))) for row in rows]
    except ValueError as error:
        raise StateError(f"A score is not a number: {error}") from error
    unit = lcm(*(merit.denominator for merit in merits))
    people = [
        Person(
            key=i,
            household=str(row.get("household", "")),
            team=str(row.get("team", "")),
            rank=standing.get(row["key"], last),
            merit=int(merit * unit),
        )
        for i, (row, merit) in enumerate(zip(rows, merits, strict=True))
    ]
    return keys, people


def _constraints(state: Mapping[str, Any], number: Mapping[Any, int]) -> Constraints:
    return Constraints(
        apart=frozenset((number[one], number[other]) for one, other in state.get("apart", ())),
        fixed={
            number[row["key"]]: whole_value(row["table"])
            for row in state["roster"]
            if isinstance(row, Mapping) and row.get("table")
        },
        published=[
            [number[key] for key in table if key in number] for table in state.get("published", ())
        ],
    )


def _who_sits(
    people: Sequence[Person], allowed: Sequence[int], out: Mapping[int, int], mode: Mode, seed: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The table sizes, and who has to sit out: as few as let the others sit."""
    for count in range(len(people)):
        try:
            sizes = sizes_allowed(len(people) - count, allowed)
        except SeatingImpossible:
            continue
        return sizes, choose_byes(people, count, out, mode, seed)
    raise SeatingImpossible(len(people), min(allowed), max(allowed))


def _round_out(
    found: Seating,
    names: Mapping[int, Any],
    byes: Sequence[int],
    roster: str,
    history: Sequence[Sequence[Sequence[int]]],
) -> Document:
    verdict = found.verdict
    return {
        "tables": [[names[key] for key in table] for table in found.tables],
        "byes": [names[key] for key in byes],
        "repeats": [[names[r.one], names[r.other], r.before] for r in verdict.repeats],
        "bound": asdict(lower_bound(found.sizes, len(history) + 1)),
        "clashes": [[names[one], names[other]] for one, other in verdict.clashes],
        "impossible": [
            {"why": str(i.why), "people": [names[key] for key in i.people], "number": i.number}
            for i in found.impossible
        ],
        "teams": verdict.teams,
        "shortfall": verdict.shortfall,
        "spread": verdict.spread,
        "moved": verdict.moved,
        "cost": verdict.total,
        "mode": str(found.mode),
        "seed": found.seed,
        "engine": found.engine,
        "digest": roster,
    }
