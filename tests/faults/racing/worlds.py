"""The events in which verbs race: one for each try, many built at once."""

import itertools
from dataclasses import dataclass
from datetime import timedelta

from tests.builders import NOON, express_values, minutes
from tournaments.clock.clock_events import ClockAct, ClockCommand
from tournaments.clock.serialization import as_value, timing_rules
from tournaments.ledger import Actor
from tournaments.models import (
    Call,
    ClockChange,
    ClockWarning,
    Entry,
    Event,
    Player,
    Round,
    ScoreSheet,
    Seat,
    SheetLine,
    SheetVersion,
    Table,
    Tournament,
)

Act, Status = SheetVersion.Act, ScoreSheet.Status

DRAFT, PUBLISHED, RUNNING, FINISHED, CLOSED = "draft", "published", "running", "finished", "closed"
STATUS = {
    DRAFT: Round.Status.SEATED,
    PUBLISHED: Round.Status.PUBLISHED,
    RUNNING: Round.Status.RUNNING,
    FINISHED: Round.Status.RUNNING,
    CLOSED: Round.Status.CLOSED,
}
# With as many, nobody need meet again in the next round, so its search is soon over.
TABLES, SEATS = 5, 4
#: So many are here and sit nowhere: enough for a table.
SPARE = 3
POINTS = {1: 30, 2: 12, 3: 0, 4: -5}
#: A hand as the database has it: the first seat went out.
DATA = {
    "points": [*POINTS.values()],
    "went_out": [True, False, False, False],
}
NOW = NOON + minutes(40)
NUMBERS = itertools.count(1)
#: The hands of each table: their status. The third table has not begun.
HANDS = {1: [Status.REPORTED, Status.DISPUTED, Status.DEALT], 2: [Status.REPORTED]}


@dataclass(frozen=True, slots=True)
class World:
    """One event in which two things happen at once."""

    event_id: int
    tournament_id: int
    round_id: int

    @property
    def event(self) -> Event:
        return Event.objects.get(pk=self.event_id)

    @property
    def tournament(self) -> Tournament:
        return Tournament.objects.select_related("event").get(pk=self.tournament_id)

    @property
    def round(self) -> Round:
        return Round.objects.select_related("tournament__event").get(pk=self.round_id)

    def table(self, number: int) -> Table:
        tables = Table.objects.select_related("round__tournament__event")
        return tables.get(round_id=self.round_id, number=number)

    def seat(self, table: int, position: int = 1) -> Seat:
        seats = Seat.objects.select_related("table__round__tournament__event", "entry__player")
        return seats.get(round_id=self.round_id, table__number=table, position=position)

    def player(self, table: int, position: int) -> Actor:
        player = self.seat(table, position).entry.player
        return Actor(name=player.name, player=player, device="phone")

    @property
    def late(self) -> list[Entry]:
        """Those who are here and sit nowhere."""
        late = Entry.objects.filter(tournament_id=self.tournament_id, seats=None)
        return list(late.select_related("player", "tournament__event").order_by("pk"))


def make_worlds(count: int, state: str) -> list[World]:
    """So many events alike, each with a round in this state. Few queries for any number."""
    day = NOON.date()
    found = Event.objects.bulk_create(
        Event(name="Race", slug=f"race-{next(NUMBERS)}", starts_on=day, ends_on=day)
        for _event in range(count)
    )
    values = express_values(slug="race")
    tournaments = Tournament.objects.bulk_create(
        Tournament(event=event, name="Race", **values) for event in found
    )
    rounds = Round.objects.bulk_create(_round(tournament, state) for tournament in tournaments)
    _people(rounds)
    if state in (RUNNING, FINISHED, CLOSED):
        _hands(rounds, state)
    return [World(r.tournament.event_id, r.tournament_id, r.pk) for r in rounds]


def _round(tournament: Tournament, state: str) -> Round:
    made = Round(tournament=tournament, number=1, status=STATUS[state], seating_seed=1)
    if state in (RUNNING, FINISHED, CLOSED):
        made.started_at, made.ends_at = NOON, NOON + tournament.slot
        made.warning_at = made.ends_at - tournament.warning
        made.cutoff_at = made.ends_at - tournament.cutoff
        made.force_end_at = made.ends_at - tournament.force_end
        made.clock_epoch = 1
    if state == CLOSED:
        made.closed_at = NOON
    return made


