"""The rule of a tournament in words: how its score is made and what breaks ties."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.measures import MEASURES, Measure
from scoring.schemes import Scheme


@dataclass(frozen=True, slots=True)
class Rule:
    """A scheme, and the steps of the ranking in the order that holds here."""

    scheme: Scheme
    steps: list[Measure]
    has_own_tie_breaks: bool


def rule_of(tournament) -> Rule:
    """The rule that a tournament is ranked by."""
    return Rule(
        scheme=tournament.points_scheme,
        steps=measures_of(tournament.chain),
        has_own_tie_breaks=tournament.tie_breaks is not None,
    )


def measures_of(chain: Iterable[str]) -> list[Measure]:
    return [MEASURES[key] for key in chain]
