"""Express as a game: one content pack, one ruleset, and its first positions."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from games.express import content, model
from games.express.rules.state import State
from games.kernel import UnknownActionError

ENDS: Final = ("out", "called", "turns", "target", "slot")
"""A hand ends when somebody goes out, the conductor calls time, or its turns are used up; a game
when somebody has the target, or the hands that a slot has room for are played."""


class Express:
    """The game with one content pack and its ruleset. Raises PackError, OSError."""

    key: Final = "express"
    rules: Final = 1
    kinds: Final = model.KINDS
    ends: Final = ENDS
    keys: Final = ("points",)
    players: Final = range(2, 7)

    def __init__(self, profile: str | Path | content.Content = "house") -> None:
        """``profile``: a name, a conductor's own file, or content that was read before."""
        if not isinstance(profile, content.Content):
            profile = content.read(profile)
        self.content = profile
        self.ruleset = content.rulesets()[self.content.ruleset]
        self.model = model.Model(self.content, self.ruleset)
        self.pack = self.content.key
        self.digest, self.notice = self.content.digest, self.content.notice
        self.actions = self.model.actions
        turns = 6 * self.content.turns
        self.longest = self.content.hands * (6 * self.content.deal + 60 * turns)

    def new(self, players: int, **options: Any) -> State:
        """A hand about to be dealt, or a game of hands when ``target`` (points) is given.

        Options: ``dealer`` (a seat; the player to its left begins), ``target`` (0: one hand),
        ``turns`` (for each player, until the conductor ends a hand), ``hands`` (the most hands of
        a game). Raises ValueError for a wrong number of players or an option that is not good.
        """
        if players not in self.players:
            raise ValueError(f"Express is for {self.players[0]} to {self.players[-1]} players.")
        state = State()
        state.m, state.players = self.model, players
        state.dealer = _option(options, "dealer", players - 1, players - 1)
        state.target = _option(options, "target", 0, 10_000)
        state.limit = players * _option(options, "turns", self.content.turns, None, least=1)
        state.most = _option(options, "hands", self.content.hands, None, least=1)
        if options:
            raise ValueError(f"Express has no option {min(options)!r}.")
        state.scores, state.tally, state.ended = [0] * players, [], ""
        return state.start()

    def parse(self, text: str) -> model.Action:
        """The move of that text: see notation.md. Raises UnknownActionError."""
        try:
            return self.model.by_text[text]
        except KeyError:
            raise UnknownActionError(f"{text!r} is no move of Express.") from None


def _option(
    options: dict[str, Any], name: str, default: int, most: int | None, *, least: int = 0
) -> int:
    """An option's value, from ``least`` to ``most``; no ``most`` means not above the default."""
    value = options.pop(name, default)
    most = default if most is None else most
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"The option {name!r} is a whole number from {least} to {most}.")
    return value