def _people(rounds: list[Round]) -> None:
    """Everybody at their tables, and some who sit nowhere."""
    count = TABLES * SEATS + SPARE
    players = Player.objects.bulk_create(
        Player(event=r.tournament.event, name=f"P{n}", identity=f"p{n}", pin=f"{100_000 + n}")
        for r in rounds
        for n in range(count)
    )
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=rounds[n // count].tournament,
            player=player,
            status=Entry.Status.CHECKED_IN,
            entered_at=NOON,
            status_at=NOON,
        )
        for n, player in enumerate(players)
    )
    tables = Table.objects.bulk_create(
        Table(round=r, number=number, code=f"{r.pk:06}{number}"[-8:])
        for r in rounds
        for number in range(1, TABLES + 1)
    )
    sitting = [entry for n, entry in enumerate(entries) if n % count < TABLES * SEATS]
    seats = Seat.objects.bulk_create(
        Seat(
            round=tables[n // SEATS].round,
            table=tables[n // SEATS],
            entry=entry,
            position=n % SEATS + 1,
        )
        for n, entry in enumerate(sitting)
    )
    Call.objects.bulk_create(
        Call(table=seat.table, seat=seat, kind=Call.Kind.RULES, called_at=NOON)
        for seat in seats[:: TABLES * SEATS]
    )


def _hands(rounds: list[Round], state: str) -> None:
    """The rounds until now, and a clock that was changed before."""
    ClockChange.objects.bulk_create(
        ClockChange(
            tournament=r.tournament,
            round=r,
            act=command.act,
            at=command.at,
            actor="Anna",
            value=as_value(command),
        )
        for r in rounds
        for command in (
            ClockCommand(ClockAct.START, NOON, rules=timing_rules(r)),
            ClockCommand(ClockAct.CUTOFF, NOON, amount=timedelta(0)),
        )
    )
    ClockWarning.objects.bulk_create(
        ClockWarning(
            tournament=r.tournament, round=r, kind="early", epoch=1, due_at=NOON + minutes(30)
        )
        for r in rounds
    )
    tables = list(Table.objects.filter(round__in=rounds).prefetch_related("seats"))
    if state in (FINISHED, CLOSED):
        reason = Table.EndReason.TIME
        Table.objects.filter(round__in=rounds).update(
            status=Table.Status.FINISHED, end_reason=reason, ended_at=NOON
        )
    else:
        playing = Table.Status.PLAYING
        Table.objects.filter(round__in=rounds, number__lt=TABLES).update(status=playing)
    hands = [
        _sheet(table, number, Status.CONFIRMED if state == CLOSED else status)
        for table in tables
        for number, status in enumerate(HANDS.get(table.number, ()), start=1)
        if state == RUNNING or status != Status.DEALT
    ]
    sheets = ScoreSheet.objects.bulk_create(hands)
    SheetLine.objects.bulk_create(
        SheetLine(sheet=sheet, seat=seat, points=POINTS[seat.position])
        for sheet in sheets
        if sheet.data
        for seat in sheet.table.seats.all()
    )
    SheetVersion.objects.bulk_create(
        SheetVersion(
            sheet=sheet, number=1, act=Act.DEAL, status=sheet.status, data=sheet.data, at=NOON
        )
        for sheet in sheets
    )


def _sheet(table: Table, number: int, status: str) -> ScoreSheet:
    first, second = table.seats.all()[:2]
    is_dealt = status == Status.DEALT
    return ScoreSheet(
        table=table,
        number=number,
        status=status,
        dealt_at=NOON,
        cutoff_at=NOON + minutes(90),
        reported_at=None if is_dealt else NOON,
        reported_by_seat=None if is_dealt else first,
        confirmed_at=NOON if status == Status.CONFIRMED else None,
        confirmed_by_seat=second if status == Status.CONFIRMED else None,
        confirm_due_at=NOON if status == Status.REPORTED else None,
        data={} if is_dealt else DATA,
    )
