"""Whether a table agrees to a report: another seat does, nobody objects, or somebody does."""

from collections.abc import Iterable
from datetime import datetime

from tournaments.ledger import SYSTEM, Actor
from tournaments.models import Round, ScoreSheet, Seat, SheetVersion, Table
from tournaments.results import errors, receipts, sheet_data, table_state, versions
from tournaments.results.receipts import Receipt, Write
from tournaments.results.sheet_data import SheetInput
from tournaments.results.table_state import LockedTable
from tournaments.transactions import atomic

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
    locked, (made, repeated, sheets) = table_state.lock_and_ask(
        table, *receipts.questions(key), versions.SHEET.of(table.pk, number)
    )
    write = Write.of(key, Act.CONFIRM, locked, number, {"version": version})
    if receipt := write.first_answer(made, repeated):
        return receipt
    sheet, seat = _here(locked, sheets, number, by)
    # Others at the table may agree in the same second; they mean the same.
    if sheet.status == Status.CONFIRMED and version in {None, sheet.version, sheet.version - 1}:
        return write.repeats(locked, Receipt.of(sheet, Act.CONFIRM, repeated=True))
    versions.check_version(sheet, version)
    if sheet.status != Status.REPORTED:
        raise _nothing_to_agree_to(sheet)
    if seat.pk == sheet.reported_by_seat_id:
        raise errors.OwnReport
    confirm(locked, sheet, seat, by=by, at=at, write=write)
    return Receipt.of(sheet, Act.CONFIRM)


def _here(
    locked: LockedTable, sheets: Iterable[ScoreSheet], number: int, by: Actor
) -> tuple[ScoreSheet, Seat]:
    seat = locked.seat_of(by)
    if seat is None:
        raise errors.NotAtThisTable
    sheet = versions.the_sheet(locked, sheets)
    if sheet is None:
        raise errors.HandNotDealt(number=number)
    return sheet, seat


def _nothing_to_agree_to(sheet: ScoreSheet) -> errors.NothingToAgreeTo:
    return errors.NothingToAgreeTo(number=sheet.number, status=sheet.get_status_display())


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
) -> None:
    """Mark a reported sheet as agreed; the caller has written the ledger if it is ``in_ledger``."""
    versions.set_status(sheet, Status.CONFIRMED, confirmed=at)
    sheet.confirmed_by_seat = seat
    with receipts.batch() as batch:
        versions.store_next(
            sheet,
            Act.CONFIRM,
            by=by,
            at=at,
            seat=seat,
            phone_time=phone_time,
            write=write,
            in_ledger=in_ledger,
            batch=batch,
        )
        table_state.touch(locked, batch=batch)


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
    stands and no reason is given; InvalidHand, NotAtThisTable, SheetChanged, NothingToAgreeTo.
    """
    locked, (made, repeated, sheets) = table_state.lock_and_ask(
        table, *receipts.questions(key), versions.SHEET.of(table.pk, number)
    )
    sent = sheet_data.as_sent(proposal) if proposal is not None else None
    write = Write.of(key, Act.DISPUTE, locked, number, {"reason": reason, "sheet": sent})
    if receipt := write.first_answer(made, repeated):
        return receipt
    sheet, seat = _here(locked, sheets, number, by)
    versions.check_version(sheet, version)
    if sheet.status not in ScoreSheet.OBJECTABLE or locked.round.status != Round.Status.RUNNING:
        raise _nothing_to_agree_to(sheet)
    object_to(locked, sheet, seat, proposal, by=by, at=at, reason=reason, write=write)
    return Receipt.of(sheet, Act.DISPUTE)


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
) -> None:
    """Mark a counted sheet as disputed, with what somebody says instead."""
    data = None
    if proposal is not None:
        data = sheet_data.checked(
            locked.tournament.game, proposal, locked.positions, ended_early=sheet.ended_early
        )
        data = None if data == sheet.data else data
    if data is None and not reason.strip():
        raise errors.NothingWrong
    before = {"status": sheet.status}
    versions.set_status(sheet, Status.DISPUTED)
    after = {"status": sheet.status, "proposal": data, "reason": reason}
    with receipts.batch() as batch:
        versions.store_next(
            sheet,
            Act.DISPUTE,
            by=by,
            at=at,
            seat=seat,
            reason=reason,
            proposal=data,
            phone_time=phone_time,
            write=write,
            batch=batch,
        )
        table_state.record(
            locked, "dispute hand", sheet, by=by, at=at, before=before, after=after, batch=batch
        )
        table_state.touch(locked, batch=batch)


# --- Nobody objects -------------------------------------------------------------------------------


def confirm_due(*, now: datetime) -> int:
    """Confirm what nobody objected to in time; how many. Running it twice confirms none twice."""
    due = ScoreSheet.objects.filter(confirm_due_at__lte=now).order_by("confirm_due_at", "pk")
    found = list(due.values_list("pk", "table_id")[:CONFIRMED_AT_ONCE])
    return sum(_confirm_if_due(pk, Table(pk=table_id), now) for pk, table_id in found)


@atomic
def _confirm_if_due(pk: int, table: Table, now: datetime) -> bool:
    locked = table_state.lock(table)
    sheet = ScoreSheet.objects.filter(pk=pk, confirm_due_at__lte=now).first()
    if sheet is None:
        return False
    sheet.table = locked.table
    confirm(locked, sheet, None, by=SYSTEM, at=now)
    return True
