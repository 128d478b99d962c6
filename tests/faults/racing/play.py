"""Verbs of a round: seating, clock, hands, rulings, standings.

What somebody works on is read before the race, as a page has read it; the verb runs in it.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from fractions import Fraction
from functools import partial

from games.sheet import QuickHand
from tests.builders import ANNA, NOON, minutes
from tests.clocks import change_clock
from tests.faults.racing.worlds import (
    CLOSED,
    DRAFT,
    FINISHED,
    NOW,
    POINTS,
    PUBLISHED,
    RUNNING,
    TABLES,
    World,
)
from tournaments.clock import next_round
from tournaments.clock import services as clock
from tournaments.clock.clock_events import ClockAct, ClockCommand
from tournaments.clock.warnings.mail import mail_fired_warnings
from tournaments.clock.warnings.services import fire_due_warnings
from tournaments.errors import Refused
from tournaments.events import services as events
from tournaments.events.ledger.sealing import seal
from tournaments.models import Call, ClockWarning, Table
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
from tournaments.standings.answering.services import close_with
from tournaments.standings.computing.services import refresh
from tournaments.standings.deciding import late_corrections
from tournaments.standings.deciding import services as standings
from tournaments.standings.next_round.services import reseat_round, seat_next_round

HAND = QuickHand(points=POINTS, went_out=1)
OTHER = QuickHand(points=POINTS | {1: 31}, went_out=1)
LATE = NOON + timedelta(hours=8)

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


def move(world: World, of_table: int = 1):
    round_, entry, table = world.round, world.seat(of_table).entry, world.table(2)
    return lambda: changing.move_seat(round_, entry, table=table, **BY)


def swap(world: World):
    round_, one, other = world.round, world.seat(1).entry, world.seat(2).entry
    return lambda: changing.swap_seats(round_, one, other, **BY)


def late_arrival(world: World):
    round_, late, table = world.round, world.late[0], world.table(TABLES)
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
    return lambda: standings.choose_scheme(tournament, "game-points", None, **BY)


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
    return lambda: [overtime.settle_by_clock(table, now=LATE) for table in tables]


def lock_seat(world: World):
    round_, entry = world.round, world.seat(1).entry
    return lambda: changing.lock_seat(round_, entry, locked=True, **BY)


def undo_seating(world: World):
    # Not somebody who has called, as the call goes with the seat and another verb may be about it.
    with suppress(Refused):  # in a round that does not bear it there is nothing to undo
        move(world, of_table=3)()
    round_ = world.round
    return lambda: changing.undo(round_, **BY)


def open_table(world: World):
    round_, late = world.round, world.late
    return lambda: late_arrivals.open_table(round_, late, **BY)


def confirm_due(world: World):
    return lambda: confirming.confirm_due(now=NOW)


def mail_warnings(world: World):
    ClockWarning.objects.filter(round_id=world.round_id).update(fired_at=NOW)
    return lambda: mail_fired_warnings(now=NOW)


def answer_call(world: World):
    found = Call.objects.filter(table__round_id=world.round_id).first()
    return lambda: calls.answer(found, **BY)


#: Each verb by name: the state of the round in which it does something, and how it is done.
PLAY: dict[str, tuple[str, Verb]] = {
    "publish": (DRAFT, on_round(seating.publish_round, **BY)),
    "reseat": (DRAFT, on_round(reseat_round, **BY)),
    "discard": (PUBLISHED, on_round(seating.discard_round, **BY)),
    "move": (PUBLISHED, move),
    "swap": (PUBLISHED, swap),
    "late arrival": (RUNNING, late_arrival),
    "no-show": (RUNNING, no_show),
    "repair": (RUNNING, repair),
    "lock seat": (PUBLISHED, lock_seat),
    "undo seating": (PUBLISHED, undo_seating),
    "open table": (RUNNING, open_table),
    "seat next": (CLOSED, seat_next),
    "start": (PUBLISHED, on_round(clock.start_slot, **BY)),
    "pause round": (RUNNING, on_round(partial(change_clock, act="pause"), **WHY)),
    "pause table": (RUNNING, at_table(partial(change_clock, act="pause"), TABLES, **WHY)),
    "pause all": (RUNNING, pause_all),
    "extra time": (RUNNING, extra_time),
    "restart": (RUNNING, on_round(partial(change_clock, act="restart"), **WHY)),
    "undo clock": (RUNNING, on_round(clock.undo_last, **WHY)),
    "end slot": (RUNNING, on_round(partial(change_clock, act="end"), **WHY)),
    "plan next": (RUNNING, plan_next),
    "deal": (RUNNING, from_seat(reporting.deal_hand, 2, 1, 2)),
    "report": (RUNNING, from_seat(reporting.report_hand, 1, 1, 3, HAND, key="k")),
    "confirm": (RUNNING, from_seat(confirming.confirm_sheet, 1, 2, 1)),
    "confirm due": (RUNNING, confirm_due),
    "confirm hand": (RUNNING, at_table(ruling.confirm_hand, 1, 1, **BY)),
    "end hand": (RUNNING, at_table(ruling.force_end_hand, 1, 3, by=ANNA, at=LATE)),
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
    "answer call": (RUNNING, answer_call),
    "close call": (RUNNING, close_call),
    "refresh": (RUNNING, refresh_standings),
    "seal": (RUNNING, seal_ledger),
    "fire warnings": (RUNNING, fire_warnings),
    "mail warnings": (RUNNING, mail_warnings),
}
