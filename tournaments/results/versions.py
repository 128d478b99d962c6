"""Acts on a score sheet: its lines, its status, and the version that says so."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from tournaments import at_commit, reasons
from tournaments.ledger import Actor
from tournaments.models import ScoreSheet, Seat, SheetLine, SheetVersion
from tournaments.prepared import Prepared
from tournaments.results import errors
from tournaments.results.sheet_data import Scored
from tournaments.results.table_state import LockedTable

Act, Status = SheetVersion.Act, ScoreSheet.Status

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


@dataclass(frozen=True, slots=True)
class Receipt:
    """A hand as it is stored after an act.

    ``act`` is what was done: deal, report, confirm, dispute. ``repeated`` says that nothing was
    written this time, because it had been before; ``replayed``, that it was by the same write.
    """

    code: str
    number: int
    act: str
    status: str
    version: int
    stored: bool = True
    repeated: bool = False
    replayed: bool = False

    @classmethod
    def of(cls, sheet: ScoreSheet, act: str, *, repeated: bool = False) -> "Receipt":
        return cls(
            sheet.table.code, sheet.number, act, sheet.status, sheet.version, repeated=repeated
        )

    @property
    def plain(self) -> dict[str, Any]:
        """As it is kept and sent: the same whether it is the first answer or a later one."""
        of_this_time = {"repeated", "replayed"}
        return {name: getattr(self, name) for name in self.__slots__ if name not in of_this_time}


@dataclass(frozen=True, slots=True)
class Write:
    """A write by the key that its sender made for it, and a digest of what it says.

    Without a key it is done however often it comes.
    """

    key: str
    fingerprint: str


SHEET = Prepared[ScoreSheet](
    lambda table_id, number: (
        ScoreSheet.objects.filter(table_id=table_id, number=number)
        .exclude(status=ScoreSheet.Status.VOIDED)
        .order_by()
    )
)


# --- Reading a sheet ------------------------------------------------------------------------------


def find_sheet(locked: LockedTable, number: int, *, version: int | None = None) -> ScoreSheet:
    """The sheet of a hand that was not voided; one query. See ``sheet_in``."""
    return sheet_in(locked, SHEET.all(locked.table.pk, number), number, version=version)


def sheet_in(
    locked: LockedTable, found: Iterable[ScoreSheet], number: int, *, version: int | None = None
) -> ScoreSheet:
    """The one sheet that was found, with its locked table.

    Raises HandNotDealt without one, SheetChanged if it is another version than the one named.
    """
    for sheet in found:
        sheet.table = locked.table
        check_version(sheet, version)
        return sheet
    raise errors.HandNotDealt(locked.table, number=number)


def check_version(sheet: ScoreSheet, version: int | None) -> None:
    """Raise SheetChanged unless the sheet still is the version that somebody acts on."""
    if version is not None and sheet.version != version:
        raise errors.SheetChanged(sheet.table, stands=as_it_stands(sheet), number=sheet.number)


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


def replace_result(locked: LockedTable, sheet: ScoreSheet, scored: Scored) -> None:
    """Put a result on a sheet, in place of any that was there; the caller saves the sheet."""
    sheet.lines.all().delete()
    SheetLine.objects.bulk_create(_put_result(locked, sheet, scored))


def _put_result(locked: LockedTable, sheet: ScoreSheet, scored: Scored) -> list[SheetLine]:
    """Put a result on a sheet; its lines, which are not stored yet."""
    seats = {seat.position: seat for seat in locked.seats}
    sheet.data = scored.data
    sheet.went_out = seats[scored.went_out] if scored.went_out else None
    results = scored.results
    return [
        SheetLine(
            sheet=sheet,
            seat=seat,
            points=results[position].points,
            tie_breaks=results[position].tie_breaks,
        )
        for position, seat in seats.items()
    ]


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


def report(
    locked: LockedTable,
    sheet: ScoreSheet,
    scored: Scored,
    *,
    by: Actor,
    at: datetime,
    phone_time: datetime | None,
    write: Write,
) -> Receipt:
    """Store a dealt sheet as reported, with the commit."""
    set_status(sheet, Status.REPORTED, due=objection_ends(locked, at))
    # A clock that was set back must not make a hand end before it began.
    sheet.reported_at = max(min(phone_time or at, at), sheet.dealt_at)
    sheet.reported_by_seat = locked.seat
    at_commit.insert(*_put_result(locked, sheet, scored))
    return store_next_at_commit(
        sheet,
        Act.REPORT,
        by=by,
        at=at,
        seat=locked.seat,
        phone_time=phone_time,
        write=write,
        in_ledger=False,
    )


def store_next(sheet: ScoreSheet, act: str, **facts: Any) -> Receipt:
    """Count an act on a sheet, and store the sheet and its new version; see ``new_version``."""
    sheet.version += 1
    sheet.save(update_fields=CHANGED_BY_ACTS)
    new_version(sheet, act, **facts).save()
    return Receipt.of(sheet, act)


def store_next_at_commit(sheet: ScoreSheet, act: str, **facts: Any) -> Receipt:
    """As ``store_next``, where nothing reads the sheet before the commit."""
    sheet.version += 1
    at_commit.update(sheet, CHANGED_BY_ACTS)
    at_commit.insert(new_version(sheet, act, **facts))
    return Receipt.of(sheet, act)


def new_version(
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
) -> SheetVersion:
    """The version that an act has made of a sheet; the caller stores it.

    ``write`` is answered from it when it comes again. Unless it is ``in_ledger`` by the caller, the
    entry of the ledger is written from the version later (tournaments.events.ledger.waiting).
    """
    return SheetVersion(
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
        reason=reasons.as_kept(reason),
        undoes=undoes,
        key=write.key or None if write else None,
        fingerprint=write.fingerprint if write and write.key else "",
        in_ledger=in_ledger,
    )
