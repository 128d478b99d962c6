"""Short ways to put hands on the sheets of a test's tables, as a table would report them."""

from django.db.models import F

from tests.builders import NOON, make_round, minutes
from tournaments.models import (
    Round,
    ScoreSheet,
    Seat,
    SheetLine,
    StandingsState,
    Table,
    Tournament,
)
from tournaments.timetable.hall.codes import give_codes


def report(table, points, *, number=None, status=ScoreSheet.Status.REPORTED, **fields):
    """Put a hand on a table: ``points`` by seat, in turn order. Counts as a change of a result."""
    sheet = _put(table, points, number, status, **fields)
    count_change(table.round.tournament_id)
    return sheet


def _put(table, points, number, status, **fields):
    number = number or table.sheets.count() + 1
    dealt = NOON + minutes(10 * number)
    reported = None if status == ScoreSheet.Status.DEALT else dealt + minutes(8)
    sheet = ScoreSheet.objects.create(
        table=table,
        number=number,
        status=status,
        dealt_at=dealt,
        cutoff_at=NOON + minutes(100),
        reported_at=reported,
        **fields,
    )
    seats = table.seats.order_by("position")
    SheetLine.objects.bulk_create(
        SheetLine(sheet=sheet, seat=seat, points=p) for seat, p in zip(seats, points, strict=True)
    )
    return sheet


def count_change(tournament_id):
    StandingsState.objects.filter(pk=tournament_id).update(results_version=F("results_version") + 1)


def finish(table):
    _finish(Table.objects.filter(pk=table.pk))


def _finish(tables):
    tables.update(
        status=Table.Status.FINISHED,
        end_reason=Table.EndReason.TARGET,
        ended_at=NOON + minutes(90),
    )


def close(round_):
    _finish(round_.tables.all())
    round_.status, round_.closed_at = Round.Status.CLOSED, NOON + minutes(120)
    round_.save()
    if round_.kind == Round.Kind.FINAL:
        Tournament.objects.filter(pk=round_.tournament_id).update(status="finished")
    count_change(round_.tournament_id)


def play_round(tournament, tables, *, number, kind=Round.Kind.PRELIMINARY, started_at=NOON):
    """A closed round of one hand: ``tables`` are lists of (entry, points)."""
    made = make_round(
        tournament,
        [[entry for entry, _points in table] for table in tables],
        number=number,
        kind=kind,
        started_at=started_at,
    )
    for table, lines in zip(made.tables.order_by("number"), tables, strict=True):
        _put(table, [points for _entry, points in lines], 1, ScoreSheet.Status.REPORTED)
    close(made)
    return made


def play_large_round(tournament, entries, *, hands=1, number=1, size=4, seed=7):
    """A running round for many ``entries`` in few statements, with points that differ widely."""
    groups = [entries[n : n + size] for n in range(0, len(entries), size)]
    made = make_round(tournament, [], number=number)
    give_codes(tournament.event_id, range(1, len(groups) + 1))
    code = f"{made.pk % 0x10000:X}"  # a table's code has eight characters at most
    tables = Table.objects.bulk_create(
        Table(round=made, number=n, code=f"{code}{n:04}") for n, _ in enumerate(groups, 1)
    )
    Seat.objects.bulk_create(
        Seat(table=table, round=made, entry=entry, position=position)
        for table, group in zip(tables, groups, strict=True)
        for position, entry in enumerate(group, start=1)
    )
    seats = list(made.seats.order_by("pk"))
    for hand in range(1, hands + 1):
        sheets = ScoreSheet.objects.bulk_create(
            ScoreSheet(
                table=table,
                number=hand,
                status=ScoreSheet.Status.REPORTED,
                dealt_at=NOON,
                cutoff_at=NOON,
                reported_at=NOON,
            )
            for table in tables
        )
        by_table = {sheet.table_id: sheet for sheet in sheets}
        SheetLine.objects.bulk_create(
            SheetLine(
                sheet=by_table[seat.table_id],
                seat=seat,
                points=(index * 7919 + seed * hand * 31 + number * 101) % 61 - 5,
            )
            for index, seat in enumerate(seats)
        )
    count_change(tournament.pk)
    return made
