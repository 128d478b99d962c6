"""Why a move of Expect Delays is not legal, written plainly from the rulebook.

The second writing of the rules: it shares no table with ``State.legal_actions``, and the tests
hold the two to each other over every move. Source: expect-delays.txt, by heading; each refusal
names the heading that it rests on.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final, Protocol

from games.expect_delays.line import COMMUTER, EMPTY, TOURIST
from games.expect_delays.model import (
    ADVISORY,
    BOARD,
    DEAL,
    DISEMBARK,
    NOWHERE,
    OUT_OF_SERVICE,
    PASS,
    REPAIR,
    RUN,
    STOP,
    TURN_UP,
    Action,
)
from games.expect_delays.pack import (
    ADVANCE,
    EJECT,
    HALVE_SWIPES,
    LEVY_SWIPES,
    SEAT_TOURIST,
    SEE_OFF,
    TAKE_SWIPES,
    WALK,
)
from games.expect_delays.phases import DEALING, TRANSFER, TURNING
from games.kernel import ARBITER, CHANCE, Refusal
from games.texts import TN, T

if TYPE_CHECKING:
    from games.expect_delays.rules import State

BOARDING: Final = "Board"
LEAVING: Final = "Disembark"
RUNNING: Final = "Run the Line"
ADVISING: Final = "Use Service Advisory"
UPKEEP: Final = "Upkeep Phase"
STAND_TIGHT: Final = Refusal("stop-taken", T("Only 1 Rider can be on a Stop."), BOARDING)


class Reason(Protocol):
    """Why ``player`` may not do this with the position, or None when they may."""

    def __call__(self, state: State, player: int, action: Action) -> Refusal | None: ...


def refusal(state: State, player: int, action: Action) -> Refusal | None:
    """Why ``player`` may not play ``action`` now, or None when it is legal."""
    if state.end():
        return Refusal("over", T("The game is over."), "Ending the Game")
    if player == ARBITER:
        return _for_arbiter(action)
    if player not in state.actors():
        return Refusal("not-your-turn", T("It is not this player's turn."), "On Your Turn")
    return _for_chance(state, action) if player == CHANCE else _for_player(state, player, action)


def _for_player(state: State, player: int, action: Action) -> Refusal | None:
    """Source: Action Phase."""
    if action.kind in (DEAL, TURN_UP, STOP):
        return Refusal("not-an-action", T("That is not one of the Actions."), "Action Phase")
    if state.phase == TRANSFER:
        return _for_transfer(state, player, action)
    return REASONS[action.kind](state, player, action)


def _for_arbiter(action: Action) -> Refusal | None:
    if action.kind != STOP:
        return Refusal("arbiter-stops", T("The conductor can only end the game."), "House rule")
    return None


def _for_chance(state: State, action: Action) -> Refusal | None:
    """Source: Setup and Upkeep Phase."""
    wanted = DEAL if state.phase == DEALING else TURN_UP
    if action.kind != wanted:
        if wanted == DEAL:
            return Refusal("must-deal", T("A hand must be dealt now."), UPKEEP)
        return Refusal("must-turn-up", T("A Service Advisory must be turned up now."), UPKEEP)
    if state.phase == TURNING and state.advisories[action.card] == 0:
        return Refusal("advisory-gone", T("That Service Advisory is not in its deck."), UPKEEP)
    if not _contains(state.deck, action.cards):
        return Refusal("not-in-deck", T("The Train deck does not hold these cards."), UPKEEP)
    return None


def _for_transfer(state: State, player: int, action: Action) -> Refusal | None:
    """Source: Use Service Advisory: a Transfer is performed with the Disembark that set it off."""
    active = state.active
    if action.kind != ADVISORY or action.effect != active.transfer:
        text = T("You must perform the Transfer {title} first.", title=active.title)
        return Refusal("transfer-first", text, ADVISING)
    return EFFECTS[action.effect](state, player, action)


def _board(state: State, player: int, action: Action) -> Refusal | None:
    cost, held = state.active.board_cost, state.swipes[player]
    if action.line not in state.model.own[player]:
        text = T("Your Commuters can never Board the other player's Lines.")
        return Refusal("not-your-line", text, BOARDING)
    if state.pool[player] == 0:
        return Refusal("all-aboard", T("All your Commuters are on the Board already."), BOARDING)
    if held < cost:
        text = TN(
            "It costs {n} Fare Swipe to Board, but you have only {held}.",
            "It costs {n} Fare Swipes to Board, but you have only {held}.",
            cost,
            held=held,
        )
        return Refusal("no-swipes", text, BOARDING)
    if state.lines[action.line][0] != EMPTY:
        return STAND_TIGHT
    return None


def _disembark(state: State, player: int, action: Action) -> Refusal | None:
    if action.line not in state.model.own[player]:
        text = T("You can Disembark Commuters only from your own Lines.")
        return Refusal("not-your-line", text, LEAVING)
    rider = state.lines[action.line][action.stop]
    if rider == TOURIST:
        return Refusal("tourist-stays", T("You cannot Disembark a Tourist."), LEAVING)
    if rider != COMMUTER:
        return Refusal("no-commuter", T("There is no Commuter on that Stop."), LEAVING)
    if action.to == NOWHERE:
        return None
    if not state.active.tourists_board:
        text = T("No Tourist can Board while {title} is active.", title=state.active.title)
        return Refusal("no-sightseers", text, ADVISING)
    return _tourist_boards(state, action.to, LEAVING)


def _tourist_boards(state: State, line: int, rule: str) -> Refusal | None:
    if state.tourists == 0:
        return Refusal("no-tourist-left", T("No Tourists are left on the Platform."), rule)
    return STAND_TIGHT if state.lines[line][0] != EMPTY else None


def _run(state: State, player: int, action: Action) -> Refusal | None:
    if action.line not in state.model.own[player]:
        return Refusal("not-your-line", T("You can run only your own Lines."), RUNNING)
    if not _contains(state.hands[player], action.cards):
        return Refusal("not-in-hand", T("You do not hold these Train cards."), RUNNING)
    most = state.active.run_cards
    if len(action.cards) > most:
        cards = TN("{n} Train card", "{n} Train cards", most)
        text = T(
            "While {title} is active, you can discard at most {cards} in one Run.",
            title=state.active.title,
            cards=cards,
        )
        return Refusal("too-many-cards", text, ADVISING)
    return None


def _out_of_service(state: State, player: int, action: Action) -> Refusal | None:
    if action.card not in state.hands[player]:
        return Refusal("not-in-hand", T("You do not hold that Train card."), "Out of Service")
    return None


def _repair(state: State, player: int, action: Action) -> Refusal | None:
    if action.card not in state.out:
        return Refusal("not-out-of-service", T("That card is not Out of Service."), "Repair")
    return None


def _pass(state: State, player: int, action: Action) -> Refusal | None:
    """Always: both Actions need not be used. Source: Action Phase."""
    return None


def _advisory(state: State, player: int, action: Action) -> Refusal | None:
    active = state.active
    if active.kind != "new_action":
        text = T("No Service Advisory with a New Action is active.")
        return Refusal("no-new-action", text, ADVISING)
    if action.effect != active.action:
        text = T(
            "The active Service Advisory is {title}, which does not have that effect.",
            title=active.title,
        )
        return Refusal("other-advisory", text, ADVISING)
    return EFFECTS[action.effect](state, player, action)


# The effects of advisories: the closed list of pack.py. Ruling R7: an effect must change something.


def _take_swipes(state: State, player: int, action: Action) -> Refusal | None:
    if sum(state.swipes) == state.model.pack.fare_swipes:
        return Refusal("platform-empty", T("No Fare Swipes are left on the Platform."), ADVISING)
    return None


def _levy_swipes(state: State, player: int, action: Action) -> Refusal | None:
    if state.swipes[1 - player] == 0:
        return Refusal("opponent-poor", T("Your opponent has no Fare Swipes."), ADVISING)
    return None


def _halve_swipes(state: State, player: int, action: Action) -> Refusal | None:
    if state.swipes[1 - player] < 2:  # ruling R8: half rounds down
        text = T("Your opponent has fewer than 2 Fare Swipes, and half of that rounds down to 0.")
        return Refusal("opponent-poor", text, ADVISING)
    return None


def _eject(state: State, player: int, action: Action) -> Refusal | None:
    """Source: Cards & Components, the example of a card."""
    if action.line in state.model.own[player]:
        text = T("You must choose one of your opponent's Commuters.")
        return Refusal("own-line", text, ADVISING)
    return _stands(state, action, COMMUTER)


def _seat_tourist(state: State, player: int, action: Action) -> Refusal | None:
    if action.line in state.model.own[player]:
        text = T("The Tourist must Board one of your opponent's Lines.")
        return Refusal("own-line", text, ADVISING)
    return _tourist_boards(state, action.line, ADVISING)


def _walk(state: State, player: int, action: Action) -> Refusal | None:
    if why := _on_own_line(state, player, action) or _stands(state, action, COMMUTER):
        return why
    line = state.lines[action.line]
    if action.stop == len(line) - 1:
        return Refusal("end-of-line", T("That Commuter is already on the last Stop."), ADVISING)
    return STAND_TIGHT if line[action.stop + 1] != EMPTY else None


def _see_off(state: State, player: int, action: Action) -> Refusal | None:
    return _on_own_line(state, player, action) or _stands(state, action, TOURIST)


def _advance(state: State, player: int, action: Action) -> Refusal | None:
    """A Line can advance when a Tourist is on its last Stop, or a Rider has an empty Stop ahead."""
    if why := _on_own_line(state, player, action):
        return why
    line = state.lines[action.line]
    ahead = pairwise(line)
    if line[-1] != TOURIST and not any(a != EMPTY and b == EMPTY for a, b in ahead):
        return Refusal("nobody-moves", T("No Rider on that Line can move."), ADVISING)
    return None


def _on_own_line(state: State, player: int, action: Action) -> Refusal | None:
    if action.line not in state.model.own[player]:
        return Refusal("not-your-line", T("You must choose one of your own Lines."), ADVISING)
    return None


def _stands(state: State, action: Action, rider: str) -> Refusal | None:
    if state.lines[action.line][action.stop] == rider:
        return None
    if rider == TOURIST:
        return Refusal("no-tourist", T("There is no Tourist on that Stop."), ADVISING)
    return Refusal("no-commuter", T("There is no Commuter on that Stop."), ADVISING)


def _contains(cards: list[int] | tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    return all(wanted.count(card) <= cards.count(card) for card in wanted)


REASONS: Final[dict[int, Reason]] = {
    BOARD: _board,
    DISEMBARK: _disembark,
    RUN: _run,
    OUT_OF_SERVICE: _out_of_service,
    REPAIR: _repair,
    ADVISORY: _advisory,
    PASS: _pass,
}
EFFECTS: Final[dict[int, Reason]] = {
    TAKE_SWIPES: _take_swipes,
    LEVY_SWIPES: _levy_swipes,
    HALVE_SWIPES: _halve_swipes,
    EJECT: _eject,
    SEAT_TOURIST: _seat_tourist,
    WALK: _walk,
    SEE_OFF: _see_off,
    ADVANCE: _advance,
}
