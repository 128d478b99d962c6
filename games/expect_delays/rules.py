"""Expect Delays: a position, its legal moves, and what follows from them.

Source of every rule: expect-delays.txt, by heading; a "ruling" is one of the numbered
points in notation.md. Why a move is not legal is written apart, in adjudication.py.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

from games.expect_delays import adjudication, table
from games.expect_delays.consequences import FOLLOWS, upkeep
from games.expect_delays.line import EMPTY, riders
from games.expect_delays.model import NOWHERE, PASS, Action, Model
from games.expect_delays.pack import (
    AGAINST_OPPONENT,
    LEVY_SWIPES,
    SEAT_TOURIST,
    SWIPES_ONLY,
    TAKE_SWIPES,
    Advisory,
)
from games.expect_delays.phases import ACT, DEALING, ENDS, TRANSFER, TURNING
from games.kernel import ARBITER, CHANCE, Placing, Refusal, place


class State:
    """One position. Players are 0 (Uptown) and 1 (Downtown); a list of two is by player.

    ``player`` is in turn and has ``left`` Actions; ``lines`` has the Riders of each Line (line.py);
    ``pool`` counts Commuters off the board, ``swipes`` Fare Swipes held, ``tourists`` those on the
    Platform. ``deck``, ``discard`` and ``out`` (of service) are bags of cards: what nobody knows,
    as the order of the deck, is not here to leak. ``active`` is the Service Advisory in effect,
    ``coming`` the number of the next, which all can see; ``advisories`` counts those not yet seen.
    ``turns`` counts those that are over.
    """

    __slots__ = (
        "active",
        "advisories",
        "coming",
        "deck",
        "discard",
        "hands",
        "left",
        "lines",
        "model",
        "out",
        "phase",
        "player",
        "points",
        "pool",
        "swipes",
        "tourists",
        "turns",
    )

    def __init__(self, model: Model) -> None:
        """Before the first card: the next advisory is turned up, then Uptown's hand is dealt.

        Source: Setup; Downtown's Fare Swipes are in the pack.
        """
        pack = model.pack
        self.model = model
        self.phase = TURNING
        self.player = 0
        self.left = 0
        self.turns = 0
        self.points = [0, 0]
        self.swipes = list(pack.start)
        self.pool = [pack.commuters, pack.commuters]
        self.lines = model.empty[:]
        self.tourists = pack.tourists
        self.deck = model.train_deck[:]
        self.discard: list[int] = []
        self.out: list[int] = []
        self.hands: list[tuple[int, ...]] = [(), ()]
        self.active: Advisory = model.calm
        self.coming = NOWHERE
        self.advisories = model.advisory_copies[:]

    def copy(self) -> State:
        twin: State = State.__new__(State)
        twin.model, twin.phase, twin.player, twin.left = (
            self.model,
            self.phase,
            self.player,
            self.left,
        )
        twin.turns = self.turns
        twin.points, twin.swipes, twin.pool = self.points[:], self.swipes[:], self.pool[:]
        twin.lines, twin.tourists, twin.hands = self.lines[:], self.tourists, self.hands[:]
        twin.deck, twin.discard, twin.out = self.deck[:], self.discard[:], self.out[:]
        twin.active, twin.coming, twin.advisories = self.active, self.coming, self.advisories[:]
        return twin

    # Who, and what they may do

    def actors(self) -> tuple[int, ...]:
        """The player in turn, or chance, or nobody when the game is over."""
        if self.phase <= TRANSFER:
            return (self.player,)
        return (CHANCE,) if self.phase <= TURNING else ()

    def legal_actions(self, player: int) -> list[Action]:
        """The legal moves, in the order of their ids. The arbiter may stop a game that is on."""
        phase = self.phase
        if player == self.player and phase <= TRANSFER:
            if phase == ACT:
                return self._actions(player)
            return self.advisory_moves(player, self.active.transfer)
        if player == CHANCE:
            return self._outcomes()
        return [self.model.stop] if player == ARBITER and phase <= TURNING else []

    def _actions(self, player: int) -> list[Action]:
        """Moves that cost an Action, and passing. Source: Action Phase and its headings."""
        model, active, lines, hand = self.model, self.active, self.lines, self.hands[player]
        near_open = far_open = False
        if self.tourists and active.tourists_board:
            near, far = model.theirs[player]
            near_open, far_open = lines[near][0] == EMPTY, lines[far][0] == EMPTY
        can_board = self.pool[player] > 0 and self.swipes[player] >= active.board_cost
        disembarks, runs = model.disembarks[near_open][far_open], model.runs[active.run_cards]
        found: list[Action] = []
        for number in model.own[player]:
            line = lines[number]
            if can_board and line[0] == EMPTY:
                found.append(model.board[number])
            found += disembarks[number][line]
            found += runs[number][hand]
        found += model.outs[hand]
        if self.out:
            found += [model.repair[card] for card in sorted(set(self.out))]
        if active.action:
            found += self.advisory_moves(player, active.action)
        found.append(model.end_turn)
        return found

    def advisory_moves(self, player: int, effect: int) -> list[Action]:
        """The ways to perform an effect. Source: Use Service Advisory; ruling: it must change
        something on the table."""
        model, lines = self.model, self.lines
        if effect <= SWIPES_ONLY:
            return self._swipe_moves(1 - player, effect)
        if effect == SEAT_TOURIST and not self.tourists:
            return []
        near, far = (model.theirs if effect in AGAINST_OPPONENT else model.own)[player]
        moves = model.advised[effect]
        return [*moves[near][lines[near]], *moves[far][lines[far]]]

    def _swipe_moves(self, opponent: int, effect: int) -> list[Action]:
        if effect == TAKE_SWIPES:
            return self.model.take if self.platform() else []
        if effect == LEVY_SWIPES:
            return self.model.levy if self.swipes[opponent] else []
        return self.model.halve if self.swipes[opponent] // 2 else []

    def _outcomes(self) -> list[Action]:
        """The moves of chance: deal any hand in the deck, turn up any advisory not yet seen."""
        if self.phase == DEALING:
            hands = set(combinations(sorted(self.deck), self.model.hand))
            return [self.model.deal[hand] for hand in sorted(hands)]
        if self.phase == TURNING:
            copies = enumerate(self.advisories)
            return [self.model.turn_up[number] for number, count in copies if count]
        return []

    def refusal(self, player: int, action: Action) -> Refusal | None:
        """Why not, or None when legal: adjudication.py."""
        return adjudication.refusal(self, player, action)

    def sample(self, random: Callable[[], float]) -> Action:
        """Cards and advisories are drawn with equal chances, one by one, from what is left."""
        if self.phase == DEALING:
            return self.model.deal[_drawn(self.deck[:], self.model.hand, random)]
        bag = [number for number, count in enumerate(self.advisories) for _ in range(count)]
        return self.model.turn_up[_drawn(bag, 1, random)[0]]

    def resample(self, player: int | None, random: Callable[[], float]) -> State:
        """A copy with the hands that ``player`` cannot see dealt again, from them and the deck."""
        twin = self.copy()
        hidden = [seat for seat in (0, 1) if seat != player]
        for seat in hidden:
            twin.deck += twin.hands[seat]
        twin.deck.sort()  # else the order would tell which cards came from a hand
        for seat in hidden:
            twin.hands[seat] = _drawn(twin.deck, len(self.hands[seat]), random)
        return twin

    # What follows

    def apply(self, player: int, action: Action) -> None:  # noqa: ARG002 - the one in turn
        """Play a move. Trusts its caller, and that ``player`` is the one to act."""
        kind = action.kind
        if kind < PASS:
            if self.phase == TRANSFER:
                self.phase = ACT
            else:
                self.left -= 1
            FOLLOWS[kind](self, action)
            if self.left == 0 and self.phase == ACT:
                upkeep(self)
        else:
            FOLLOWS[kind](self, action)

    # The score, what can be seen, what must hold

    def platform(self) -> int:
        """The Fare Swipes on the Platform."""
        return self.model.pack.fare_swipes - self.swipes[0] - self.swipes[1]

    def end(self) -> str:
        """How it ended: "target", "broken", "stopped" (by the conductor), "turns" (ruling R18), or
        "" while it is on."""
        return ENDS[self.phase]

    def riders(self, player: int) -> int:
        """Riders on that player's own Lines. Ruling: Tourists there count, they are Riders."""
        near, far = self.model.own[player]
        return riders(self.lines[near]) + riders(self.lines[far])

    def placings(self) -> list[Placing]:
        """By Destination Points, then Riders on own Lines, then Fare Swipes; then shared (R10).

        Source: Ending the Game.
        """
        return place([(self.points[p], self.riders(p), self.swipes[p]) for p in (0, 1)])

    def view(self, player: int | None) -> dict[str, Any]:
        """The position as that player, or the public, may know it: table.py has the shape."""
        return table.view(self, player)

    def key(self) -> tuple[Any, ...]:
        """Hashable; equal keys are equal positions."""
        return table.key(self)

    def check(self) -> None:
        """Raise AssertionError when the position is not one of this game."""
        table.check(self)


def _drawn(bag: list[int], count: int, random: Callable[[], float]) -> tuple[int, ...]:
    """So many cards, sorted, taken out of ``bag``."""
    cards = [bag.pop(int(random() * size)) for size in range(len(bag), len(bag) - count, -1)]
    cards.sort()
    return tuple(cards)
