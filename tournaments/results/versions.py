"""What an act makes of a score sheet: its lines, its status, and the version that says so."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from tournaments.ledger import Actor
from tournaments.models import ScoreSheet, Seat, SheetLine, SheetVersion
from tournaments.persistence import AT_ONCE, Writer
from tournaments.prepared import Prepared
from tournaments.results import errors, sheet_data
from tournaments.results.receipts import Write
from tournaments.results.table_state import LockedTable

LONGEST_REASON = 200
#: What acts change of a sheet that was dealt.
CHANGED_BY_ACTS = (
    "status",
    "reported_at",
    "reported_by_seat",
    "confirm_due_at",
    "confirmed_at",
    "confirmed_by_seat",
    "went_out",
    "ended_early",
    "data",
    "version",
)

SHEET = Prepared[ScoreSheet](
    lambda table_id, number: (
        ScoreSheet.objects.filter(table_id=table_id, number=number)
        .exclude(status=ScoreSheet.Status.VOIDED)
        .order_by()
    )
)


# --- Reading a sheet ------------------------------------------------------------------------------


def sheet_of(locked: LockedTable, number: int) -> ScoreSheet | None:
    """The sheet of a hand that was not voided; one query."""
    return the_sheet(locked, SHEET.all(locked.table.pk, number))


def the_sheet(locked: LockedTable, found: Iterable[ScoreSheet]) -> ScoreSheet | None:
    """The one sheet there may be, with its locked table."""
    for sheet in found:
        sheet.table = locked.table
        return sheet
    return None


def check_version(sheet: ScoreSheet, version: int | None) -> None:
    """Raise SheetChanged unless the sheet still is the version that somebody acts on."""
    if version is not None and sheet.version != version:
        raise errors.SheetChanged(stands=as_it_stands(sheet), number=sheet.number)


def as_it_stands(sheet: ScoreSheet) -> dict[str, Any]:
    """A sheet for somebody who knows an older version; "entered" is the API's name of the data."""
    return {
        "number": sheet.number,
        "status": sheet.status,
        "version": sheet.version,
        "entered": sheet.data,
        "ended_early": sheet.ended_early,
    }


def as_recorded(sheet: ScoreSheet) -> dict[str, Any]:
    """A sheet as the ledger has it."""
    return {"status": sheet.status, "entered": sheet.data}


# --- Changing a sheet -----------------------------------------------------------------------------


def set_result(
    locked: LockedTable, sheet: ScoreSheet, data: dict[str, Any], *, batch: Writer = AT_ONCE
) -> None:
    """Put a result on a sheet, in place of any that was there; the caller saves the sheet."""
    had_lines = bool(sheet.data)
    seats = {seat.position: seat for seat in locked.seats}
    sheet.data = data
    out = sheet_data.went_out(data, locked.positions)
    sheet.went_out = seats[out] if out else None
    results = sheet_data.results(locked.tournament.game, data, locked.positions)
    if had_lines:
        sheet.lines.all().delete()
    batch.insert(
        *(
            SheetLine(
                sheet=sheet,
                seat=seat,
                points=results[position].points,
                tie_breaks=results[position].tie_breaks,
            )
            for position, seat in seats.items()
        )
    )


def set_status(
    sheet: ScoreSheet,
    status: str,
    *,
    due: datetime | None = None,
    confirmed: datetime | None = None,
) -> None:
    """Give a sheet another status, with the times that belong to it and no others."""
    sheet.status = status
    sheet.confirm_due_at, sheet.confirmed_at, sheet.confirmed_by_seat = due, confirmed, None


def objection_ends(locked: LockedTable, at: datetime) -> datetime | None:
    """When a report of ``at`` counts as agreed; None where only people agree."""
    minutes = locked.tournament.objection_minutes
    return at + timedelta(minutes=minutes) if minutes else None


def store_next(
    sheet: ScoreSheet, act: str, *, batch: Writer = AT_ONCE, **facts: Any
) -> SheetVersion:
    """Count an act on a sheet, and store the sheet and its new version; see ``store_version``."""
    sheet.version += 1
    batch.update(sheet, CHANGED_BY_ACTS)
    return store_version(sheet, act, batch=batch, **facts)


def store_version(
    sheet: ScoreSheet,
    act: str,
    *,
    by: Actor,
    at: datetime,
    seat: Seat | None = None,
    reason: str = "",
    proposal: dict[str, Any] | None = None,
    phone_time: datetime | None = None,
    undoes: int | None = None,
    write: Write | None = None,
    in_ledger: bool = True,
    batch: Writer = AT_ONCE,
) -> SheetVersion:
    """Store the version that an act has made of a sheet.

    ``write`` is answered from it when it comes again. Unless it is ``in_ledger`` by the caller, the
    entry of the ledger is written from the version later (tournaments.events.ledger.waiting).
    """
    version = SheetVersion(
        sheet=sheet,
        number=sheet.version,
        act=act,
        status=sheet.status,
        data=sheet.data,
        ended_early=sheet.ended_early,
        proposal=proposal,
        seat=seat,
        user=by.user,
        actor=by.name[:120],
        device=by.device,
        at=at,
        phone_time=phone_time,
        reason=" ".join(reason.split())[:LONGEST_REASON],
        undoes=undoes,
        key=write.key or None if write else None,
        fingerprint=write.fingerprint if write and write.key else "",
        in_ledger=in_ledger,
    )
    batch.insert(version)
    return version
