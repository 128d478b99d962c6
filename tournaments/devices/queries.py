"""Table sheets and open seats, each read in a fixed number of queries."""

from dataclasses import dataclass

from django.db.models import Prefetch
from django.http import HttpRequest

from games.catalogue import Setup
from tournaments import addresses, qr
from tournaments.models import Player, Round, Seat, Table

#: Rows of an empty score grid for a game with a sheet per hand; no slot has time for more.
HANDS_ON_PAPER = 10


@dataclass(frozen=True, slots=True)
class TableSheet:
    """The sheet on a table: its QR code, its seats, and an empty score grid."""

    table: Table
    address: str
    picture: str
    seats: list[Seat]


def table_sheets(request: HttpRequest, round_: Round) -> list[TableSheet]:
    """The sheets of all tables of a round. Two queries."""
    seats = Seat.objects.select_related("entry__player").order_by("position")
    tables = round_.tables.order_by("number").prefetch_related(Prefetch("seats", queryset=seats))
    sheets = []
    for table in tables:
        address = addresses.absolute(request, table.get_absolute_url())
        sheets.append(TableSheet(table, address, qr.picture(address), list(table.seats.all())))
    return sheets


def grid_rows(setup: Setup) -> list[str]:
    """The names of the rows of an empty score grid: hands, or what the game's sheet asks for."""
    if setup.info.sheet_per == "hand":
        return [str(number) for number in range(1, HANDS_ON_PAPER + 1)]
    return [field.label for field in setup.sheet.fields]


def open_seats(player: Player) -> list[Seat]:
    """The seats of a player in published and running rounds. One query."""
    visible = (Round.Status.PUBLISHED, Round.Status.RUNNING)
    seats = Seat.objects.filter(entry__player=player, round__status__in=visible)
    return list(seats.select_related("table", "round__tournament__event").order_by("pk"))
