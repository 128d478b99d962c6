"""A position as data: its view for a player, its key, and its invariants."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import TYPE_CHECKING, Any, Final

from games.terminus import scoring
from games.terminus.model import NOWHERE
from games.terminus.names import ON_DISPLAY, bits
from games.terminus.pack import (
    AGENDAS_KEPT,
    FEWEST,
    MOST_LOBBYISTS,
    OF_EACH_UPGRADE,
    PROJECT_ROWS,
    RESOURCES,
    UPGRADES,
    ZONES,
)
from games.terminus.phases import (
    BONUSES,
    CHOOSING,
    DRAWING,
    FINISHED,
    KEEPING,
    LOBBYIST,
    PHASES,
    SITES,
    STOPPED,
    SURPLUS,
)

if TYPE_CHECKING:
    from games.terminus.names import Names
    from games.terminus.rules import State

PLACES: Final = (*ZONES, "passed", "")
"""Where a Player Marker is, by zone; the last one for NOWHERE."""


def view(state: State, player: int | None) -> dict[str, Any]:
    """Everything but Agendas that lie face down, and choices that are still sealed.

    ``seats`` has a table for each player; cards, Plots and Districts have the names of the pack, ""
    stands for none, "?" for an Agenda that lies face down. ``revealed`` has the Agendas, by seat,
    that gave the first turn order (T17), and is empty before. ``hand`` are the Agendas in one's own
    hand. Of a Development, ``city`` has the Block, ``demand`` the District of the token on it.
    What seldom changes is named once and shared by views.
    """
    names, pack, seats = state.model.names, state.model.pack, range(state.players)
    return {
        "phase": PHASES[state.phase],
        "year": state.year,
        "player": state.turn,
        "turn_order": list(state.order),
        "passed": list(state.passed),
        "revealed": [names.cards[card] for card in state.revealed],
        "seats": [_seat(state, seat, player) for seat in seats],
        "hand": [names.cards[card] for card in state.drawn[player]] if player is not None else [],
        "market": dict(zip(RESOURCES, state.market, strict=True)),
        "upgrades_left": dict(zip(names.upgrades, state.upgrades_left, strict=True)),
        "projects": {
            pack.projects[card].id: names.rows_of[rows]
            for card, rows in zip(state.display, state.rows, strict=True)
        },
        **names.developments_of[tuple(state.site), tuple(state.token)],
        "lobbied": _seats_by_place(names.tiles, state.lobbied, names),
        "rails_in_city": _seats_by_place(names.links, state.track, names),
        "doing": {
            "about": state.item,
            "made": state.made,
            "most": state.most,
            "connections": len(state.joined),
            "crossed": int(state.crossed),
        },
        "automa": _automa(state),
    }


def _seats_by_place(
    places: Sequence[str], masks: Sequence[int], names: Names
) -> dict[str, list[int]]:
    """The seats that have something at a place, for each place where anybody has."""
    taken = zip(compress(places, masks), filter(None, masks), strict=True)
    return {place: names.seats_of[mask] for place, mask in taken}


def _seat(state: State, seat: int, player: int | None) -> dict[str, Any]:
    """The things in front of a player, and their line."""
    model, at = state.model, 4 * seat
    names = model.names
    construction, blueprint, permit, power = state.cubes[at : at + 4]
    agendas = [names.cards[card] for card in state.agendas[seat]]
    hidden = seat != player
    if agendas and hidden and state.phase < FINISHED:
        agendas[0] = "?"
    sealed = hidden and state.phase == BONUSES
    ends = tuple(state.termini[2 * seat : 2 * seat + 2])
    return {
        "zone": PLACES[state.zone[seat]],
        "cycle": state.cycle[seat],
        "coins": state.coins[seat],
        "construction": construction,
        "blueprint": blueprint,
        "permit": permit,
        "power": power,
        "rails": state.rails[seat],
        "reserve": state.rails_left[seat],
        "discs": state.discs[seat],
        "capacity": model.pack.board.start + state.capacity[seat],
        "unlocked": names.unlocked_of[state.unlocked[seat]],
        "upgrades": names.upgrades_of[state.upgrades[seat]],
        "lobbyists": state.lobbyists[seat],
        "agendas": agendas,
        "heard": names.slots_of[state.heard[seat]],
        "cards_in_hand": len(state.drawn[seat]),
        "bonus": 0 if sealed else state.bonus[seat] + 1,
        "demands": names.demands_of[tuple(model.demands_held(state.demands, seat))],
        "stops": names.line_of[state.lines[seat]],
        "hubs": names.plots_of[state.hubs[seat]],
        "connected": names.plots_of[state.met[seat]],
        "termini": names.line_of[ends],
    }


def known(state: State, seat: int, player: int | None) -> int:
    """Prestige as it stands, but for the secret Agenda of another."""
    total = scoring.total(state, seat)
    if seat != player and state.agendas[seat] and state.phase < FINISHED:
        total -= scoring.agendas(state, seat)[0].value
    return total


def _automa(state: State) -> dict[str, Any]:
    """The Automa's card, Zone and line; empty without it."""
    if state.automa_side == NOWHERE:
        return {}
    automa, names = state.players, state.model.names
    return {
        "card": state.model.pack.sides[state.automa_side].id,
        "zone": ZONES[state.automa_zone],
        "stops": names.plots_of[state.stops[automa]],
        "connected": names.plots_of[state.met[automa]],
        "terminus": names.plots[state.termini[2 * automa]],
        "reserve": state.rails_left[automa],
        "discs": state.discs[automa],
    }


