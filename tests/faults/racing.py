"""What people and workers do at the same moment, to one event, for the races of locks.

An event is built for each try, many at once. What somebody works on is read before the race, as a
page has read it; the verb itself runs in it.
"""

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction

from games.sheet import QuickHand
from tests.builders import ANNA, NOON, express_values, minutes
from tournaments.clock import next_round
from tournaments.clock import services as clock
from tournaments.clock.clock_events import ClockAct, ClockCommand
from tournaments.clock.serialization import as_value, timing_rules
from tournaments.clock.warnings.services import fire_due_warnings
from tournaments.devices import services as devices
from tournaments.events import services as events
from tournaments.events.ledger.sealing import seal
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
from tournaments.rate_limit.visitors import Visitor
from tournaments.registration import services as registration
from tournaments.results.calls import services as calls
from tournaments.results.confirming import services as confirming
from tournaments.results.overtime import services as overtime
from tournaments.results.reporting import services as reporting
from tournaments.results.ruling import services as ruling
from tournaments.results.ruling import undoing
from tournaments.seating import services as seating
from tournaments.seating.changing import late as late_arrivals
from tournaments.seating.changing import services as changing
from tournaments.seating.repairing import services as repairing
from tournaments.standings.calls.services import close_with
from tournaments.standings.computing.services import refresh
from tournaments.standings.next_round.services import seat_next_round
from tournaments.standings.ruling import late_corrections
from tournaments.standings.ruling import services as standings

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
POINTS = {1: 30, 2: 12, 3: 0, 4: -5}
HAND = QuickHand(points=POINTS, went_out=1)
OTHER = QuickHand(points=POINTS | {1: 31}, went_out=1)
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
    def late(self) -> Entry:
        """Somebody who is here and sits nowhere."""
        late = Entry.objects.filter(tournament_id=self.tournament_id, seats=None)
        return late.select_related("player", "tournament__event").get()


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
    """Everybody at their tables, and one more who sits nowhere."""
    count = TABLES * SEATS + 1
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
    """What was played until now, and a clock that was changed before."""
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


# --- The verbs ------------------------------------------------------------------------------------

Verb = Callable[[World], Callable[[], object]]
BY = {"by": ANNA, "at": NOW}
WHY = {**BY, "reason": "a race"}


def on_round(service, **facts) -> Verb:
    def prepare(world: World):
        round_ = world.round
        return lambda: service(round_, **facts)

    return prepare


def at_table(service, number: int, *rest, **facts) -> Verb:
    def prepare(world: World):
        table = world.table(number)
        return lambda: service(table, *rest, **facts)

    return prepare


def from_seat(service, number: int, position: int, *rest, **facts) -> Verb:
    def prepare(world: World):
        table, player = world.table(number), world.player(number, position)
        return lambda: service(table, *rest, by=player, at=NOW, **facts)

    return prepare


def move(world: World):
    round_, entry, table = world.round, world.seat(1).entry, world.table(2)
    return lambda: changing.move_seat(round_, entry, table=table, **BY)


def swap(world: World):
    round_, one, other = world.round, world.seat(1).entry, world.seat(2).entry
    return lambda: changing.swap_seats(round_, one, other, **BY)


def late_arrival(world: World):
    round_, late, table = world.round, world.late, world.table(TABLES)
    return lambda: late_arrivals.add_late_arrival(round_, late, table=table, **BY)


def no_show(world: World):
    round_, gone = world.round, world.seat(TABLES).entry
    return lambda: changing.remove_no_show(round_, gone, **BY)


def repair(world: World):
    round_ = world.round
    gone = [world.seat(TABLES).entry_id]
    mark = repairing.plan_repair(round_, gone).mark
    return lambda: repairing.repair_seating(round_, gone, mark=mark, **BY)


def extra_time(world: World):
    round_, tables = world.round, [world.table(number) for number in (2, 1)]
    command = ClockCommand(ClockAct.EXTRA, NOW, amount=minutes(5))
    return lambda: clock.change_many(round_, tables, command, by=ANNA, reason="a race")


def pause_all(world: World):
    event = world.event
    return lambda: clock.pause_all(event, **WHY)


def plan_next(world: World):
    tournament = world.tournament
    return lambda: next_round.plan_next_round(tournament, NOW + minutes(90), **WHY)


def seat_next(world: World):
    tournament = world.tournament
    # The search, outside of any lock, takes least time for a social round.
    return lambda: seat_next_round(tournament, final=False, mode="social", **BY)


def penalty(world: World):
    entry = world.seat(1, 2).entry
    return lambda: standings.adjust(entry, "penalty", points=Fraction(1), **WHY)


def choose_scheme(world: World):
    tournament = world.tournament
    return lambda: standings.choose_scheme(tournament, "positions", None, **BY)


def settings(world: World):
    tournament = world.tournament
    return lambda: events.change_tournament(tournament, target=150, **BY)


