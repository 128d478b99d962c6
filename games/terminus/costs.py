"""Why something cannot be paid. Part of the second writing of the rules (adjudication.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.kernel import Refusal
from games.terminus.pack import RESOURCES, Goods
from games.texts import TN, T

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
    return Refusal(
        "lacks",
        T("This costs {count} {name}; you have {own}.", count=count, name=name, own=own),
        rule,
    )


def unpaid(state: State, player: int, price: Goods, rule: str) -> Why:
    """A refusal when a player has less Rails or resources than something costs; coins aside."""
    if price.rails > state.rails[player]:
        text = TN(
            "This costs {n} Rail; you have {rail} in storage.",
            "This costs {n} Rails; you have {rail} in storage.",
            price.rails,
            rail=state.rails[player],
        )
        return Refusal("few-rails", text, rule)
    for cube, count in enumerate(price.cubes):
        if why := lacks(state, player, cube, count, rule):
            return why
    return None


def pay(have: int, price: int, rule: str) -> Why:
    if have >= price:
        return None
    return Refusal(
        "no-coins",
        TN(
            "This costs {n} coin; you have {have} left for it.",
            "This costs {n} coins; you have {have} left for it.",
            price,
            have=have,
        ),
        rule,
    )
