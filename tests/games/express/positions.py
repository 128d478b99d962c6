"""Sets up positions of Express with the house pack, plays moves on them, reads them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from games.express.content import parse
from games.express.model import Action, Model
from games.express.rules.game import Express
from games.express.rules.phases import PLAYING
from games.express.rules.state import State
from games.testing import can

GAME = Express()
PRINTED = Express("printed")
ME, NEXT, OVER_THERE, BEFORE = range(4)
ENDING = ["box box box box box", "tank tank tank tank", "reefer reefer reefer"]
"""Trains that are long enough to go out with."""


def club(text: str, name: str = "club") -> Express:
    """The rules with a club's own pack, laid over the house pack."""
    return Express(parse(f'[pack]\nkey = "club"\nbase = "house"\n{text}', name))


def code(model: Model, word: str) -> int:
    """A laid car: "box", "wild", or "wild=box" for a Wild that counts as a Box Car."""
    front, _, back = word.partition("=")
    return model.ids.index(back) + model.size if back else model.ids.index(front)


def at_table(
    *,
    game: Express = GAME,
    players: int = 4,
    player: int = ME,
    hand: str = "box tank reefer flat auto",
    hands: Mapping[int, str] | None = None,
    trains: list[str] | Mapping[int, list[str]] = (),  # type: ignore[assignment]
    locos: Mapping[int, str] | None = None,
    diesels: Mapping[int, int] | None = None,
    ways: Mapping[int, str] | None = None,
    permanent: Mapping[int, str] | None = None,
    discard: str = "",
    slot: str = "",
    aside: str = "",
    deck: str | None = None,
    rounds: int = 2,
    **slots: Any,
) -> State:
    """A position in the middle of ``player``'s turn, with ``hand`` in that player's hand.

    Words are ids of cards. ``trains`` are one player's or by seat; a train's Loco is a Hopper
    unless ``locos`` has the player's in order. ``deck`` None: every card that is nowhere else;
    otherwise the last player holds what is left over.
    """
    m = game.model
    state = game.new(players, **{k: slots.pop(k) for k in ("target", "turns") if k in slots})
    left = Counter(state.deck)

    def out_of_the_deck(words: str) -> list[int]:
        kinds = [m.ids.index(word) for word in words.split()]
        left.subtract(kinds)
        return kinds

    state.phase, state.player, state.owed, state.rounds = PLAYING, player, 0, rounds
    for seat, words in {**(hands or {}), player: hand}.items():
        state.hands[seat] = out_of_the_deck(words)
        state.masks[seat] = sum({m.bit[k] for k in state.hands[seat]})
    by_seat = trains if isinstance(trains, Mapping) else {player: list(trains)}
    for seat, rows in by_seat.items():
        for t, row in enumerate(rows):
            _train(state, left, seat, t, row)
        engines = (locos or {}).get(seat, "hopper " * len(rows))
        state.locos[seat][: len(rows)] = out_of_the_deck(engines)
    for seat, mask in (diesels or {}).items():
        state.diesels[seat] = mask
        left[m.diesel] -= mask.bit_count()
    for seat, words in {**(ways or {}), **(permanent or {})}.items():
        _ways(state, seat, out_of_the_deck(words), permanent=seat in (permanent or {}))
    state.discard, state.slot = out_of_the_deck(discard), out_of_the_deck(slot)
    state.aside = out_of_the_deck(aside)
    state.unplayed -= state.slot.count(m.turntable)
    if deck is not None:
        state.deck = out_of_the_deck(deck)
        state.hands[-1] += (+left).elements()
        state.masks[-1] = sum({m.bit[k] for k in state.hands[-1]})
    else:
        state.deck = list((+left).elements())
    for name, value in slots.items():
        setattr(state, name, value)
    assert min(left.values()) >= 0, "a card is used twice"
    return state


def _ways(state: State, seat: int, kinds: list[int], *, permanent: bool) -> None:
    for k in kinds:
        state.ways[seat][k - state.m.ways[0]] += 1
        if permanent:
            state.shields[seat] |= state.m.bit[k]


def _train(state: State, left: Counter[int], seat: int, t: int, row: str) -> None:
    m = state.m
    cars = tuple(code(m, word) for word in row.split())
    left.subtract(m.wild if car >= m.size else car for car in cars)
    state.cars[seat][t], state.tips[seat][t] = cars, m.tip_of(cars)
    state.live[seat] |= 1 << t
    if cars[0] % m.size >= m.freight:
        state.pax[seat] |= 1 << t
    if m.caboose in cars:
        state.capped[seat] |= 1 << t


def actor(state: State) -> int:
    (player,) = state.actors()
    return player


def may(state: State, text: str, player: int | None = None) -> bool:
    """Whether the player who must answer now (or ``player``) may make the move."""
    return can(state, actor(state) if player is None else player, find(state, text))


def find(state: State, text: str) -> Action:
    return state.m.by_text[text]


def why(state: State, text: str, player: int | None = None) -> str:
    """The code of the refusal; "" when the move is legal."""
    player = actor(state) if player is None else player
    found = state.refusal(player, find(state, text))
    assert (found is None) == any(find(state, text) is one for one in state.legal_actions(player))
    return found.code if found else ""


def play(state: State, *texts: str) -> State:
    """Play legal moves, each by the player who must act, and check the components after each."""
    for text in texts:
        assert why(state, text) == "", text
        state.apply(actor(state), find(state, text))
        state.check()
    return state


def moves(state: State, start: str = "") -> list[str]:
    """The legal moves of the player who must act, those that begin so."""
    every = map(str, state.legal_actions(actor(state)))
    return [text for text in every if text.startswith(start)]


def pile(state: State, kinds: list[int]) -> list[str]:
    return [state.m.ids[k] for k in kinds]


def hand(state: State, player: int = ME) -> list[str]:
    return sorted(pile(state, state.hands[player]))


def train(state: State, player: int = ME, letter: str = "A") -> str:
    cars = state.cars[player][state.m.letters.index(letter)]
    return " ".join(state.m.words[car].replace(" as ", "=") for car in cars)


def loco(state: State, player: int = ME, letter: str = "A") -> str:
    return state.m.ids[state.locos[player][state.m.letters.index(letter)]]
