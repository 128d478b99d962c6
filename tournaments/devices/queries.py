"""Table sheets and open seats, each read in a fixed number of queries."""

from dataclasses import dataclass

from django.db.models import Prefetch, Q, QuerySet
from django.http import HttpRequest

from games.catalogue import Setup
from tournaments import addresses, qr
from tournaments.models import HallTable, Player, Round, Seat, Table, seats_of
from tournaments.texts import say

#: Rows of an empty score grid for a game with a sheet per hand; no slot has time for more.
HANDS_ON_PAPER = 10
#: The rounds whose tables people sit at.
OPEN = (Round.Status.PUBLISHED, Round.Status.RUNNING)


@dataclass(frozen=True, slots=True)
class TableSheet:
    """The sheet on a table: the code that stays there, its seats, and an empty score grid."""

    table: Table
    code: str
    address: str
    picture: str
    seats: list[Seat]


@dataclass(frozen=True, slots=True)
class ResultSlip:
    """A slip for the result of one hand, or (hand None) of a whole game."""

    table: Table
    hand: int | None
    seats: list[Seat]


def table_sheets(request: HttpRequest, round_: Round) -> list[TableSheet]:
    """The sheets of all tables of a round. Three queries."""
    codes = {code.number: code for code in round_.tournament.event.hall_tables.all()}
    sheets = []
    for table in _tables_with_seats(round_):
        # A round seated by an older release may have a table without a code that stays.
        sign: HallTable | Table = table.hall_table or codes.get(table.number) or table
        address = addresses.absolute(request, sign.get_absolute_url())
        seats_there = list(table.seats.all())
        sheets.append(TableSheet(table, sign.code, address, qr.picture(address), seats_there))
    return sheets


def result_slips(round_: Round, hands: list[int | None]) -> list[ResultSlip]:
    """A slip for each of these hands at each table of a round, table by table. Two queries."""
    return [
        ResultSlip(table, hand, list(table.seats.all()))
        for table in _tables_with_seats(round_)
        for hand in hands
    ]


def slip_hands(setup: Setup, hands: int) -> list[int | None]:
    """The hands that slips are printed for; a whole game takes one slip."""
    return list(range(1, hands + 1)) if setup.info.sheet_per == "hand" else [None]


def _tables_with_seats(round_: Round) -> QuerySet[Table]:
    seats = Seat.objects.select_related("entry__player", "played_by", "begun_by")
    seats = seats.order_by("position")
    return round_.tables.order_by("number").prefetch_related(Prefetch("seats", queryset=seats))


def grid_rows(setup: Setup) -> list[str]:
    """The names of the rows of an empty score grid: hands, or what the game's sheet asks for."""
    if setup.info.sheet_per == "hand":
        return [str(number) for number in range(1, HANDS_ON_PAPER + 1)]
    return [say(field.label) for field in setup.sheet.fields]


def tables_now(sign: HallTable, player: Player | None) -> list[Table]:
    """The games now at a table of the hall, one in each tournament at most; if the player sits at
    some of these, only those. Two queries."""
    tables = Table.objects.filter(
        Q(hall_table=sign) | Q(hall_table=None, number=sign.number),
        round__tournament__event=sign.event_id,
        round__status__in=OPEN,
    )
    found = list(tables.select_related("round__tournament__event").order_by("pk"))
    if player and len(found) > 1:
        seats = seats_of(player).filter(table__in=found)
        own = set(seats.values_list("table_id", flat=True))
        found = [table for table in found if table.pk in own] or found
    return found


def open_seats(player: Player) -> list[Seat]:
    """The seats of a player in published and running rounds. One query."""
    seats = seats_of(player).filter(round__status__in=OPEN)
    return list(
        seats.select_related("table__hall_table__room", "round__tournament__event").order_by("pk")
    )
