"""Sets up positions of Terminus with the house pack, plays moves on them, reads them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from games import packs
from games.kernel import CHANCE
from games.terminus import loading
from games.terminus.game import Terminus
from games.terminus.model import NOWHERE, SECOND
from games.terminus.pack import RESOURCES, ZONES
from games.terminus.phases import TURN
from games.terminus.rules import State
from games.testing import can

GAME = Terminus(loading.load())
CITY = GAME.model.pack.city
PLOTS = [plot.id for plot in CITY.plots]
BLOCKS = [block.id for block in CITY.blocks]
LINKS = {frozenset(link.ends): n for n, link in enumerate(CITY.links)}
TILES = [tile.id for tile in GAME.model.pack.developments]
DISTRICTS = [key for key, _ in CITY.districts]
UPGRADES = GAME.model.names.upgrades
PRIMES = ("a1", "h1", "a6", "h6", "d3")
HERE = Path(__file__).parent


def rule(*names: str) -> Any:
    """Marks the scenario of numbered rules and rulings (notation.md)."""
    return lambda test: test


def house() -> dict[str, Any]:
    """The house pack's data, to be changed at will."""
    return tomllib.loads(loading.HOUSE.read_text("utf-8"))


def game_of(data: Mapping[str, Any]) -> Terminus:
    """The rules with a pack of a test's own."""
    return Terminus(loading.read(packs.Pack(data, "test")))


def dealt(players: int = 3, *, game: Terminus = GAME, **options: Any) -> State:
    """After all that chance does in the setup: seat 0 has Agendas 1 and 2, seat 1 has 3 and 4 …"""
    state, card = game.new(players, **options), 0
    while state.actors() == (CHANCE,):
        outcomes = state.legal_actions(CHANCE)
        if str(outcomes[0]).startswith("agenda"):
            card += 1
            state.apply(CHANCE, game.parse(f"agenda {card}"))
        else:
            state.apply(CHANCE, outcomes[0])
    return state


def chosen(players: int = 3, *, game: Terminus = GAME, **options: Any) -> State:
    """Everybody has kept the higher Agenda, so seat 0 is first: the last places a Prime Hub."""
    state = dealt(players, game=game, **options)
    for seat in range(players):
        state.apply(seat, game.parse(f"keep {2 * seat + 2}"))
    return state


def at_table(players: int = 3, *, game: Terminus = GAME, **options: Any) -> State:
    """Seat 0's first turn of Year 1; Prime Hubs in the corners; nobody has anything yet."""
    state = chosen(players, game=game, **options)
    for seat in reversed(range(players)):
        state.apply(seat, game.parse(f"prime hub {PRIMES[seat]}"))
    state.bonus = [0] * players
    state.at = NOWHERE
    state.phase, state.turn = TURN, 0
    state.check()
    return state


def give(state: State, seat: int = 0, **things: int) -> State:
    """A player gets coins, rails, lobbyists, capacity or resources, from where they lie."""
    for name, count in things.items():
        if name in RESOURCES:
            cube = RESOURCES.index(name)
            state.market[cube] -= count
            state.cubes[4 * seat + cube] += count
        elif name == "rails":
            state.rails[seat] += count
            state.rails_left[seat] -= count
        elif name == "capacity":
            state.capacity[seat] += count
        else:
            assert name == "coins"
            state.coins[seat] += count
    state.check()
    return state


def rich(state: State, seat: int = 0) -> State:
    """A player can pay for a Build of a few links."""
    things = {"construction": 2, "blueprint": 3, "permit": 2, "power": 1}
    return give(state, seat, coins=9, rails=12, capacity=4, **things)


def line(state: State, seat: int, plots: str, *, second: bool = False) -> State:
    """A player's line goes on over these Plots, without cost, from the Terminus or the second."""
    for name in plots.split():
        which = 2 * seat + second
        here, far = state.termini[which], PLOTS.index(name)
        link = LINKS[frozenset((here, far))]
        state.track[link] |= 1 << seat
        state.railed |= state.model.blocked_by[link]
        state.rails_left[seat] -= state.model.spaces[link]
        if state.owner[far] == NOWHERE:
            state.capacity[seat] += max(1 - state.buildable(seat), 0)
            state.owner[far] = seat
            state.discs[seat] -= 1
            state.stops[seat] |= 1 << far
            state.near[seat] |= state.model.near[far]
            own = state.lines[seat]
            state.lines[seat] = (far, *own) if second else (*own, far)
        else:
            state.met[seat] |= 1 << far
        state.termini[which] = far
    state.check()
    return state


