"""Why a move is not legal: the plain writing of the rules, apart from ``legal``.

Every refusal has a stable code, a sentence for the table and its source. "House ruling" is a
source too: see notation.md for what the sources leave open.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from games.express import model
from games.express.model import Action
from games.express.rules import disaster_refusals, phases, train_refusals
from games.express.rules.phases import OVER
from games.express.rules.sources import (
    CHANGED,
    CLARIFIED,
    DISASTERS,
    GOING_OUT,
    SET_UP,
    TIME,
    TRAINS,
    TURN,
    ends,
    holds,
)
from games.kernel import ARBITER, Refusal
from games.texts import T

if TYPE_CHECKING:
    from games.express.rules.state import State


GAME_OVER: Final = Refusal("over", T("The game is over."), TIME)
NOT_YOURS: Final = Refusal("not-your-turn", T("It is not this player's turn."), TURN)
ONLY_CALLS: Final = Refusal("conductor-plays", T("The conductor can only call time."), TIME)
NOT_CONDUCTOR: Final = Refusal(
    "conductor-only", T("Only the conductor can end a hand early."), TIME
)
NO_SEAT: Final = Refusal("no-such-seat", T("There is no such seat at this table."), SET_UP)

EXPECTED: Final[dict[int, tuple[frozenset[int], Refusal]]] = {
    phases.DEALING: (
        frozenset({model.DEAL}),
        Refusal("must-deal", T("The cards are being dealt."), SET_UP),
    ),
    phases.DRAWING: (
        frozenset({model.DEAL}),
        Refusal("must-draw", T("A card must be drawn from the deck now."), TURN),
    ),
    phases.CHOOSE: (
        frozenset({model.DRAW, model.TAKE, model.PASS}),
        Refusal("must-choose", T("First draw from the deck or take the top discard."), TURN),
    ),
    phases.PLAYING: (
        frozenset(
            {
                model.START,
                model.ADD,
                model.DIESEL,
                model.WAY,
                model.LIFT,
                model.DISCARD,
                model.OUT,
                model.TURNTABLE,
                model.DISASTER,
                model.CANCEL,
                model.DISPLAY,
                model.REDEAL,
            }
        ),
        Refusal("must-play", T("Now play cards, then discard one."), TURN),
    ),
    phases.SECOND: (
        frozenset({model.ADD}),
        Refusal(
            "must-add", T("A Wild in first position needs a second car: add it now."), CLARIFIED
        ),
    ),
    phases.LOCOS: (
        frozenset({model.LOCO}),
        Refusal("must-lay-loco", T("That train has no Loco yet: lay one now."), TRAINS),
    ),
    phases.REPLY: (
        frozenset({model.BLOCK, model.ALLOW}),
        Refusal("must-answer", T("Block the Disaster or allow it."), DISASTERS),
    ),
    phases.SWITCH: (
        frozenset({model.ENGINE}),
        Refusal("must-switch", T("Name one of your own trains for the switch."), DISASTERS),
    ),
}
"""The moves that each phase takes, and the refusal of any other."""


def refusal(s: State, player: int, a: Action) -> Refusal | None:
    """None when the move is legal."""
    if s.phase == OVER:
        return GAME_OVER
    if a.kind == model.CALL or player == ARBITER:
        return _conductor(player, a)
    if player not in s.actors():
        return NOT_YOURS
    kinds, otherwise = EXPECTED[s.phase]
    if a.kind not in kinds:
        return otherwise
    if a.seat >= s.players:
        return NO_SEAT
    return CHECKS[a.kind](s, a)


def _conductor(player: int, a: Action) -> Refusal | None:
    """The conductor may end a hand at any point, and plays no cards."""
    if player != ARBITER:
        return NOT_CONDUCTOR
    return None if a.kind == model.CALL else ONLY_CALLS


# Drawing ------------------------------------------------------------------------------------------


def deal(s: State, a: Action) -> Refusal | None:
    if a.card in s.deck:
        return None
    return Refusal("not-in-deck", T("No {name} is left in the deck.", name=s.m.names[a.card]), TURN)


def can_draw(s: State) -> bool:
    """The deck has cards, or a reshuffle gives it some beyond those that it leaves."""
    if s.deck:
        return True
    left = s.unplayed + 1 if s.m.ruleset.leaves_discards else 0
    return len(s.discard) - left > 0


def draw(s: State, _a: Action) -> Refusal | None:
    if can_draw(s):
        return None
    return Refusal("deck-empty", T("The deck is empty and nothing can be reshuffled."), CLARIFIED)


def take(s: State, _a: Action) -> Refusal | None:
    if s.discard:
        return None
    return Refusal("no-discard", T("There is no discard to take."), TURN)


def pass_(s: State, _a: Action) -> Refusal | None:
    if can_draw(s) or s.discard:
        return Refusal("can-draw", T("You cannot pass: there are cards to draw or to take."), TURN)
    return None


# The end of a turn --------------------------------------------------------------------------------


def out(s: State, a: Action) -> Refusal | None:
    if why := ends(s, a):
        return why
    if len(s.hands[s.player]) > 1:
        text = T("To go out, you must have no cards left after your discard.")
        return Refusal("cards-left", text, GOING_OUT)
    if s.rounds == 1:
        return Refusal("first-round-out", T("You cannot go out in the first round."), SET_UP)
    if s.m.ruleset.transition_bars_out and s.barred:
        text = T("You cannot go out: you played a Wild as a transition this turn.")
        return Refusal("transition", text, CHANGED)
    return _long_enough(s)


def _long_enough(s: State) -> Refusal | None:
    """One train of each required length, and no other train too short."""
    scoring = s.m.content.scoring
    sizes = [len(cars) for cars in s.cars[s.player] if cars]
    for length in scoring.lengths:
        longest = max(sizes, default=0)
        if longest < length:
            text = T("To go out, you need a train of {length} cars.", length=length)
            return Refusal("too-short", text, GOING_OUT)
        sizes.remove(longest)
    if any(size < scoring.others for size in sizes):
        text = T("To go out, you need {others} cars in every other train.", others=scoring.others)
        return Refusal("short-train", text, GOING_OUT)
    return None


def _misfit(s: State) -> Refusal | None:
    """A hand is displayed only when it can be neither played nor discarded down."""
    down = len(s.hands[s.player]) - 1 <= s.m.content.hand_limit
    if down or any(refusal(s, s.player, move) is None for move in s.m.plays):
        text = T("Keep this hand: you can still play from it or discard down to the limit.")
        return Refusal("can-play", text, CLARIFIED)
    return None


def display(s: State, _a: Action) -> Refusal | None:
    if why := _misfit(s):
        return why
    if s.m.ruleset.redeals and s.rounds == 1:
        text = T("In the first round this is a misdeal: everybody is dealt a new hand.")
        return Refusal("misdeal", text, SET_UP)
    return None


def redeal(s: State, _a: Action) -> Refusal | None:
    if why := _misfit(s):
        return why
    if not s.m.ruleset.redeals:
        text = T("There is no redeal: display your hand and draw a new one.")
        return Refusal("no-redeal", text, CLARIFIED)
    if s.rounds > 1:
        return Refusal("late-redeal", T("A misdeal is possible only in the first round."), SET_UP)
    return None


CHECKS: Final[tuple[Callable[[State, Action], Refusal | None], ...]] = (
    deal,
    draw,
    take,
    pass_,
    train_refusals.start,
    train_refusals.add,
    train_refusals.diesel,
    train_refusals.way,
    train_refusals.lift,
    holds,
    ends,
    out,
    ends,
    disaster_refusals.disaster,
    disaster_refusals.cancel,
    disaster_refusals.block,
    disaster_refusals.allow,
    disaster_refusals.engine,
    display,
    redeal,
)
"""By kind of move, in the order of ``model.KINDS``; time is called before it comes to these."""
