"""The contents of a pack of Terminus, and the closed lists that effects are chosen from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.texts import TN, T, all_of

CONSTRUCTION, BLUEPRINT, PERMIT, POWER = range(4)
RESOURCES: Final = ("construction", "blueprint", "permit", "power")
DEVELOP, LOBBY, IMPROVE, MARKET, SUPPLY, BUILD = range(6)
ZONES: Final = ("develop", "lobby", "improve", "market", "supply", "build")
"""Clockwise from the Cycle Checkpoint, which lies between Build and Develop."""
TYPES: Final = ("commercial", "industrial", "residential")
COMPASS: Final = ("north", "east", "south", "west")
STEPS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Right and down, by direction."""

EFFECTS: Final = ("exchange", "build", "capacity")
EXCHANGE, BUILDING, CAPACITY = range(len(EFFECTS))
POWERS: Final = ("income", "storage", "discount", "connector", "action")
INCOME, STORAGE, DISCOUNT, CONNECTOR, ACTION = range(len(POWERS))
MEASURES: Final = ("run", "stops", "hubs", "districts", "developments", "rails", "connections")

# What the rulebook fixes.
YEARS: Final = 3
CYCLES: Final = 3
STORED: Final = 8
AGENDAS_KEPT: Final = 3
DRAWN: Final = (3, 2, 1)
"""Agendas drawn, by Year."""
RAIL_PACKS: Final = ((1, 2), (3, 3), (6, 5))
"""Rails and their price in coins."""
PROJECT_ROWS: Final = 2
FEWEST, MOST_LOBBYISTS = 2, 4
"""Lobbyists that open a row of a Project, and that fill it."""
UPGRADES: Final = 2
UPGRADE_COINS: Final = 2
BUILD_PERMITS, BUILD_CONSTRUCTION = 1, 2
COINS_A_PRESTIGE: Final = 4
FEW: Final = 3
"""So many players play with fewer tiles and Projects."""
TILES: Final = (4, 5)
PROJECTS: Final = (3, 4)
OF_EACH_UPGRADE: Final = {2: 1, 3: 2, 4: 2, 5: 3}


@dataclass(frozen=True, slots=True)
class Goods:
    """Coins, Rails, and resources in the order of ``RESOURCES``."""

    coins: int = 0
    rails: int = 0
    cubes: tuple[int, ...] = (0, 0, 0, 0)

    @property
    def words(self) -> str:
        """The goods that there are: "2 coins and 1 Rail"."""
        construction, blueprint, permit, power = self.cubes
        counted = (
            (self.coins, TN("{n} coin", "{n} coins", self.coins)),
            (self.rails, TN("{n} Rail", "{n} Rails", self.rails)),
            (construction, T("{n} Construction", n=construction)),
            (blueprint, TN("{n} Blueprint", "{n} Blueprints", blueprint)),
            (permit, TN("{n} Permit", "{n} Permits", permit)),
            (power, T("{n} Power", n=power)),
        )
        return all_of([text for count, text in counted if count]) or T("nothing")


@dataclass(frozen=True, slots=True)
class Effect:
    """An action of a Development or an Upgrade: its Zone, what it costs and what it does."""

    zone: int
    kind: int
    cost: Goods
    gain: Goods = Goods()
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Market:
    """A row of columns: the price of a cube, the spaces, and those that two players leave empty."""

    prices: tuple[int, ...]
    spaces: tuple[int, ...]
    grey: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A player board: coins by discs placed, Prestige by Demands, the Capacity and Bonus Tracks.

    ``start`` discs can be built at first; ``power`` is what each step of Capacity costs;
    ``unlocks`` are the steps after which a Build Upgrade is unlocked.
    """

    budget: tuple[int, ...]
    demands: tuple[int, ...]
    start: int
    power: tuple[int, ...]
    unlocks: tuple[int, ...]
    bonuses: tuple[Goods, ...]


@dataclass(frozen=True, slots=True)
class Plot:
    id: str
    at: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Block:
    """A square of the City; ``zones`` are types of Development, ``corners`` numbers of Plots."""

    id: str
    district: int
    zones: tuple[int, ...]
    corners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """The Rail spaces between two Plots; ``block`` is the one they lie within, or -1."""

    ends: tuple[int, int]
    spaces: int
    double: bool
    block: int


@dataclass(frozen=True, slots=True)
class City:
    districts: tuple[tuple[str, str], ...]
    """Initials and name."""
    plots: tuple[Plot, ...]
    blocks: tuple[Block, ...]
    links: tuple[Link, ...]

    def link_name(self, link: Link) -> str:
        return f"{self.plots[link.ends[0]].id}-{self.plots[link.ends[1]].id}"


@dataclass(frozen=True, slots=True)
class Development:
    id: str
    type: int
    effect: Effect


@dataclass(frozen=True, slots=True)
class Upgrade:
    """An Advanced Upgrade: one of ``POWERS``, and what that one needs."""

    id: str
    power: int
    gain: Goods
    amount: int
    action: Effect | None


@dataclass(frozen=True, slots=True)
class Project:
    """``number`` is the card's; ``columns``: what must be reached, and the Prestige, for 2, 3 and 4
    Lobbyists."""

    id: str
    number: int
    measure: str
    columns: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of an Agenda: at least so many Stops, or Hubs, for so much Prestige."""

    hubs: bool
    least: int
    prestige: int


@dataclass(frozen=True, slots=True)
class Agenda:
    """``number`` decides the turn order of Year 1."""

    id: str
    number: int
    districts: tuple[int, ...]
    top: Row
    bottom: Row


@dataclass(frozen=True, slots=True)
class Side:
    """One side of an Automa card; the other side of card 2n is 2n + 1."""

    id: str
    zone: int
    district: int
    plot: int
    steps: int
    stops: int
    main: int
    alternate: int


@dataclass(frozen=True, slots=True)
class FirstGame:
    """The cards advised for a first game: for 2 and 3 players, and what 4 and 5 add."""

    projects: tuple[int, ...]
    more_projects: tuple[int, ...]
    developments: tuple[int, ...]
    more_developments: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pack:
    name: str
    title: str
    source: str
    digest: str
    markets: tuple[Market, ...]
    board: Board
    city: City
    developments: tuple[Development, ...]
    upgrades: tuple[Upgrade, ...]
    projects: tuple[Project, ...]
    agendas: tuple[Agenda, ...]
    sides: tuple[Side, ...]
    first: FirstGame
    discs: int
    rails: int
    lobbyists: int
    tokens: int
    """Demand tokens of each District."""
