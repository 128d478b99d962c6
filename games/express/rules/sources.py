"""The sources of all refusals, and the two rules that hold for every card played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.express.model import Action
from games.kernel import Refusal
from games.texts import T

if TYPE_CHECKING:
    from games.express.rules.state import State

# express-tournament.txt, by heading; a refusal names it in the words of players.
CLARIFIED: Final = "Tournament supplement, Clarifications to Printed Rules"
CHANGED: Final = "Tournament supplement, Rule Change for Competitive Play"
TIPS: Final = "Tournament supplement, Tournament Tips"
TIME: Final = "Tournament supplement, Tournament Time Management"
# rules/express.md 1.3 to 1.7, which sums up what could be found of the printed rules.
SET_UP: Final = "Summary of the printed rules, Set-up"
TURN: Final = "Summary of the printed rules, Turn"
TRAINS: Final = "Summary of the printed rules, Trains"
DISASTERS: Final = "Summary of the printed rules, Disasters"
GOING_OUT: Final = "Summary of the printed rules, Going out"
HOUSE: Final = "House ruling"


def holds(s: State, a: Action) -> Refusal | None:
    """A card is played from the hand of whose turn it is."""
    if a.card in s.hands[s.player]:
        return None
    return Refusal("not-in-hand", T("You do not hold {name}.", name=s.m.names[a.card]), TURN)


def keeps_one(s: State, cards: int) -> Refusal | None:
    """One card must be left to discard, also in the turn of going out."""
    if len(s.hands[s.player]) > cards:
        return None
    text = T("Keep one card: every turn ends with a discard.")
    return Refusal("needs-discard", text, TURN)


def fits(s: State, gained: int = 0) -> Refusal | None:
    """At most five cards are left in hand at the end of a turn."""
    limit = s.m.content.hand_limit
    if len(s.hands[s.player]) - 1 + gained <= limit:
        return None
    text = T("You can keep at most {limit} cards in hand at the end of your turn.", limit=limit)
    return Refusal("hand-limit", text, CLARIFIED)


def ends(s: State, a: Action) -> Refusal | None:
    return holds(s, a) or fits(s)
