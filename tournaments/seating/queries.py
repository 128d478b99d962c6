"""The seating of a round: who sits where. Read by the pages of every subpackage."""

from dataclasses import dataclass

from django.db.models import Prefetch, Q, Sum

from tournaments.models import Round, ScoreSheet, Seat, Table
from tournaments.names import by_name


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where in a round: its tables in order, each with its seats in turn order."""

    round: Round
    tables: list[Table]

    @property
    def seats(self) -> list[Seat]:
        return [seat for table in self.tables for seat in table.seats.all()]

    @property
    def is_latest(self) -> bool:
        """Whether no round of the tournament comes after this one. One query."""
        later = self.round.tournament.rounds.filter(number__gt=self.round.number)
        return not later.exists()

    @property
    def by_name(self) -> list[tuple[Seat, Table]]:
        """Every seat with its table, in the order of names as a reader looks for them."""
        pairs = [(seat, table) for table in self.tables for seat in table.seats.all()]
        return by_name(pairs, lambda pair: pair[0].entry.player.name)


def seating(round_: Round) -> Seating:
    """The seating of a round. Two queries."""
    seats = Seat.objects.select_related("entry__player").order_by("position")
    tables = round_.tables.order_by("number").prefetch_related(Prefetch("seats", queryset=seats))
    return Seating(round_, list(tables))


def points(round_: Round) -> dict[int, int]:
    """The points of each seat of a round that has any, as its game writes them. One query."""
    counted = Q(lines__sheet__status__in=ScoreSheet.COUNTED)
    rows = round_.seats.annotate(points=Sum("lines__points", filter=counted)).order_by()
    written = round_.tournament.info.as_written
    return {
        pk: written(given) for pk, given in rows.values_list("pk", "points") if given is not None
    }


# --- Before a round is seated ---------------------------------------------------------------------


# --- Finding a seat -------------------------------------------------------------------------------
