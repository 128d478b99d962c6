"""Why something cannot be paid. Part of the second writing of the rules (adjudication.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.kernel import Refusal
from games.numbers import many
from games.terminus.pack import RESOURCES, Goods

if TYPE_CHECKING:
    from games.terminus.rules import State

Why = Refusal | None


def has(state: State, player: int, cube: int) -> int:
    """How many of a resource a player has."""
    return state.cubes[len(RESOURCES) * player + cube]


def lacks(state: State, player: int, cube: int, count: int, rule: str) -> Why:
    """A refusal when a player has less of a resource."""
    if has(state, player, cube) >= count:
        return None
    name, own = RESOURCES[cube].capitalize(), has(state, player, cube)
    return Refusal("lacks", f"This costs {count} {name}; you have {own}.", rule)


def unpaid(state: State, player: int, price: Goods, rule: str) -> Why:
    """A refusal when a player has less Rails or resources than something costs; coins aside."""
    if price.rails > state.rails[player]:
        text = f"This costs {many(price.rails, 'Rail')}; you have {state.rails[player]} in storage."
        return Refusal("few-rails", text, rule)
    for cube, count in enumerate(price.cubes):
        if why := lacks(state, player, cube, count, rule):
            return why
    return None


def pay(have: int, price: int, rule: str) -> Why:
    if have >= price:
        return None
    return Refusal(
        "no-coins", f"This costs {many(price, 'coin')}; you have {have} left for it.", rule
    )
