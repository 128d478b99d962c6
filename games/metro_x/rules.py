"""Metro X: everybody marks a board of their own at once, one Transit card after the other.

Moves are sealed: nobody's board changes before the last player has chosen, so that players who
complete a line on the same turn all get the gold diamond. The rulebook is metro-x.txt; rulings
of ours on what it leaves open are in notation.md.
"""

# ruff: noqa: PT018, S101 - `check` speaks by assertion, as the contract asks

from __future__ import annotations

from collections.abc import Callable
from itertools import compress
from pathlib import Path
from typing import Any, Final

from games.kernel import CHANCE, Placing, PlayersError, Refusal, place
from games.metro_x import pack
from games.metro_x.adjudication import refusal
from games.metro_x.model import (
    FACE_DOWN,
    FREE,
    GOLD,
    NOTHING,
    OPEN,
    TRANSFER,
    TRAVEL,
    WHITE,
    Action,
    Model,
)
from games.options import settle

SEATS: Final = tuple(
    tuple(player for player in range(pack.MOST_PLAYERS) if mask >> player & 1)
    for mask in range(1 << pack.MOST_PLAYERS)
)
"""The players of a bit mask."""


class Marks:
    """The marks that one player has written on their board.

    ``empty`` has a 1 for each empty station; ``ahead[line]`` the same as bits, Start Point first.
    ``room[line]`` counts empty Train Car Windows, ``written[line]`` has what stands in the others
    (0 for an X); ``numbers`` are the stations with a Transfer's number; ``award[line]`` is
    ``OPEN``, ``WHITE`` or ``GOLD``.
    """

    __slots__ = ("ahead", "award", "empty", "numbers", "room", "written")

    def __init__(self, game: Model | None) -> None:
        if game is not None:
            self.empty = bytearray([1]) * len(game.stations)
            self.ahead = game.whole[:]
            self.room = game.windows[:]
            self.written: list[tuple[int, ...]] = [()] * len(game.windows)
            self.numbers: tuple[int, ...] = ()
            self.award = [OPEN] * len(game.windows)

    def copy(self) -> Marks:
        """The same marks on another board."""
        twin = Marks(None)
        twin.empty, twin.ahead, twin.room = self.empty[:], self.ahead[:], self.room[:]
        twin.written, twin.numbers, twin.award = self.written[:], self.numbers, self.award[:]
        return twin

    def key(self) -> tuple[Any, ...]:
        """Equal for equal boards; ``ahead`` and ``room`` follow from the rest."""
        return bytes(self.empty), tuple(self.written), self.numbers, tuple(self.award)


