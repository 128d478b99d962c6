"""The seating of a round: who sits where. Read by the pages of every subpackage."""

from dataclasses import dataclass

from django.db.models import Prefetch

from tournaments.models import Round, Seat, Table
from tournaments.registration.rules import loose


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where in a round: its tables in order, each with its seats in turn order."""

    round: Round
    tables: list[Table]

    @property
    def seats(self) -> list[Seat]:
        return [seat for table in self.tables for seat in table.seats.all()]

    @property
    def by_name(self) -> list[tuple[Seat, Table]]:
        """Every seat with its table, in the order of names as a reader looks for them."""
        pairs = [(seat, table) for table in self.tables for seat in table.seats.all()]
        return sorted(
            pairs, key=lambda pair: (loose(pair[0].entry.player.name), pair[0].entry.player.name)
        )


def seating(round_: Round) -> Seating:
    """The seating of a round. Two queries."""
    seats = Seat.objects.select_related("entry__player").order_by("position")
    tables = round_.tables.order_by("number").prefetch_related(Prefetch("seats", queryset=seats))
    return Seating(round_, list(tables))


# --- Before a round is seated ---------------------------------------------------------------------


# --- Finding a seat -------------------------------------------------------------------------------