def key(state: State) -> tuple[Any, ...]:
    """Equal keys, equal positions."""
    scalars = (
        (state.players, state.with_automa, state.phase, state.year, state.turn, state.at),
        (
            state.crossed,
            state.grew,
            state.item,
            state.made,
            state.most,
            tuple(sorted(state.joined)),
        ),
        (state.order, state.passed, state.revealed, state.display, state.rows, state.bag),
        (state.developed, state.railed, state.automa_side, state.automa_zone),
    )
    return (*scalars, *(tuple(getattr(state, name)) for name in LISTS))


LISTS = (
    "zone",
    "cycle",
    "coins",
    "cubes",
    "rails",
    "rails_left",
    "discs",
    "capacity",
    "unlocked",
    "upgrades",
    "lobbyists",
    "agendas",
    "heard",
    "drawn",
    "returned",
    "kept",
    "bonus",
    "stops",
    "met",
    "hubs",
    "near",
    "lines",
    "termini",
    "demands",
    "market",
    "upgrades_left",
    "site",
    "token",
    "lobbied",
    "owner",
    "track",
)


def check(state: State) -> None:
    """Raise AssertionError when a component was lost or made up.

    Source: terminus.txt, Player Components and General Components (the counts are in the pack).
    """
    for player in range(state.players):
        _check_player(state, player)
    _check_cubes(state)
    _check_cards(state)
    _check_city(state)
    _hold(sorted({*state.order}) == [*range(state.players)], "turn order")
    marked = sorted(player for player, zone in enumerate(state.zone) if zone == len(ZONES))
    _hold(sorted(state.passed) == marked, "who has passed")


def _hold(good: bool, what: str) -> None:  # noqa: FBT001 - the statement held to be true
    if not good:
        raise AssertionError(what)


def _check_player(state: State, player: int) -> None:
    pack = state.model.pack
    _hold(state.coins[player] >= 0, "coins")
    _hold(min(state.cubes[4 * player : 4 * player + 4]) >= 0, "resources")
    counts = (state.rails[player], state.rails_left[player])
    laid = sum(state.model.spaces[n] for n, users in enumerate(state.track) if users >> player & 1)
    _hold(min(counts) >= 0 and sum(counts) + laid == pack.rails, "Rails")
    prime = state.stops[player] != 0
    placed = state.stops[player].bit_count() + state.hubs[player].bit_count() - 2 * prime
    _hold(state.discs[player] >= 0 and state.used(player) == placed, "Station discs")
    _hold(0 <= state.capacity[player] <= len(pack.board.power), "Capacity")
    _hold(state.buildable(player) >= 0, "discs and Capacity")
    here = [count for rows in state.rows for seat, count in rows if seat == player]
    there = sum(users >> player & 1 for users in state.lobbied)
    out = sum(here) + there + state.heard[player].bit_count()
    moving = state.phase == LOBBYIST and state.turn == player
    _hold(state.lobbyists[player] >= 0, "Lobbyists")
    _hold(state.lobbyists[player] + out + moving == pack.lobbyists, "Lobbyists")
    _hold(state.heard[player] < 1 << len(state.agendas[player]), "Lobbyists on Agendas")
    _hold(len(state.agendas[player]) <= AGENDAS_KEPT, "Agendas")
    _hold(state.upgrades[player].bit_count() <= UPGRADES, "Advanced Upgrades")
    full = state.held(player) > state.room(player)
    busy = state.phase in (SURPLUS, STOPPED) and state.turn == player
    _hold(not full or busy, "storage")