def hub(state: State, seat: int, plot: str) -> State:
    """A Hub on an own Station, without cost."""
    state.capacity[seat] += max(1 - state.buildable(seat), 0)
    state.discs[seat] -= 1
    state.hubs[seat] |= 1 << PLOTS.index(plot)
    state.check()
    return state


def unlock(state: State, seat: int, number: int) -> State:
    """A Build Upgrade is unlocked."""
    state.unlocked[seat] |= 1 << number
    if number == SECOND:
        state.termini[2 * seat + 1] = PLOTS.index(PRIMES[seat])
    return state


def develop(state: State, tile: str, block: str, demand: str = "", lobbied: str = "") -> State:
    """A Development in the City, with a Demand of that District, and Lobbyists of these seats."""
    number, site = TILES.index(tile), BLOCKS.index(block)
    state.site[number], state.token[number] = site, NOWHERE
    if demand:
        _free_token(state, DISTRICTS.index(demand))
        state.token[number] = DISTRICTS.index(demand)
    state.developed |= 1 << site
    for seat in map(int, lobbied):
        state.lobbied[number] |= 1 << seat
        state.lobbyists[seat] -= 1
    state.check()
    return state


def project(state: State, card: int, *rows: tuple[int, int]) -> State:
    """The first Project on the table is this one, with these (seat, Lobbyists)."""
    state.display = (card - 1, *state.display[1:])
    state.rows = (rows, (), ())
    for number, count in rows:
        state.lobbyists[number] -= count
    state.check()
    return state


def _free_token(state: State, district: int) -> None:
    """One of a District's tokens lies on no Development on display."""
    for tile, site in enumerate(state.site):
        if site == -1 and state.token[tile] == district:
            state.token[tile] = NOWHERE
            return


def marker(state: State, zone: str, cycle: int = 1, seat: int = 0) -> State:
    """The Player Marker is there; "" is the Turn Order card."""
    state.zone[seat] = ZONES.index(zone) if zone else NOWHERE
    state.cycle[seat] = cycle
    return state


def play(state: State, *texts: str, game: Terminus = GAME) -> State:
    """Play legal moves, each by the player who must act. Returns the same position."""
    for text in texts:
        action, player = game.parse(text), state.actors()[0]
        assert can(state, player, action), f"{text}: {state.refusal(player, action)}"
        state.apply(player, action)
        state.check()
    return state


def legal(state: State, text: str, player: int | None = None, game: Terminus = GAME) -> bool:
    """Whether a move is legal, by both writings, for the player whose turn it is."""
    return can(state, state.actors()[0] if player is None else player, game.parse(text))


def why_not(state: State, text: str, player: int | None = None, game: Terminus = GAME) -> str:
    """The code of the refusal of a move by the player who must act."""
    player = state.actors()[0] if player is None else player
    assert not can(state, player, game.parse(text)), f"{text} is legal"
    why = state.refusal(player, game.parse(text))
    assert why is not None
    return why.code


def moves(state: State, *words: str) -> list[str]:
    """The legal moves, as texts, that begin with one of these words."""
    texts = [str(action) for action in state.legal_actions(state.actors()[0])]
    return [text for text in texts if text.startswith(words)]


def cubes(state: State, seat: int = 0) -> dict[str, int]:
    """A player's resources, without those of which there are none."""
    at = 4 * seat
    held = zip(RESOURCES, state.cubes[at : at + 4], strict=True)
    return {name: count for name, count in held if count}


def seat(state: State, number: int = 0) -> Any:
    """The public part of a seat."""
    return state.view(number)["seats"][number]


def with_upgrade(state: State, name: str, player: int = 0) -> State:
    """As if a player had taken an Advanced Upgrade."""
    number = UPGRADES.index(name)
    state.upgrades[player] |= 1 << number
    state.upgrades_left[number] -= 1
    return state
