"""The sheets of a tournament that nobody agreed to: a list, and one act for all of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from tournaments.errors import Refused
from tournaments.ledger import Actor
from tournaments.models import ScoreSheet, Table, Tournament, in_counted_rounds
from tournaments.results.ruling.services import confirm_hand

#: More than these are on no page; what is left comes with the next.
MOST = 500


@dataclass(slots=True)
class Agreed:
    """How many sheets a conductor agreed to, and why not to the others."""

    count: int = 0
    refused: list[tuple[ScoreSheet, Refused]] = field(default_factory=list)


def open_sheets(tournament: Tournament) -> list[ScoreSheet]:
    """The sheets that count and nobody agreed to, or somebody disputes. Two queries."""
    sheets = ScoreSheet.objects.filter(
        in_counted_rounds("table__round"),
        table__round__tournament=tournament,
        status__in=ScoreSheet.OPEN,
    )
    places = sheets.select_related("table__round__tournament", "table__hall_table__room")
    people = places.prefetch_related("lines__seat__entry__player")
    return list(people.order_by("table__round__number", "table__number", "number")[:MOST])


def agree_to_all(
    tournament: Tournament, seen: Mapping[int, int], *, by: Actor, at: datetime
) -> Agreed:
    """Agree, as a conductor, to each sheet of which ``seen`` has the version, by its key.

    Each is a change of its own, and an entry of the ledger. A disputed sheet waits for a ruling,
    and one that changed since is left alone.
    """
    found = Agreed()
    for sheet in open_sheets(tournament):
        if sheet.pk not in seen or sheet.status != ScoreSheet.Status.REPORTED:
            continue
        table = Table(pk=sheet.table_id)
        try:
            confirm_hand(table, sheet.number, by=by, at=at, version=seen[sheet.pk])
        except Refused as refusal:
            found.refused.append((sheet, refusal))
        else:
            found.count += 1
    return found
