"""Expect Delays with a content pack, by the contract of games.kernel."""

from __future__ import annotations

from typing import Any, Final

from games.expect_delays.model import KINDS, Action, Model
from games.expect_delays.pack import SETTINGS, Pack
from games.expect_delays.phases import ENDS
from games.expect_delays.rules import State
from games.kernel import PlayersError, UnknownActionError
from games.options import Option, settle

RULES: Final = 2
"""Raised when behaviour changes, never for speed or style. 2: ruling R18."""
TURNS: Final = 500
"""Turns of a game, ruling R18: two players who only pass would else go on for ever."""


class ExpectDelays:
    """The rules with one pack: immutable, shared, quick to make positions from."""

    key = "expect_delays"
    players = range(2, 3)
    kinds = KINDS
    ends = tuple(end for end in ENDS if end)
    keys = ("points", "riders", "swipes")
    options: tuple[Option, ...] = ()

    def __init__(self, pack: Pack, rules: int = RULES) -> None:
        """``rules`` may be those of an earlier release, for a record of its games."""
        self.rules = rules
        self.model = Model(pack, turns=TURNS if rules > 1 else 0)
        # An Action may be followed by the choice of its Transfer; then pass, turn up, deal.
        self.longest = 3 + TURNS * (2 * SETTINGS["actions"][1] + 3)
        self.pack = pack.name
        self.digest, self.notice = pack.digest, pack.title
        self.actions = tuple(self.model.actions)
        cards = (action for action in self.actions if KINDS[action.kind] in ("run", "deal"))
        self._by_cards = {_by_cards(action.text): action for action in cards}

    def new(self, players: int = 2, **options: Any) -> State:
        """Before the first card. ValueError for other than 2 players, or for any option."""
        if players not in self.players:
            raise PlayersError("Expect Delays", self.players, players)
        settle("Expect Delays", self.options, options)
        return State(self.model)

    def with_rules(self, number: int) -> ExpectDelays:
        """The same game as an earlier release played it."""
        return ExpectDelays(self.model.pack, number)

    def parse(self, text: str) -> Action:
        """The move written so: notation.md; its cards in any order. Raises UnknownActionError."""
        try:
            return self.model.by_text[text]
        except KeyError:
            pass
        try:
            return self._by_cards[_by_cards(text)]
        except KeyError:
            raise UnknownActionError(text, "Expect Delays") from None


def _by_cards(text: str) -> tuple[str, ...]:
    """The words of a move, with its cards in alphabetical order. One space stands between cards."""
    head, between, cards = text.partition(" with ")
    if not between:
        head, between, cards = text.partition(" ")
    return (head, between, *sorted(cards.split(" ")))
