"""What the page of a position shows, gathered: the position, the moves, and the record so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from games.kernel import ARBITER, CHANCE
from games.record import Record
from tournaments.adjudicator import faces, rules

BEFORE: Final = 40
AFTER: Final = 3
"""So many entries before and after the position are listed; the others are a step or two away."""


@dataclass(frozen=True, slots=True)
class Line:
    """An entry of the record: its number from 1, who, what, and the ruling that it stands by."""

    number: int
    player: str
    move: str
    ruling: str


@dataclass(frozen=True, slots=True)
class Choices:
    """The legal moves of one who may act. ``shown`` are those with the words looked for."""

    player: str
    word: str
    moves: list[str]
    shown: set[str]


class Desk:
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
        """The engine's word for how the game ended."""
        return self.state.end()

    @property
    def waits_for_chance(self) -> bool:
        return self.actors == (CHANCE,)

    @property
    def to_act(self) -> list[str]:
        return [faces.name_of(player) for player in self.actors]

    @property
    def later(self) -> int:
        """Entries that come after this position."""
        return self.last - self.at

    @property
    def taken_back(self) -> int:
        """Lines of the log that are no longer in force."""
        return len(self.record.log) - self.last

    @property
    def face(self) -> faces.Face:
        return faces.face(self.record.game.key, self.state)

    @property
    def secrets(self) -> list[tuple[str, faces.Facts]]:
        return faces.secrets(self.state, self.record.players)

    @property
    def choices(self) -> list[Choices]:
        """By who may act; the conductor's last, where there are any."""
        found = []
        for player in (*self.actors, ARBITER):
            moves = [str(action) for action in self.state.legal_actions(player)]
            if moves or player != ARBITER:
                shown = {move for move in moves if self.find.casefold() in move.casefold()}
                name = faces.name_of(player)
                found.append(Choices(name, rules.word_of(player), moves, shown))
        return found

    @property
    def all_moves(self) -> list[str]:
        """Every move of the game, legal or not, for the suggestions of the question."""
        return [str(action) for action in self.record.game.actions]

    @property
    def lines(self) -> list[Line]:
        """The entries around the position, the latest first."""
        first = max(0, self.at - BEFORE)
        entries = self.record.entries[first : self.at + AFTER]
        found = [
            Line(number, faces.name_of(player), str(action), ruling)
            for number, (player, action, ruling) in enumerate(entries, first + 1)
        ]
        return found[::-1]

    @property
    def steps(self) -> list[tuple[str, int]]:
        """Where else in the record one may go, as words and a number of entries."""
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
    def places(self) -> faces.Grid:
        """How it stands, by place."""
        keys = self.record.game.keys
        placings = sorted(self.state.placings(), key=lambda one: (one.place, one.player))
        rows = [
            (str(one.place), [[faces.name_of(one.player)], *([str(key)] for key in one.keys)])
            for one in placings
        ]
        return faces.Grid("", [_("Seat"), *(faces.label(key) for key in keys)], rows)