def _check_cubes(state: State) -> None:
    trades = state.model.trades[state.players == 2]  # grey spaces
    for cube, trade in enumerate(trades):
        held = sum(state.cubes[cube::4])
        _hold(state.market[cube] >= 0, RESOURCES[cube])
        _hold(state.market[cube] + held == trade.size, RESOURCES[cube])


def _check_cards(state: State) -> None:
    pack = state.model.pack
    cards = bits(state.bag)
    for player in range(state.players):
        cards += [*state.agendas[player], *state.drawn[player], *bits(state.returned[player])]
    _hold(sorted(cards) == [*range(len(pack.agendas))], "Agendas")
    for number, left in enumerate(state.upgrades_left):
        taken = sum(have >> number & 1 for have in state.upgrades)
        _hold(left >= 0 and left + taken == OF_EACH_UPGRADE[state.players], "Advanced Upgrades")
    for district in range(len(pack.city.districts)):
        held = sum(state.demands[district :: len(pack.city.districts)])
        _hold(state.token.count(district) + held <= pack.tokens, "Demand tokens")
    for rows in state.rows:
        seats = [seat for seat, _ in rows]
        _hold(len(set(seats)) == len(seats) <= PROJECT_ROWS, "rows of a Project")
        good = all(FEWEST <= count <= MOST_LOBBYISTS for _, count in rows)
        _hold(good, "Lobbyists on a Project")
    if state.phase in (DRAWING, CHOOSING):
        _hold(len(state.agendas[state.turn]) < AGENDAS_KEPT, "room for an Agenda")
    if state.phase == DRAWING:
        _hold(state.bag.bit_count() >= state.most - state.made, "Agendas to draw")
    sealed = state.phase == KEEPING
    kept = zip(state.kept, state.drawn, strict=True)
    _hold(all(card == NOWHERE or card in hand for card, hand in kept), "sealed Agendas")
    _hold(sealed or state.kept == [NOWHERE] * state.players, "sealed Agendas")


def _check_city(state: State) -> None:
    model = state.model
    sites = [site for site in state.site if site >= 0]
    _hold(len(set(sites)) == len(sites), "Developments")
    _hold(sum(1 << site for site in sites) == state.developed, "Developments")
    _hold(not state.developed & state.railed, "Rails under a Development")
    railed = 0
    for link, users in enumerate(state.track):
        railed |= model.blocked_by[link] if users else 0
        _hold(users.bit_count() <= 1 + model.double[link], "Rails on one space")
    _hold(railed == state.railed, "Rails in a Block")
    owned = [0] * (state.players + 1)
    for plot, owner in enumerate(state.owner):
        if owner != NOWHERE:
            owned[owner] |= 1 << plot
    _hold(owned == state.stops, "Stops")
    for player in range(state.players):
        near = 0
        for plot in bits(owned[player]):
            near |= model.near[plot]
        _hold(near == state.near[player], "Blocks beside Stops")
        _hold(not state.hubs[player] & ~owned[player], "Hubs")
        _hold(sorted(state.lines[player]) == bits(owned[player]), "lines")
        _hold(not state.met[player] & owned[player], "Connections")
    if state.phase == SITES:
        _hold(state.site[state.item] == ON_DISPLAY, "the Development to be placed")
        _hold(state.lobbyists[state.turn] > 0, "the Lobbyist that goes with it")
    for tile, there in enumerate(state.lobbied):
        _hold(not there or state.site[tile] >= 0, "Lobbyists on Developments")
        _hold(there.bit_count() <= PROJECT_ROWS, "Lobbyists on a Development")
