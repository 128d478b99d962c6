"""Table sheets and open seats, each read in a fixed number of queries."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, Q, QuerySet
from django.http import HttpRequest

from games.catalogue import Setup
from tournaments import addresses, qr
from tournaments.devices.rules import opens_by_name
from tournaments.models import (
    Bye,
    Entry,
    Event,
    FixtureGame,
    HallTable,
    Player,
    Round,
    Seat,
    Table,
    Tournament,
    games_to_play,
    seats_of,
)
from tournaments.texts import say
from tournaments.timetable.queries import has_sessions

#: Rows of an empty score grid for a game with a sheet per hand; no slot has time for more.
HANDS_ON_PAPER = 10
#: The rounds whose tables people sit at.
OPEN = (Round.Status.PUBLISHED, Round.Status.RUNNING)
#: Where a player says who they are: at a table, in a game, or, without either, at their own name.
Place = Table | FixtureGame | Player


def event_of(place: Place) -> Event:
    """The event of a table, a game or a player."""
    if isinstance(place, Player):
        return place.event
    if isinstance(place, FixtureGame):
        return place.fixture.week.fixture_list.tournament.event
    return place.round.tournament.event


def people_at(place: Place) -> dict[int, Player]:
    """Who plays at a table, by seat; or the two of a game, 1 and 2; a player is 1. One query."""
    if isinstance(place, Player):
        return dict(enumerate(Player.objects.filter(pk=place.pk), start=1))
    if isinstance(place, FixtureGame):
        games = FixtureGame.objects.filter(pk=place.pk).order_by()
        game = games.select_related("home__player", "away__player").first()
        return {1: game.home.player, 2: game.away.player} if game else {}
    seats = place.seats.select_related("entry__player", "played_by").order_by("position")
    return {seat.position: seat.sitting for seat in seats}


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
        seats.select_related(
            "table__hall_table__room", "round__tournament__event", "round__session"
        ).order_by("pk")
    )


def sitting_out(player: Player) -> list[tuple[Entry, Bye | None]]:
    """The entries of somebody without a seat, each with its bye in a round that is on now, if it
    has one. Two queries."""
    entries = player.entries.select_related("tournament").order_by("tournament__created_at")
    byes = Bye.objects.filter(entry__player=player, round__status__in=OPEN)
    now = {bye.entry_id: bye for bye in byes.select_related("round")}
    return [(entry, now.get(entry.pk)) for entry in entries]


@dataclass(frozen=True, slots=True)
class Unseated:
    """The entries that keep somebody from a seat, each with its bye in a round that is on now, if
    it has one; and whether a seat comes by itself."""

    sitting_out: list[tuple[Entry, Bye | None]]
    seat_comes: bool


def unseated(player: Player, event: Event) -> Unseated:
    """The reasons for which somebody has no seat. Three queries.

    Where there is a timetable people come to sessions, and nobody is checked in at a desk.
    """
    fixtures = Tournament.Pairing.FIXTURES
    found = sitting_out(player)
    mine = [(entry, bye) for entry, bye in found if entry.tournament.pairing != fixtures]
    going = [(entry, bye) for entry, bye in mine if not entry.tournament.has_ended]
    if mine and not going:
        return Unseated(mine, seat_comes=False)
    seated = {Entry.Status.CHECKED_IN}
    if has_sessions(event):
        seated |= {Entry.Status.ENTERED, Entry.Status.WAITING}
    kept = [(entry, bye) for entry, bye in going if bye or entry.status not in seated]
    return Unseated(kept, seat_comes=len(kept) < len(going) or not going)


def open_games(player: Player) -> list[FixtureGame]:
    """The games of fixtures that a player has still to play, the first due first. One query."""
    found = games_to_play(player).select_related(
        "home__player", "away__player", "fixture__week__fixture_list__tournament__event"
    )
    return list(found.order_by("due_on", "pk"))


def takes_pins(event: Event, now: datetime) -> bool:
    """Whether a PIN opens a phone at an event for somebody without a table and a game."""
    return opens_by_name(event.starts_on, event.ends_on, event.zone, now)


@dataclass(frozen=True, slots=True)
class Playing:
    """How an event is played: at tables, by fixtures over weeks, or both."""

    leagues: list[Tournament]
    has_tables: bool


def playing_at(event: Event) -> Playing:
    """How an event is played; before it has a tournament, at tables. One query."""
    found = event.tournaments.exclude(status=Tournament.Status.CANCELLED)
    found = found.only("name", "slug", "pairing").order_by("created_at", "pk")
    leagues = [one for one in found if one.pairing == Tournament.Pairing.FIXTURES]
    return Playing(leagues, has_tables=not leagues or len(leagues) < len(found))
