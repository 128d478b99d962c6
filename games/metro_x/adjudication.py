"""Why a move of Metro X is not legal: the rules read from the rulebook's page, not from tables.

Tests hold this to ``State.legal_actions`` over every move at every position.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.kernel import CHANCE, Refusal
from games.metro_x.model import FACE_DOWN, FLIP, FREE, NOTHING, TRANSFER, TRAVEL, Action
from games.texts import TN, T

if TYPE_CHECKING:
    from games.metro_x.pack import Card
    from games.metro_x.rules import Marks, State


def refusal(state: State, player: int, action: Action) -> Refusal | None:
    """Why a move is not legal; None when it is. Source: metro-x.txt, Game Play."""
    if state.end():
        return Refusal("over", T("All windows are full: the game is over."), "End of the Game")
    if player == CHANCE:
        return _of_flip(state, action)
    if not 0 <= player < len(state.boards):
        return Refusal("no-seat", T("There is no player in that seat."), "Game Play")
    if action.kind == FLIP:
        return Refusal("not-a-choice", T("Players do not choose the Transit card."), "Game Play")
    return _of_turn(state, player) or _of_card(state, state.boards[player], action)


def _of_turn(state: State, player: int) -> Refusal | None:
    """One card for all, one move each. Source: metro-x.txt, Game Play."""
    if state.face == FACE_DOWN:
        text = T("The next Transit card has not been revealed yet.")
        return Refusal("no-card", text, "Game Play")
    if state.sealed[player] is not None:
        text = T("You have already marked your board for this card.")
        return Refusal("marked", text, "Game Play")
    return None


def _of_card(state: State, marks: Marks, action: Action) -> Refusal | None:
    """Each kind of card asks for its own kind of move. Source: metro-x.txt, Card Types."""
    card = state.game.board.cards[state.face]
    if card.kind == "free":
        return _of_free(state, marks, action)
    if action.kind in (FREE, NOTHING):
        text = T("The card is {card}: you must use it to fill a Train Car Window.", card=card)
        return Refusal("must-use-window", text, "Free Space, the notes below it")
    if card.kind == "transfer" and action.kind != TRANSFER:
        text = T("The card is a Transfer: write an X in a window and a number in a station.")
        return Refusal("must-transfer", text, "Transfer")
    if card.kind != "transfer" and action.kind == TRANSFER:
        return Refusal(
            "not-a-transfer", T("The card is {card}, not a Transfer.", card=card), "Card Types"
        )
    return _of_line(state, card, marks, action)


def _of_flip(state: State, action: Action) -> Refusal | None:
    """Source: metro-x.txt, Game Play (a turn begins with the top card of the deck)."""
    if state.face != FACE_DOWN:
        text = T("Not everybody has marked their board for the last card.")
        return Refusal("card-in-play", text, "Game Play")
    if action.kind != FLIP:
        return Refusal("must-flip", T("The top Transit card must be revealed now."), "Game Play")
    if action.n not in state.deck:
        card = state.game.board.cards[action.n]
        return Refusal(
            "not-in-deck", T("No {card} is left in the Transit deck.", card=card), "Game Play"
        )
    return None


def _of_free(state: State, marks: Marks, action: Action) -> Refusal | None:
    """Any one empty station, and no window. Source: metro-x.txt, Free Space."""
    if action.kind in (TRAVEL, TRANSFER):
        text = T("A Free Space does not fill a window: cross off any one empty station.")
        return Refusal("no-window-now", text, "Free Space")
    if action.kind == NOTHING:
        if any(marks.empty):
            text = T("You still have an empty station, so you must cross one off.")
            return Refusal("must-cross", text, "Free Space")
        return None
    if not marks.empty[action.n]:
        text = T("Station {station} is already filled.", station=state.game.stations[action.n])
        return Refusal("filled", text, "Free Space")
    return None


def _of_line(state: State, card: Card, marks: Marks, action: Action) -> Refusal | None:
    """A window first, then stations. Source: metro-x.txt, Number; Skip; Transfer."""
    line = state.game.board.lines[action.line]
    if len(marks.written[action.line]) == line.windows:
        text = T("Line {id} has no empty Train Car Window.", id=line.id)
        return Refusal("no-window", text, "Game Play")
    if card.kind == "transfer":
        return None
    if action.n > card.number:
        text = TN(
            "This card lets a train cross off at most {n} station.",
            "This card lets a train cross off at most {n} stations.",
            card.number,
        )
        return Refusal("too-many", text, "Number")
    return _of_route(state, card, marks, action)


def _of_route(state: State, card: Card, marks: Marks, action: Action) -> Refusal | None:
    """Walks the line from its Start Point. Source: metro-x.txt, Number; Skip."""
    crossed = 0
    for station in state.game.route[action.line]:
        if crossed == action.n:
            return None
        if marks.empty[station]:
            crossed += 1
        elif crossed and card.kind != "skip":
            text = T(
                "The train can cross off only {crossed} before it meets a filled station.",
                crossed=crossed,
            )
            return Refusal("blocked", text, "Number")
    if crossed < action.n:
        text = T(
            "The train can cross off only {crossed} before it reaches the End Point.",
            crossed=crossed,
        )
        return Refusal("end-point", text, "Number")
    return None