class State:
    """A position: the boards, the sealed moves of this turn, the cards still face down.

    ``deck`` is a bag: what nobody knows, its order, is not there. ``owing`` has a bit for each
    player who has not chosen yet; ``taken`` for each line whose gold diamond is gone; ``left``
    counts each player's empty windows.
    """

    __slots__ = ("boards", "deck", "face", "game", "left", "owing", "sealed", "taken")

    def __init__(self, game: Model) -> None:
        self.game = game
        self.boards: list[Marks] = []
        self.sealed: list[Action | None] = []
        self.deck = game.full_deck[:]
        self.face = FACE_DOWN
        self.owing = 0
        self.taken = 0
        self.left = sum(game.windows)

    def copy(self) -> State:
        twin = State.__new__(State)
        twin.game = self.game
        twin.boards = [board.copy() for board in self.boards]
        twin.sealed, twin.deck = self.sealed[:], self.deck[:]
        twin.face, twin.owing, twin.taken = self.face, self.owing, self.taken
        twin.left = self.left
        return twin

    def key(self) -> tuple[Any, ...]:
        sealed = tuple(None if action is None else action.id for action in self.sealed)
        boards = tuple(board.key() for board in self.boards)
        return boards, sealed, tuple(self.deck), self.face, self.taken, self.left

    # -- who may do what -------------------------------------------------------------------------

    def actors(self) -> tuple[int, ...]:
        if self.face >= 0:
            return SEATS[self.owing]
        return (CHANCE,) if self.left else ()

    def end(self) -> str:
        """The game ends when the windows are full. Source: metro-x.txt, End of the Game."""
        return "" if self.left else "windows-full"

    def legal_actions(self, player: int) -> list[Action]:
        game, face = self.game, self.face
        if player < 0:
            if player != CHANCE or face >= 0 or not self.left:
                return []
            return [game.flip[card] for card in sorted(set(self.deck))]
        if face < 0 or not self.owing >> player & 1:
            return []
        marks = self.boards[player]
        if game.is_free[face]:
            return list(compress(game.free, marks.empty)) or [game.nothing]
        found: list[Action] = []
        choices, ahead, skips = game.choices[face], marks.ahead, game.skips[face]
        for line, room in enumerate(marks.room):
            if room:
                bits = ahead[line]
                reach = bits if skips else bits & ~(bits + (bits & -bits))
                found += choices[line][reach.bit_count()]
        return found

    def sample(self, random: Callable[[], float]) -> Action:
        return self.game.flip[self.deck[int(random() * len(self.deck))]]

    def resample(self, player: int | None, random: Callable[[], float]) -> State:
        """Only the others' sealed moves are hidden: the deck's order is in no position."""
        twin = self.copy()
        for other, action in enumerate(self.sealed):
            if action is not None and other != player:
                twin.owing |= 1 << other
                legal = twin.legal_actions(other)
                twin.owing = self.owing
                twin.sealed[other] = legal[int(random() * len(legal))]
        return twin

    def refusal(self, player: int, action: Action) -> Refusal | None:
        """The second writing of the rules: see ``games.metro_x.adjudication``."""
        return refusal(self, player, action)

    # -- what follows ----------------------------------------------------------------------------

    def apply(self, player: int, action: Action) -> None:
        if player < 0:
            self.face = action.n
            self.deck.remove(action.n)
            self.owing = (1 << len(self.boards)) - 1
            return
        self.sealed[player] = action
        self.owing &= ~(1 << player)
        if not self.owing:
            self._reveal()

    def _reveal(self) -> None:
        """All boards are marked at once. Source: metro-x.txt, Game Play; Number (its note: the
        deck is reshuffled after completed routes are announced)."""
        game, face = self.game, self.face
        done: list[tuple[Marks, int]] = []
        for player, marks in enumerate(self.boards):
            action = self.sealed[player]
            if action is not None:
                for line in self._mark(marks, action):
                    done.append((marks, line))  # noqa: PERF401 - the quicker writing here
            self.sealed[player] = None
        if done:
            self._announce(done)
        if not game.is_free[face]:
            self.left -= 1
        if game.reshuffles[face]:
            self.deck = game.full_deck[:]
        self.face = FACE_DOWN

    def _mark(self, marks: Marks, action: Action) -> list[int]:
        """One player's move, marked; the lines it completes. Sources: metro-x.txt, Number; Skip;
        Transfer; Free Space; a line may be completed through a shared station of another."""
        game, line, kind = self.game, action.line, action.kind
        done: list[int] = []
        if kind == FREE:
            _fill(game, marks, action.n, done)
            return done
        if kind == NOTHING:
            return done
        marks.room[line] -= 1
        if kind == TRANSFER:
            marks.written[line] += (0,)
            bits = marks.ahead[line]
            if bits:
                station = game.route[line][(bits & -bits).bit_length() - 1]
                marks.numbers += (station,)
                _fill(game, marks, station, done)
            return done
        marks.written[line] += (game.board.cards[self.face].number,)
        route, bits = game.route[line], marks.ahead[line]
        for _ in range(action.n):
            low = bits & -bits
            bits ^= low
            _fill(game, marks, route[low.bit_length() - 1], done)
        return done

    def _announce(self, done: list[tuple[Marks, int]]) -> None:
        """Gold for all who complete a line on the turn it is first completed, white later.

        Source: metro-x.txt, Game Play; Solo Variant (always gold, which follows).
        """
        taken = self.taken
        for marks, line in done:
            marks.award[line] = WHITE if taken >> line & 1 else GOLD
            self.taken |= 1 << line

    # -- how it stands ---------------------------------------------------------------------------

    def completed(self, player: int) -> int:
        """Points for completed lines. Source: metro-x.txt, End of the Game (Completed)."""
        pairs = zip(self.game.awards, self.boards[player].award, strict=True)
        return sum(points[award] for points, award in pairs)

    def transfers(self, player: int) -> int:
        """Points written into stations. Source: metro-x.txt, End of the Game (Transfers)."""
        return sum(self.game.worth[station] for station in self.boards[player].numbers)

    def empties(self, player: int) -> int:
        """Empty stations. Source: metro-x.txt, End of the Game (Empty)."""
        return sum(self.boards[player].empty)

    def keys(self, player: int) -> tuple[int, int]:
        """Score, then fewest empty stations. Source: metro-x.txt, End of the Game."""
        empty = self.empties(player)
        score = self.completed(player) + self.transfers(player) - self.game.lost(empty)
        return score, -empty

    def placings(self) -> list[Placing]:
        return place([self.keys(player) for player in range(len(self.boards))])

    def view(self, player: int | None) -> dict[str, Any]:
        """Boards are open to all; a move is its owner's secret until the last one is in."""
        game = self.game
        return {
            "card": game.names[self.face] if self.face >= 0 else None,
            "deck": [game.names[card] for card in self.deck],
            "windows_left": self.left,
            "gold_taken": [line for line, _ in enumerate(game.windows) if self.taken >> line & 1],
            "boards": [
                {
                    "filled": marks.empty.translate(MARKS).decode(),
                    "windows": [list(written) for written in marks.written],
                    "numbers": list(marks.numbers),
                    "award": marks.award[:],
                }
                for marks in self.boards
            ],
            "sealed": [
                None if action is None else str(action) if seat == player else "sealed"
                for seat, action in enumerate(self.sealed)
            ],
        }

    def check(self) -> None:
        game = self.game
        for marks, action in zip(self.boards, self.sealed, strict=True):
            assert min(marks.room) >= 0 and sum(marks.room) == self.left, "Train Car Windows"
            for line, route in enumerate(game.route):
                bits = sum(marks.empty[s] << i for i, s in enumerate(route))
                assert bits == marks.ahead[line], "a station is one station on all its lines"
                assert (marks.award[line] == OPEN) == (bits > 0), "completed lines"
                assert len(marks.written[line]) + marks.room[line] == game.windows[line]
            assert not any(marks.empty[station] for station in marks.numbers), "numbers"
            if action is not None:
                assert self._fits(marks, action), "a sealed move that cannot be marked"
        assert all(self.deck.count(c) <= game.full_deck.count(c) for c in self.deck), "deck"
        assert self.face >= 0 or not (self.owing or any(self.sealed))

    def _fits(self, marks: Marks, action: Action) -> bool:
        """Whether a sealed move can be marked at all, by the rules or by a ruling."""
        if self.game.is_free[self.face]:
            open_station = action.kind == FREE and marks.empty[action.n] == 1
            return open_station or (action.kind == NOTHING and not any(marks.empty))
        if action.kind not in (TRAVEL, TRANSFER) or not marks.room[action.line]:
            return False
        return action.n <= marks.ahead[action.line].bit_count()


MARKS: Final = bytes.maketrans(b"\x00\x01", b"x.")


def _fill(game: Model, marks: Marks, station: int, done: list[int]) -> None:
    """Cross a station off on all its lines; a line with no empty station left goes to ``done``."""
    marks.empty[station] = 0
    ahead = marks.ahead
    for line, bit in game.stops[station]:
        ahead[line] ^= bit
        if not ahead[line]:
            done.append(line)


class Game(Model):
    """Metro X with one board."""

    def new(self, players: int, **options: Any) -> State:
        """An empty board each. Raises ValueError for a wrong number of players, or any option."""
        if players not in self.players:
            raise PlayersError("Metro X", self.players, players)
        settle("Metro X", self.options, options)
        state = State(self)
        state.boards = [Marks(self) for _ in range(players)]
        state.sealed = [None] * players
        return state


def load(path: Path) -> Game:
    """Metro X with the board of a content pack. Raises PackError with every fault of it."""
    return Game(pack.load(path))
