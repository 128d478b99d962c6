"""The page of a position as one value: the position, the moves, and the record so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.kernel import ARBITER, CHANCE
from games.record import Record
from tournaments.adjudicator import rules, view_words
from tournaments.adjudicator.position_view import (
    Facts,
    Grid,
    PositionView,
    name_of,
    secrets_of,
    view_of,
)

BEFORE: Final = 40
AFTER: Final = 3
"""How many entries before and after the position are listed; the others are a step or two away."""


@dataclass(frozen=True, slots=True)
class RecordLine:
    """An entry of the record: its number from 1, the player, the move, and the ruling behind it."""

    number: int
    player: str
    move: str
    ruling: str


@dataclass(frozen=True, slots=True)
class Choices:
    """The legal moves of a player who may act. ``shown`` are those that match the search."""

    player: str
    word: str
    moves: list[str]
    shown: set[str]


class PositionPage:
    """A record, and the position in it after the first ``at`` entries; the last if not given."""

    def __init__(self, record: Record[Any], at: int | None = None, find: str = "") -> None:
        last = len(record.entries)
        self.record, self.last = record, last
        self.at = last if at is None else min(at, last)
        self.find = find
        self.state = record.at(self.at)
        self.actors = self.state.actors()

    @property
    def text(self) -> str:
        return self.record.dump()

    @property
    def is_over(self) -> bool:
        return not self.actors

    @property
    def end(self) -> str:
        """How the game ended."""
        return view_words.end(self.state.end())

    @property
    def waits_for_chance(self) -> bool:
        return self.actors == (CHANCE,)

    @property
    def to_act(self) -> list[str]:
        return [name_of(player) for player in self.actors]

    @property
    def later(self) -> int:
        """Entries that come after this position."""
        return self.last - self.at

    @property
    def taken_back(self) -> int:
        """Lines of the log that are no longer in force."""
        return len(self.record.log) - self.last

    @property
    def view(self) -> PositionView:
        return view_of(self.record.game.key, self.state)

    @property
    def secrets(self) -> list[tuple[str, Facts]]:
        return secrets_of(self.state, self.record.players)

    @property
    def choices(self) -> list[Choices]:
        """The moves of each player who may act; the conductor's come last, if there are any."""
        found = []
        for player in (*self.actors, ARBITER):
            moves = [str(action) for action in self.state.legal_actions(player)]
            if moves or player != ARBITER:
                shown = {move for move in moves if self.find.casefold() in move.casefold()}
                name = name_of(player)
                found.append(Choices(name, rules.word_of(player), moves, shown))
        return found

    @property
    def all_moves(self) -> list[str]:
        """Every move of the game, legal or not, for the suggestions of the question."""
        return [str(action) for action in self.record.game.actions]

    @property
    def lines(self) -> list[RecordLine]:
        """The entries around the position, the latest first."""
        first = max(0, self.at - BEFORE)
        entries = self.record.entries[first : self.at + AFTER]
        found = [
            RecordLine(number, name_of(player), str(action), ruling)
            for number, (player, action, ruling) in enumerate(entries, first + 1)
        ]
        return found[::-1]

    @property
    def steps(self) -> list[tuple[str, int]]:
        """Links to other positions of the record: their words and number of entries."""
        at, last = self.at, self.last
        back, on = at - BEFORE, at + BEFORE
        found = []
        if at > 0:
            found.append((_("Start"), 0))
        if back > 0:
            found.append((_("%(count)s back") % {"count": BEFORE}, back))
        if at > 0:
            found.append((_("Back"), at - 1))
        if at < last:
            found.append((_("On"), at + 1))
        if on < last:
            found.append((_("%(count)s on") % {"count": BEFORE}, on))
        if at < last:
            found.append((_("End"), last))
        return found

    @property
    def places(self) -> Grid:
        """The standing at this position, by place."""
        keys = self.record.game.keys
        placings = sorted(self.state.placings(), key=lambda one: (one.place, one.player))
        rows = [
            (
                str(one.place),
                [[name_of(one.player)], *([str(key)] for key in one.keys)],
            )
            for one in placings
        ]
        return Grid("", [pgettext("noun", "Seat"), *(view_words.label(key) for key in keys)], rows)
