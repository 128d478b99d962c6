"""A day without mistakes: a round, its tables and the clock, as conductors run them."""

from __future__ import annotations

from datetime import timedelta
from random import Random

from tests.builders import ANNA
from tests.simulation.day import Day
from tests.simulation.verbs.declaring import a_hand, a_sheet, a_table, and_why, verb, who
from tournaments.clock import services as clock
from tournaments.clock.clock_events import ClockAct, ClockCommand
from tournaments.models import Round, ScoreSheet, Table
from tournaments.results.overtime import services as overtime
from tournaments.results.reporting import services as reporting
from tournaments.results.ruling import services as ruling
from tournaments.results.ruling import undoing
from tournaments.seating import services as seating
from tournaments.seating.errors import MadeFromOldResults
from tournaments.standings.next_round.services import seat_next_round

Status = ScoreSheet.Status


@verb(16, by_conductors=40)
def go_on(day: Day, _rnd: Random) -> None:
    """The next thing that a conductor does with a round; asked first if its results changed."""
    round_ = day.round
    if round_ is None:
        seat_next_round(day.tournament, **who(day))
        return
    acts = {Round.Status.SEATED: seating.publish_round, Round.Status.PUBLISHED: clock.start_slot}
    try:
        acts.get(round_.status, ruling.close_round)(round_, **who(day))
    except MadeFromOldResults:
        if not round_.is_outdated:
            raise AssertionError(f"asked about {round_}, whose results are the same") from None
        raise
    if round_.is_outdated:
        raise AssertionError(f"nobody was asked about {round_}, whose results have changed")


@verb(1, by_conductors=30)
def play_round(day: Day, rnd: Random) -> None:
    """Each table that still plays has a result, and its game ends."""
    if (round_ := day.round) and round_.status == Round.Status.RUNNING:
        for table in round_.tables.exclude(status=Table.Status.FINISHED).order_by("number"):
            play_hand(day, table, rnd)
            table.refresh_from_db()
            if table.status != Table.Status.FINISHED:
                ruling.end_game(table, **and_why(day))


@verb(1, by_conductors=4)
def play_at_one_table(day: Day, rnd: Random) -> None:
    if table := a_table(day, rnd):
        play_hand(day, table, rnd)


def play_hand(day: Day, table: Table, rnd: Random) -> None:
    number = table.sheets.count() + 1
    reporting.deal_hand(table, number, **who(day))
    reporting.report_hand(table, number, a_hand(table, rnd), **who(day))


@verb(1, by_conductors=2)
def deal_and_no_more(day: Day, rnd: Random) -> None:
    if table := a_table(day, rnd):
        reporting.deal_hand(table, table.sheets.count() + 1, **who(day))


@verb(3)
def rule(day: Day, rnd: Random) -> None:
    if sheet := a_sheet(day, rnd, Status.DISPUTED):
        hand = a_hand(sheet.table, rnd)
        ruling.rule_sheet(sheet.table, sheet.number, hand, **and_why(day))


@verb(2, by_conductors=3)
def correct(day: Day, rnd: Random) -> None:
    if sheet := a_sheet(day, rnd, *ScoreSheet.COUNTED):
        hand = a_hand(sheet.table, rnd)
        ruling.correct_hand(sheet.table, sheet.number, hand, **and_why(day))


@verb(1, by_conductors=3)
def void(day: Day, rnd: Random) -> None:
    if sheet := a_sheet(day, rnd, *ScoreSheet.COUNTED, Status.DEALT):
        ruling.void_hand(sheet.table, sheet.number, **and_why(day))


@verb(2, by_conductors=3)
def undo_at_table(day: Day, rnd: Random) -> None:
    if table := a_table(day, rnd):
        undoing.undo_last(table, **and_why(day))


@verb(2, by_conductors=2)
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


@verb(1, by_conductors=2)
def undo_clock(day: Day, rnd: Random) -> None:
    if table := a_table(day, rnd):
        clock.undo_last(rnd.choice([table, table.round]), **and_why(day))
