"""The points of a hand, as numbers only; ``games.express.sheet`` scores the same hand in words.

Source: rules/express.md 1.7 and 1.8; what that could not find is the content pack's.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from games.express.model import Model
from games.memo import Memo

if TYPE_CHECKING:
    from games.express.rules.state import State


def points(s: State) -> list[int]:
    """Each player's points if the hand ended now; the bonus goes to who went out."""
    m, scoring = s.m, s.m.content.scoring
    found = []
    for p in range(s.players):
        total = sum(m.value[k] * n for k, n in zip(m.ways, s.ways[p], strict=True))
        cars, diesels = s.cars[p], s.diesels[p]
        for t in m.slots[s.live[p]]:
            total += train(m, cars[t], diesel=diesels >> t & 1)
        for k in s.hands[p]:
            total -= m.penalty[k]
        if p == s.out:
            total += scoring.bonus
        found.append(total if total > 0 or scoring.negative_totals else 0)
    return found


def train(m: Model, cars: tuple[int, ...], *, diesel: int) -> int:
    """The points of a train from its cars as they lie, first to last."""
    memo = m.worth
    key = (cars, diesel)
    known = memo.get(key)
    if known is None:
        if len(memo) >= Memo.MOST:
            memo.clear()
        memo[key] = known = _train(m, cars, diesel)
    return known


def _train(m: Model, cars: tuple[int, ...], diesel: int) -> int:
    if len(cars) < m.content.scoring.shortest:
        return 0
    if cars[0] % m.size < m.freight:
        return _sum(m, _freight(m, cars))
    return max(_passenger(m, types, diesel) for types in _readings(m, cars))


def _sum(m: Model, types: tuple[int, ...]) -> int:
    """The first cars count their value together once, each further car its own."""
    scoring = m.content.scoring
    values = [m.value[kind] for kind in types]
    if scoring.together:
        return values[0] + sum(values[scoring.first_cars :])
    return sum(values)


def _freight(m: Model, cars: tuple[int, ...]) -> tuple[int, ...]:
    """The type each car counts as: a Wild or a Caboose is as the car before it."""
    types: list[int] = []
    for code in cars:
        kind = code % m.size
        types.append(kind if kind < m.types else types[-1])
    return tuple(types)


def _readings(m: Model, cars: tuple[int, ...]) -> product[tuple[int, ...]]:
    """Every way to read the Wilds of a passenger train that were never declared."""
    any_type = tuple(range(m.freight, m.types))
    choices = [any_type if code == m.wild else (code % m.size,) for code in cars]
    return product(*choices)


def _passenger(m: Model, types: tuple[int, ...], diesel: int) -> int:
    """A passenger train, doubled for each of what rules/express.md 1.8 lists."""
    doubles = m.content.scoring.doubles
    types = _freight(m, types)
    total = _sum(m, types)
    if "order" in doubles and list(types) == sorted(types):
        total *= 2
    if "each-type" in doubles and len(set(types)) == m.types - m.freight:
        total *= 2
    if "full-set" in doubles and types.count(m.full_set) >= m.full_size:
        total *= 2
    if "diesel" in doubles and diesel:
        total *= 2
    return total
