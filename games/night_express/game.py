"""Night Express with a content pack, by the contract of games.kernel."""

from __future__ import annotations

from typing import Any, Final

from games.kernel import PlayersError, UnknownActionError
from games.night_express.model import KINDS, Action, Model
from games.night_express.pack import PLAYERS, Pack
from games.night_express.rules import State
from games.night_express.viewing import Words
from games.options import Option, settle
from games.texts import T

RULES: Final = 2
"""Raised when behaviour changes, never for speed or style. 2: rulings N19, N32, N33."""
LONGEST: Final = 5000
"""Entries of a record: bounded by the cards, the bids and one exchange each. Six players who want
no train until the last moment come to some 4,400; play at random needs some 350."""
EXPERT: Final = T("expert")
OPTIONS: Final = (
    Option(
        "version",
        "choice",
        T("Version"),
        T(
            "The expert rules, or the simplified rules, which have no rent and no upgrading "
            "or moving of trains."
        ),
        default=EXPERT,
        choices=(EXPERT, T("simplified")),
    ),
    Option(
        "extra_event",
        "flag",
        T("Extra event"),
        T(
            "In the expert version, each player gets a second event from round 3 on, for any "
            "of their own routes."
        ),
        default=False,
    ),
)


class NightExpress:
    """The rules with one pack: immutable, shared, quick to make positions from."""

    key = "night_express"
    players = PLAYERS
    kinds = KINDS
    ends = ("finished",)
    keys = ("points", "money")
    options = OPTIONS
    longest = LONGEST

    def __init__(self, pack: Pack, rules: int = RULES) -> None:
        """``rules`` may be those of an earlier release, for a record of its games."""
        self.rules = rules
        self.model = Model(pack, rules)
        self.words = Words(self.model)
        self.pack = pack.name
        self.digest, self.notice = pack.digest, pack.title
        self.actions = tuple(self.model.actions)

    def new(self, players: int, **options: Any) -> State:
        """Before the first starting player is drawn. ValueError for a wrong number of players or
        an option that is not good. Ruling N13: the simplified version has no extra event."""
        if players not in self.players:
            raise PlayersError("Night Express", self.players, players)
        chosen = settle("Night Express", self.options, options)
        expert = chosen["version"] == EXPERT
        extra = expert and chosen["extra_event"]
        return State(self.words, players, expert=expert, extra_event=extra)

    def with_rules(self, number: int) -> NightExpress:
        """The same game as an earlier release played it."""
        return NightExpress(self.model.pack, number)

    def parse(self, text: str) -> Action:
        """The move written so: notation.md. Raises UnknownActionError."""
        try:
            return self.model.by_text[text]
        except KeyError:
            raise UnknownActionError(text, "Night Express") from None
