"""Undoing the last act at a table: a new act that restores what was before, never a gap."""

from datetime import datetime

from tournaments import reasons
from tournaments.ledger import Actor
from tournaments.models import Round, ScoreSheet, SheetVersion, Table
from tournaments.results import errors, sheet_data, table_state, versions
from tournaments.results.ruling.impartiality import impartial
from tournaments.results.table_state import LockedTable
from tournaments.results.versions import Receipt
from tournaments.transactions import atomic
from tournaments.verbs import Verb

Act, Status = SheetVersion.Act, ScoreSheet.Status


def standing_versions(table: Table) -> list[SheetVersion]:
    """The acts at a table that were not undone, oldest first, with their sheets; one query."""
    versions = SheetVersion.objects.filter(sheet__table=table).select_related("sheet", "seat")
    rows = list(versions.order_by("pk"))
    undone = {(row.sheet_id, row.undoes) for row in rows if row.act == Act.UNDO}
    return [row for row in rows if row.act != Act.UNDO and (row.sheet_id, row.number) not in undone]


@atomic
def undo_last(
    table: Table, *, by: Actor, at: datetime, reason: str, last: int | None = None
) -> Receipt:
    """Take back the last act at a table: a deal, report, agreement, dispute, ruling or voiding.

    ``last`` is the key of the version that somebody means to undo: raises LaterActs if it is not
    the last any more. Raises RoundIsClosed, GameEndedSince where something rests on the act.
    """
    reasons.required(reason, errors.ReasonMissing)
    locked = table_state.lock(table, by)
    own, table = impartial(locked, by), locked.table
    standing = standing_versions(table)
    if not standing:
        raise errors.NothingToUndo
    act = standing[-1]
    if last is not None and act.pk != last:
        raise errors.LaterActs
    if table.round.status != Round.Status.RUNNING:
        raise errors.RoundIsClosed(table)
    if table.end_reason == Table.EndReason.CONDUCTOR:
        raise errors.GameEndedSince
    sheet = act.sheet
    sheet.table = table
    before = versions.as_recorded(sheet)
    earlier = [row for row in standing[:-1] if row.sheet_id == sheet.pk]
    _restore(locked, sheet, act, earlier[-1] if earlier else None, at)
    receipt = versions.store_next(sheet, Act.UNDO, by=by, at=at, reason=reason, undoes=act.number)
    after = versions.as_recorded(sheet) | {"undone": act.act, "reason": reason} | own
    table_state.record(locked, Verb.UNDO_AT_TABLE, sheet, by=by, at=at, before=before, after=after)
    table_state.settle(locked, at=at)
    return receipt


def _restore(
    locked: LockedTable,
    sheet: ScoreSheet,
    act: SheetVersion,
    earlier: SheetVersion | None,
    at: datetime,
) -> None:
    """Make a sheet as it was before ``act``, which is as ``earlier`` left it."""
    if earlier is None:
        _restore_first(sheet, act)
        return
    sheet.ended_early = earlier.ended_early
    if earlier.status == Status.DEALT:
        _take_off_result(sheet)
    elif earlier.data != sheet.data:
        setup, seats = locked.tournament.setup, locked.positions
        versions.replace_result(locked, sheet, sheet_data.score(setup, earlier.data, seats))
    reported, agreed = earlier.status == Status.REPORTED, earlier.status == Status.CONFIRMED
    versions.set_status(
        sheet,
        earlier.status,
        due=versions.objection_ends(locked, at) if reported else None,
        confirmed=earlier.at if agreed else None,
    )
    if agreed:
        sheet.confirmed_by_seat = earlier.seat if earlier.act == Act.CONFIRM else None


def _restore_first(sheet: ScoreSheet, act: SheetVersion) -> None:
    """Undo the first act that is known of a sheet."""
    if act.act == Act.DEAL:
        versions.set_status(sheet, Status.VOIDED)
    elif act.act == Act.REPORT:
        _take_off_result(sheet)
        versions.set_status(sheet, Status.DEALT)
    else:
        # From before versions were kept: nobody knows what was there.
        raise errors.NothingToUndo


def _take_off_result(sheet: ScoreSheet) -> None:
    sheet.lines.all().delete()
    sheet.data, sheet.went_out = {}, None
    sheet.reported_at = sheet.reported_by_seat = None
