"""A position as data: its copies, its key, its hidden part, and its invariants."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from games.night_express import phases
from games.night_express.model import AUTO_CODE, DINING_CODE
from games.night_express.pack import HSP, PROFESSIONAL, ROUNDS
from games.night_express.sharing import loss

if TYPE_CHECKING:
    from games.night_express.rules import State

LISTS: Final = (
    "points", "bonus", "goal_points", "money", "posts", "plus", "free", "kept", "refused", "held",
    "bids", "route", "train", "special", "options", "ads", "loss", "extra", "locks", "leased",
    "safe", "city", "host", "load", "routes", "goals", "events", "pile", "shown", "offer", "rows",
    "other",
)  # fmt: skip
BAGS: Final = frozenset({"routes", "goals", "events", "pile"})
PLAIN: Final = (
    "model", "words", "players", "expert", "extra_event", "phase", "round", "start", "turn", "lap",
    "display", "dealt", "at", "offers_left", "pending", "asking", "owing", "served", "swapped",
    "where", "card", "exchanged", "insured", "taken", "hired", "starter",
)  # fmt: skip


def copy(state: State) -> State:
    """A position that shares nothing that changes. Written out: it is what bots do most."""
    twin: State = object.__new__(type(state))
    twin.model, twin.words, twin.players = state.model, state.words, state.players
    twin.expert, twin.extra_event, twin.phase = state.expert, state.extra_event, state.phase
    twin.round, twin.start, twin.turn, twin.lap = state.round, state.start, state.turn, state.lap
    twin.display, twin.dealt = state.display, state.dealt
    twin.at, twin.offers_left = state.at, state.offers_left
    twin.pending, twin.asking, twin.owing = state.pending, state.asking, state.owing
    twin.served, twin.swapped, twin.where = state.served, state.swapped, state.where
    twin.card, twin.exchanged, twin.insured = state.card, state.exchanged, state.insured
    twin.taken, twin.hired, twin.starter = state.taken, state.hired, state.starter
    twin.points, twin.bonus = state.points[:], state.bonus[:]
    twin.goal_points, twin.money, twin.posts = state.goal_points[:], state.money[:], state.posts[:]
    twin.plus, twin.free, twin.kept = state.plus[:], state.free[:], state.kept[:]
    twin.refused, twin.held, twin.bids = state.refused[:], state.held[:], state.bids[:]
    twin.route, twin.train, twin.special = state.route[:], state.train[:], state.special[:]
    twin.options, twin.ads, twin.loss = state.options[:], state.ads[:], state.loss[:]
    twin.extra, twin.locks, twin.leased = state.extra[:], state.locks[:], state.leased[:]
    twin.safe, twin.city, twin.host = state.safe[:], state.city[:], state.host[:]
    twin.load, twin.routes, twin.goals = state.load[:], state.routes[:], state.goals[:]
    twin.events, twin.pile, twin.shown = state.events[:], state.pile[:], state.shown[:]
    twin.offer, twin.rows, twin.other = state.offer[:], state.rows[:], state.other[:]
    return twin


def key(state: State) -> tuple[Any, ...]:
    """Equal keys, equal positions: the order inside a bag does not count."""
    plain = tuple(getattr(state, name) for name in PLAIN[2:])
    lists = (
        tuple(sorted(value) if name in BAGS else value)
        for name, value in ((name, getattr(state, name)) for name in LISTS)
    )
    return (plain, *lists)


def deal_again(state: State, player: int | None, random: Callable[[], float]) -> None:
    """Deal the goals and the sealed bids again that ``player`` cannot see."""
    others = [seat for seat in range(state.players) if seat != player]
    pool, goals = state.goals[:], (state.kept, state.refused)
    pool += [goal[seat] for goal in goals for seat in others if goal[seat] >= 0]
    hidden = state.dealt if state.turn != player else ()
    pool += hidden
    pool.sort()  # else the order would tell who had which goal
    for goal in goals:
        for seat in others:
            if goal[seat] >= 0:
                goal[seat] = _drawn(pool, random)
    if hidden:
        state.dealt = tuple(sorted(_drawn(pool, random) for _ in hidden))
    state.goals = pool
    if state.phase == phases.BIDDING:
        for seat in others:
            if state.bids[seat] >= 0:
                values = state.model.numbers.bids
                count = 1 + sum(value <= state.money[seat] for value in values)
                state.bids[seat] = int(random() * count)


def _drawn(pool: list[int], random: Callable[[], float]) -> int:
    return pool.pop(int(random() * len(pool)))


# What must hold


def check(state: State) -> None:
    """Raise AssertionError when a component was lost or made up."""
    _check_cards(state)
    _check_network(state)
    _check_trains(state)
    _hold(min(state.money) >= 0, "money")
    _check_bids(state)
    for seat in range(state.players):
        others = range(seat * ROUNDS, len(state.other), state.players * ROUNDS)
        earned = sum(sum(state.other[first : first + ROUNDS]) for first in others)
        earned += sum(sum(row[3:]) for row in state.rows if row.player == seat)
        earned += state.bonus[seat] + state.goal_points[seat]
        _hold(state.points[seat] == earned, "points")
    rents = state.other[: ROUNDS * state.players]
    _hold(all(not sum(rents[n::ROUNDS]) for n in range(ROUNDS)), "rents")


def _check_bids(state: State) -> None:
    """Sealed bids can be paid."""
    values = (0, *state.model.numbers.bids)
    for bid, money in zip(state.bids, state.money, strict=True):
        _hold(state.phase != phases.BIDDING or bid < 0 or values[bid] <= money, "bids")


def _hold(good: bool, what: str) -> None:  # noqa: FBT001 - the statement held to be true
    if not good:
        raise AssertionError(what)


def _check_cards(state: State) -> None:
    model = state.model
    goals = [*state.goals, *state.dealt, *state.kept, *state.refused]
    known = sorted(goal for goal in goals if goal >= 0)
    _hold(known == model.goals_for[state.players], "goals")
    routes = [route for route in state.route if route >= 0]
    laid_out = state.shown if state.phase <= phases.SERVING else []
    cards = [*routes, *state.routes, *laid_out]
    _hold(len(set(cards)) == len(cards), "routes")
    _hold(set(cards) <= set(model.routes_for[state.players]), "routes")
    deck = model.early + (model.late if state.expert else [])
    _hold(all(state.events.count(card) <= deck.count(card) for card in state.events), "events")
    held = [card for cards in state.held for card in cards]
    full = [card for pile in model.piles[state.expert] for card in pile]
    _hold(all(held.count(card) <= full.count(card) for card in held), "specialists")


def _check_network(state: State) -> None:
    """Trains on sections, losses to sharing, and service points, 1 at a station when expert."""
    model = state.model
    load = [0] * len(state.load)
    for route in state.route:
        for section in model.route_sections[route] if route >= 0 else ():
            load[section] += 1
    _hold(load == state.load, "sections")
    for where, route in enumerate(state.route):
        if route >= 0 and not state.safe[where]:
            _hold(state.loss[where] == loss(state, route), "passengers lost to sharing")
    cards = model.pack.specialists
    for held, free in zip(state.held, state.free, strict=True):
        professionals = sum(cards[card].effect == PROFESSIONAL for card in held)
        _hold(free.bit_count() <= professionals, "stations of a Service Professional")
    seen = 0
    for posts, plus in zip(state.posts, state.plus, strict=True):
        _hold(posts.bit_count() <= model.numbers.service_points, "service points")
        _hold(not plus & ~posts, "upgraded service points")
        _hold(not state.expert or not seen & posts, "one service point at a station")
        seen |= posts


def _check_trains(state: State) -> None:
    """Each train is there once; markers lie where there is a place for them."""
    model = state.model
    trains = [train for train in (*state.train, *state.offer) if train >= 0]
    _hold(len(set(trains)) == len(trains), "trains")
    _hold(state.phase != phases.PAYING or state.pending in state.offer, "the train to be paid")
    fewest = most = state.round if state.phase >= phases.PREPARING else 0
    if state.phase >= phases.UPGRADING:
        fewest = most = state.round + 1
    elif state.phase >= phases.BIDDING:
        most = state.round + 1
    elif state.phase < phases.PREPARING:
        most = state.round
    for where, train in enumerate(state.train):
        slot = where % ROUNDS
        _hold(train >= 0 or slot >= fewest, "a train for each route")
        _hold(train < 0 or slot < most, "a train before its round")
        special, options = state.special[where], state.options[where]
        if train < 0:
            _hold(not (special or options), "markers without a train")
            continue
        _hold(model.special_count[special] <= model.places[train], "special wagons")
        _hold(not options & ~model.placeholders[train], "options")
        with_cars = special % DINING_CODE >= AUTO_CODE
        _hold(not (with_cars and options & HSP), "automobiles at high speed")
        _hold(0 <= state.ads[where] <= model.numbers.advertising, "advertising")
