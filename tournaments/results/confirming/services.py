"""Whether a table agrees to a report: another seat does, nobody objects, or somebody does."""

from collections.abc import Iterable
from datetime import datetime

from tournaments import signals
from tournaments.ledger import SYSTEM, Actor
from tournaments.models import (
    Round,
    ScoreSheet,
    Seat,
    SheetVersion,
    Table,
    in_counted_rounds,
    runs_here,
)
from tournaments.results import errors, receipts, sheet_data, table_state, versions
from tournaments.results.confirming import rules
from tournaments.results.confirming.rules import Obstacle
from tournaments.results.sheet_data import SheetInput
from tournaments.results.table_state import LockedTable
from tournaments.results.versions import Receipt, Write
from tournaments.transactions import atomic
from tournaments.verbs import Verb

Act, Status = SheetVersion.Act, ScoreSheet.Status

CONFIRMED_AT_ONCE = 200


@atomic
def confirm_sheet(
    table: Table,
    number: int,
    *,
    by: Actor,
    at: datetime,
    version: int | None = None,
    key: str = "",
) -> Receipt:
    """Agree, from another seat than the one that reported it, to what stands on a sheet.

    If another was quicker with the same, that is answered. Raises NotAtThisTable, OwnReport,
    SheetChanged, NothingToAgreeTo.
    """
    content, found = {"version": version}, versions.SHEET.of(table.pk, number)
    locked, write, first, (sheets,) = receipts.begin(
        table, Act.CONFIRM, number, content, found, by=by, at=at, key=key
    )
    if first:
        return first
    sheet, seat = _here(locked, sheets, number)
    # Others at the table may agree in the same second; they mean the same.
    if rules.is_agreed(report_on(sheet), seen=version):
        return receipts.keep_repeated(locked, write, sheet, Act.CONFIRM)
    check_may_answer(sheet, seat, version=version)
    return confirm(locked, sheet, seat, by=by, at=at, write=write)


def _here(
    locked: LockedTable, sheets: Iterable[ScoreSheet], number: int
) -> tuple[ScoreSheet, Seat]:
    if locked.seat is None:
        raise errors.NotAtThisTable
    return versions.sheet_in(locked, sheets, number), locked.seat


def report_on(sheet: ScoreSheet) -> rules.Report:
    """Return the report on a sheet as the rules of agreeing see it."""
    return rules.Report(sheet.status, sheet.version, sheet.reported_by_seat_id)


def check_may_answer(sheet: ScoreSheet, seat: Seat | None, *, version: int | None) -> None:
    """Raise a refusal unless ``seat``, or without one a conductor, may agree to a sheet."""
    found = rules.obstacle(report_on(sheet), seat.pk if seat else None, seen=version)
    if found is Obstacle.CHANGED:
        versions.check_version(sheet, version)
    if found is Obstacle.NOTHING_WAITS:
        raise nothing_to_agree_to(sheet)
    if found is Obstacle.OWN_REPORT:
        raise errors.OwnReport(sheet.table)


def nothing_to_agree_to(sheet: ScoreSheet) -> errors.NothingToAgreeTo:
    """Return the refusal for a hand that is not reported, or decided."""
    status = sheet.get_status_display()
    return errors.NothingToAgreeTo(sheet.table, number=sheet.number, status=status)


def confirm(
    locked: LockedTable,
    sheet: ScoreSheet,
    seat: Seat | None,
    *,
    by: Actor,
    at: datetime,
    phone_time: datetime | None = None,
    write: Write | None = None,
    in_ledger: bool = False,
) -> Receipt:
    """Mark a reported sheet as agreed; the caller has written the ledger if it is ``in_ledger``."""
    versions.set_status(sheet, Status.CONFIRMED, confirmed=at)
    sheet.confirmed_by_seat = seat
    receipt = versions.store_next_at_commit(
        sheet,
        Act.CONFIRM,
        by=by,
        at=at,
        seat=seat,
        phone_time=phone_time,
        write=write,
        in_ledger=in_ledger,
    )
    table_state.touch(locked)
    return receipt


