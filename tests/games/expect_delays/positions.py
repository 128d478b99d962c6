"""Sets up positions of Expect Delays with the house pack, plays moves on them, reads them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from games import catalogue, packs
from games.expect_delays import loading
from games.expect_delays.game import ExpectDelays
from games.expect_delays.line import COMMUTER, TOURIST
from games.expect_delays.phases import ACT
from games.expect_delays.rules import State
from games.testing import can

UPTOWN, DOWNTOWN = 0, 1
GAME: ExpectDelays = catalogue.rules("expect_delays")  # type: ignore[assignment]


def house() -> dict[str, Any]:
    """The house pack's data, to be changed at will."""
    return tomllib.loads(loading.HOUSE.read_text("utf-8"))


def game_of(data: Mapping[str, Any]) -> ExpectDelays:
    """The rules with a pack of a test's own."""
    return ExpectDelays(loading.read(packs.Pack(data, "test")))


def at_table(
    *,
    game: ExpectDelays = GAME,
    player: int = UPTOWN,
    left: int = 2,
    points: tuple[int, int] = (0, 0),
    swipes: tuple[int, int] = (0, 2),
    advisory: str = "",
    hands: tuple[str, str] = ("c cs co", "o ot st"),
    deck: str | None = None,
    out: str = "",
    **lines: str,
) -> State:
    """A position in a turn. Riders are given by Line, C="..c.t..", cards by their ids.

    Cards not named are in the deck; when ``deck`` is given, in the discard pile.
    """
    state, model = game.new(2), game.model
    state.phase, state.player, state.left = ACT, player, left
    state.points, state.swipes = list(points), list(swipes)
    for name, riders in lines.items():
        number = [line.id for line in model.lines].index(name)
        state.lines[number] = riders
        state.pool[model.lines[number].owner] -= riders.count(COMMUTER)
        state.tourists -= riders.count(TOURIST)
    first, second = (_cards(game, hand) for hand in hands)
    state.hands = [tuple(first), tuple(second)]
    state.out = _cards(game, out)
    rest = model.train_deck[:]
    for card in [*first, *second, *state.out]:
        rest.remove(card)
    if deck is not None:
        state.deck, state.discard = _cards(game, deck), rest
        for card in state.deck:
            rest.remove(card)
    else:
        state.deck = rest
    keys = [each.key for each in model.advisories]
    if advisory:
        state.active = model.advisories[keys.index(advisory)]
        state.advisories[state.active.id] -= 1
    state.coming = next(number for number, key in enumerate(keys) if key != advisory)
    state.advisories[state.coming] -= 1
    state.check()
    return state


def _cards(game: ExpectDelays, names: str) -> list[int]:
    ids = [card.id for card in game.model.cards]
    return sorted(ids.index(name) for name in names.split())


def play(state: State, *texts: str, game: ExpectDelays = GAME) -> State:
    """Play legal moves, each by the player who must act. Returns the same position."""
    for text in texts:
        action, player = game.parse(text), state.actors()[0]
        assert can(state, player, action), f"{text}: {state.refusal(player, action)}"
        state.apply(player, action)
        state.check()
    return state


def legal(state: State, text: str, player: int | None = None, game: ExpectDelays = GAME) -> bool:
    """Whether a move is legal, by both implementations, for the player whose turn it is."""
    return can(state, state.actors()[0] if player is None else player, game.parse(text))


def why_not(state: State, text: str, player: int | None = None, game: ExpectDelays = GAME) -> str:
    """The code of the refusal of a move by the player who must act."""
    player = state.actors()[0] if player is None else player
    assert not can(state, player, game.parse(text)), f"{text} is legal"
    why = state.refusal(player, game.parse(text))
    assert why is not None
    return why.code


def on(state: State, line: str) -> str:
    """The Riders on a Line."""
    riders: str = state.view(None)["lines"][line]
    return riders


def moves(state: State, *words: str) -> list[str]:
    """The legal moves, as texts, that begin with one of these words."""
    texts = [str(action) for action in state.legal_actions(state.actors()[0])]
    return [text for text in texts if text.startswith(words)]
