"""Express as a game: one content pack, one ruleset, and its first positions."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, Final

from games.express import content, model
from games.express.rules.state import State
from games.kernel import PlayersError, UnknownActionError
from games.options import Option, settle
from games.texts import T

ENDS: Final = ("out", "called", "turns", "target", "slot")
"""A hand ends when somebody goes out, the conductor calls time, or its turns are used up; a game
when somebody has the target, or the hands that a slot has room for are played."""

RULES: Final = 2
"""Raised when behaviour changes, never for speed or style. 2: ruling H37."""
MOST_POINTS: Final = 10_000
"""The highest target."""


class Express:
    """The game with one content pack and its ruleset. Raises PackError, OSError."""

    key: Final = "express"
    kinds: Final = model.KINDS
    ends: Final = ENDS
    keys: Final = ("points",)
    players: Final = range(2, 7)

    def __init__(self, profile: str | Path | content.Content = "house", rules: int = RULES) -> None:
        """``profile``: a name, a conductor's own file, or content that was read before. ``rules``
        may be those of an earlier release, for a record of its games."""
        if not isinstance(profile, content.Content):
            profile = content.read(profile)
        self.content = profile
        self.ruleset = content.rulesets()[self.content.ruleset]
        self.model = model.Model(self.content, self.ruleset, keeps_first_round_aside=rules > 1)
        self.rules = rules
        self.pack = self.content.key
        self.digest, self.notice = self.content.digest, self.content.notice
        self.actions = self.model.actions
        turns = 6 * self.content.turns
        self.longest = self.content.hands * (6 * self.content.deal + 60 * turns)
        self.options = _options(self.content)

    def new(self, players: int, **options: Any) -> State:
        """A hand about to be dealt, or a game of hands when ``target`` (points) is given.

        Raises ValueError for a wrong number of players or an option that is not good.
        """
        if players not in self.players:
            raise PlayersError("Express", self.players, players)
        chosen = settle("Express", self.options, options)
        dealer = players - 1 if chosen["dealer"] is None else chosen["dealer"]
        if dealer >= players:
            last = players - 1
            raise ValueError(T("The option 'dealer' must be a seat from 0 to {last}.", last=last))
        state = State()
        state.m, state.players = self.model, players
        state.dealer, state.target = dealer, chosen["target"]
        state.limit, state.most = players * chosen["turns"], chosen["hands"]
        state.scores, state.tally, state.ended = [0] * players, [], ""
        return state.start()

    def with_rules(self, number: int) -> Express:
        """The same game as an earlier release played it."""
        return Express(self.content, number)

    def parse(self, text: str) -> model.Action:
        """The move of that text: see notation.md. Raises UnknownActionError."""
        try:
            return self.model.by_text[text]
        except KeyError:
            raise UnknownActionError(text, "Express") from None


def _options(pack: content.Content) -> tuple[Option, ...]:
    """All are of one game: a tournament has settings of its own for the target and the time."""
    last, turns, hands = Express.players[-1] - 1, pack.turns, pack.hands
    sentences = {
        "dealer": T(
            "The seat that deals first. The seat to its left begins. Default: the last seat."
        ),
        "target": T("Points that end the game; 0 plays a single hand."),
        "turns": T("Turns for each player in a hand before the conductor ends it."),
        "hands": T("The most hands in a game."),
    }
    whole = partial(Option, kind="whole", per="game")
    return (
        whole("dealer", label=T("Dealer"), sentence=sentences["dealer"], high=last),
        whole(
            "target", label=T("Target"), sentence=sentences["target"], default=0, high=MOST_POINTS
        ),
        whole(
            "turns", label=T("Turns"), sentence=sentences["turns"], default=turns, low=1, high=turns
        ),
        whole(
            "hands", label=T("Hands"), sentence=sentences["hands"], default=hands, low=1, high=hands
        ),
    )
