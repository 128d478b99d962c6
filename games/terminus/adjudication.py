"""Why a move of Terminus is not legal, written plainly from the rulebook.

The second writing of the rules: it shares no list of moves with offers.py, and the tests hold the
two to each other over every move. Source: terminus.txt, by heading. This file has who may act, the
setup, the income and what goes on with an action; reasons.py has what begins one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from games.kernel import ARBITER, Refusal
from games.terminus import building_reasons, developing_reasons, model, reasons
from games.terminus.costs import Why, has
from games.terminus.model import NOWHERE, Action
from games.terminus.names import IN_BOX
from games.terminus.pack import RESOURCES, TYPES
from games.terminus.phases import (
    BONUSES,
    BUILDS,
    BUYING,
    CARD,
    CHOOSING,
    DEALING,
    DRAWING,
    KEEPING,
    LAST_OF_CHANCE,
    LOBBYIST,
    OTHER_BONUS,
    PHASES,
    PRIMES,
    REWARDS,
    SHOWING,
    SITES,
    SURPLUS,
    TILING,
    TOKENS,
    TURN,
    UNLOCKING,
)
from games.texts import TN, T

if TYPE_CHECKING:
    from games.terminus.rules import State

SETUP: Final = "Main Board Set Up"
INCOME: Final = "Annual Income"


def refusal(state: State, player: int, action: Action) -> Why:
    """Why ``player`` may not play ``action`` now, or None when it is legal."""
    if state.end():
        return Refusal("over", T("The game is over."), "End of Game")
    if player == ARBITER:
        if action.kind == model.STOP:
            return None
        return Refusal("arbiter-stops", T("The conductor can only end the game."), "Ruling T14")
    if player not in state.actors():
        return _not_in_turn(state, player)
    if action.kind not in WANTED[state.phase]:
        return _not_now(state, action)
    return REASONS[action.kind](state, player, action)


def _not_in_turn(state: State, player: int) -> Refusal:
    if state.phase in (KEEPING, BONUSES) and player >= 0:
        text = T("You have already chosen.")
        return Refusal("chosen", text, INCOME if state.phase == BONUSES else "Turn Order")
    if state.phase == TURN and player in state.passed:
        text = T("You have passed, so you take no more actions in this Year.")
        return Refusal("has-passed", text, "Passing")
    return Refusal("not-your-turn", T("It is not your turn."), "Turn Order")


def _not_now(state: State, action: Action) -> Refusal:
    """A move for another time."""
    if action.kind == model.STOP:
        return Refusal("not-a-move", T("Only the conductor can end the game."), "Ruling T14")
    if state.phase <= LAST_OF_CHANCE:
        return Refusal(
            "not-drawn-now", T("This step comes first: {phase}.", phase=PHASES[state.phase]), SETUP
        )
    if state.phase == SURPLUS:
        text = T("First return resources until your storage can hold the rest.")
        return Refusal("surplus-first", text, "Collecting and spending resources")
    if state.phase == TURN:
        text = T("Begin your turn by moving your Player Marker to a Zone for an action there.")
        return Refusal("no-action", text, "Taking a Turn")
    text = T("Finish this step first: {phase}.", phase=PHASES[state.phase])
    return Refusal("finish-first", text, "Taking a Turn")


# Chance


def _tile(state: State, player: int, action: Action) -> Why:
    """Source: Main Board Set Up, 3: type by type, so many of each."""
    wanted = state.tiles_wanted() // len(TYPES)
    for kind in range(len(TYPES)):
        stack = [n for n, each in enumerate(state.model.type_of) if each == kind]
        shown = sum(state.site[n] != IN_BOX for n in stack)
        if shown < wanted:
            if action.item in stack and state.site[action.item] == IN_BOX:
                return None
            break
    return Refusal("not-in-stack", T("That tile is not in the stack being drawn from."), SETUP)


def _token(state: State, player: int, action: Action) -> Why:
    if state.token.count(action.item) == state.model.pack.tokens:
        return Refusal("no-token", T("No Demand of that District is left."), SETUP)
    return None


def _project(state: State, player: int, action: Action) -> Why:
    if action.item in state.display:
        return Refusal("on-display", T("That Project is already on display."), SETUP)
    return None


def _agenda(state: State, player: int, action: Action) -> Why:
    if not state.bag >> action.item & 1:
        return Refusal("not-in-deck", T("That Agenda is not in the deck."), "Agendas")
    return None


def _any(state: State, player: int, action: Action) -> Why:
    """Whatever is asked for now."""
    return None


# The setup and the income


def _keep(state: State, player: int, action: Action) -> Why:
    if action.item not in state.drawn[player]:
        return Refusal("not-in-hand", T("You do not hold that Agenda."), "Agendas")
    return None


def _prime(state: State, player: int, action: Action) -> Why:
    owner = state.owner[action.item]
    if owner != NOWHERE:
        text = T("Place your Prime Hub on an empty Plot.")
        if owner == state.players:
            text = T(
                "Place your Prime Hub on an empty Plot. The Automa's is placed before yours: "
                "ruling T11, which is ours."
            )
        return Refusal("plot-taken", text, "Turn Order & Prime Hub Placement")
    return None


def _bonus(state: State, player: int, action: Action) -> Why:
    """Any area; or in place of one that cannot be collected in full, one that can."""
    if state.phase == BONUSES or action.item == state.bonus[player]:
        return None
    goods = state.model.pack.board.bonuses[action.item]
    short = [n for n, count in enumerate(goods.cubes) if count > state.market[n]]
    if short or goods.rails > state.rails_left[player]:
        return Refusal(
            "not-in-full",
            T("There is not enough left for you to collect {goods}.", goods=goods.words),
            INCOME,
        )
    return None


def _reward(state: State, player: int, action: Action) -> Why:
    """Columns from the left: nothing, 1 coin, 1 resource, 1 resource or 2 coins, or both (R1)."""
    behind = state.players - 1 - state.order.index(player)
    if action.item == model.COINS:
        if behind != 3:  # the fourth column
            text = T("Your column does not offer coins instead of a resource.")
            return Refusal("no-coins-instead", text, "Turn Order Rewards")
    elif not state.market[action.item]:
        text = T("No {resource} is left.", resource=RESOURCES[action.item].capitalize())
        return Refusal("none-left", text, "Turn Order Rewards")
    return None


def _return(state: State, player: int, action: Action) -> Why:
    if not has(state, player, action.item):
        text = T("You have no {resource}.", resource=RESOURCES[action.item].capitalize())
        return Refusal("none-to-return", text, "Collecting and spending resources")
    return None


# What goes on with an action


def _site(state: State, player: int, action: Action) -> Why:
    block = state.model.pack.city.blocks[action.item]
    kind = state.model.type_of[state.item]
    if kind not in block.zones:
        text = T(
            "Block {id} is not zoned for {type} Developments.",
            id=block.id,
            type=TYPES[kind].capitalize(),
        )
        return Refusal("not-zoned", text, "Develop Zone")
    return developing_reasons.site(state, player, action.item)


def _lobbyist_to(state: State, player: int, action: Action) -> Why:
    return developing_reasons.arrives(state, player, state.item, action.item)


def _unlock(state: State, player: int, action: Action) -> Why:
    if state.unlocked[player] >> action.item & 1:
        return Refusal("unlocked", T("That Build Upgrade is already unlocked."), "Build Upgrades")
    return None


def _more_rails(state: State, player: int, action: Action) -> Why:
    return reasons.rails(state, player, action, state.coins[player])


def _link(state: State, player: int, action: Action) -> Why:
    if state.made >= state.most:
        return _limit(state)
    return building_reasons.link(state, player, action.item)


def _hub(state: State, player: int, action: Action) -> Why:
    if state.made >= state.most:
        return _limit(state)
    return building_reasons.hub(state, player, action.item)


def _limit(state: State) -> Refusal:
    text = TN(
        "This Build allows at most {n} link or Hub.",
        "This Build allows at most {n} links and Hubs.",
        state.most,
    )
    return Refusal("build-limit", text, "How to Build")


def _done(state: State, player: int, action: Action) -> Why:
    if state.phase == BUILDS and not state.made:
        text = T("In a Build you must place a Stop or make a Connection.")
        return Refusal("nothing-built", text, "Ruling R3")
    return None


WANTED: Final[dict[int, tuple[int, ...]]] = {
    TILING: (model.TILE,),
    TOKENS: (model.TOKEN,),
    SHOWING: (model.PROJECT,),
    CARD: (model.AUTOMA,),
    DEALING: (model.AGENDA,),
    DRAWING: (model.AGENDA,),
    KEEPING: (model.KEEP,),
    BONUSES: (model.BONUS,),
    PRIMES: (model.PRIME,),
    OTHER_BONUS: (model.BONUS,),
    REWARDS: (model.REWARD,),
    SURPLUS: (model.RETURN,),
    TURN: tuple(reasons.REASONS),
    CHOOSING: (model.KEEP,),
    SITES: (model.SITE,),
    LOBBYIST: (model.LOBBYIST_TO,),
    UNLOCKING: (model.UNLOCK,),
    BUYING: (model.MORE_RAILS, model.DONE),
    BUILDS: (model.LINK, model.BUILD_HUB, model.DONE),
}
"""The kinds of move that the table waits for."""
REASONS: Final[dict[int, Callable[[State, int, Action], Why]]] = {
    model.TILE: _tile,
    model.TOKEN: _token,
    model.PROJECT: _project,
    model.AUTOMA: _any,
    model.AGENDA: _agenda,
    model.KEEP: _keep,
    model.PRIME: _prime,
    model.BONUS: _bonus,
    model.REWARD: _reward,
    model.RETURN: _return,
    model.SITE: _site,
    model.LOBBYIST_TO: _lobbyist_to,
    model.UNLOCK: _unlock,
    model.MORE_RAILS: _more_rails,
    model.LINK: _link,
    model.BUILD_HUB: _hub,
    model.DONE: _done,
    **reasons.REASONS,
}
