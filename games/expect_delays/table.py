"""A position as data: its view for a player, its key, and its invariants."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from games.expect_delays.line import COMMUTER, TOURIST, riders
from games.expect_delays.model import NOWHERE
from games.expect_delays.phases import ACT, DEALING, PHASES, TARGET, TURNING

if TYPE_CHECKING:
    from games.expect_delays.rules import State


def view(state: State, player: int | None) -> dict[str, Any]:
    """Everything but hands not one's own (their sizes instead) and the order of the decks.

    Lists of two are by player; ``lines`` has one letter a Stop, as in line.py; cards and advisories
    are ids of the pack, "" for none; ``deck`` counts cards, ``commuters`` those off the board.

    Source: expect-delays.txt, Setup: the next Service Advisory lies where both can read it.
    Ruling R12: the discard pile and the cards Out of Service are open.
    """
    model = state.model
    names = [card.id for card in model.cards]
    return {
        "phase": PHASES[state.phase],
        "player": state.player,
        "left": state.left,
        "turns": state.turns,
        "points": state.points[:],
        "swipes": state.swipes[:],
        "platform": {"swipes": state.platform(), "tourists": state.tourists},
        "commuters": state.pool[:],
        "lines": {line.id: state.lines[n] for n, line in enumerate(model.lines)},
        "hands": [
            [names[card] for card in hand] if seat == player else len(hand)
            for seat, hand in enumerate(state.hands)
        ],
        "deck": len(state.deck),
        "discard": sorted([names[card] for card in state.discard]),
        "out_of_service": sorted([names[card] for card in state.out]),
        "advisory": state.active.key,
        "next_advisory": "" if state.coming == NOWHERE else model.advisories[state.coming].key,
    }


def key(state: State) -> tuple[Any, ...]:
    """Equal keys, equal positions: the order inside a bag of cards does not count."""
    return (
        (state.phase, state.player, state.left, state.turns),
        (state.tourists, state.active.id, state.coming),
        (*state.points, *state.swipes, *state.pool),
        tuple(state.lines),
        tuple(state.hands),
        tuple(sorted(state.deck)),
        tuple(sorted(state.discard)),
        tuple(sorted(state.out)),
        tuple(state.advisories),
    )


def check(state: State) -> None:
    """Raise AssertionError when a component was lost or made up, or the phase cannot be.

    Source: expect-delays.txt, Components (the counts are in the pack).
    """
    _check_cards(state)
    _check_riders(state)
    pack = state.model.pack
    _hold(min(state.swipes) >= 0 and state.platform() >= 0, "Fare Swipes")
    _hold(min(state.points) >= 0, "Destination Points")
    won = max(state.points) >= pack.target
    _hold(won == (state.phase == TARGET), "a target reached ends the game")
    _hold(state.phase > ACT or state.left > 0, "a turn without Actions is over")
    waits = state.phase in (DEALING, TURNING)
    _hold(not waits or not state.hands[state.player], "a hand is dealt to an empty hand")


def _hold(good: bool, what: str) -> None:  # noqa: FBT001 - the statement held to be true
    if not good:
        raise AssertionError(what)


def _check_cards(state: State) -> None:
    model = state.model
    cards = [*state.deck, *state.discard, *state.out, *state.hands[0], *state.hands[1]]
    _hold(sorted(cards) == model.train_deck, "Train cards")
    _hold(all(list(hand) == sorted(hand) for hand in state.hands), "hands are sorted")
    seen = Counter([state.active.id, state.coming])
    for advisory in model.advisories:
        left = state.advisories[advisory.id]
        _hold(0 <= left <= advisory.copies - seen[advisory.id], "Service Advisories")
    shown = state.coming != NOWHERE or state.phase > DEALING
    _hold(shown, "the next Service Advisory lies face up")


def _check_riders(state: State) -> None:
    pack = state.model.pack
    for player, own in enumerate(state.model.own):
        there = sum(state.lines[number].count(COMMUTER) for number in own)
        _hold(state.pool[player] + there == pack.commuters, "Commuters")
        _hold(state.pool[player] >= 0, "Commuters")
    tourists = sum(line.count(TOURIST) for line in state.lines)
    _hold(state.tourists >= 0 and state.tourists + tourists == pack.tourists, "Tourists")
    for number, empty in enumerate(state.model.empty):
        line = state.lines[number]
        good = len(line) == len(empty) and riders(line) == line.count(COMMUTER) + line.count(
            TOURIST
        )
        _hold(good, "a Line")
