"""Metro X made into tables: the moves of a board, and which of them a card leaves open."""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from games.kernel import UnknownActionError
from games.metro_x.pack import Board
from games.options import Option
from games.texts import T

TRAVEL: Final = 0
TRANSFER: Final = 1
FREE: Final = 2
NOTHING: Final = 3
FLIP: Final = 4
KINDS: Final = ("travel", "transfer", "free", "nothing", "flip")

OPEN: Final = 0
WHITE: Final = 1
GOLD: Final = 2
"""The state of a line for a player: not complete; completed later; completed first."""
FACE_DOWN: Final = -1
"""No Transit card lies face up for this turn."""


class Action:
    """A move. ``line`` is an index of the board's lines; ``n`` is a count of stations for travel, a
    station for a Free Space, a card for chance's flip."""

    __slots__ = ("id", "kind", "line", "n", "text")

    def __init__(self, number: int, kind: int, line: int, n: int, text: str) -> None:
        self.id, self.kind, self.line, self.n, self.text = number, kind, line, n, text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"


class Model:
    """One board and its deck as tables that play only reads; ``rules.Game`` is made of it."""

    key = "metro_x"
    rules = 1
    kinds = KINDS
    ends = ("windows-full",)
    keys = ("score", "fewest empty stations")
    options: tuple[Option, ...] = ()
    notice = ""

    def __init__(self, board: Board) -> None:
        self.board, self.pack, self.digest = board, board.pack, board.digest
        self.players = board.players
        self.stations = board.stations
        number = {name: index for index, name in enumerate(self.stations)}
        self.route = [tuple(number[name] for name in line.stations) for line in board.lines]
        self.stops = [
            tuple((i, 1 << r.index(s)) for i, r in enumerate(self.route) if s in r)
            for s in range(len(self.stations))
        ]
        self.worth = [2 * len(stops) for stops in self.stops]
        self.whole = [(1 << len(line.stations)) - 1 for line in board.lines]
        self.windows = [line.windows for line in board.lines]
        self.awards = [(0, line.white, line.gold) for line in board.lines]
        self.names = [str(card) for card in board.cards]
        self.full_deck = [i for i, card in enumerate(board.cards) for _ in range(card.count)]
        self._penalty_from = [least for least, _ in board.penalty]
        self._penalty = [0, *(points for _, points in board.penalty)]
        self._make_actions()
        self._make_choices()
        frees = sum(card.count for card in board.cards if card.kind == "free")
        turns = sum(self.windows) + frees * (sum(self.windows) + 1)
        self.longest = turns * (1 + self.players[-1])

    def _make_actions(self) -> None:
        every: list[Action] = []

        def make(kind: int, line: int, n: int, text: str) -> Action:
            every.append(Action(len(every), kind, line, n, text))
            return every[-1]

        ids = [line.id for line in self.board.lines]
        top = max(card.number for card in self.board.cards)
        self.travel = [
            [make(TRAVEL, i, n, f"{name} {n}") for n in range(top + 1)]
            for i, name in enumerate(ids)
        ]
        self.transfer = [make(TRANSFER, i, 0, f"{name} X") for i, name in enumerate(ids)]
        self.free = [make(FREE, -1, s, f"free {name}") for s, name in enumerate(self.stations)]
        self.nothing = make(NOTHING, -1, 0, "nothing")
        self.flip = [make(FLIP, -1, i, f"flip {card}") for i, card in enumerate(self.board.cards)]
        self.actions: tuple[Action, ...] = tuple(every)
        self._by_text = {action.text: action for action in every}

    def _make_choices(self) -> None:
        """``choices[card][line][reach]``: the moves of a line whose train could cross ``reach``."""
        self.choices = [
            [
                [
                    [self.transfer[i]]
                    if card.kind == "transfer"
                    else self.travel[i][: min(card.number, reach) + 1]
                    for reach in range(len(line.stations) + 1)
                ]
                for i, line in enumerate(self.board.lines)
            ]
            for card in self.board.cards
        ]
        self.skips = [card.kind != "number" for card in self.board.cards]
        self.is_free = [card.kind == "free" for card in self.board.cards]
        self.reshuffles = [card.reshuffle for card in self.board.cards]

    def parse(self, text: str) -> Action:
        """The move of that text. Raises UnknownActionError."""
        if text not in self._by_text:
            raise UnknownActionError(text, T("Metro X on this board"))
        return self._by_text[text]

    def lost(self, empty: int) -> int:
        """Points lost by so many empty stations. Source: metro-x.txt, End of the Game (Empty)."""
        return self._penalty[bisect_right(self._penalty_from, empty)]
