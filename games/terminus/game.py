"""Terminus with a content pack, by the contract of games.kernel."""

from __future__ import annotations

from typing import Any, Final

from games.kernel import PlayersError, UnknownActionError
from games.options import Option, settle
from games.terminus.model import KINDS, Action, Model
from games.terminus.pack import Pack
from games.terminus.phases import ENDS
from games.terminus.rules import State
from games.texts import T

RULES: Final = 2
"""Raised when behaviour changes, never for speed or style. 2: a player who cannot have any Bonus in
full is not asked for another (T2)."""
LONGEST: Final = 12_000
"""Entries of a record. Three Years of 18 turns and two Checkpoints for each of 5 players are 300
moves; one turn has fewer than 40 (all Rails bought one by one, or all that can be built)."""
WITH_TWO: Final = 2
AUTOMA: Final = Option(
    key="automa",
    kind="flag",
    label=T("With the Automa"),
    sentence=T(
        "With two players, the Automa builds a third line, as in the rulebook; its Prime "
        "Hub is placed before theirs, by our ruling T11. With more players it does not "
        "play."
    ),
    default=True,
)
FIRST_GAME: Final = Option(
    key="first_game",
    kind="flag",
    label=T("First game"),
    sentence=T(
        "Use the Projects and Developments that the rulebook advises for a first game, "
        "instead of drawing them at random."
    ),
    default=False,
)


class Terminus:
    """The rules with one pack: immutable, shared, quick to make positions from."""

    key = "terminus"
    players = range(2, 6)
    kinds = KINDS
    ends = tuple(ENDS.values())
    keys = ("prestige", "fewest discs left", "coins")
    longest = LONGEST
    options: tuple[Option, ...] = (AUTOMA, FIRST_GAME)

    def __init__(self, pack: Pack, rules: int = RULES) -> None:
        """``rules`` may be those of an earlier release, for a record of its games."""
        self.rules = rules
        self.model = Model(pack, rules)
        self.pack = pack.name
        self.digest, self.notice = pack.digest, pack.title
        self.actions = tuple(self.model.actions)

    def new(self, players: int, **options: Any) -> State:
        """Before anything is drawn. ValueError for a wrong number of players, or option."""
        if players not in self.players:
            raise PlayersError("Terminus", self.players, players)
        chosen = settle("Terminus", self.options, options)
        automa = chosen["automa"] and players == WITH_TWO
        return State.begin(self.model, players, automa=automa, first_game=chosen["first_game"])

    def with_rules(self, number: int) -> Terminus:
        """The same game as an earlier release played it."""
        return Terminus(self.model.pack, number)

    def parse(self, text: str) -> Action:
        """The move written so: notation.md. Raises UnknownActionError."""
        try:
            return self.model.by_text[text]
        except KeyError:
            raise UnknownActionError(text, "Terminus") from None
