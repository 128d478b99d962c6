"""Queries for the page of a round: all that it shows beside its tables."""

from dataclasses import dataclass

from tournaments.models import Bye, Round
from tournaments.names import by_name
from tournaments.prepared import Prepared
from tournaments.seating.formats.registry import format_of


@dataclass(frozen=True, slots=True)
class Beside:
    """The parts of a round beside its seats: ``byes`` are names, ``walkovers`` matches not played.

    ``titles`` are those of the matches, by the number of the table.
    """

    byes: list[str]
    walkovers: list[tuple[str, str]]
    titles: dict[int, str]


BYES: Prepared[tuple[str]] = Prepared(
    lambda key: Bye.objects.filter(round=key).order_by("pk").values_list("entry__player__name")
)


def beside(round_: Round) -> Beside:
    """The byes and matches of a round. Three queries at most."""
    byes = [name for (name,) in BYES.all(round_.pk)]
    matches = format_of(round_.tournament).matches(round_)
    return Beside(by_name(byes, str), matches.walkovers, matches.titles)
