"""Where Lobbyists can be: the player board, own Agendas, Developments.

Source: terminus.txt, Develop Zone, move 1 Lobbyist. A spot is a number of ``Model.spots``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.terminus.model import BOARD, FIRST_TILE

if TYPE_CHECKING:
    from games.terminus.rules import State


def leave(state: State, player: int, spot: int) -> None:
    """A Lobbyist is taken from there."""
    if spot == BOARD:
        state.lobbyists[player] -= 1
    elif spot < FIRST_TILE:
        state.heard[player] &= ~(1 << (spot - 1))
    else:
        state.lobbied[spot - FIRST_TILE] &= ~(1 << player)


def arrive(state: State, player: int, spot: int) -> None:
    """A Lobbyist is put there."""
    if spot == BOARD:
        state.lobbyists[player] += 1
    elif spot < FIRST_TILE:
        state.heard[player] |= 1 << (spot - 1)
    else:
        state.lobbied[spot - FIRST_TILE] |= 1 << player


def area(spot: int) -> int:
    """Which of the three areas: the board, the Agendas, the Developments (T12)."""
    if spot == BOARD:
        return 0
    return 1 if spot < FIRST_TILE else 2


def taken(state: State, player: int) -> list[int]:
    """The spots that have a Lobbyist of the player's, the board last."""
    found = [slot + 1 for slot in range(len(state.agendas[player])) if _heard(state, player, slot)]
    mine = 1 << player
    found += [FIRST_TILE + tile for tile, there in enumerate(state.lobbied) if there & mine]
    return [BOARD, *found] if state.lobbyists[player] else found


def open_to(state: State, player: int) -> tuple[list[int], list[int]]:
    """The own Agendas and the Developments that have room for a Lobbyist of the player's."""
    agendas = [
        slot + 1 for slot in range(len(state.agendas[player])) if not _heard(state, player, slot)
    ]
    near, mine = state.near[player], 1 << player
    tiles = [
        FIRST_TILE + tile
        for tile, site in enumerate(state.site)
        if site >= 0 and near >> site & 1 and has_room(state.lobbied[tile], mine)
    ]
    return agendas, tiles


def has_room(there: int, mine: int) -> bool:
    """Whether a Development with these players' Lobbyists takes one more: 2 players, 1 each."""
    return not there & mine and not there & (there - 1)


def _heard(state: State, player: int, slot: int) -> bool:
    return bool(state.heard[player] >> slot & 1)


def movable(state: State, player: int) -> list[int]:
    """The spots that a Lobbyist can leave for another area."""
    found = taken(state, player)
    if not found:
        return []
    agendas, tiles = open_to(state, player)
    ways = (bool(agendas or tiles), True, True)
    return [spot for spot in found if ways[area(spot)]]


def destinations(state: State, player: int, source: int) -> list[int]:
    """Where a Lobbyist taken from ``source`` can go."""
    agendas, tiles = open_to(state, player)
    kind = area(source)
    found = [] if kind == 0 else [BOARD]
    if kind != 1:
        found += agendas
    return found if kind == 2 else found + tiles  # the third area
