"""Positions of Metro X for the tests: a board with some stations filled, a card face up."""

from __future__ import annotations

from collections.abc import Iterable

from games.catalogue import rules
from games.kernel import CHANCE
from games.metro_x.model import GOLD
from games.metro_x.pack import Board, TransitLine
from games.metro_x.rules import Game, State
from games.testing import can

CITY: Game = rules("metro_x", "metro_city")  # type: ignore[assignment]
TOWN: Game = rules("metro_x", "tube_town")  # type: ignore[assignment]


def line(game: Game, name: str) -> int:
    """The index of a line by its letter."""
    return [one.id for one in game.board.lines].index(name)


def lines_at(board: Board, station: str) -> list[TransitLine]:
    """The lines that stop at a station, also those that begin or end there.

    Source: metro-x.txt, Transfer (its example counts a line that terminates).
    """
    return [line for line in board.lines if station in line.stations]


def station(game: Game, name: str) -> int:
    """The index of a station by its name."""
    return game.stations.index(name)


def fill(state: State, player: int, names: Iterable[str]) -> None:
    """Fill stations of a board as if on earlier turns, with the gold of what that completes."""
    game, marks = state.game, state.boards[player]
    for name in names:
        place = station(game, name)
        if marks.empty[place]:
            marks.empty[place] = 0
            for route, bit in game.stops[place]:
                marks.ahead[route] ^= bit
                if not marks.ahead[route]:
                    marks.award[route] = GOLD
                    state.taken |= 1 << route


def use_windows(state: State, windows: str) -> None:
    """Fill a window of each line named, on every board, as if on earlier turns with nothing."""
    for name in windows:
        index = line(state.game, name)
        for marks in state.boards:
            marks.room[index] -= 1
            marks.written[index] += (3,)
        state.left -= 1


def table(game: Game, players: int, card: str, *filled: Iterable[str], used: str = "") -> State:
    """A table where ``card`` lies face up; ``filled`` has station names for each board in turn."""
    state = game.new(players)
    for player, names in enumerate(filled):
        fill(state, player, names)
    use_windows(state, used)
    turn(state, card)
    return state


def turn(state: State, card: str, *moves: str) -> State:
    """One turn: chance reveals ``card``, then the seats play ``moves`` in order."""
    assert can(state, CHANCE, state.game.parse(f"flip {card}"))
    state.apply(CHANCE, state.game.parse(f"flip {card}"))
    return play(state, *moves)


def play(state: State, *moves: str) -> State:
    """The seats play ``moves`` in order; each must be legal."""
    for player, text in enumerate(moves):
        action = state.game.parse(text)
        assert can(state, player, action), state.refusal(player, action)
        state.apply(player, action)
    state.check()
    return state


def filled(state: State, player: int = 0) -> list[str]:
    """The names of the filled stations of a board."""
    marks = state.boards[player].empty
    return [name for name, empty in zip(state.game.stations, marks, strict=True) if not empty]


def why(state: State, player: int, text: str) -> str:
    """The code with which a move is refused; "" for a legal one."""
    action = state.game.parse(text)
    legal = can(state, player, action)
    refusal = state.refusal(player, action)
    return "" if legal or refusal is None else refusal.code
