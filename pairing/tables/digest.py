"""The input of a seating in a few characters: the same input has the same digest."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from pairing.tables.people import NO_CONSTRAINTS, Constraints, Mode, Person, PlayedRound

LENGTH = 16


def digest(
    people: Sequence[Person],
    history: Sequence[PlayedRound],
    sizes: Sequence[int],
    mode: Mode,
    constraints: Constraints = NO_CONSTRAINTS,
) -> str:
    """The same for the same people, in whatever order, history, sizes, mode and constraints."""
    facts = [
        sorted([p.key, p.household, p.rank, p.merit, p.team] for p in people),
        [[list(table) for table in played] for played in history],
        sorted(sizes),
        str(mode),
        sorted(sorted(pair) for pair in constraints.apart),
        sorted(constraints.fixed.items()),
        [list(table) for table in constraints.published],
    ]
    text = json.dumps(facts, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:LENGTH]
