"""The results of a tournament's tables: all that standings are made from."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from fractions import Fraction
from typing import Generic, NamedTuple

from scoring.placement import Merit, P


class Helper(NamedTuple):
    """Somebody at a table who only fills a seat there, by their number among those who do."""

    number: int


@dataclass(frozen=True, slots=True)
class GameResult(Generic[P]):
    """The result of one table in one round: what each of its players ended the game with.

    ``second`` is who had the second side at a table of two (Downtown; Black in chess). A game that
    was not ``played`` was won by default. ``helpers`` are the results of those who only filled a
    seat: they hold places at the table, and are ranked nowhere.
    """

    round: int
    merits: Mapping[P, Merit]
    second: P | None = None
    played: bool = True
    helpers: Sequence[Merit] = ()

    @property
    def table(self) -> Mapping[P | Helper, Merit]:
        """The results of everybody at the table, also of the helpers."""
        if not self.helpers:
            return self.merits  # type: ignore[return-value]  # the keys of a mapping do not vary
        whole: dict[P | Helper, Merit] = dict(self.merits.items())
        return whole | {Helper(number): merit for number, merit in enumerate(self.helpers)}


class Average(Enum):
    """The games that an adjusted score is the average of."""

    OWN = auto()  # the player's games
    ROUND = auto()  # all games of the round


@dataclass(frozen=True, slots=True)
class Results(Generic[P]):
    """The results of a tournament so far.

    ``players`` has everybody who belongs into the standings, also who played nothing. ``byes`` are
    pairs of a round and a player who sat it out by no fault of their own, ``half_byes`` those of a
    round and a player who asked to, and get half of it: a draw where players meet ``head_to_head``.
    ``awards`` are adjusted scores by round and player, for a game that could not be played: points
    of the scheme, or an average. Where the player has a result, that counts instead.
    ``pending`` are those of a round and a player who still plays in it. ``penalties`` are points
    taken off the score.
    ``reached`` has the stage of each player who went on after the preliminary games: 1 the first
    stage after them, and so on. ``final`` has what its players ended the last stage with, once that
    stage decides the top places, and ``final_tables`` the number of the table of each of them, the
    top table's the lowest, where there are several: somebody whose table has no result yet has ()
    in ``final``. ``lot`` is the seed of the drawn lots, and ``lot_names`` what a
    player is known by in the draw; without one, ``str`` of the player. Where players met
    ``head_to_head``, a table that is tied is a draw, whatever the scheme.
    """

    games: Sequence[GameResult[P]] = ()
    players: Collection[P] = ()
    byes: Collection[tuple[int, P]] = ()
    half_byes: Collection[tuple[int, P]] = ()
    awards: Mapping[tuple[int, P], Fraction | Average] = field(default_factory=dict)
    pending: Collection[tuple[int, P]] = ()
    penalties: Mapping[P, Fraction] = field(default_factory=dict)
    disqualified: Collection[P] = ()
    reached: Mapping[P, int] = field(default_factory=dict)
    final: Mapping[P, Merit] = field(default_factory=dict)
    final_tables: Mapping[P, int] = field(default_factory=dict)
    lot: str = ""
    lot_names: Mapping[P, str] = field(default_factory=dict)
    head_to_head: bool = False

    def everybody(self) -> list[P]:
        """Each player once, in the order in which the results name them first."""
        named: dict[P, None] = dict.fromkeys(self.players)
        for game in self.games:
            named.update(dict.fromkeys(game.merits))
        out = (*self.byes, *self.half_byes, *self.awards)
        named.update(dict.fromkeys(player for _round, player in out))
        named.update(dict.fromkeys(self.reached))
        named.update(dict.fromkeys(self.final))
        return list(named)
