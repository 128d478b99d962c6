"""The rule of a tournament in words: how its score is made and what breaks ties."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.catalogue import GameInfo
from scoring.measure import Measure
from scoring.measures import MEASURES
from scoring.schemes import Scheme, scheme
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Rule:
    """A scheme, and the steps of the ranking in the order that holds here."""

    scheme: Scheme
    steps: list[Measure]
    has_own_tie_breaks: bool
    game: GameInfo

    @property
    def left_out(self) -> list[Measure]:
        """The tie-breaks of the scheme that say nothing of this game."""
        if self.has_own_tie_breaks or not self.game.fewer_is_better:
            return []
        return [one for one in measures_of(scheme(self.scheme.key).chain) if one.needs_points]


def rule_of(tournament: Tournament) -> Rule:
    """The rule that a tournament is ranked by."""
    return Rule(
        scheme=tournament.points_scheme,
        steps=measures_of(tournament.chain),
        has_own_tie_breaks=tournament.tie_breaks is not None,
        game=tournament.info,
    )


def measures_of(chain: Iterable[str]) -> list[Measure]:
    return [MEASURES[key] for key in chain]
