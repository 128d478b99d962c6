"""A content pack of Expect Delays: read, checked as a whole, and turned into plain values.

A pack is TOML (content/house.toml shows every key). Effects and event settings come from the two
closed lists below, so a pack can never bring a rule that the engine does not know.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

UPTOWN: Final = 0
DOWNTOWN: Final = 1
PLAYERS: Final = {"uptown": UPTOWN, "downtown": DOWNTOWN}

# The closed list of effects. "Opponent" is the opponent of the player who performs the advisory.
NOTHING: Final = 0
TAKE_SWIPES: Final = 1  # gain `amount` Fare Swipes from the Platform, as far as it has them
LEVY_SWIPES: Final = 2  # the opponent gives you `amount` Fare Swipes, as far as he has them
HALVE_SWIPES: Final = 3  # the opponent returns half of his Fare Swipes, rounded down
SWIPES_ONLY: Final = 3  # the effects up to this one leave nothing to choose
EJECT: Final = 4  # disembark 1 of the opponent's Commuters: no points, no Tourist
SEAT_TOURIST: Final = 5  # place 1 Tourist on an open 0 point Stop of an opponent's Line
WALK: Final = 6  # move 1 of your Commuters to the next Stop, if that is empty
SEE_OFF: Final = 7  # return 1 Tourist from one of your Lines to the Platform
ADVANCE: Final = 8  # move all Riders on one of your Lines 1 Stop
AGAINST_OPPONENT: Final = frozenset({EJECT, SEAT_TOURIST})  # done to an opponent's Line

EFFECTS: Final = {
    "take_swipes": TAKE_SWIPES,
    "levy_swipes": LEVY_SWIPES,
    "halve_swipes": HALVE_SWIPES,
    "eject": EJECT,
    "walk": WALK,
    "see_off": SEE_OFF,
    "advance": ADVANCE,
    "seat_tourist": SEAT_TOURIST,
}
WITH_AMOUNT: Final = frozenset({"take_swipes", "levy_swipes"})
KINDS: Final = ("new_action", "transfer", "event")

# What an Event can set, with the least and the greatest value it may have.
SETTINGS: Final = {
    "board_cost": (0, 8),  # Fare Swipes to Board a Commuter
    "actions": (1, 4),  # Actions in a turn
    "run_cards": (1, 3),  # most Train cards discarded in one Run
    "tourists_board": (0, 1),  # 0: no Tourist boards when a Commuter is Disembarked
}


@dataclass(frozen=True, slots=True)
class SubwayLine:
    """A Subway Line: its owner (UPTOWN or DOWNTOWN), points by Stop, Stops with a Transfer icon."""

    id: str
    owner: int
    points: tuple[int, ...]
    transfers: frozenset[int]


@dataclass(frozen=True, slots=True)
class Card:
    """A kind of Train card: the Lines (by number) of its symbols, its Fare Swipes, its copies."""

    id: str
    lines: tuple[int, ...]
    swipes: int
    copies: int


@dataclass(frozen=True, slots=True)
class Advisory:
    """A Service Advisory and the rules while it is active. ``id`` -1 is "none is active".

    ``action`` and ``transfer`` are effects of the closed list (NOTHING when it is of another
    kind); ``amount`` counts Fare Swipes; the other numbers are the settings in force.
    """

    id: int
    key: str
    title: str
    kind: str
    copies: int
    board_cost: int
    actions: int
    run_cards: int
    tourists_board: int
    action: int = NOTHING
    transfer: int = NOTHING
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Pack:
    """A checked pack. Counts are physical components; ``calm`` is the game with no advisory.

    ``name`` is that of its file, ``digest`` of its content (games.packs).
    """

    name: str
    title: str
    source: str
    digest: str
    lines: tuple[SubwayLine, ...]
    cards: tuple[Card, ...]
    advisories: tuple[Advisory, ...]
    calm: Advisory
    fare_swipes: int
    tourists: int
    commuters: int
    start: tuple[int, int]
    hand: int
    target: int
