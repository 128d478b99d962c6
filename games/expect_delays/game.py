"""Expect Delays with a content pack, by the contract of games.kernel."""

from __future__ import annotations

from typing import Any, Final

from games.expect_delays.model import KINDS, Action, Model
from games.expect_delays.pack import Pack
from games.expect_delays.phases import ENDS
from games.expect_delays.rules import State
from games.kernel import UnknownActionError
from games.options import Option, settle

RULES: Final = 1
"""Raised when behaviour changes, never for speed or style."""
LONGEST: Final = 5000
"""Entries of a record. The rulebook has no bound: two players who only pass could go on for ever.
Play at random needs some 600."""


class ExpectDelays:
    """The rules with one pack: immutable, shared, quick to make positions from."""

    key = "expect_delays"
    rules = RULES
    players = range(2, 3)
    kinds = KINDS
    ends = tuple(end for end in ENDS if end)
    keys = ("points", "riders", "swipes")
    options: tuple[Option, ...] = ()
    longest = LONGEST

    def __init__(self, pack: Pack) -> None:
        self.model = Model(pack)
        self.pack = pack.name
        self.digest, self.notice = pack.digest, pack.title
        self.actions = tuple(self.model.actions)

    def new(self, players: int = 2, **options: Any) -> State:
        """Before the first card. ValueError for other than 2 players, or for any option."""
        if players not in self.players:
            raise ValueError("Expect Delays is for 2 players")
        settle("Expect Delays", self.options, options)
        return State(self.model)

    def parse(self, text: str) -> Action:
        """The move written so: notation.md. Raises UnknownActionError."""
        try:
            return self.model.by_text[text]
        except KeyError:
            raise UnknownActionError(f"{text!r} is no move of Expect Delays") from None
