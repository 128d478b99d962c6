"""What a table does: deal a hand, report it. And what time does to a table.

Source of the rules: express-tournament.txt, "Tournament time management".
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Coalesce

from tournaments.clock import consents
from tournaments.clock import rules as clock_rules
from tournaments.clock.services import table_clock
from tournaments.ledger import HOUSE, Actor
from tournaments.models import IdempotencyKey, Round, ScoreSheet, Table
from tournaments.results import books, errors, rules
from tournaments.results.entered import Entered, sheet_data


@dataclass(frozen=True, slots=True)
class Report:
    """A stored hand. ``repeated`` says that it had been stored before and nothing was written."""

    number: int
    repeated: bool


@transaction.atomic
def deal_hand(table: Table, number: int, *, by: Actor, at: datetime) -> ScoreSheet:
    """Open hand ``number`` of a table; if a second phone asks for the same, give it the same hand.

    Raises a HandNotAllowed with the reason: after the cutoff, after the end of the game, while
    another hand is running, or out of turn.
    """
    table = books.lock_table(table)
    sheets = {sheet.number: sheet for sheet in _valid_sheets(table)}
    if number in sheets and sheets[number].status == ScoreSheet.Status.DEALT:
        return sheets[number]
    _check_may_deal(table, number, sheets, at)
    cutoff_at = table_clock(table).cutoff_at
    sheet = ScoreSheet.objects.create(
        table=table,
        number=number,
        dealt_at=at,
        cutoff_at=cutoff_at,
        past_the_end=at > cutoff_at,
    )
    table.status, table.end_reason, table.ended_at = Table.Status.PLAYING, "", None
    table.version += 1
    table.save(update_fields=["status", "end_reason", "ended_at", "version"])
    books.record(table, "deal hand", sheet, by=by, at=at)
    books.announce_table(table)
    return sheet


def _valid_sheets(table: Table):
    return table.sheets.exclude(status=ScoreSheet.Status.VOIDED)


def _check_may_deal(table: Table, number: int, sheets: dict[int, ScoreSheet], at: datetime) -> None:
    if table.round.status != Round.Status.RUNNING:
        raise errors.SlotNotRunning
    for sheet in sheets.values():
        if sheet.status == ScoreSheet.Status.DEALT:
            raise errors.HandStillRunning(number=sheet.number)
    if table.status == Table.Status.FINISHED and table.end_reason != Table.EndReason.TIME:
        raise errors.TableFinished
    _check_clock(table, at)
    expected = max(sheets, default=0) + 1
    if number != expected:
        raise errors.HandOutOfTurn(expected=expected, number=number)


def _check_clock(table: Table, at: datetime) -> None:
    clock = table_clock(table)
    if clock.paused_at:
        raise errors.ClockPaused(since=errors.clock_time(clock.paused_at))
    if not clock_rules.may_deal(clock, at, all_agree=consents.all_agree(table)):
        raise errors.CutoffPassed(cutoff=errors.clock_time(clock.cutoff_at))


@transaction.atomic
def report_hand(
    table: Table, number: int, hand: Entered, *, by: Actor, at: datetime, key: str
) -> Report:
    """Store what a table wrote down of a hand that was dealt, or of its game, once.

    ``hand.ended_early`` is ignored: the conductor said so on the sheet, or did not. The same
    ``key`` again, or the same content from another phone, is answered with what is stored. Other
    content for a reported hand raises HandAlreadyReported, the same key with it KeyReused.
    """
    table = books.lock_table(table)
    sheet = _valid_sheets(table).filter(number=number).select_related("went_out").first()
    ended_early = bool(sheet and sheet.ended_early)
    said = sheet_data(hand, books.positions(table), ended_early=ended_early)
    if not _first_sent(table, key, rules.fingerprint(table.code, number, said)):
        return Report(number, repeated=True)
    if sheet is None:
        raise errors.HandNotDealt(number=number)
    if sheet.status == ScoreSheet.Status.REPORTED:
        if sheet.entered != said:
            raise errors.HandAlreadyReported(number=number)
        return Report(number, repeated=True)
    if table.round.status != Round.Status.RUNNING:
        raise errors.SlotNotRunning
    sheet.table = table
    _store(sheet, books.check(table, hand, ended_early=ended_early), at)
    books.record(table, "report hand", sheet, by=by, at=at, after=books.as_entered(sheet))
    books.settle(table, at=at)
    return Report(number, repeated=False)


def _first_sent(table: Table, key: str, digest: str) -> bool:
    """Take ``key`` for this report; False if the same report took it before.

    What is refused later rolls the key back with everything else, so it can be sent again.
    """
    known, is_new = IdempotencyKey.objects.get_or_create(
        key=key,
        defaults={"event_id": table.round.tournament.event_id, "fingerprint": digest},
    )
    if known.fingerprint != digest:
        raise errors.KeyReused
    return is_new


def _store(sheet: ScoreSheet, data: dict, at: datetime) -> None:
    books.write_lines(sheet, data)
    sheet.status = ScoreSheet.Status.REPORTED
    # A server clock that was set back must not make a hand end before it began.
    sheet.reported_at = max(at, sheet.dealt_at)
    sheet.version += 1
    sheet.save()


def end_tables_out_of_time(*, now: datetime) -> int:
    """End the game at each table where no hand is running and none may start any more.

    And open again what time has ended where there is time now, because a clock was changed.
    """
    cutoff_at = Coalesce("cutoff_at", "round__cutoff_at")
    # A table that has its own clock is paused by that, which its round's pause is a part of.
    runs = Q(ends_at__isnull=False, paused_at=None) | Q(ends_at=None, round__paused_at=None)
    running = Table.objects.filter(round__status=Round.Status.RUNNING).alias(cutoff=cutoff_at)
    ending = (
        running.filter(runs, cutoff__lt=now)
        .exclude(status=Table.Status.FINISHED)
        .exclude(sheets__status=ScoreSheet.Status.DEALT)
        .filter(Exists(consents.SILENT_SEATS.filter(table=OuterRef("pk"))))
    )
    opening = running.filter(end_reason=Table.EndReason.TIME, cutoff__gte=now)
    keys = sorted({*ending.values_list("pk", flat=True), *opening.values_list("pk", flat=True)})
    return sum(settle_by_clock(Table(pk=pk), now=now) for pk in keys)


@transaction.atomic
def settle_by_clock(table: Table, *, now: datetime) -> bool:
    """End or open again a game as its clock says; whether that changed anything."""
    table = books.lock_table(table)
    if table.round.status != Round.Status.RUNNING or books.is_settled(table, at=now):
        return False
    books.settle(table, at=now)
    ended = table.status == Table.Status.FINISHED
    verb = "end game" if ended else "game goes on"
    books.record(table, verb, table.get_end_reason_display(), by=HOUSE, at=now)
    return True
