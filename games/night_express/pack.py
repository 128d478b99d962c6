"""A content pack of Night Express as plain values. Reading it is in loading.py.

Effects of events and specialists, and the aims of goals, come from the closed lists below, so a
pack can never bring a rule that the engine does not know.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

PLAYERS: Final = range(2, 7)
COLOURS: Final = ("yellow", "green", "blue")
FROM_PLAYERS: Final = (2, 3, 5)
"""With how many players the routes and fields of a colour come into play."""
ROUNDS: Final = 4
RED, GREY, YELLOW = range(3)
CLASSES: Final = ("red", "grey", "yellow")
OPTIONS: Final = ("wifi", "saving", "interior", "hsp")
HSP: Final = 8
"""The bit of the highspeed option in a set of options."""
SPECIALS: Final = ("dining", "auto")
DINING, AUTO = range(2)
ACTIONS: Final = ("starter", "special", "service", "advertise", "option", "insure", "money")
"""The seven actions of step 3, in the order of the upgrade board."""

# What an event does: to the passengers or the wagons of a route, to points or money, a choice of
# the two, or to a route that is shared with another player and to that player.
PASSENGERS, WAGONS, POINTS, MONEY, CHOICE, SHARED = range(6)
EVENTS: Final = ("passengers", "wagons", "points", "money", "choice", "shared")
TO_A_ROUTE: Final = frozenset({PASSENGERS, WAGONS, SHARED})
WHAT: Final = (PASSENGERS, POINTS, MONEY)
"""The changes of a ``SHARED`` event for its holder and for the other player."""

# What a specialist does. The last four are of the rulebook.
NOW_MONEY, NOW_POINTS, NOW_CHOICE, INCOME, REBATE = range(5)
ALL_ROUNDER, LOYALTY, EXPANSION, PROFESSIONAL = range(5, 9)
SPECIALISTS: Final = (
    "money",  # `money` at once
    "points",  # `points` at once
    "choice",  # either of them at once
    "income",  # `money` at each later evaluation that pays money
    "rebate",  # each marker and each paid action of step 3 costs `money` less
    "all_rounder",  # one pawn on an occupied field
    "loyalty",  # one route safe when others share it
    "expansion",  # one new route safe when it shares others'
    "professional",  # another player's service point for nothing
)
EXPERT_ONLY: Final = frozenset({LOYALTY, EXPANSION, PROFESSIONAL})

AIMS: Final = (
    "city",  # `amount` routes call at `city`
    "hsp_routes",  # `amount` routes of the highspeed network
    "red",  # `amount` trains of a class
    "grey",
    "yellow",
    "bought",  # `amount` trains that are not leased
    "options",  # `amount` markers for options
    "specials",  # `amount` markers for special wagons
    "service_points",
    "upgraded",  # `amount` service points plus
    "cities",  # `amount` different cities on the own routes
)


@dataclass(frozen=True, slots=True)
class City:
    """A station, and where it lies on the map."""

    id: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the network between two cities; ``colour`` and ``hsp`` as on the route map."""

    ends: tuple[int, int]
    colour: int
    hsp: bool


@dataclass(frozen=True, slots=True)
class Route:
    """A route card. ``losses`` has, for each section, the passengers lost when 0, 1, 2, 3 or more
    trains use it (the first two are 0)."""

    id: str
    cities: tuple[int, ...]
    sections: tuple[int, ...]
    colour: int
    hsp: bool
    passengers: int
    hours: int
    losses: tuple[tuple[int, int, int, int], ...]


@dataclass(frozen=True, slots=True)
class TrainClass:
    """The values that all trains of a class share: windows (points with 1, 2, 3 … wagons occupied),
    passengers more or less on their route, and places for special wagons."""

    windows: tuple[int, ...]
    passengers: int
    places: int


@dataclass(frozen=True, slots=True)
class Train:
    """A train. ``round`` from 0, -1 for an upgrade train; ``upgrade`` the train that it can be
    exchanged for, -1 for none; ``options`` the set of its placeholders."""

    id: str
    cls: int
    price: int
    lease: int
    options: int
    round: int
    fewest: int
    upgrade: int


@dataclass(frozen=True, slots=True)
class Space:
    """A field of the upgrade board. ``amount``: the passengers of advertising; ``kinds``: the set
    of options, or of special wagons, that it offers."""

    action: int
    colour: int
    cost: int
    amount: int
    kinds: int


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker of the support card: an option or a special wagon."""

    price: int
    points: int


@dataclass(frozen=True, slots=True)
class Event:
    """An event card. ``late``: of the deck III-IV. ``own`` and ``other`` are what it changes for
    its holder and, when shared, for the other player; ``money`` and ``points`` of a choice."""

    id: str
    title: str
    late: bool
    copies: int
    effect: int
    what: int
    own: int
    other: int
    money: int
    points: int


@dataclass(frozen=True, slots=True)
class Specialist:
    """A specialist card of the pile of a round (from 0)."""

    id: str
    title: str
    pile: int
    copies: int
    effect: int
    money: int
    points: int


@dataclass(frozen=True, slots=True)
class Aim:
    """One objective of a goal: at least ``amount`` of a ``kind`` of ``AIMS``."""

    kind: int
    amount: int
    city: int


@dataclass(frozen=True, slots=True)
class Goal:
    """A secret route goal card, in play with so many players or more."""

    id: str
    fewest: int
    aims: tuple[Aim, Aim]


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers that the rulebook prints."""

    money: int
    service_points: int
    build: int
    rent: int
    bids: tuple[int, ...]
    exchange_points: int
    exchange_money: int
    advertising: int
    service_plus: int
    action_money: int
    one_goal: int
    two_goals: int
    bonus: int
    travel: int


@dataclass(frozen=True, slots=True)
class Pack:
    """A checked pack. ``name`` is that of its file, ``digest`` of its content (games.packs)."""

    name: str
    title: str
    source: str
    digest: str
    numbers: Numbers
    cities: tuple[City, ...]
    sections: tuple[Section, ...]
    routes: tuple[Route, ...]
    classes: tuple[TrainClass, ...]
    trains: tuple[Train, ...]
    spaces: tuple[Space, ...]
    options: tuple[Marker, ...]
    specials: tuple[Marker, ...]
    events: tuple[Event, ...]
    specialists: tuple[Specialist, ...]
    goals: tuple[Goal, ...]
