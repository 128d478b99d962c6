"""The moves and tables of Terminus, made once from a pack and shared by every position."""

from __future__ import annotations

from itertools import accumulate
from typing import Final

from games.terminus import pack as parts
from games.terminus.names import BUILD_UPGRADES, Names
from games.terminus.pack import (
    MOST_LOBBYISTS,
    RAIL_PACKS,
    RESOURCES,
    STEPS,
    ZONES,
    Pack,
)

NOWHERE: Final = -1
COINS: Final = len(RESOURCES)
"""Beside the resources, what a Turn Order reward can be."""
BOARD: Final = 0
"""Where a Lobbyist can be, by number: the player board, the three Agendas, the Developments."""
AGENDA_SLOTS: Final = range(1, 1 + parts.AGENDAS_KEPT)
FIRST_TILE: Final = 1 + parts.AGENDAS_KEPT
HUB, SECOND = 0, 1
"""The two Build Upgrades, B1 and B2."""

# Kinds of move, as plain ints: a member of an Enum costs more to look up.
KINDS: Final = (
    "tile",
    "token",
    "project",
    "automa",
    "agenda",
    "keep",
    "prime hub",
    "bonus",
    "reward",
    "return",
    "checkpoint",
    "pass",
    "demand",
    "development",
    "place on",
    "lobbyist from",
    "lobbyist to",
    "draw agendas",
    "lobby project",
    "upgrade",
    "buy",
    "capacity",
    "unlock",
    "construction",
    "rails",
    "more rails",
    "build",
    "link",
    "hub",
    "done",
    "use",
    "use upgrade",
    "stop",
)
(
    TILE,
    TOKEN,
    PROJECT,
    AUTOMA,
    AGENDA,
    KEEP,
    PRIME,
    BONUS,
    REWARD,
    RETURN,
    CHECKPOINT,
    PASS,
    DEMAND,
    DEVELOPMENT,
    SITE,
    LOBBYIST_FROM,
    LOBBYIST_TO,
    DRAW_AGENDAS,
    LOBBY_PROJECT,
    UPGRADE,
    BUY,
    CAPACITY,
    UNLOCK,
    TAKE_CONSTRUCTION,
    RAILS,
    MORE_RAILS,
    BUILD,
    LINK,
    BUILD_HUB,
    DONE,
    USE,
    USE_UPGRADE,
    STOP,
) = range(len(KINDS))


class Action:
    """One move, shared: compare with ``is``, write with ``str``. notation.md lists the texts.

    ``zone`` is the one that the Player Marker moves to, or NOWHERE; ``item`` what it is about, a
    number of the pack; ``count`` how many.
    """

    __slots__ = ("count", "id", "item", "kind", "text", "zone")

    def __init__(
        self, number: int, kind: int, text: str, *, zone: int, item: int, count: int
    ) -> None:
        self.id, self.kind, self.text = number, kind, text
        self.zone, self.item, self.count = zone, item, count

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"


class Trade:
    """One market with a number of cubes in it: prices, and what the leftmost depot holds.

    Cubes come from the leftmost column that has any and go back to the rightmost free space, so
    they always lie as far right as they can, and their number says where they lie.
    """

    def __init__(self, market: parts.Market, *, grey: bool) -> None:
        self.spaces = [
            space - (empty if grey else 0)
            for space, empty in zip(market.spaces, market.grey, strict=True)
        ]
        by_cube = [
            (price, column)
            for column, (price, space) in enumerate(zip(market.prices, self.spaces, strict=True))
            for _ in range(space)
        ]
        self.size = len(by_cube)
        self.prices = [0, *(price for price, _ in reversed(by_cube))]
        """By cubes left: what the next one costs."""
        self.costs = [[0, *accumulate(self.prices[left:0:-1])] for left in range(self.size + 1)]
        """By cubes left, and by cubes bought: what they cost together."""
        columns = [-1, *(column for _, column in reversed(by_cube))]
        self.depot = [0] + [
            sum(other == columns[left] for other in columns[1 : left + 1])
            for left in range(1, self.size + 1)
        ]
        """By cubes left: how many lie in the leftmost column that has any."""