def call(world: World):
    seat = world.seat(1, 3)
    return lambda: calls.call_conductor(seat, Call.Kind.SLOW, **BY)


def close_call(world: World):
    found = Call.objects.filter(table__round_id=world.round_id).first()
    entry = world.seat(1).entry
    return lambda: close_with(
        found, remark="", entry=entry, kind="penalty", points=Fraction(1), **WHY
    )


def late_correction(world: World):
    round_, table = world.round, world.table(1)

    def correct() -> None:
        ruling.correct_hand(table, 1, OTHER, **WHY)

    return lambda: late_corrections.carry_out(round_, correct, at=NOW)


def refresh_standings(world: World):
    return lambda: refresh(world.tournament_id, at=NOW)


def seal_ledger(world: World):
    return lambda: seal(world.event_id, now=NOW)


def fire_warnings(world: World):
    return lambda: fire_due_warnings(now=NOW)


def end_by_time(world: World):
    tables = [Table(pk=world.table(number).pk) for number in (1, 2, 3)]
    late = NOON + timedelta(hours=8)
    return lambda: [overtime.settle_by_clock(table, now=late) for table in tables]


def drop(world: World):
    entry = world.seat(1, 4).entry
    return lambda: registration.drop(entry, **BY)


def check_in_many(world: World):
    entries = list(Entry.objects.filter(tournament_id=world.tournament_id).order_by("-pk"))
    Entry.objects.filter(pk__in=[entry.pk for entry in entries[:3]]).update(status="entered")
    return lambda: registration.check_in_many(entries, **BY)


def walk_in(world: World):
    event, tournament = world.event, world.tournament
    return lambda: registration.walk_in(event, [tournament], name="P1", **BY)


def open_seat(world: World):
    table, pin = world.table(1), world.seat(1).entry.player.pin
    return lambda: devices.open_by_pin(table, 1, pin, visitor=Visitor("phone", "hall"), at=NOW)


def new_badge(world: World):
    player = world.seat(1).entry.player
    return lambda: devices.new_badge(player, **BY)


#: Each verb by name: the state of the round in which it does something, and how it is done.
VERBS: dict[str, tuple[str, Verb]] = {
    "publish": (DRAFT, on_round(seating.publish_round, **BY)),
    "reseat": (DRAFT, on_round(seating.reseat_round, **BY)),
    "discard": (PUBLISHED, on_round(seating.discard_round, **BY)),
    "move": (PUBLISHED, move),
    "swap": (PUBLISHED, swap),
    "late arrival": (RUNNING, late_arrival),
    "no-show": (RUNNING, no_show),
    "repair": (RUNNING, repair),
    "seat next": (CLOSED, seat_next),
    "start": (PUBLISHED, on_round(clock.start_slot, **BY)),
    "pause all": (RUNNING, pause_all),
    "pause round": (RUNNING, on_round(clock.pause, **WHY)),
    "pause table": (RUNNING, at_table(clock.pause, TABLES, **WHY)),
    "extra time": (RUNNING, extra_time),
    "restart": (RUNNING, on_round(clock.restart, **WHY)),
    "undo clock": (RUNNING, on_round(clock.undo_last, **WHY)),
    "plan next": (RUNNING, plan_next),
    "deal": (RUNNING, from_seat(reporting.deal_hand, 2, 1, 2)),
    "report": (RUNNING, from_seat(reporting.report_hand, 1, 1, 3, HAND, key="k")),
    "confirm": (RUNNING, from_seat(confirming.confirm_sheet, 1, 2, 1)),
    "dispute": (RUNNING, from_seat(confirming.dispute_sheet, 1, 2, 1, OTHER)),
    "rule": (RUNNING, at_table(ruling.rule_sheet, 1, 2, OTHER, **WHY)),
    "correct": (RUNNING, at_table(ruling.correct_hand, 1, 1, OTHER, **WHY)),
    "void": (RUNNING, at_table(ruling.void_hand, 1, 1, **WHY)),
    "undo hand": (RUNNING, at_table(undoing.undo_last, 1, **WHY)),
    "play on": (RUNNING, at_table(overtime.agree, 1, 1, **BY)),
    "end game": (RUNNING, at_table(ruling.end_game, 2, **WHY)),
    "end by time": (RUNNING, end_by_time),
    "close": (FINISHED, on_round(ruling.close_round, **BY)),
    "late correction": (CLOSED, late_correction),
    "penalty": (RUNNING, penalty),
    "choose scheme": (RUNNING, choose_scheme),
    "settings": (RUNNING, settings),
    "call": (RUNNING, call),
    "close call": (RUNNING, close_call),
    "refresh": (RUNNING, refresh_standings),
    "seal": (RUNNING, seal_ledger),
    "fire warnings": (RUNNING, fire_warnings),
    "drop": (RUNNING, drop),
    "check in many": (RUNNING, check_in_many),
    "walk in": (RUNNING, walk_in),
    "open seat": (RUNNING, open_seat),
    "new badge": (RUNNING, new_badge),
}
