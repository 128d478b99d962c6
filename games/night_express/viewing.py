"""How a position looks to a player, or to the public."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from games.memo import Memo
from games.night_express import phases
from games.night_express.model import AUTO_CODE, DINING_CODE, Model
from games.night_express.pack import ACTIONS, COLOURS, OPTIONS, ROUNDS
from games.night_express.sharing import FREE
from games.texts import T

if TYPE_CHECKING:
    from games.night_express.rules import State

OWNERS: Final = [seat for seat in range(6) for _ in range(ROUNDS)]


class Words:
    """The names of things: one object for a model, whose tables grow as they are asked for."""

    def __init__(self, model: Model) -> None:
        pack = model.pack
        self.model = model
        self.routes = [route.id for route in pack.routes]
        self.trains = [train.id for train in pack.trains]
        self.cities = [city.id for city in pack.cities]
        self.specialists = [card.title for card in pack.specialists]
        self.specialist_ids = [card.id for card in pack.specialists]
        self.goals = [goal.id for goal in pack.goals]
        self.bids = ["X", *map(str, model.numbers.bids)]
        self.route = Memo(self._route)
        self.posts = Memo(self._posts)
        self.fields = Memo(self._fields)

    def _posts(self, key: tuple[int, int]) -> list[str]:
        """Service points; an upgraded one has a "+"."""
        posts, plus = key
        return [
            city + "+" * (plus >> n & 1) for n, city in enumerate(self.cities) if posts >> n & 1
        ]

    def _fields(self, taken: int) -> list[str]:
        """The occupied fields of the upgrade board, as moves name them: action and colour."""
        return [
            ACTIONS[field.action]
            if ACTIONS[field.action] in ("starter", "money")
            else f"{ACTIONS[field.action]} {COLOURS[field.colour]}"
            for space, field in enumerate(self.model.pack.spaces)
            if taken >> space & 1
        ]

    def _route(self, key: tuple[Any, ...]) -> dict[str, Any]:
        """A route card with its train, from the parts of a position."""
        route, train, leased, special, options, ads, loss, extra, safe, locks, city, host, own = key
        model = self.model
        there = model.pack.routes[route].passengers + ads - loss
        there += model.train_passengers[train] if train >= 0 else 0
        return {
            "route": self.routes[route],
            "train": self.trains[train] if train >= 0 else "",
            "leased": leased,
            "passengers": max(0, there + extra),
            "dining": special // DINING_CODE,
            "auto": special % DINING_CODE // AUTO_CODE,
            "options": [name for n, name in enumerate(OPTIONS) if options >> n & 1],
            "advertising": ads,
            "protected": safe,
            "locked": locks,
            "service_point": self.cities[city] if city >= 0 else "",
            "rented": host >= 0 and host != own,
            "free": host == FREE,
        }


def view(state: State, player: int | None) -> dict[str, Any]:
    """Everything but the others' goals and sealed bids. Routes, trains and cards are ids of the
    pack; ``seats`` is by seat. Money and points are open: ruling N15.
    """
    words, phase = state.words, state.phase
    up = state.offer[state.at] if phase in phases.AUCTION else state.pending
    is_event = state.card >= 0 and phase != phases.EARNING
    parts = zip(
        state.route, state.train, state.leased, state.special, state.options, state.ads,
        state.loss, state.extra, state.safe, state.locks, state.city, state.host, OWNERS,
        strict=False,
    )  # fmt: skip
    table: list[list[dict[str, Any]]] = [[] for _ in range(state.players)]
    for key in parts:
        if key[0] >= 0:
            table[key[-1]].append(words.route[key].copy())
    return {
        "version": T("expert") if state.expert else T("simplified"),
        "round": state.round + 1,
        "phase": phases.PHASES[phase],
        "player": state.turn,
        "starting_player": state.start,
        "cards": _shown(state),
        "trains": [words.trains[train] for train in state.offer],
        "train": words.trains[up] if up >= 0 else "",
        "fields_taken": words.fields[state.taken][:] if phase == phases.UPGRADING else [],
        "event": words.model.pack.events[state.card].title if is_event else "",
        "routes_left": len(state.routes),
        "events_left": len(state.events),
        "goals_dealt": [words.goals[goal] for goal in state.dealt if state.turn == player],
        "seats": [_seat(state, seat, player, table[seat]) for seat in range(state.players)],
    }


def _shown(state: State) -> list[str]:
    if not state.shown:
        return []
    words = state.words
    names = words.routes if state.phase <= phases.SERVING else words.specialist_ids
    return [names[number] for number in state.shown]


def _seat(
    state: State, seat: int, player: int | None, routes: list[dict[str, Any]]
) -> dict[str, Any]:
    """The things in front of a player."""
    words, bid = state.words, state.bids[seat]
    is_sealed = bid >= 0 and seat != player and state.phase == phases.BIDDING
    return {
        "points": state.points[seat],
        "money": state.money[seat],
        "service_points": words.posts[state.posts[seat], state.plus[seat]][:],
        "specialists": [words.specialists[card] for card in state.held[seat]],
        "goal": _goal(state, seat, player),
        "bid": "" if bid < 0 else "sealed" if is_sealed else words.bids[bid],
        "exchanged": bool(state.exchanged >> seat & 1),
        "insured": bool(state.insured >> seat & 1),
        "routes": routes,
    }


def _goal(state: State, seat: int, player: int | None) -> str:
    """The goal that a player kept; everybody's at the end."""
    goal = state.kept[seat]
    if goal < 0:
        return ""
    is_open = seat == player or state.phase == phases.OVER
    return state.words.goals[goal] if is_open else "secret"
