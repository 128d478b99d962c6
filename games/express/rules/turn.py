"""The course of a hand: cards dealt and drawn, turns and rounds, and how it ends.

Moves are trusted to be legal: see ``adjudication`` for why they are not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.express.model import Action
from games.express.rules import score
from games.express.rules.phases import CHOOSE, DEALING, DRAWING, OVER, PLAYING

if TYPE_CHECKING:
    from games.express.rules.state import State


# Cards in and out of hands ------------------------------------------------------------------------


def gain(s: State, p: int, k: int) -> None:
    s.hands[p].append(k)
    s.masks[p] |= s.m.bit[k]


def lose(s: State, p: int, k: int) -> None:
    hand = s.hands[p]
    hand.remove(k)
    if k not in hand:
        s.masks[p] &= ~s.m.bit[k]


# Dealing and drawing ------------------------------------------------------------------------------


def leaves(s: State) -> int:
    """How many discards a reshuffle leaves. In tournaments one and as many as there are unplayed
    Turntables: express-tournament.txt, Clarifications to Printed Rules."""
    return 1 + s.unplayed if s.m.ruleset.leaves_discards else 0


def refill(s: State) -> None:
    """Reshuffle when a card is needed and the deck is empty; the Disaster slot stays. Nothing to
    draw even so: the turn goes on with the cards there are (house ruling)."""
    if s.deck:
        return
    kept = min(leaves(s), len(s.discard))
    s.deck = s.discard[: len(s.discard) - kept]
    del s.discard[: len(s.discard) - kept]
    if not s.deck:
        s.owed = 0
        drawn(s)


def drawn(s: State) -> None:
    if s.hands[s.player]:
        s.phase = PLAYING
    else:
        end_turn(s)


def deal(s: State, a: Action) -> None:
    k = a.card
    s.deck.remove(k)
    p = s.player
    s.hands[p].append(k)
    s.masks[p] |= s.m.bit[k]
    s.owed -= 1
    if s.phase == DEALING:
        s.player = (p + 1) % s.players
        if not s.owed:
            s.phase = CHOOSE
    elif not s.owed:
        s.phase = PLAYING
    else:
        refill(s)


def draw(s: State, _a: Action) -> None:
    """Two cards from the deck: rules/express.md 1.4."""
    s.phase, s.owed = DRAWING, s.m.content.draw
    refill(s)


def take(s: State, _a: Action) -> None:
    """The top discard instead: rules/express.md 1.4."""
    gain(s, s.player, s.discard.pop())
    s.phase = PLAYING


def pass_(s: State, _a: Action) -> None:
    drawn(s)


# The end of a turn --------------------------------------------------------------------------------


def discard(s: State, a: Action) -> None:
    lose(s, s.player, a.card)
    s.discard.append(a.card)
    end_turn(s)


def out(s: State, a: Action) -> None:
    lose(s, s.player, a.card)
    s.discard.append(a.card)
    s.out = s.player
    end_hand(s, "out")


def turntable(s: State, a: Action) -> None:
    """Another full turn, then play goes the other way. Cards that were set aside return to the
    deck, but not in the first round (ruling H37)."""
    lose(s, s.player, a.card)
    s.slot.append(a.card)
    s.unplayed -= 1
    s.direction = -s.direction
    if s.rounds > 1 or not s.m.keeps_first_round_aside:
        return_aside(s)
    if not hand_over(s):
        begin(s, s.player)


def end_turn(s: State) -> None:
    """The next player, but for those who lose a turn."""
    if hand_over(s):
        return
    p = (s.player + s.direction) % s.players
    while s.skips[p]:
        s.skips[p] -= 1
        passed(s, p)
        p = (p + s.direction) % s.players
    begin(s, p)


def begin(s: State, p: int) -> None:
    s.player, s.phase = p, CHOOSE
    s.lifted = s.fresh = s.barred = 0


def hand_over(s: State) -> bool:
    """Count the turn; the conductor ends a hand that takes too long."""
    s.turns += 1
    passed(s, s.player)
    if s.turns < s.limit:
        return False
    end_hand(s, "turns")
    return True


def passed(s: State, p: int) -> None:
    """A round is over when every player has had a turn in it; then what was displayed goes back."""
    s.passed |= 1 << p
    if s.passed == (1 << s.players) - 1:
        s.passed = 0
        s.rounds += 1
        return_aside(s)


def return_aside(s: State) -> None:
    s.deck += s.aside
    s.aside = []


# Hands that do not fit ----------------------------------------------------------------------------


def display(s: State, _a: Action) -> None:
    """Show the hand, set it aside and draw as many: express-tournament.txt, Clarifications."""
    p = s.player
    s.owed = len(s.hands[p])
    s.aside += s.hands[p]
    s.hands[p], s.masks[p] = [], 0
    s.phase = DRAWING
    refill(s)


def redeal(s: State, _a: Action) -> None:
    """A misdeal: everybody is dealt again: rules/express.md 1.9."""
    s.start()


# The end of a hand --------------------------------------------------------------------------------


def call(s: State, _a: Action) -> None:
    """The conductor ends the hand; it is scored as it is (Tournament Time Management)."""
    end_hand(s, "called")


def end_hand(s: State, how: str) -> None:
    """Score it; deal the next unless somebody has reached the target or time is up."""
    points = score.points(s)
    s.tally.append(tuple(points))
    s.scores = [total + more for total, more in zip(s.scores, points, strict=True)]
    s.phase, s.ended = OVER, how
    if how == "called" or not s.target:
        return
    if max(s.scores) >= s.target:
        s.ended = "target"
    elif len(s.tally) >= s.most:
        s.ended = "slot"
    else:
        s.ended = ""
        s.dealer = (s.dealer + 1) % s.players
        s.start()
