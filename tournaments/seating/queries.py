"""The seating of a round: who sits where. Read by the pages of every subpackage."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Prefetch, Q, Sum

from tournaments.models import (
    Adjustment,
    EarlierSeating,
    Entry,
    Round,
    ScoreSheet,
    Seat,
    SheetVersion,
    Table,
    in_counted_rounds,
)
from tournaments.names import by_name, loose, remark_on_seat
from tournaments.prepared import Prepared
from tournaments.verbs import Verb, read_verb

#: So many changes of a kind say why a seating is asked about.
SHOWN_CHANGES = 12


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
        return by_name(pairs, lambda pair: pair[0].entry.player.shown_name)


def is_latest(round_: Round) -> bool:
    """Whether no round of the tournament follows from this one. One query.

    Heats follow from nothing, whatever their number.
    """
    later = round_.tournament.rounds.filter(number__gt=round_.number)
    if round_.is_heat:
        later = later.exclude(kind=Round.Kind.PRELIMINARY, session__isnull=False)
    return not later.exists()


def has_open_sheets(round_: Round) -> bool:
    """Whether nobody agreed to some sheet of its tournament. One query."""
    return ScoreSheet.objects.filter(
        in_counted_rounds("table__round"),
        table__round__tournament=round_.tournament_id,
        status__in=ScoreSheet.OPEN,
    ).exists()


def seating(round_: Round) -> Seating:
    """The seating of a round. Two queries."""
    seats = Seat.objects.select_related("entry__player", "played_by", "begun_by")
    seats = seats.order_by("position")
    tables = round_.tables.order_by("number").prefetch_related(Prefetch("seats", queryset=seats))
    return Seating(round_, list(tables))


def only_one_out(round_: Round, earlier: EarlierSeating | None) -> str:
    """The name of the one person whom the last change took out of a seating; empty if it did
    anything else. Two queries at most.
    """
    takes_out = (Verb.REPAIR_SEATING, Verb.TAKE_OUT_OF_SEATING)
    if earlier is None or read_verb(earlier.verb) not in takes_out:
        return ""
    before = {entry for table in earlier.tables for entry in table}
    gone = before - set(round_.seats.values_list("entry_id", flat=True))
    if len(gone) != 1:
        return ""
    return Entry.objects.values_list("player__shown_name", flat=True).get(pk=gone.pop())


@dataclass(frozen=True, slots=True)
class Changes:
    """The decisions of conductors about earlier rounds since one was made, the latest first."""

    versions: list[SheetVersion]
    adjustments: list[Adjustment]


def changes_since(round_: Round) -> Changes:
    """The changes since a round was made that it may have been made otherwise for. Two queries."""
    act, since = SheetVersion.Act, round_.made_at
    if since is None:
        return Changes([], [])
    versions = SheetVersion.objects.filter(
        sheet__table__round__tournament=round_.tournament_id,
        sheet__table__round__number__lt=round_.number,
        act__in=(act.RULE, act.CORRECT, act.VOID, act.UNDO),
        at__gt=since,
    )
    adjustments = Adjustment.objects.filter(entry__tournament=round_.tournament_id)
    adjustments = adjustments.filter(Q(given_at__gt=since) | Q(taken_back_at__gt=since))
    return Changes(
        list(
            versions.select_related(
                "sheet__table__round__tournament", "sheet__table__hall_table__room"
            ).order_by("-at", "-pk")[:SHOWN_CHANGES]
        ),
        list(adjustments.select_related("entry__player").order_by("-given_at")[:SHOWN_CHANGES]),
    )


class ShownSeat(NamedTuple):
    """A seat as the page of a round shows it.

    ``table`` is the number of its table in the round, ``hall_table`` that of the hall if it stands
    at one, and ``room`` the name of the room.
    """

    pk: int
    table: int
    hall_table: int | None
    room: str | None
    code: str
    position: int
    entry_id: int
    name: str
    handle: str
    helps: bool
    played_by: str | None
    begun_by: str | None

    @property
    def remark(self) -> str:
        """Whose the result is, where the name does not say it."""
        return remark_on_seat(self.name, self.played_by, self.begun_by, helps=self.helps)

    @property
    def shown(self) -> int:
        """The number of the table that people look for."""
        return self.hall_table or self.table


SHOWN_SEATS: Prepared[tuple[Any, ...]] = Prepared(
    lambda key: (
        Seat.objects.filter(round=key)
        .order_by("table__number", "position")
        .values_list(
            "pk", "table__number", "table__hall_table__number", "table__hall_table__room__name",
            "table__code", "position", "entry_id",
            "entry__player__shown_name", "entry__player__handle", "helps",
            "played_by__shown_name", "begun_by__shown_name",
        )
    )
)  # fmt: skip


def shown_seats(round_: Round) -> list[ShownSeat]:
    """All seats of a round, by table and in turn order. One query."""
    return [ShownSeat(*row) for row in SHOWN_SEATS.all(round_.pk)]


def find_seats(seats: list[ShownSeat], search: str) -> list[ShownSeat]:
    """The seats of the tables that are searched for: by number, or by the name of somebody there.

    Commas separate several searches, such as "12, 47" or "Ann, Bo".
    """
    wanted = [loose(term) for term in search.split(",") if term.strip()]
    found = {
        seat.table
        for seat in seats
        for term in wanted
        if (term == str(seat.shown) if term.isdecimal() else term in loose(seat.name))
    }
    return [seat for seat in seats if seat.table in found]


def points(round_: Round) -> dict[int, int]:
    """The points of each seat of a round that has any, as its game writes them. One query."""
    counted = Q(lines__sheet__status__in=ScoreSheet.COUNTED)
    rows = round_.seats.annotate(points=Sum("lines__points", filter=counted)).order_by()
    written = round_.tournament.info.as_written
    return {
        pk: written(given) for pk, given in rows.values_list("pk", "points") if given is not None
    }
