"""The moves and tables of Night Express, made once from a pack and shared by every position."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any, Final

from games.night_express.pack import (
    ACTIONS,
    COLOURS,
    EXPERT_ONLY,
    FROM_PLAYERS,
    OPTIONS,
    PLAYERS,
    ROUNDS,
    SPECIALS,
    Pack,
)

KINDS: Final = (
    "lot", "goal", "reveal", "event", "specialist",
    "keep", "take", "protect", "expand", "waive", "build", "rent", "use", "idle", "exchange",
    "buy out", "upgrade", "swap", "done", "bid", "choose", "buy", "lease",
    "starter", "special", "service", "advertise", "option", "insure", "money",
    "apply", "hit", "gain", "hire",
)  # fmt: skip
LOT, GOAL, REVEAL, EVENT, SPECIALIST = range(5)
KEEP, TAKE, PROTECT, EXPAND, WAIVE, BUILD, RENT, USE, IDLE, EXCHANGE = range(5, 15)
BUY_OUT, UPGRADE, SWAP, DONE, BID, CHOOSE, BUY, LEASE = range(15, 23)
STARTER, SPECIAL, SERVICE, ADVERTISE, OPTION, INSURE, EARN = range(23, 30)
APPLY, HIT, GAIN, HIRE = range(30, 34)
BY_CHANCE: Final = frozenset({LOT, GOAL, REVEAL, EVENT, SPECIALIST})

UNSOLD: Final = 2
"""Offers in a row of which nobody takes a train: then trains are chosen (N19)."""
NOTHING: Final = -1
"""No seat, no route, no train, no card: below every number that names one."""

SEATS: Final = max(PLAYERS)
FOR_MONEY: Final = 0
AUTO_CODE: Final = 1
DINING_CODE: Final = 3
"""The special wagons of a train are one number: dining cars times 3, plus automobile transports."""


class Action:
    """One move, shared: compare with ``is``, write with ``str``. notation.md lists the texts.

    ``slot`` is a route of its player (0 is S1) and ``to`` a second one; ``seat`` a player; ``n``
    the number of what it names in the pack, ``space`` a field of the upgrade board; NOTHING
    for none.
    """

    __slots__ = ("id", "kind", "n", "seat", "slot", "space", "text", "to")

    def __init__(self, id: int, kind: int, text: str, **what: int) -> None:  # noqa: A002
        self.id, self.kind, self.text = id, kind, text
        self.n, self.slot = what.get("n", NOTHING), what.get("slot", NOTHING)
        self.to, self.seat = what.get("to", NOTHING), what.get("seat", NOTHING)
        self.space = what.get("space", NOTHING)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"


class Model:
    """A pack compiled. Tables are indexed by the numbers that things have in the pack."""

    def __init__(self, pack: Pack, rules: int) -> None:
        """``rules`` is the number of the rules: those before 2 had other rulings N19, N32, N33."""
        self.pack, self.numbers, self.rules = pack, pack.numbers, rules
        self.unsold = UNSOLD if rules > 1 else 1
        self.actions: list[Action] = []
        self._make_moves()
        self._make_upgrades()
        self.by_text = {action.text: action for action in self.actions}
        self._make_routes()
        self._make_trains()
        self._make_cards()

    def _make(self, kind: int, text: str, **what: int) -> Action:
        action = Action(len(self.actions), kind, f"{KINDS[kind]} {text}".rstrip(), **what)
        self.actions.append(action)
        return action

    def _named(self, kind: int, things: Iterable[Any]) -> list[Action]:
        """A move for each thing of the pack."""
        return [self._make(kind, thing.id, n=number) for number, thing in enumerate(things)]

    def _slots(self, kind: int) -> list[Action]:
        return [self._make(kind, f"S{slot + 1}", slot=slot) for slot in range(ROUNDS)]

    def _make_moves(self) -> None:
        """Every move but those of step 3."""
        pack = self.pack
        self.lot = [self._make(LOT, str(seat), seat=seat) for seat in range(SEATS)]
        self.goal, self.keep = self._named(GOAL, pack.goals), self._named(KEEP, pack.goals)
        self.reveal, self.take = self._named(REVEAL, pack.routes), self._named(TAKE, pack.routes)
        self.event = self._named(EVENT, pack.events)
        self.specialist = self._named(SPECIALIST, pack.specialists)
        self.hire = self._named(HIRE, pack.specialists)
        self.protect, self.expand = self._slots(PROTECT), self._make(EXPAND, "")
        self.waive = self._make(WAIVE, "")
        self.build, self.rent, self.use = (
            self._named(kind, pack.cities) for kind in (BUILD, RENT, USE)
        )
        self.idle, self.exchange = self._make(IDLE, ""), self._make(EXCHANGE, "")
        self.buy_out, self.upgrade = self._slots(BUY_OUT), self._slots(UPGRADE)
        # In the last round three routes have a train when trains are moved.
        self.swap = [
            self._make(SWAP, f"S{slot + 1} S{to + 1}", slot=slot, to=to)
            for slot, to in combinations(range(ROUNDS - 1), 2)
        ]
        self.done = self._make(DONE, "")
        bids = ("X", *map(str, self.numbers.bids))
        self.bid = [self._make(BID, word, n=number) for number, word in enumerate(bids)]
        trains = [train for train in pack.trains if train.round >= 0]
        self.choose = self._named(CHOOSE, trains)
        self.buy, self.lease = self._make(BUY, ""), self._make(LEASE, "")
        self.apply = self._slots(APPLY)
        self.hit = [
            self._make(HIT, f"{seat} S{slot + 1}", seat=seat, slot=slot)
            for seat in range(SEATS)
            for slot in range(ROUNDS)
        ]
        self.gain = [self._make(GAIN, word, n=n) for n, word in enumerate(("money", "points"))]

    def _make_upgrades(self) -> None:
        """The moves of step 3. ``upgrades[space]`` has them by slot; of one that names no route,
        or a city, in the one entry 0."""
        self.upgrades: list[list[list[Action]]] = []
        for space, field in enumerate(self.pack.spaces):
            kind = STARTER + field.action
            word = ACTIONS[field.action]
            colour = "" if word in ("starter", "money") else COLOURS[field.colour]
            if word in ("special", "option"):
                names = SPECIALS if word == "special" else OPTIONS
                moves = [
                    [
                        self._make(
                            kind, f"{colour} S{slot + 1} {name}", slot=slot, n=n, space=space
                        )
                        for n, name in enumerate(names)
                        if field.kinds >> n & 1
                    ]
                    for slot in range(ROUNDS)
                ]
            elif word == "advertise":
                moves = [
                    [self._make(kind, f"{colour} S{slot + 1}", slot=slot, space=space)]
                    for slot in range(ROUNDS)
                ]
            elif word == "service":
                moves = [
                    [
                        self._make(kind, f"{colour} {city.id}", n=n, space=space)
                        for n, city in enumerate(self.pack.cities)
                    ]
                ]
            else:
                moves = [[self._make(kind, colour, space=space)]]
            self.upgrades.append(moves)
        self.spaces = {
            players: [
                space
                for space, field in enumerate(self.pack.spaces)
                if players >= FROM_PLAYERS[field.colour]
            ]
            for players in PLAYERS
        }

    def _make_routes(self) -> None:
        routes = self.pack.routes
        self.route_sections = [route.sections for route in routes]
        self.route_losses = [route.losses for route in routes]
        self.section_mask = [_mask(route.sections) for route in routes]
        self.route_cities = [route.cities for route in routes]
        self.city_mask = [_mask(route.cities) for route in routes]
        self.travel = [self.numbers.travel - route.hours for route in routes]
        self.routes_for = {
            players: [n for n, route in enumerate(routes) if players >= FROM_PLAYERS[route.colour]]
            for players in PLAYERS
        }

    def _make_trains(self) -> None:
        """``windows[train][wagons]`` is what so many occupied wagons are worth."""
        pack = self.pack
        classes = [pack.classes[train.cls] for train in pack.trains]
        self.windows = [(0, *cls.windows) for cls in classes]
        self.wagons = [len(cls.windows) for cls in classes]
        self.train_passengers = [cls.passengers for cls in classes]
        self.places = [cls.places for cls in classes]
        self.price = [train.price for train in pack.trains]
        self.lease_rate = [train.lease for train in pack.trains]
        self.placeholders = [train.options for train in pack.trains]
        self.upgrade_to = [train.upgrade for train in pack.trains]
        self.offers = {
            players: [self._offer(players, number) for number in range(ROUNDS)]
            for players in PLAYERS
        }
        self.special_prices = [marker.price for marker in pack.specials]
        self.option_prices = [marker.price for marker in pack.options]
        dining, auto = pack.specials
        self.special_points = [
            code // DINING_CODE * dining.points + code % DINING_CODE * auto.points
            for code in range(DINING_CODE * DINING_CODE)
        ]
        self.special_count = [
            code // DINING_CODE + code % DINING_CODE for code in range(DINING_CODE * DINING_CODE)
        ]
        self.option_points = [
            sum(marker.points for n, marker in enumerate(pack.options) if mask >> n & 1)
            for mask in range(1 << len(OPTIONS))
        ]

    def _offer(self, players: int, number: int) -> list[int]:
        """The trains of a round, the dearest first. Source: Step 2."""
        there = [
            n
            for n, train in enumerate(self.pack.trains)
            if train.round == number and train.fewest <= players
        ]
        return sorted(there, key=lambda n: -self.price[n])

    def _make_cards(self) -> None:
        """The decks, each a list with a card as often as it is there."""
        pack = self.pack
        self.early, self.late = (
            [n for n, one in enumerate(pack.events) if one.late == late for _ in range(one.copies)]
            for late in (False, True)
        )
        self.piles = {
            expert: [
                [
                    n
                    for n, one in enumerate(pack.specialists)
                    if one.pile == pile and (expert or one.effect not in EXPERT_ONLY)
                    for _ in range(one.copies)
                ]
                for pile in range(ROUNDS - 1)
            ]
            for expert in (False, True)
        }
        self.goals_for = {
            players: [n for n, goal in enumerate(pack.goals) if goal.fewest <= players]
            for players in PLAYERS
        }


def _mask(numbers: Iterable[int]) -> int:
    """A set of numbers as bits."""
    found = 0
    for number in numbers:
        found |= 1 << number
    return found
