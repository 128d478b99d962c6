"""The moves and tables of Expect Delays, made once from a pack and shared by every position.

Moves are made here and nowhere else, so a position only looks them up. The tables of a Line grow
as its positions are met (``Memo``), which keeps loading quick whatever the pack.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, compress
from itertools import combinations_with_replacement as multisets
from typing import Any, Final

from games.expect_delays import line as riding
from games.expect_delays.pack import (
    ADVANCE,
    EJECT,
    HALVE_SWIPES,
    LEVY_SWIPES,
    NOTHING,
    SEAT_TOURIST,
    SEE_OFF,
    TAKE_SWIPES,
    WALK,
    Pack,
)
from games.memo import Memo

# Kinds of move. Plain ints: on CPython 3.11 a member of an Enum costs much more to look up.
BOARD: Final = 0
DISEMBARK: Final = 1
RUN: Final = 2
OUT_OF_SERVICE: Final = 3
REPAIR: Final = 4
ADVISORY: Final = 5  # the last that costs an Action
PASS: Final = 6
DEAL: Final = 7
TURN_UP: Final = 8
STOP: Final = 9
KINDS: Final = (
    "board",
    "disembark",
    "run",
    "out of service",
    "repair",
    "advisory",
    "pass",
    "deal",
    "turn up",
    "stop",
)
NOWHERE: Final = -1


class Action:
    """One move, shared: compare with ``is``, write with ``str``. notation.md lists the texts.

    ``line``, ``stop``, ``to`` (the Line a Tourist boards) and ``card`` (a kind of Train card, or
    an advisory) are numbers in the pack or NOWHERE; ``cards`` the Train cards played or dealt,
    sorted; ``steps`` what a Run moves, as (line, steps); ``effect`` what an advisory does.
    """

    __slots__ = ("card", "cards", "effect", "id", "kind", "line", "steps", "stop", "text", "to")

    def __init__(
        self,
        id: int,  # noqa: A002 - the contract's word
        kind: int,
        text: str,
        *,
        line: int = NOWHERE,
        stop: int = NOWHERE,
        to: int = NOWHERE,
        card: int = NOWHERE,
        cards: tuple[int, ...] = (),
        steps: tuple[tuple[int, int], ...] = (),
        effect: int = NOTHING,
    ) -> None:
        self.id, self.kind, self.text = id, kind, text
        self.line, self.stop, self.to = line, stop, to
        self.card, self.cards, self.steps, self.effect = card, cards, steps, effect

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"


Moves = tuple[Action, ...]


class Model:
    """A pack compiled. ``own[player]`` and ``theirs[player]`` are the numbers of two Lines each.

    ``actions`` is every move there is, in the order in which ``legal_actions`` gives them.
    """

    def __init__(self, pack: Pack, *, turns: int) -> None:
        self.pack = pack
        self.turns = turns
        self.lines, self.cards, self.advisories = pack.lines, pack.cards, pack.advisories
        self.hand, self.calm = pack.hand, pack.calm
        owners = [line.owner for line in pack.lines]
        self.own = [_where(owners, player) for player in (0, 1)]
        self.theirs = [self.own[1], self.own[0]]
        self.train_deck = [n for n, card in enumerate(self.cards) for _ in range(card.copies)]
        self.advisory_copies = [advisory.copies for advisory in self.advisories]
        self.empty = ["." * len(line.points) for line in self.lines]
        self.hands = [
            hand
            for size in range(self.hand + 1)
            for hand in multisets(range(len(self.cards)), size)
            if all(hand.count(card) <= self.cards[card].copies for card in hand)
        ]
        self.actions: list[Action] = []
        self._make_moves()
        self._make_tables()
        self.by_text = {action.text: action for action in self.actions}

    def _make(self, kind: int, text: str, **what: Any) -> Action:
        action = Action(len(self.actions), kind, text, **what)
        self.actions.append(action)
        return action

    def _make_moves(self) -> None:
        """Every move, Line by Line first, so that lists of legal moves come out sorted."""
        self.board: list[Action] = []
        self.off: list[list[dict[int, Action]]] = []
        self.run_with: list[dict[tuple[int, ...], Action]] = []
        for number in range(len(self.lines)):
            name = self.lines[number].id
            self.board.append(self._make(BOARD, f"board {name}", line=number))
            self.off.append(self._disembarks(number))
            self.run_with.append(self._runs(number))
        names = [card.id for card in self.cards]
        self.out = [
            self._make(OUT_OF_SERVICE, f"out of service {name}", card=number)
            for number, name in enumerate(names)
        ]
        self.repair = [
            self._make(REPAIR, f"repair {name}", card=number) for number, name in enumerate(names)
        ]
        self._make_advisory_moves()
        self.end_turn = self._make(PASS, "pass")
        self.deal = {
            hand: self._make(DEAL, f"deal {self._words(hand)}", cards=hand)
            for hand in self.hands
            if len(hand) == self.hand
        }
        self.turn_up = [
            self._make(TURN_UP, f"turn up {advisory.key}", card=advisory.id)
            for advisory in self.advisories
        ]
        self.stop = self._make(STOP, "stop")

    def _words(self, cards: Iterable[int]) -> str:
        return " ".join(self.cards[card].id for card in cards)

    def _disembarks(self, number: int) -> list[dict[int, Action]]:
        """By Stop, then by the Line on which a Tourist boards (NOWHERE: none does)."""
        line = self.lines[number]
        found: list[dict[int, Action]] = []
        for stop in range(len(line.points)):
            by_line: dict[int, Action] = {}
            for to in (NOWHERE, *self.theirs[line.owner]):
                tourist = "" if to == NOWHERE else f" tourist {self.lines[to].id}"
                text = f"disembark {line.id}{stop}{tourist}"
                by_line[to] = self._make(DISEMBARK, text, line=number, stop=stop, to=to)
            found.append(by_line)
        return found

    def _runs(self, number: int) -> dict[tuple[int, ...], Action]:
        """By the cards discarded: each has this Line's symbol, and may have another's."""
        found: dict[tuple[int, ...], Action] = {}
        for cards in self.hands:
            symbols = [self.cards[card].lines for card in cards]
            if not cards or any(number not in pair for pair in symbols):
                continue
            every = [line for pair in symbols for line in pair]
            order = [number, *sorted(set(every) - {number})]
            steps = tuple((line, every.count(line)) for line in order)
            text = f"run {self.lines[number].id} with {self._words(cards)}"
            found[cards] = self._make(RUN, text, line=number, cards=cards, steps=steps)
        return found

    def _make_advisory_moves(self) -> None:
        def make(text: str, effect: int, line: int = NOWHERE, stop: int = NOWHERE) -> Action:
            return self._make(ADVISORY, f"advisory {text}", effect=effect, line=line, stop=stop)

        def by_stop(text: str, effect: int) -> list[list[Action]]:
            return [
                [make(f"{text} {line.id}{s}", effect, n, s) for s in range(len(line.points))]
                for n, line in enumerate(self.lines)
            ]

        def by_line(text: str, effect: int) -> list[Action]:
            return [make(f"{text} {line.id}", effect, n) for n, line in enumerate(self.lines)]

        self.take = [make("take", TAKE_SWIPES)]
        self.levy = [make("levy", LEVY_SWIPES)]
        self.halve = [make("halve", HALVE_SWIPES)]
        self.eject = by_stop("eject", EJECT)
        self.walk = by_stop("walk", WALK)
        self.see_off = by_stop("see off", SEE_OFF)
        self.advance = by_line("advance", ADVANCE)
        self.seat = by_line("tourist", SEAT_TOURIST)

    def _make_tables(self) -> None:
        """Tables that a position looks up: by the Riders on a Line, or by a hand."""
        self.moved = Memo(_moved)
        numbers = range(len(self.lines))
        self.worth = [line.points for line in self.lines]
        self.transfers = [line.transfers for line in self.lines]
        self.disembarks = [
            [[self._leaving(n, near, far) for n in numbers] for far in (False, True)]
            for near in (False, True)
        ]
        self.advised = {
            EJECT: [_standing(self.eject[n], riding.commuters) for n in numbers],
            WALK: [_standing(self.walk[n], _free_to_walk) for n in numbers],
            SEE_OFF: [_standing(self.see_off[n], riding.tourists) for n in numbers],
            ADVANCE: [_standing([self.advance[n]], _can_advance) for n in numbers],
            SEAT_TOURIST: [_standing([self.seat[n]], _open) for n in numbers],
        }
        self.runs = [
            [{hand: self._playable(n, hand, most) for hand in self.hands} for n in numbers]
            for most in range(self.hand + 1)
        ]
        self.outs = {
            hand: tuple(self.out[card] for card in sorted(set(hand))) for hand in self.hands
        }

    def _leaving(self, number: int, *opened: bool) -> Memo[str, Moves]:
        """Disembark moves by the Riders on a Line; ``opened``: which of their Lines are open."""
        theirs = self.theirs[self.lines[number].owner]
        targets = [NOWHERE, *compress(theirs, opened)]

        def make(line: str) -> Moves:
            return tuple(self.off[number][s][to] for s in riding.commuters(line) for to in targets)

        return Memo(make)

    def _playable(self, number: int, hand: tuple[int, ...], most: int) -> Moves:
        """The Runs of a Line with at most so many cards of a hand."""
        subsets = {cards for size in range(1, most + 1) for cards in combinations(hand, size)}
        runs = [self.run_with[number][cards] for cards in subsets if cards in self.run_with[number]]
        return tuple(sorted(runs, key=lambda run: run.id))


def _where(owners: Sequence[int], player: int) -> tuple[int, int]:
    first, second = (number for number, owner in enumerate(owners) if owner == player)
    return first, second


def _moved(steps: int) -> Memo[str, tuple[str, int]]:
    return Memo(lambda line: riding.moved(line, steps))


def _standing(moves: Sequence[Action], stops: Callable[[str], list[int]]) -> Memo[str, Moves]:
    return Memo(lambda line: tuple(moves[stop] for stop in stops(line)))


def _can_advance(line: str) -> list[int]:
    return [0] if riding.moved(line, 1)[0] != line else []


def _open(line: str) -> list[int]:
    return [0] if line[0] == riding.EMPTY else []


def _free_to_walk(line: str) -> list[int]:
    """The Stops whose Commuter has an empty Stop before him."""
    return [stop for stop in riding.commuters(line) if line[stop + 1 : stop + 2] == riding.EMPTY]