@atomic
def dispute_sheet(
    table: Table,
    number: int,
    proposal: SheetInput | None,
    *,
    by: Actor,
    at: datetime,
    reason: str = "",
    version: int | None = None,
    key: str = "",
) -> Receipt:
    """Object to what stands on a sheet, and say what should; a conductor rules.

    The sheet counts as it was reported until then. Raises NothingWrong where the proposal is what
    stands and no reason is given, ReportedBeforeTheClose once the round is closed; InvalidHand,
    NotAtThisTable, SheetChanged, NothingToAgreeTo.
    """
    sent = sheet_data.as_sent(proposal) if proposal is not None else None
    content, found = {"reason": reason, "sheet": sent}, versions.SHEET.of(table.pk, number)
    locked, write, first, (sheets,) = receipts.begin(
        table, Act.DISPUTE, number, content, found, by=by, at=at, key=key
    )
    if first:
        return first
    sheet, seat = _here(locked, sheets, number)
    versions.check_version(sheet, version)
    if sheet.status not in ScoreSheet.OBJECTABLE:
        raise nothing_to_agree_to(sheet)
    if locked.round.status != Round.Status.RUNNING:
        raise errors.ReportedBeforeTheClose(
            sheet.table, stands=versions.as_it_stands(sheet), number=sheet.number
        )
    return object_to(locked, sheet, seat, proposal, by=by, at=at, reason=reason, write=write)


def object_to(
    locked: LockedTable,
    sheet: ScoreSheet,
    seat: Seat | None,
    proposal: SheetInput | None,
    *,
    by: Actor,
    at: datetime,
    reason: str = "",
    phone_time: datetime | None = None,
    write: Write | None = None,
) -> Receipt:
    """Mark a counted sheet as disputed, with what somebody says instead."""
    data = None
    if proposal is not None:
        scored = sheet_data.check(
            locked.tournament.setup, proposal, locked.positions, ended_early=sheet.ended_early
        )
        data = None if scored.data == sheet.data else scored.data
    if data is None and not reason.strip():
        raise errors.NothingWrong
    before = {"status": sheet.status}
    versions.set_status(sheet, Status.DISPUTED)
    after = {"status": sheet.status, "proposal": data, "reason": reason}
    receipt = versions.store_next_at_commit(
        sheet,
        Act.DISPUTE,
        by=by,
        at=at,
        seat=seat,
        reason=reason,
        proposal=data,
        phone_time=phone_time,
        write=write,
    )
    table_state.record(locked, Verb.DISPUTE_HAND, sheet, by=by, at=at, before=before, after=after)
    table_state.touch(locked)
    event_id = locked.tournament.event_id
    signals.publish(signals.result_disputed, event_id=event_id, table_id=locked.table.pk)
    return receipt


# --- Nobody objects -------------------------------------------------------------------------------


def confirm_due(*, now: datetime) -> int:
    """Confirm what nobody objected to in time; how many. Running it twice confirms none twice."""
    due = ScoreSheet.objects.filter(
        in_counted_rounds("table__round"),
        runs_here("table__round__tournament__event"),
        confirm_due_at__lte=now,
    )
    due = due.order_by("confirm_due_at", "pk")
    found = list(due.values_list("pk", "table_id")[:CONFIRMED_AT_ONCE])
    return sum(_confirm_if_due(pk, Table(pk=table_id), now) for pk, table_id in found)


@atomic
def _confirm_if_due(pk: int, table: Table, now: datetime) -> bool:
    locked, _answers = table_state.lock_and_ask(table, SYSTEM)
    sheet = ScoreSheet.objects.filter(pk=pk, confirm_due_at__lte=now).first()
    if sheet is None or locked.round.is_annulled:
        return False
    sheet.table = locked.table
    confirm(locked, sheet, None, by=SYSTEM, at=now)
    return True
