"""The final numbers of players at the tables of a tournament, and who is out of it."""

from datetime import datetime

from django.db.models import Exists, OuterRef

from scoring.placement import Merit, added
from tournaments.models import (
    Adjustment,
    ScoreSheet,
    Seat,
    SheetLine,
    Tournament,
    in_counted_rounds,
)

#: The condition that an entry plays no more.
IS_DISQUALIFIED = Exists(
    Adjustment.objects.filter(
        entry=OuterRef("pk"), kind=Adjustment.Kind.DISQUALIFIED, taken_back_at=None
    )
)


def disqualified(tournament: Tournament) -> set[int]:
    """The entries (ids) that play no more. One query."""
    return set(tournament.entries.filter(IS_DISQUALIFIED).values_list("pk", flat=True))


def decided_order(tournament: Tournament) -> dict[int, datetime]:
    """The decision (its moment) that put each entry in an order among equals. One query."""
    rows = Adjustment.objects.filter(
        entry__tournament=tournament, kind__in=Adjustment.ORDER, taken_back_at=None
    )
    return dict(rows.values_list("entry_id", "given_at"))


def ended_with(tournament: Tournament, **which: object) -> dict[int, dict[int, Merit]]:
    """Return the players' final numbers by table (id) and entry, of those who have any.

    ``which`` narrows the seats. Two queries.
    """
    seats = Seat.objects.filter(in_counted_rounds(), round__tournament=tournament, **which)
    seats = seats.order_by("round__number", "table__number", "position")
    lines = SheetLine.objects.filter(
        seat__in=seats, sheet__status__in=ScoreSheet.COUNTED
    ).order_by()
    merits: dict[int, Merit] = {}
    for seat, points, breaks in lines.values_list("seat_id", "points", "tie_breaks"):
        merits[seat] = added(merits.get(seat, ()), (points, *(breaks or ())))
    tables: dict[int, dict[int, Merit]] = {}
    for table, seat, entry in seats.values_list("table_id", "pk", "entry_id"):
        if seat in merits:
            tables.setdefault(table, {})[entry] = merits[seat]
    return tables
