"""Whether a table agrees to what was reported: another seat does, nobody objects, or somebody."""

from datetime import datetime

from django.db import transaction

from tournaments import persistence
from tournaments.ledger import SYSTEM, Actor
from tournaments.models import Round, ScoreSheet, Seat, SheetVersion, Table
from tournaments.results import errors, queries, receipts, rules, table_state
from tournaments.results.receipts import Receipt
from tournaments.results.sheet_data import Entered, as_sent

Act, Status = SheetVersion.Act, ScoreSheet.Status

CONFIRMED_AT_ONCE = 200


@transaction.atomic
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
    table, (answers, sheets) = _hold(table, number, key)
    digest = rules.fingerprint(Act.CONFIRM, table.code, number, {"version": version})
    if receipt := receipts.known(answers, digest):
        return receipt
    sheet, seat = _here(table, sheets, number, by)
    # Others at the table may agree in the same second; they mean the same.
    if sheet.status == Status.CONFIRMED and version in {None, sheet.version, sheet.version - 1}:
        return receipts.keep(table, key, digest, Receipt.of(sheet, Act.CONFIRM, repeated=True))
    table_state.fresh(sheet, version)
    if sheet.status != Status.REPORTED:
        raise _nothing_to_agree_to(sheet)
    if seat.pk == sheet.reported_by_seat_id:
        raise errors.OwnReport
    confirm(sheet, seat, by=by, at=at)
    return receipts.keep(table, key, digest, Receipt.of(sheet, Act.CONFIRM))


def _hold(table: Table, number: int, key: str) -> tuple[Table, list[list]]:
    """The locked table, the answers to a key, and the sheet of a hand."""
    return table_state.hold(table, receipts.ANSWER.of(key), table_state.SHEET.of(table.pk, number))


def _here(
    table: Table, sheets: list[ScoreSheet], number: int, by: Actor
) -> tuple[ScoreSheet, Seat]:
    seat = table_state.seat_of(table, by)
    if seat is None:
        raise errors.NotAtThisTable
    sheet = table_state.the_sheet(table, sheets)
    if sheet is None:
        raise errors.HandNotDealt(number=number)
    return sheet, seat


def _nothing_to_agree_to(sheet: ScoreSheet) -> errors.NothingToAgreeTo:
    return errors.NothingToAgreeTo(number=sheet.number, status=sheet.get_status_display())


def confirm(
    sheet: ScoreSheet,
    seat: Seat | None,
    *,
    by: Actor,
    at: datetime,
    phone_time: datetime | None = None,
    more: dict | None = None,
) -> None:
    """Mark a reported sheet of a locked table as agreed; ``more`` is for the ledger."""
    before = {"status": sheet.status}
    table_state.set_status(sheet, Status.CONFIRMED, confirmed=at)
    sheet.confirmed_by_seat = seat
    after = {"status": sheet.status} | (more or {})
    who = {"by": by, "at": at}
    with persistence.batch() as batch:
        table_state.next_version(
            sheet, Act.CONFIRM, **who, seat=seat, phone_time=phone_time, batch=batch
        )
        table_state.record(
            sheet.table, "confirm hand", sheet, **who, before=before, after=after, batch=batch
        )
        table_state.touch(sheet.table, batch=batch)


@transaction.atomic
def dispute_sheet(
    table: Table,
    number: int,
    proposal: Entered | None,
    *,
    by: Actor,
    at: datetime,
    reason: str = "",
    version: int | None = None,
    key: str = "",
) -> Receipt:
    """Object to what stands on a sheet, and say what should; a conductor rules.

    The sheet counts as it was reported until then. Raises NothingWrong where the proposal is what
    stands and no reason is given; InvalidHand, NotAtThisTable, SheetChanged, NothingToAgreeTo.
    """
    table, (answers, sheets) = _hold(table, number, key)
    said = {"reason": reason, "sheet": as_sent(proposal) if proposal is not None else None}
    digest = rules.fingerprint(Act.DISPUTE, table.code, number, said)
    if receipt := receipts.known(answers, digest):
        return receipt
    sheet, seat = _here(table, sheets, number, by)
    table_state.fresh(sheet, version)
    if sheet.status not in queries.OBJECTABLE or table.round.status != Round.Status.RUNNING:
        raise _nothing_to_agree_to(sheet)
    object_to(sheet, seat, proposal, by=by, at=at, reason=reason)
    return receipts.keep(table, key, digest, Receipt.of(sheet, Act.DISPUTE))


def object_to(
    sheet: ScoreSheet,
    seat: Seat | None,
    proposal: Entered | None,
    *,
    by: Actor,
    at: datetime,
    reason: str = "",
    phone_time: datetime | None = None,
) -> None:
    """Mark a counted sheet of a locked table as disputed, with what somebody says instead."""
    table = sheet.table
    data = None
    if proposal is not None:
        data = table_state.check(table, proposal, ended_early=sheet.ended_early)
        data = None if data == sheet.data else data
    if data is None and not reason.strip():
        raise errors.NothingWrong
    before = {"status": sheet.status}
    table_state.set_status(sheet, Status.DISPUTED)
    table_state.next_version(
        sheet,
        Act.DISPUTE,
        by=by,
        at=at,
        seat=seat,
        reason=reason,
        proposal=data,
        phone_time=phone_time,
    )
    after = {"status": sheet.status, "proposal": data, "reason": reason}
    table_state.record(table, "dispute hand", sheet, by=by, at=at, before=before, after=after)
    table_state.touch(table)


# --- Nobody objects -------------------------------------------------------------------------------


def confirm_due(*, now: datetime) -> int:
    """Confirm what nobody objected to in time; how many. Running it twice confirms none twice."""
    due = ScoreSheet.objects.filter(confirm_due_at__lte=now).order_by("confirm_due_at", "pk")
    found = list(due.values_list("pk", "table_id")[:CONFIRMED_AT_ONCE])
    return sum(_confirm_if_due(pk, Table(pk=table_id), now) for pk, table_id in found)


@transaction.atomic
def _confirm_if_due(pk: int, table: Table, now: datetime) -> bool:
    table = table_state.lock_table(table)
    sheet = ScoreSheet.objects.filter(pk=pk, confirm_due_at__lte=now).first()
    if sheet is None:
        return False
    sheet.table = table
    confirm(sheet, None, by=SYSTEM, at=now)
    return True