class Model:
    """A pack compiled. Masks have a bit for each Plot, Block, District or Development."""

    def __init__(self, pack: Pack, rules: int) -> None:
        self.pack, self.rules = pack, rules
        self.actions: list[Action] = []
        self._make_board(pack.city)
        self._make_cards(pack)
        self._make_setup(pack)
        self._make_turn(pack)
        self._make_choices(pack)
        self.names = Names(pack)
        self.by_text = {action.text: action for action in self.actions}

    def _add(
        self, kind: int, text: str, zone: int = NOWHERE, item: int = NOWHERE, count: int = 0
    ) -> Action:
        action = Action(len(self.actions), kind, text, zone=zone, item=item, count=count)
        self.actions.append(action)
        return action

    def _make_board(self, city: parts.City) -> None:
        plots = range(len(city.plots))
        self.links_at: list[list[tuple[int, int]]] = [[] for _ in plots]
        """By Plot: its links, and the Plot at the other end."""
        self.towards: list[dict[int, tuple[int, int]]] = [{} for _ in plots]
        """By Plot and direction, the link that leaves it straight."""
        for number, link in enumerate(city.links):
            for here, there in (link.ends, link.ends[::-1]):
                self.links_at[here].append((number, there))
                (x, y), (u, v) = city.plots[here].at, city.plots[there].at
                step = ((u > x) - (u < x), (v > y) - (v < y))
                if step in STEPS:
                    self.towards[here][STEPS.index(step)] = (number, there)
        self.spaces = [link.spaces for link in city.links]
        self.double = [link.double for link in city.links]
        self.blocked_by = [0 if link.block < 0 else 1 << link.block for link in city.links]
        """By link: the mask of the Block that it lies within."""
        self.near = [0] * len(plots)
        """By Plot: the Blocks it is a corner of."""
        self.within = [0] * len(plots)
        """By Plot: the Districts it touches (T8)."""
        for number, block in enumerate(city.blocks):
            for plot in block.corners:
                self.near[plot] |= 1 << number
                self.within[plot] |= 1 << block.district
        self.zoned = [
            sum(1 << number for number, block in enumerate(city.blocks) if kind in block.zones)
            for kind in range(len(parts.TYPES))
        ]
        self.in_district = [
            sum(1 << plot for plot in plots if self.within[plot] >> district & 1)
            for district in range(len(city.districts))
        ]
        """By District: the mask of its Plots."""

    def _make_cards(self, pack: Pack) -> None:
        self.type_of = [tile.type for tile in pack.developments]
        self.of_type = [
            [number for number, kind in enumerate(self.type_of) if kind == wanted]
            for wanted in range(len(parts.TYPES))
        ]
        self.icon = [
            sum(1 << n for n, tile in enumerate(pack.developments) if tile.effect.zone == zone)
            for zone in range(len(ZONES))
        ]
        """By Zone: the mask of the Developments that show it."""
        self.trades = [
            [Trade(market, grey=grey) for market in pack.markets] for grey in (False, True)
        ]
        self.step_power = [0, *accumulate(pack.board.power)]
        """Power paid for the first so many steps of Capacity."""
        self.storage_of = [
            upgrade.amount if upgrade.power == parts.STORAGE else 0 for upgrade in pack.upgrades
        ]

    def _make_setup(self, pack: Pack) -> None:
        """The moves of chance and players before the first Year, and in the income."""
        city = pack.city
        self.lay = [
            self._add(TILE, f"tile {tile.id}", item=n) for n, tile in enumerate(pack.developments)
        ]
        self.token = [
            self._add(TOKEN, f"token {key}", item=n) for n, (key, _) in enumerate(city.districts)
        ]
        self.show = [
            self._add(PROJECT, f"project {card.id}", item=n) for n, card in enumerate(pack.projects)
        ]
        self.automa = [
            self._add(AUTOMA, f"automa {side.id}", item=n) for n, side in enumerate(pack.sides)
        ]
        self.deal = [
            self._add(AGENDA, f"agenda {card.id}", item=n) for n, card in enumerate(pack.agendas)
        ]
        self.keep = [
            self._add(KEEP, f"keep {card.id}", item=n) for n, card in enumerate(pack.agendas)
        ]
        self.prime = [
            self._add(PRIME, f"prime hub {plot.id}", item=n) for n, plot in enumerate(city.plots)
        ]
        self.bonus = [
            self._add(BONUS, f"bonus {n + 1}", item=n) for n in range(len(pack.board.bonuses))
        ]
        names = (*RESOURCES, "coins")
        self.reward = [self._add(REWARD, f"reward {name}", item=n) for n, name in enumerate(names)]
        self.give = [
            self._add(RETURN, f"return {name}", item=n) for n, name in enumerate(RESOURCES)
        ]

    def _make_turn(self, pack: Pack) -> None:
        """The moves that begin an action: the Zone, then the action."""
        tiles, word = pack.developments, ZONES
        self.checkpoint, self.end_year = (
            self._add(CHECKPOINT, "checkpoint"),
            self._add(PASS, "pass"),
        )
        self.demand = {
            zone: [
                self._add(DEMAND, f"{word[zone]} demand {tile.id}", zone, n)
                for n, tile in enumerate(tiles)
            ]
            for zone in (parts.DEVELOP, parts.BUILD)
        }
        self.place = [
            self._add(DEVELOPMENT, f"develop development {tile.id}", parts.DEVELOP, n)
            for n, tile in enumerate(tiles)
        ]
        spots = ["board", *(f"agenda {slot}" for slot in AGENDA_SLOTS)]
        spots += [f"development {tile.id}" for tile in tiles]
        self.spots = spots
        self.move_from = {
            zone: [
                self._add(LOBBYIST_FROM, f"{word[zone]} lobbyist from {spot}", zone, n)
                for n, spot in enumerate(spots)
            ]
            for zone in (parts.DEVELOP, parts.LOBBY)
        }
        self.draw_agendas = self._add(DRAW_AGENDAS, "lobby agenda", parts.LOBBY)
        self.lobbying = [
            [
                self._add(
                    LOBBY_PROJECT, f"lobby project {card.id} with {count}", parts.LOBBY, n, count
                )
                for count in range(1, MOST_LOBBYISTS + 1)
            ]
            for n, card in enumerate(pack.projects)
        ]
        self.upgrade = [
            self._add(UPGRADE, f"improve upgrade {tile.id}", parts.IMPROVE, n)
            for n, tile in enumerate(pack.upgrades)
        ]
        self._make_trade(pack)
        self.use = [
            self._add(USE, f"{word[tile.effect.zone]} use {tile.id}", tile.effect.zone, n)
            for n, tile in enumerate(tiles)
        ]
        self.use_upgrade = {
            n: self._add(
                USE_UPGRADE, f"{word[tile.action.zone]} use {tile.id}", tile.action.zone, n
            )
            for n, tile in enumerate(pack.upgrades)
            if tile.action
        }

    def _make_trade(self, pack: Pack) -> None:
        """Buying, Capacity, Construction, Rails and the start of a Build."""
        where = {
            parts.BLUEPRINT: parts.IMPROVE,
            parts.PERMIT: parts.MARKET,
            parts.POWER: parts.MARKET,
        }
        self.buy: dict[int, list[Action]] = {
            cube: [
                self._add(BUY, f"{ZONES[zone]} {RESOURCES[cube]} {count}", zone, cube, count)
                for count in range(1, sum(pack.markets[cube].spaces) + 1)
            ]
            for cube, zone in where.items()
        }
        self.capacity = [
            self._add(CAPACITY, f"supply capacity {count}", parts.SUPPLY, count=count)
            for count in range(1, len(pack.board.power) + 1)
        ]
        self.construction = self._add(TAKE_CONSTRUCTION, "supply construction", parts.SUPPLY)
        self.rails = {
            zone: [
                self._add(RAILS, f"{ZONES[zone]} rails {rails}", zone, n, rails)
                for n, (rails, _) in enumerate(RAIL_PACKS)
            ]
            for zone in (parts.SUPPLY, parts.BUILD)
        }
        self.build = self._add(BUILD, "build build", parts.BUILD)

    def _make_choices(self, pack: Pack) -> None:
        """The moves that go on with an action."""
        city = pack.city
        self.site = [
            self._add(SITE, f"place on {block.id}", item=n) for n, block in enumerate(city.blocks)
        ]
        self.move_to = [
            self._add(LOBBYIST_TO, f"lobbyist to {spot}", item=n)
            for n, spot in enumerate(self.spots)
        ]
        self.unlock = [
            self._add(UNLOCK, f"unlock {name}", item=n) for n, name in enumerate(BUILD_UPGRADES)
        ]
        self.more_rails = [
            self._add(MORE_RAILS, f"rails {rails}", item=n, count=rails)
            for n, (rails, _) in enumerate(RAIL_PACKS)
        ]
        self.link = [
            self._add(LINK, f"link {city.link_name(link)}", item=n)
            for n, link in enumerate(city.links)
        ]
        self.hub = [
            self._add(BUILD_HUB, f"hub {plot.id}", item=n) for n, plot in enumerate(city.plots)
        ]
        self.done = self._add(DONE, "done")
        self.stop = self._add(STOP, "stop")

    def demands_held(self, demands: list[int], player: int) -> list[int]:
        """A player's Demands, by District."""
        count = len(self.in_district)
        return demands[count * player : count * player + count]
