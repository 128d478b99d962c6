"""The verbs of the simulation. To add one, write a function of a day and of what it draws from.

A verb that finds nothing to do is over; one that the site refuses is fine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from random import Random

from django.db import transaction

from games.sheet import QuickHand
from tests.builders import ANNA
from tests.simulation.day import Day, Message
from tournaments import tasks
from tournaments.clock import services as clock
from tournaments.clock.clock_events import ClockAct, ClockCommand
from tournaments.errors import Refused
from tournaments.idempotency import own_key
from tournaments.ledger import Actor
from tournaments.models import ClockWarning, Entry, Round, ScoreSheet, Seat, SheetVersion, Table
from tournaments.registration import services as registration
from tournaments.results import receipts
from tournaments.results.confirming import services as confirming
from tournaments.results.overtime import services as overtime
from tournaments.results.reporting import services as reporting
from tournaments.results.ruling import services as ruling
from tournaments.results.ruling import undoing
from tournaments.results.versions import Receipt
from tournaments.seating import services as seating
from tournaments.seating.changing import late
from tournaments.seating.changing import services as changing
from tournaments.standings.computing.services import refresh
from tournaments.standings.deciding import services as deciding
from tournaments.standings.next_round.services import seat_next_round

Do = Callable[[Day, Random], object]
Status, Act = ScoreSheet.Status, SheetVersion.Act
#: What phones send.
ACTS = {
    reporting.deal: Act.DEAL,
    reporting.report_hand: Act.REPORT,
    confirming.confirm_sheet: Act.CONFIRM,
    confirming.dispute_sheet: Act.DISPUTE,
}


@dataclass(frozen=True, slots=True)
class Verb:
    """Something that is done, and how often among the others."""

    do: Do
    weight: int


VERBS: dict[str, Verb] = {}


def verb(weight: int) -> Callable[[Do], Do]:
    """Add a function to the verbs, by its name."""

    def add(do: Do) -> Do:
        VERBS[do.__name__.replace("_", " ")] = Verb(do, weight)
        return do

    return add


# --- Looking for what a verb is about -------------------------------------------------------------


def a_table(day: Day, rnd: Random) -> Table | None:
    """A table of the round that is not closed."""
    tables = Table.objects.filter(
        round__tournament=day.tournament, round__status__in=["running", "published", "seated"]
    )
    found = list(tables.select_related("round__tournament__event").order_by("number"))
    return rnd.choice(found) if found else None


def a_sheet(day: Day, rnd: Random, *statuses: str) -> ScoreSheet | None:
    """A hand of a round that is not closed, with its table."""
    sheets = ScoreSheet.objects.filter(
        table__round__tournament=day.tournament, table__round__closed_at=None, status__in=statuses
    )
    found = list(
        sheets.select_related("table__round__tournament__event").order_by("table__number", "number")
    )
    return rnd.choice(found) if found else None


def an_entry(day: Day, rnd: Random) -> Entry:
    entries = day.tournament.entries.select_related("player", "tournament__event")
    return rnd.choice(list(entries.order_by("player__name")))


def somebody_at(table: Table, rnd: Random) -> Seat:
    """A seat of a table, with its player."""
    return rnd.choice(list(table.seats.select_related("entry__player").order_by("position")))


def phone_of(seat: Seat) -> Actor:
    player = seat.entry.player
    return Actor(name=player.name, device=f"phone of {player.name}", player=player)


def a_hand(table: Table, rnd: Random) -> QuickHand:
    positions = [*table.seats.order_by("position").values_list("position", flat=True)]
    points = {position: rnd.randrange(-5, 40) for position in positions}
    return QuickHand(points=points, went_out=rnd.choice(positions))


def and_why(day: Day) -> dict:
    return {"by": ANNA, "at": day.now, "reason": "simulated"}


# --- Phones, and the network between them and the site --------------------------------------------


def say(
    day: Day,
    service: Callable,
    table: Table,
    number: int,
    *facts: object,
    by: Actor,
    **more: object,
) -> None:
    """Let a phone send a write, with a key; ``deliver`` is when it arrives, if at all."""
    key = day.new_key()
    act = ACTS[service]
    address = f"{act} {table.code}" + (f" {number}" if act in receipts.AT_A_HAND else "")
    stored_as = own_key(f"player {by.player.pk}", address, key)

    def send(at: datetime) -> Receipt:
        return service(table, number, *facts, by=by, at=at, key=key, **more)

    day.network.append(Message(key, stored_as, send))


@verb(10)
def deal(day: Day, rnd: Random) -> None:
    if (table := a_table(day, rnd)) and (seat := somebody_at(table, rnd)):
        last = table.sheets.exclude(status=Status.VOIDED).order_by("-number").first()
        say(day, reporting.deal, table, last.number + 1 if last else 1, by=phone_of(seat))


@verb(14)
def report(day: Day, rnd: Random) -> None:
    if sheet := a_sheet(day, rnd, Status.DEALT, *ScoreSheet.OBJECTABLE):
        seat, hand = somebody_at(sheet.table, rnd), a_hand(sheet.table, rnd)
        offline = rnd.random() < 0.2
        facts = {"by": phone_of(seat), "offline": offline, "made_at": day.now if offline else None}
        say(day, reporting.report_hand, sheet.table, sheet.number, hand, **facts)


@verb(8)
def confirm(day: Day, rnd: Random) -> None:
    if sheet := a_sheet(day, rnd, Status.REPORTED):
        by = phone_of(somebody_at(sheet.table, rnd))
        say(day, confirming.confirm_sheet, sheet.table, sheet.number, by=by, version=sheet.version)


@verb(3)
def dispute(day: Day, rnd: Random) -> None:
    if sheet := a_sheet(day, rnd, *ScoreSheet.OBJECTABLE):
        by, hand = phone_of(somebody_at(sheet.table, rnd)), a_hand(sheet.table, rnd)
        say(day, confirming.dispute_sheet, sheet.table, sheet.number, hand, by=by, reason="No")


@verb(30)
def deliver(day: Day, rnd: Random) -> None:
    """One message arrives, whichever; it may be lost, or its answer, or arrive again later."""
    if not day.network:
        return
    message, luck = rnd.choice(day.network), rnd.random()
    if luck < 0.1:
        return  # lost on the way: the phone sends it again
    try:
        receipt = _arrive(day, message, is_killed=luck < 0.2)
    except Refused:
        day.network.remove(message)  # the phone shows why
        raise
    if receipt is None:
        return
    first = message.first or receipt
    if first.plain != receipt.plain:
        raise AssertionError(f"{message.key} was answered {first.plain} and then {receipt.plain}")
    message.first = day.answered[message.key] = first
    day.stored_as[message.key] = message.stored_as
    if luck > 0.4:  # else the answer is lost, or the network repeats the message
        day.network.remove(message)


def _arrive(day: Day, message: Message, *, is_killed: bool) -> Receipt | None:
    """The answer to a message; None if the process is killed before the COMMIT."""
    with transaction.atomic():
        receipt = message.send(day.now)
        transaction.set_rollback(is_killed)
    return None if is_killed else receipt


@verb(2)
def give_up(day: Day, rnd: Random) -> None:
    """Somebody clears their phone."""
    if day.network:
        day.network.remove(rnd.choice(day.network))


# --- Time, worker and beat ------------------------------------------------------------------------


@verb(12)
def wait(day: Day, rnd: Random) -> None:
    day.now += timedelta(minutes=rnd.choice([1, 2, 5, 10, 20, 40]))


@verb(8)
def wait_for_warning(day: Day, _rnd: Random) -> None:
    """Until the next one is due: a day of few steps would seldom see any."""
    due = ClockWarning.objects.filter(tournament=day.tournament, fired_at=None)
    next_due = due.order_by("due_at").values_list("due_at", flat=True).first()
    day.now = max(day.now, next_due or day.now)


#: What beat has a worker do, but for mail and badges, the demo, and what counts real seconds.
BEATS = [
    one.service
    for one in tasks.PERIODIC
    if one.name.rpartition(".")[2]
    in {"tick", "confirm_due", "seal_ledgers", "forget_answers", "remove_what_is_old"}
]


@verb(8)
def beat(day: Day, rnd: Random) -> None:
    """A periodic task; now and then two workers have it at once."""
    service = rnd.choice(BEATS)
    for _worker in range(rnd.choice([1, 1, 2])):
        service(now=day.now)


@verb(10)
def tick(day: Day, _rnd: Random) -> None:
    tasks.clock.tick(now=day.now)
    overtime.end_tables_out_of_time(now=day.now)


@verb(3)
def compute_standings(day: Day, _rnd: Random) -> None:
    refresh(day.tournament.pk, at=day.now)


# --- The conductor --------------------------------------------------------------------------------


@verb(16)
def go_on(day: Day, _rnd: Random) -> None:
    """The next thing that a conductor does with a round."""
    round_, by = day.round, {"by": ANNA, "at": day.now}
    if round_ is None:
        seat_next_round(day.tournament, **by)
    elif round_.status == Round.Status.SEATED:
        seating.publish_round(round_, **by)
    elif round_.status == Round.Status.PUBLISHED:
        clock.start_slot(round_, **by)
    else:
        ruling.close_round(round_, **by)


@verb(3)
def rule(day: Day, rnd: Random) -> None:
    if sheet := a_sheet(day, rnd, Status.DISPUTED):
        hand = a_hand(sheet.table, rnd)
        ruling.rule_sheet(sheet.table, sheet.number, hand, **and_why(day))


@verb(2)
def correct(day: Day, rnd: Random) -> None:
    if sheet := a_sheet(day, rnd, *ScoreSheet.COUNTED):
        hand = a_hand(sheet.table, rnd)
        ruling.correct_hand(sheet.table, sheet.number, hand, **and_why(day))


@verb(1)
def void(day: Day, rnd: Random) -> None:
    if sheet := a_sheet(day, rnd, *ScoreSheet.COUNTED, Status.DEALT):
        ruling.void_hand(sheet.table, sheet.number, **and_why(day))


@verb(2)
def undo_at_table(day: Day, rnd: Random) -> None:
    if table := a_table(day, rnd):
        undoing.undo_last(table, **and_why(day))


@verb(2)
def end_game(day: Day, rnd: Random) -> None:
    if table := a_table(day, rnd):
        ruling.end_game(table, **and_why(day))


@verb(2)
def end_hand_early(day: Day, rnd: Random) -> None:
    if sheet := a_sheet(day, rnd, Status.DEALT):
        ruling.force_end_hand(sheet.table, sheet.number, by=ANNA, at=day.now)


@verb(2)
def play_on(day: Day, rnd: Random) -> None:
    if table := a_table(day, rnd):
        for position in table.seats.order_by("position").values_list("position", flat=True):
            overtime.agree(table, position, by=ANNA, at=day.now)


@verb(2)
def pause_or_resume(day: Day, rnd: Random) -> None:
    act = rnd.choice([clock.pause_all, clock.resume_all, clock.resume_all])
    act(day.tournament.event, **and_why(day))


@verb(3)
def change_clock(day: Day, rnd: Random) -> None:
    table = a_table(day, rnd)
    if table:
        acts = [
            (ClockAct.EXTRA, 10),
            (ClockAct.CUTOFF, -5),
            (ClockAct.CUTOFF, 5),
            (ClockAct.END, 0),
        ]
        act, count = rnd.choice(acts)
        command = ClockCommand(act, day.now, amount=timedelta(minutes=count))
        clock.change(rnd.choice([table, table.round]), command, by=ANNA, reason="simulated")


@verb(1)
def undo_clock(day: Day, rnd: Random) -> None:
    if table := a_table(day, rnd):
        clock.undo_last(rnd.choice([table, table.round]), **and_why(day))


@verb(2)
def change_seats(day: Day, rnd: Random) -> None:
    if not (round_ := day.round):
        return
    one, other = an_entry(day, rnd), an_entry(day, rnd)
    by = {"by": ANNA, "at": day.now}
    match rnd.randrange(5):
        case 0:
            changing.swap_seats(round_, one, other, **by)
        case 1:
            if table := a_table(day, rnd):
                changing.move_seat(round_, one, table=table, **by)
        case 2:
            changing.remove_no_show(round_, one, **by)
        case 3:
            late.add_late_arrival(round_, one, **by)
        case 4:
            changing.undo(round_, **by)


@verb(1)
def discard_round(day: Day, _rnd: Random) -> None:
    """Also one in which every hand was voided, which takes the hands away."""
    if round_ := day.round:
        seating.discard_round(round_, by=ANNA, at=day.now)


@verb(2)
def change_roster(day: Day, rnd: Random) -> None:
    entry, by = an_entry(day, rnd), {"by": ANNA, "at": day.now}
    acts = [registration.drop, registration.reinstate, registration.check_in]
    rnd.choice([*acts, registration.undo_check_in])(entry, **by)


@verb(1)
def walk_in(day: Day, rnd: Random) -> None:
    event, name = day.tournament.event, f"Walk-in {rnd.randrange(20)}"
    registration.walk_in(event, [day.tournament], name=name, by=ANNA, at=day.now)


@verb(2)
def adjust(day: Day, rnd: Random) -> None:
    kind = rnd.choice(["penalty", "warning", "disqualified"])
    points = Fraction(rnd.randrange(1, 4)) if kind == "penalty" else Fraction(0)
    deciding.adjust(an_entry(day, rnd), kind, points=points, **and_why(day))
