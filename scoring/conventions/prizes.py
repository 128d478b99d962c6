"""The iron man of a convention, and who stands at the place of a prize.

That there is an iron man is published; that it goes by the sum over all categories is ours, and so
is that people who share a place are all due the prizes of the places that they share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

from scoring.conventions.model import by_name
from scoring.placement import P

#: The lists that a prize may be of, beside those of classes.
OVERALL, IRON, TEAMS = "overall", "iron", "teams"


def iron_man(sums: Mapping[P, Fraction], names: Mapping[P, str]) -> list[tuple[P, int]]:
    """Everybody who has a result, by the sum over all categories; equal sums share the place."""
    ordered = sorted(sums, key=lambda player: (-sums[player], by_name(names[player])))
    values = [sums[player] for player in ordered]
    return [(player, values.index(sums[player]) + 1) for player in ordered]


def due(standing: Iterable[tuple[P, int | None]], place: int) -> list[P]:
    """Whoever holds a place, alone or shared, in the order of the list."""
    standing = list(standing)
    sharing = Counter(held for _who, held in standing)
    return [
        who for who, held in standing if held is not None and held <= place < held + sharing[held]
    ]
