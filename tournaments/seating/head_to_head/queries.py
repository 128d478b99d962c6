"""Queries for the page of a round: all that it shows beside its tables."""

from dataclasses import dataclass

from tournaments.models import Bye, Round
from tournaments.names import by_name
from tournaments.prepared import Prepared
from tournaments.seating.formats.registry import format_of


@dataclass(frozen=True, slots=True)
class Beside:
    """The parts of a round beside its seats: ``byes`` are names, ``walkovers`` matches not played.

    ``not_playing`` are those who have something else than a full bye, each with what it is.
    ``titles`` are those of the matches, by the number of the table.
    """

    byes: list[str]
    not_playing: list[tuple[str, str]]
    walkovers: list[tuple[str, str]]
    titles: dict[int, str]


BYES: Prepared[tuple[str, str]] = Prepared(
    lambda key: (
        Bye.objects.filter(round=key).order_by("pk").values_list("entry__player__name", "kind")
    )
)


def beside(round_: Round) -> Beside:
    """The byes and matches of a round. Three queries at most."""
    rows = by_name(BYES.all(round_.pk), lambda row: row[0])
    matches = format_of(round_.tournament).matches(round_)
    return Beside(
        byes=[name for name, kind in rows if kind == Bye.Kind.FULL],
        not_playing=[
            (name, str(Bye.Kind(kind).label)) for name, kind in rows if kind != Bye.Kind.FULL
        ],
        walkovers=matches.walkovers,
        titles=matches.titles,
    )
