"""Undoing the last act at a table: a new act that restores what was before, never a gap."""

from datetime import datetime

from django.db import transaction

from tournaments.ledger import Actor
from tournaments.models import Round, ScoreSheet, SheetVersion, Table
from tournaments.results import errors, table_state

Act, Status = SheetVersion.Act, ScoreSheet.Status


def standing_versions(table: Table) -> list[SheetVersion]:
    """The acts at a table that were not undone, oldest first, with their sheets; one query."""
    versions = SheetVersion.objects.filter(sheet__table=table).select_related("sheet", "seat")
    rows = list(versions.order_by("pk"))
    undone = {(row.sheet_id, row.undoes) for row in rows if row.act == Act.UNDO}
    return [row for row in rows if row.act != Act.UNDO and (row.sheet_id, row.number) not in undone]


@transaction.atomic
def undo_last(
    table: Table, *, by: Actor, at: datetime, reason: str, last: int | None = None
) -> SheetVersion:
    """Take back the last act at a table: a deal, report, agreement, dispute, ruling or voiding.

    ``last`` is the key of the version that somebody means to undo: raises LaterActs if it is not
    the last any more. Raises RoundIsClosed, GameEndedSince where something rests on the act.
    """
    if not reason.strip():
        raise errors.ReasonMissing(field="reason")
    table = table_state.lock_table(table)
    own = table_state.impartial(table, by)
    versions = standing_versions(table)
    if not versions:
        raise errors.NothingToUndo
    act = versions[-1]
    if last is not None and act.pk != last:
        raise errors.LaterActs
    if table.round.status != Round.Status.RUNNING:
        raise errors.RoundIsClosed
    if table.end_reason == Table.EndReason.CONDUCTOR:
        raise errors.GameEndedSince
    sheet = act.sheet
    sheet.table = table
    before = table_state.as_entered(sheet)
    earlier = [row for row in versions[:-1] if row.sheet_id == sheet.pk]
    _restore(sheet, act, earlier[-1] if earlier else None, at)
    made = table_state.next_version(sheet, Act.UNDO, by=by, at=at, reason=reason, undoes=act.number)
    after = table_state.as_entered(sheet) | {"undone": act.act, "reason": reason} | own
    table_state.record(table, "undo at table", sheet, by=by, at=at, before=before, after=after)
    table_state.settle(table, at=at)
    return made


def _restore(
    sheet: ScoreSheet, act: SheetVersion, earlier: SheetVersion | None, at: datetime
) -> None:
    """Make a sheet as it was before ``act``, which is as ``earlier`` left it."""
    if earlier is None:
        if act.act == Act.DEAL:
            table_state.set_status(sheet, Status.VOIDED)
            return
        if act.act != Act.REPORT:
            # A sheet of a house that kept no versions: what was before nobody knows.
            raise errors.NothingToUndo
    status = earlier.status if earlier else Status.DEALT
    sheet.ended_early = earlier.ended_early if earlier else sheet.ended_early
    if status == Status.DEALT:
        sheet.lines.all().delete()
        sheet.data, sheet.went_out = {}, None
        sheet.reported_at = sheet.reported_by_seat = None
    elif earlier.data != sheet.data:
        table_state.write_lines(sheet, earlier.data)
    due = table_state.objection_ends(sheet.table, at) if status == Status.REPORTED else None
    agreed = status == Status.CONFIRMED
    table_state.set_status(sheet, status, due=due, confirmed=earlier.at if agreed else None)
    if agreed:
        sheet.confirmed_by_seat = earlier.seat if earlier.act == Act.CONFIRM else None
