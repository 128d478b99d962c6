"""The invariants: after every step those that cost a query or two, the rest after each portion.

Each is a function of a day that yields a sentence for each thing that is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from django.db import connection
from django.db.models import Count, F, Q

from tests.simulation.day import Day
from tournaments.events.ledger import sealing
from tournaments.models import (
    IdempotencyKey,
    Round,
    ScoreSheet,
    Seat,
    SheetLine,
    SheetVersion,
    Table,
    Tournament,
)
from tournaments.standings.computing import services as standings


def after_step(day: Day) -> Iterator[str]:
    for holds in EACH_STEP:
        yield from holds(day)


def after_portion(day: Day) -> Iterator[str]:
    for holds in (*EACH_STEP, *EACH_PORTION):
        yield from holds(day)


# --- After each step ------------------------------------------------------------------------------


def rows(sql: str, *values: object) -> list[tuple]:
    """By SQL: Django would take longer to write these than the database to answer them."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.fetchall()


def warnings_come_once_and_not_early(day: Day) -> Iterator[str]:
    fired = rows(
        "SELECT id, fired_at, fired_at < due_at FROM tournaments_clockwarning"
        " WHERE fired_at IS NOT NULL AND tournament_id = %s",
        day.tournament.pk,
    )
    for pk, fired_at, is_early in fired:
        if is_early:
            yield f"warning {pk} came before it was due"
        if day.warned.setdefault(pk, fired_at) != fired_at:
            yield f"warning {pk} came twice"


def the_last_answer_is_stored_once(day: Day) -> Iterator[str]:
    if day.answered:
        yield from _stored_once(day, list(day.answered)[-1:])


def _stored_once(day: Day, keys: list[str]) -> Iterator[str]:
    """A version or a receipt has the key of each write of a phone that was answered."""
    if not keys:
        return
    found = Counter(
        key
        for name in ("sheetversion", "idempotencykey")
        for (key,) in rows(
            f"SELECT key FROM tournaments_{name} WHERE key IN ({', '.join(['%s'] * len(keys))})",  # noqa: S608 - constants
            *(day.stored_as[key] for key in keys),
        )
    )
    for key in keys:
        if (count := found[day.stored_as[key]]) != 1:
            yield f"{key} was answered and is stored {count} times"


# --- After each portion ---------------------------------------------------------------------------


def nobody_sits_twice(day: Day) -> Iterator[str]:
    seats = Seat.objects.filter(round__tournament=day.tournament)
    yield from (
        f"{name} sits twice in round {number}"
        for name, number, count in seats.values_list("entry__player__name", "round__number")
        .annotate(count=Count("pk"))
        .order_by()
        if count > 1
    )
    elsewhere = seats.exclude(table__round=F("round")).count()
    if elsewhere:
        yield f"{elsewhere} seats are of another round than their table"
    both = seats.filter(entry__byes__round=F("round")).count()
    if both:
        yield f"{both} people have a seat and a bye in one round"
    open_rounds = day.tournament.rounds.exclude(status=Round.Status.CLOSED).count()
    if open_rounds > 1:
        yield f"{open_rounds} rounds are open at once"


def turn_orders_have_no_gap(day: Day) -> Iterator[str]:
    """Nobody leaves one behind where they are taken out."""
    places: dict[int, list[int]] = {}
    tables = Seat.objects.filter(round__tournament=day.tournament).values_list("table", "position")
    for table, position in tables:
        places.setdefault(table, []).append(position)
    for table, found in places.items():
        if len(set(found)) != len(found):
            yield f"table {table} has the places {sorted(found)}"


def each_result_is_its_last_version(day: Day) -> Iterator[str]:
    """A hand says what its newest version says, and has lines where it counts."""
    sheets = ScoreSheet.objects.filter(table__round__tournament=day.tournament)
    numbers = Counter()
    for sheet in sheets.prefetch_related("versions", "lines"):
        if sheet.status != ScoreSheet.Status.VOIDED:
            numbers[sheet.table_id, sheet.number] += 1
        versions = sorted(sheet.versions.all(), key=lambda version: version.number)
        if not versions or versions[-1].number != sheet.version:
            yield f"{sheet} is version {sheet.version} of {[one.number for one in versions]}"
        elif versions[-1].status != sheet.status:
            yield f"{sheet} is {sheet.status} and its version is {versions[-1].status}"
        if sheet.is_counted and not list(sheet.lines.all()):
            yield f"{sheet} is {sheet.status} without a line"
    yield from (f"hand {key} is there twice" for key, count in numbers.items() if count > 1)
    other = SheetLine.objects.filter(sheet__table__round__tournament=day.tournament)
    if strangers := other.exclude(seat__table=F("sheet__table")).count():
        yield f"{strangers} lines are of people at another table"


def what_was_answered_is_there(day: Day) -> Iterator[str]:
    """The version that each answer named is there; of hands that were taken away, the answer."""
    yield from _stored_once(day, list(day.answered))
    versions = SheetVersion.objects.filter(sheet__table__round__tournament=day.tournament)
    stored = set(versions.values_list("sheet__table__code", "sheet__number", "number"))
    kept = IdempotencyKey.objects.filter(event=day.tournament.event_id)
    answers = kept.values_list("answer", flat=True)
    stored |= {(one["code"], one["number"], one["version"]) for one in answers}
    for key, receipt in day.answered.items():
        if (receipt.code, receipt.number, receipt.version) not in stored:
            yield f"{key} was answered {receipt.plain}, which is not there"


def standings_are_those_of_the_sheets(day: Day) -> Iterator[str]:
    standings.refresh(day.tournament.pk, at=day.now)
    as_it_is = Tournament.objects.get(pk=day.tournament.pk)  # it may have been finished meanwhile
    for what, stored, computed in standings.differences(as_it_is):
        yield f"{what}: stored {stored}, computed {computed}"


def seals_hold(day: Day) -> Iterator[str]:
    if seal := sealing.broken_seal(day.tournament.event):
        yield f"seal {seal.pk} does not hold"


def tables_end_once(day: Day) -> Iterator[str]:
    """Of two that name the end of a game, both or neither are set; a closed round has no game."""
    tables = Table.objects.filter(round__tournament=day.tournament)
    finished = Q(status=Table.Status.FINISHED)
    halves = tables.filter(finished & Q(ended_at=None) | ~finished & Q(ended_at__isnull=False))
    yield from (f"{table} is {table.status}, ended {table.ended_at}" for table in halves)
    playing = tables.filter(round__status=Round.Status.CLOSED).exclude(finished)
    yield from (f"{table} plays in a closed round" for table in playing)


def keys_lead_somewhere(_day: Day) -> Iterator[str]:
    """As at a COMMIT: foreign keys are checked."""
    connection.check_constraints()
    yield from ()


EACH_STEP = (warnings_come_once_and_not_early, the_last_answer_is_stored_once)
EACH_PORTION = (
    nobody_sits_twice,
    turn_orders_have_no_gap,
    each_result_is_its_last_version,
    what_was_answered_is_there,
    standings_are_those_of_the_sheets,
    seals_hold,
    tables_end_once,
    keys_lead_somewhere,
)
