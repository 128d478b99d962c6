"""A little game to try the contract on.

Chance deals each player a secret card, a or b (two of each). Then the players take 1 or 2 tokens
in turn from a heap of seven; who takes the last wins, a secret b breaks no tie but counts 1 point.
The arbiter may stop it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.kernel import ARBITER, CHANCE, Placing, Refusal, UnknownActionError, place
from games.options import Option, settle

TAKE, DEAL, STOP = 0, 1, 2
UNIVERSE = (
    (TAKE, 1, "take 1"),
    (TAKE, 2, "take 2"),
    (TAKE, 3, "take 3"),
    (DEAL, 0, "deal a"),
    (DEAL, 1, "deal b"),
    (STOP, 0, "stop"),
)


class Move:
    def __init__(self, number: int, kind: int, n: int, text: str) -> None:
        self.id, self.kind, self.n, self.text = number, kind, n, text

    def __str__(self) -> str:
        return self.text


class Heap:
    key, rules, pack, digest, notice = "heap", 1, "heap", "0123456789abcdef", ""
    players = range(2, 3)
    kinds, ends, keys = ("take", "deal", "stop"), ("taken", "stopped"), ("score", "last")
    longest = 10
    options = (Option("heap", "whole", "Heap", "Tokens at the start.", 7, low=1, high=999),)

    def __init__(self) -> None:
        self.state: type[HeapState] = HeapState
        self.actions = tuple(Move(i, *one) for i, one in enumerate(UNIVERSE))

    def new(self, players: int, **options: Any) -> HeapState:
        if players != 2:
            raise ValueError("Two play Heap.")
        state = self.state(self)
        state.heap = settle("Heap", self.options, options)["heap"]
        return state

    def parse(self, text: str) -> Move:
        for action in self.actions:
            if action.text == text:
                return action
        raise UnknownActionError(text, "Heap")


class HeapState:
    def __init__(self, game: Heap) -> None:
        self.game, self.heap, self.turn, self.last = game, 7, 0, -1
        self.cards: list[int] = []
        self.bag = [2, 2]
        self.stopped = False

    def actors(self) -> tuple[int, ...]:
        if self.end():
            return ()
        return (CHANCE,) if len(self.cards) < 2 else (self.turn,)

    def legal_actions(self, player: int) -> list[Move]:
        actions = self.game.actions
        if player == ARBITER:
            return [] if self.end() else [actions[5]]
        if player not in self.actors():
            return []
        if player == CHANCE:
            return [actions[3 + card] for card in (0, 1) if self.bag[card]]
        return list(actions[: min(2, self.heap)])

    def refusal(self, player: int, action: Move) -> Refusal | None:
        if self.end():
            return Refusal("over", "It is over.", "End")
        if player == ARBITER or action.kind == STOP:
            fits = player == ARBITER and action.kind == STOP
            return None if fits else Refusal("arbiter", "Only the arbiter stops a game.", "End")
        if player not in self.actors():
            return Refusal("turn", "Another is to move.", "Turn")
        if player != CHANCE and (action.kind != TAKE or action.n > min(2, self.heap)):
            return Refusal("take", "One or two, if they are there.", "Turn")
        if player == CHANCE and (action.kind != DEAL or not self.bag[action.n]):
            return Refusal("deal", "A card of the bag is dealt.", "Deal")
        return None

    def apply(self, player: int, action: Move) -> None:
        if action.kind == STOP:
            self.stopped = True
        elif action.kind == DEAL:
            self.bag[action.n] -= 1
            self.cards.append(action.n)
        else:
            self.heap -= action.n
            self.last, self.turn = player, 1 - player

    def sample(self, random: Callable[[], float]) -> Move:
        return self.game.actions[3 + (random() * sum(self.bag) >= self.bag[0])]

    def resample(self, player: int | None, random: Callable[[], float]) -> HeapState:
        twin = self.copy()
        hidden = [seat for seat in range(len(self.cards)) if seat != player]
        for seat in hidden:
            twin.bag[twin.cards[seat]] += 1
        for seat in hidden:
            card = int(random() * sum(twin.bag) >= twin.bag[0])
            twin.bag[card] -= 1
            twin.cards[seat] = card
        return twin

    def end(self) -> str:
        return "stopped" if self.stopped else "" if self.heap > 0 else "taken"

    def placings(self) -> list[Placing]:
        cards = [*self.cards, 0, 0]
        return place([(cards[seat] + 2 * (seat == self.last), -seat) for seat in (0, 1)])

    def view(self, player: int | None) -> dict[str, Any]:
        cards = [card if seat == player else None for seat, card in enumerate(self.cards)]
        return {"heap": self.heap, "cards": cards, "turn": self.turn}

    def copy(self) -> HeapState:
        twin = type(self)(self.game)
        twin.heap, twin.turn, twin.last = self.heap, self.turn, self.last
        twin.cards, twin.bag, twin.stopped = self.cards[:], self.bag[:], self.stopped
        return twin

    def key(self) -> tuple[Any, ...]:
        return (self.heap, self.turn, self.last, *self.cards, "|", *self.bag, self.stopped)

    def check(self) -> None:
        assert self.heap >= 0, "tokens"
        assert sum(self.bag) + len(self.cards) == 4, "cards"


HEAP = Heap()
