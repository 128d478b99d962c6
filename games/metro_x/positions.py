"""Setting up a position of Metro X by hand, as a conductor does to rule on one.

A position is JSON-able, with the words of the board::

    {"card": "skip 2", "deck": ["3", "3", "free"], "boards": [
        {"filled": ["c01", "c02"], "windows": {"A": ["3", "X"]}, "numbers": ["c01"],
         "award": {"A": "gold"}}]}

``deck`` are the cards still face down; ``card`` the one face up, left out between turns. Moves of
this turn that some have made already are not part of it: the adjudicator asks about open ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.metro_x.model import FACE_DOWN, OPEN
from games.metro_x.rules import Game, Marks, State
from games.packs import PackTable, PositionError
from games.sheet import Issue
from games.texts import TN, T

AWARDS: Final = ("no", "white", "gold")
"""By the awards of the model."""


def write(state: State) -> dict[str, Any]:
    """A position in words. Sealed moves are left out."""
    game = state.game
    names = [str(card) for card in game.board.cards]
    position: dict[str, Any] = {
        "deck": [names[card] for card in state.deck],
        "boards": [_write_board(game, marks) for marks in state.boards],
    }
    return position if state.face == FACE_DOWN else {"card": names[state.face], **position}


def _write_board(game: Any, marks: Marks) -> dict[str, Any]:
    ids = [line.id for line in game.board.lines]
    stations = zip(game.stations, marks.empty, strict=True)
    return {
        "filled": [name for name, empty in stations if not empty],
        "windows": {
            name: [str(number or "X") for number in written]
            for name, written in zip(ids, marks.written, strict=True)
            if written
        },
        "numbers": [game.stations[station] for station in marks.numbers],
        "award": {
            name: AWARDS[award]
            for name, award in zip(ids, marks.award, strict=True)
            if award != OPEN
        },
    }


def read(game: Game, data: Mapping[str, Any]) -> State:
    """The position that was set up. Raises PositionError with every fault of it."""
    faults: list[Issue] = []
    table = PackTable(data, "", faults)
    boards = table.tables("boards", low=game.players[0], high=game.players[-1])
    state = game.new(min(max(len(boards), game.players[0]), game.players[-1]))
    for marks, board in zip(state.boards, boards, strict=False):
        _read_board(game, marks, board)
    _read_cards(state, table)
    _compare(state, table)
    table.unknown()
    if faults:
        raise PositionError(faults)
    state.left = sum(state.boards[0].room)
    for marks in state.boards:
        state.taken |= sum(1 << line for line, award in enumerate(marks.award) if award != OPEN)
    state.owing = (1 << len(state.boards)) - 1 if state.face != FACE_DOWN else 0
    state.check()
    return state


def _read_cards(state: State, table: PackTable) -> None:
    names = [str(card) for card in state.game.board.cards]
    state.deck = sorted(names.index(name) for name in table.words("deck", names))
    if table.has("card"):
        state.face = names.index(table.choice("card", names))
    seen = [*state.deck, *([state.face] if state.face != FACE_DOWN else [])]
    for card, name in enumerate(names):
        there = state.game.full_deck.count(card)
        if seen.count(card) > there:
            table.fault(
                "deck",
                "too-many",
                T(
                    "The Transit deck has only {there} of the card {name}.",
                    there=there,
                    name=repr(name),
                ),
            )


def _read_board(game: Game, marks: Marks, board: PackTable) -> None:
    _read_stations(game, marks, board)
    windows, award = board.table("windows"), board.table("award")
    numbers = sorted({str(card.number) for card in game.board.cards if card.number})
    for line, route in enumerate(game.board.lines):
        if windows.has(route.id):
            texts = windows.words(route.id, ["X", *numbers])
            marks.written[line] = tuple(0 if text == "X" else int(text) for text in texts)
            marks.room[line] -= len(texts)
            if marks.room[line] < 0:
                text = TN(
                    "Line {id} has only {n} window.",
                    "Line {id} has only {n} windows.",
                    route.windows,
                    id=route.id,
                )
                windows.fault(route.id, "too-many", text)
        if award.has(route.id):
            marks.award[line] = AWARDS.index(award.choice(route.id, AWARDS))
        if (marks.award[line] == OPEN) != (marks.ahead[line] > 0):
            text = T("A line has a bonus when all its stations are filled, and only then.")
            award.fault(route.id, "complete", text)


def _read_stations(game: Game, marks: Marks, board: PackTable) -> None:
    for name in board.words("filled", game.stations):
        station = game.stations.index(name)
        marks.empty[station] = 0
        for line, bit in game.stops[station]:
            marks.ahead[line] &= ~bit
    names = board.words("numbers", game.stations)
    marks.numbers = tuple(game.stations.index(name) for name in names)
    for name, station in zip(names, marks.numbers, strict=True):
        if marks.empty[station]:
            board.fault("numbers", "empty", T("Station {name} is not filled.", name=name))
    if len(set(names)) != len(names):
        board.fault("numbers", "twice", T("A station can have only one number."))


def _compare(state: State, table: PackTable) -> None:
    """The invariants between boards: as many windows filled, a white only beside a gold."""
    if len({sum(marks.room) for marks in state.boards}) > 1:
        text = T("All players must have filled the same number of windows.")
        table.fault("boards", "windows", text)
    for line, route in enumerate(state.game.board.lines):
        awards = {AWARDS[marks.award[line]] for marks in state.boards}
        if "white" in awards and "gold" not in awards:
            text = T("Nobody has the gold of line {id}, so nobody can have the white.", id=route.id)
            table.fault("boards", "nobody-first", text)
    if state.face != FACE_DOWN and not sum(state.boards[0].room):
        table.fault("card", "over", T("All windows are full, so no card can be face up."))
