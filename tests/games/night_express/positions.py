"""Positions of Night Express for the tests: routes, trains and service points as if played."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from games.kernel import CHANCE
from games.night_express import loading, market, phases, sharing, upgrades
from games.night_express.game import NightExpress
from games.night_express.model import Action
from games.night_express.pack import OPTIONS, ROUNDS
from games.night_express.rules import State
from games.testing import can

GAME: Final = NightExpress(loading.load())
MODEL: Final = GAME.model
Test = TypeVar("Test", bound=Callable[..., Any])


def shows(*numbers: str) -> Callable[[Test], Test]:
    """Marks a scenario with the rules and rulings of notation.md that it shows."""
    assert numbers
    return lambda test: test


def number(things: Sequence[Any], name: str) -> int:
    """The number of a thing of the pack by its id."""
    return [thing.id for thing in things].index(name)


def route(name: str) -> int:
    return number(MODEL.pack.routes, name)


def train(name: str) -> int:
    return number(MODEL.pack.trains, name)


def city(name: str) -> int:
    return number(MODEL.pack.cities, name)


def table(
    routes: Mapping[int, Sequence[str]],
    *,
    players: int = 3,
    trains: Mapping[int, Sequence[str]] | None = None,
    posts: Mapping[int, Sequence[str]] | None = None,
    **options: Any,
) -> State:
    """A position in the round of the longest list of routes, all of it before step 3, with seat 0
    to start. Seats get the routes named, and trains named or two grey ones and others."""
    state = GAME.new(players, **options)
    state.start = state.turn = 0
    state.round = max(map(len, routes.values())) - 1
    state.goals.sort()
    for seat in range(players):
        state.kept[seat], state.refused[seat] = state.goals.pop(0), state.goals.pop(0)
    _lay_routes(state, routes)
    for seat, names in (trains or {}).items():
        for slot, name in enumerate(names):
            state.train[ROUNDS * seat + slot] = train(name)
    for seat, names in (posts or {}).items():
        for name in names:
            state.posts[seat] |= 1 << city(name)
        serve(state, seat)
    return state


def _lay_routes(state: State, routes: Mapping[int, Sequence[str]]) -> None:
    for seat, names in routes.items():
        for slot, name in enumerate(names):
            state.route[ROUNDS * seat + slot] = route(name)
            state.routes.remove(route(name))
            for section in MODEL.route_sections[route(name)]:
                state.load[section] += 1
    for where, there in enumerate(state.route):
        if there >= 0:
            state.loss[where] = sharing.loss(state, there)


def serve(state: State, seat: int) -> None:
    """The own service points of a seat serve its routes."""
    for slot in range(ROUNDS):
        where = ROUNDS * seat + slot
        own = (
            state.posts[seat] & MODEL.city_mask[state.route[where]]
            if state.route[where] >= 0
            else 0
        )
        if own:
            state.host[where], state.city[where] = seat, own.bit_length() - 1


def upgrading(*args: Any, **options: Any) -> State:
    """A ``table`` at the beginning of step 3."""
    state = table(*args, **options)
    upgrades.begin(state)
    state.check()
    return state


def preparing(*args: Any, **options: Any) -> State:
    """A ``table`` at the beginning of step 2."""
    state = table(*args, **options)
    market.prepare(state)
    state.check()
    return state


def play(state: State, *moves: str) -> State:
    """Play "who move" in order, with who a seat or "chance"; each must be legal."""
    for line in moves:
        who, _, text = line.partition(" ")
        player = CHANCE if who == "chance" else int(who)
        action = GAME.parse(text)
        why = state.refusal(player, action)
        assert why is None, (line, why)
        assert can(state, player, action), line
        state.apply(player, action)
        state.check()
    return state


def refused(state: State, player: int, text: str) -> str:
    """The code with which a move is refused."""
    action = GAME.parse(text)
    assert not can(state, player, action), text
    why = state.refusal(player, action)
    assert why is not None
    return why.code


def legal(state: State, player: int, kind: str = "") -> list[str]:
    """The legal moves of a player, those of one kind if it is named."""
    moves: list[Action] = state.legal_actions(player)
    return [str(move) for move in moves if not kind or GAME.kinds[move.kind] == kind]


def reveal(state: State, *names: str) -> State:
    """Lay out these route cards and then others, as many as belong there."""
    moves = [MODEL.reveal[route(name)] for name in names]
    while state.phase == phases.REVEALING:
        others = [one for one in state.legal_actions(CHANCE) if str(one)[7:] not in names]
        state.apply(CHANCE, moves.pop(0) if moves else others[0])
    state.check()
    return state


def taking(
    shown: Sequence[str],
    held: Mapping[int, Sequence[str]] | None = None,
    *,
    number: int | None = None,
    **options: Any,
) -> State:
    """Step 1, with seat 0 to take one of these cards; ``held`` has routes of earlier rounds, and of
    this one if its ``number`` (from 0) is given."""
    state = table(held or {0: [], 1: []}, **options)
    state.round = max(map(len, (held or {0: []}).values())) if number is None else number
    left = [n for n, one in enumerate(MODEL.pack.trains) if one.round >= 0]
    for seat, names in (held or {}).items():
        for slot in range(min(len(names), state.round)):
            where = ROUNDS * seat + slot
            if state.train[where] < 0:
                fits = (n for n in left if MODEL.pack.trains[n].round == slot)
                state.train[where] = next(n for n in fits if n not in state.train)
    state.phase = phases.REVEALING
    return reveal(state, *shown)


def hold(state: State, seat: int, *names: str) -> None:
    """Give a seat specialists."""
    cards = [number(MODEL.pack.specialists, name) for name in names]
    state.held[seat] = tuple(sorted((*state.held[seat], *cards)))


def options(*names: str) -> int:
    """A set of options."""
    return sum(1 << OPTIONS.index(name) for name in names)


def calm(state: State) -> State:
    """Deal events that change no route until the round is evaluated."""
    while state.phase == phases.TURNING:
        state.apply(CHANCE, calm_card(state))
    return state


def calm_card(state: State) -> Action:
    """An event of money or points."""
    cards = [GAME.parse(f"event {name}") for name in ("subsidy", "repair-bill", "good-press")]
    return next(card for card in cards if any(card is one for one in state.legal_actions(CHANCE)))


def to_events(state: State) -> State:
    """Every pawn goes to MONEY."""
    while state.phase == phases.UPGRADING:
        state.apply(state.turn, GAME.parse("money"))
    return state
