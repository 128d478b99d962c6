"""Routes that share a section of the network, and the passengers that this costs.

Source: night-express.txt, The Route Cards (6); rulings are in notation.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.night_express.pack import ROUNDS

if TYPE_CHECKING:
    from games.night_express.rules import State

FREE: Final = -2
"""Instead of the landlord's seat: a service point that costs nothing."""
NOBODY: Final = -1
MOST_TRAINS: Final = 3
"""A card prints its losses for 2 trains and for 3 or more."""


def loss(state: State, route: int, without: int = NOBODY) -> int:
    """The passengers that a card loses to sharing, counting each train on a section, also one's
    own (N18); ``without`` one more route."""
    model, load = state.model, state.load
    sections = model.route_sections[route]
    found = 0
    for section, losses in zip(sections, model.route_losses[route], strict=True):
        trains = load[section]
        if without >= 0 and section in model.route_sections[without]:
            trains -= 1
        found += losses[min(trains, MOST_TRAINS)]
    return found


def partners(state: State, where: int) -> list[int]:
    """The routes of other players, of any round, that share a section with a route."""
    masks, mine = state.model.section_mask, where // ROUNDS
    mask = masks[state.route[where]]
    return [
        slot
        for slot, there in enumerate(state.route)
        if there >= 0 and slot // ROUNDS != mine and masks[there] & mask
    ]
