"""What the verbs of this package share: a locked table, its totals, whether its game is over."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, Q, Sum

from tournaments import ledger, locking, persistence, signals
from tournaments.access.roles import CONDUCTING
from tournaments.clock import consents
from tournaments.clock import rules as clock_rules
from tournaments.clock.serialization import table_clock
from tournaments.ledger import Actor
from tournaments.models import (
    Round,
    ScoreSheet,
    Seat,
    SheetLine,
    SheetVersion,
    Staff,
    Table,
    Tournament,
)
from tournaments.persistence import AT_ONCE, Writer
from tournaments.prepared import Prepared, Question
from tournaments.results import errors, rules, sheet_data
from tournaments.results.sheet_data import Entered

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

#: What the hands of a table change of it.
CHANGED_BY_HANDS = ("status", "end_reason", "ended_at", "version")

SEATS = Prepared[Seat](
    lambda table_id: (
        Seat.objects.filter(table_id=table_id)
        .annotate(player_id=F("entry__player_id"))
        .order_by("position")
    )
)
SHEET = Prepared[ScoreSheet](
    lambda table_id, number: (
        ScoreSheet.objects.filter(table_id=table_id, number=number)
        .exclude(status=ScoreSheet.Status.VOIDED)
        .order_by()
    )
)
#: The status of a sheet, and seat and points of each of its lines.
Rows = list[tuple[str, int | None, int | None]]
PLAYED = Prepared[tuple[str, int | None, int | None]](
    lambda table_id: (
        ScoreSheet.objects.filter(table_id=table_id)
        .exclude(status=ScoreSheet.Status.VOIDED)
        .order_by()
        .values_list("status", "lines__seat_id")
        .annotate(Sum("lines__points"))
    )
)


# --- Who and where --------------------------------------------------------------------------------


def lock_table(table: Table) -> Table:
    """The table as it stands now, with its round and tournament, locked: see ``locking``."""
    return hold(table)[0]


def hold(table: Table, *questions: Question) -> tuple[Table, list[list]]:
    """Lock a table, as ``lock_table`` does, and ask what else there is to know of it then.

    All in one way to the database: whoever waits for this table waits no longer than that takes.
    """
    locked, (seats, *answers) = locking.lock_table(table, SEATS.of(table.pk), *questions)
    locked.__dict__["seats_in_order"] = seats
    return locked, answers


def seats_of(table: Table) -> list[Seat]:
    """The seats in turn order, with the ``player_id`` of each; one query for a table object."""
    if "seats_in_order" not in table.__dict__:
        table.__dict__["seats_in_order"] = SEATS.all(table.pk)
    return table.__dict__["seats_in_order"]


def positions(table: Table) -> list[int]:
    """The seats that are taken, in turn order."""
    return [seat.position for seat in seats_of(table)]


def seat_of(table: Table, by: Actor) -> Seat | None:
    """Where whoever acts sits at this table, by the seat that was opened on the phone."""
    if by.player is None:
        return None
    return next((s for s in seats_of(table) if s.player_id == by.player.pk), None)


def impartial(table: Table, by: Actor) -> dict[str, bool]:
    """What the ledger adds to a conductor's act at a table: that it was the conductor's own.

    Raises ConductorPlaysHere if the conductor sits there and another of the event does not.
    """
    if by.user is None:
        return {}
    event_id = table.round.tournament.event_id
    staff = list(Staff.objects.filter(event_id=event_id).only("user_id", "role", "player_id"))
    here = {seat.player_id for seat in seats_of(table)}
    own = {s.player_id for s in staff if s.user_id == by.user.pk}
    own.add(by.player.pk if by.player else None)
    if not own & here:
        return {}
    for other in staff:
        is_free = other.player_id is None or other.player_id not in here
        if other.user_id != by.user.pk and other.role in CONDUCTING and is_free:
            raise errors.ConductorPlaysHere
    return {"own_table": True}


# --- Sheets ---------------------------------------------------------------------------------------


def sheet_of(table: Table, number: int) -> ScoreSheet | None:
    """The sheet of a hand that was not voided; one query."""
    return the_sheet(table, SHEET.all(table.pk, number))


def the_sheet(table: Table, found: list[ScoreSheet]) -> ScoreSheet | None:
    """The one sheet there may be, with its locked table."""
    for sheet in found:
        # The locked table, so that whoever follows the link finds the same object.
        sheet.table = table
        return sheet
    return None


def fresh(sheet: ScoreSheet, version: int | None) -> None:
    """Raise SheetChanged unless the sheet still is the version that somebody acts on."""
    if version is not None and sheet.version != version:
        raise errors.SheetChanged(stands=as_it_stands(sheet), number=sheet.number)


def check(table: Table, hand: Entered, *, ended_early: bool) -> dict[str, Any]:
    """The data of the game's own score sheet. Raises InvalidHand with everything wrong in it."""
    seats = positions(table)
    game = table.round.tournament.game
    data = sheet_data.sheet_data(game, hand, seats, ended_early=ended_early)
    issues = sheet_data.faults(game, hand, data, seats)
    if issues:
        raise errors.InvalidHand(issues)
    return data


def write_lines(sheet: ScoreSheet, data: dict[str, Any], *, batch: Writer = AT_ONCE) -> None:
    """Put a result on a sheet, in place of any that was there; the caller saves the sheet."""
    seats = {seat.position: seat for seat in seats_of(sheet.table)}
    had_lines = bool(sheet.data)
    sheet.data = data
    out = sheet_data.went_out(data, list(seats))
    sheet.went_out = seats[out] if out else None
    results = sheet_data.results(sheet.table.round.tournament.game, data, list(seats))
    if had_lines:
        sheet.lines.all().delete()
    lines = ((seats[position], results[position]) for position in seats)
    batch.insert(
        *(
            SheetLine(sheet=sheet, seat=seat, points=result.points, tie_breaks=result.tie_breaks)
            for seat, result in lines
        )
    )


def objection_ends(table: Table, at: datetime) -> datetime | None:
    """When a report of ``at`` counts as agreed; None where only people agree."""
    minutes = table.round.tournament.objection_minutes
    return at + timedelta(minutes=minutes) if minutes else None


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


def note(
    sheet: ScoreSheet,
    act: str,
    *,
    by: Actor,
    at: datetime,
    seat: Seat | None = None,
    reason: str = "",
    proposal: dict | None = None,
    phone_time: datetime | None = None,
    undoes: int | None = None,
    batch: Writer = AT_ONCE,
) -> SheetVersion:
    """Keep the version that an act has made of a sheet."""
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
    )
    batch.insert(version)
    return version


def next_version(sheet: ScoreSheet, act: str, *, batch: Writer = AT_ONCE, **facts) -> SheetVersion:
    """Count an act on a sheet, store the sheet, and keep the version."""
    sheet.version += 1
    batch.update(sheet, CHANGED_BY_ACTS)
    return note(sheet, act, batch=batch, **facts)


def as_entered(sheet: ScoreSheet) -> dict:
    """A sheet as plain data, for the ledger."""
    return {"status": sheet.status, "entered": sheet.data}


def as_it_stands(sheet: ScoreSheet) -> dict:
    """What is told to somebody who knew an older version."""
    return {
        "number": sheet.number,
        "status": sheet.status,
        "version": sheet.version,
        "entered": sheet.data,
        "ended_early": sheet.ended_early,
    }


# --- The game at the table ------------------------------------------------------------------------


def totals(table: Table) -> dict[int, int]:
    """Game points so far, by seat position; one query."""
    counted = Q(lines__sheet__status__in=ScoreSheet.COUNTED)
    rows = table.seats.values_list("position").annotate(total=Sum("lines__points", filter=counted))
    return {position: total or 0 for position, total in rows}


def is_settled(table: Table, *, at: datetime) -> bool:
    """Whether a locked table stands as its hands and its clock say at ``at``."""
    return outcome(table, at) == (table.status, table.end_reason)


def settle(table: Table, *, at: datetime) -> None:
    """Work out anew whether the game at a locked table is over, and count the change."""
    decide(table, at=at)
    store_change(table, at=at)


def decide(table: Table, *, at: datetime, played: Rows | None = None) -> None:
    """Work out anew whether the game at a locked table is over; ``played`` if that is known.

    A game that the conductor ended stays ended; one that time ended goes on when there is time
    again, or when everybody agrees to play on.
    """
    status, reason = outcome(table, at, played)
    if (status, reason) != (table.status, table.end_reason):
        table.status, table.end_reason = status, reason
        table.ended_at = at if status == Table.Status.FINISHED else None


def store_change(table: Table, *, at: datetime, is_last: bool = False) -> None:
    """Count a change of the results at a locked table, and let the standings know.

    From here on every table of the tournament waits for this one, so it comes last. ``is_last`` if
    nothing else happens at this table before all of it is committed.
    """
    table.version += 1
    if is_last:
        persistence.run_at_commit([persistence.update_statement(table, CHANGED_BY_HANDS)])
    else:
        persistence.update(table, CHANGED_BY_HANDS)
    persistence.increment(Tournament, table.round.tournament_id, "results_version", results_at=at)
    signals.publish(signals.results_changed, **_facts(table))
    publish_table(table)


def touch(table: Table, *, batch: Writer = AT_ONCE) -> None:
    """Count a change at a locked table that changes no result: somebody agreed or did not."""
    table.version += 1
    batch.update(table, ["version"])
    publish_table(table)
    signals.publish(signals.agreement_changed, **_facts(table))


def outcome(table: Table, at: datetime, played: Rows | None = None) -> tuple[str, str]:
    """Status and end reason that a locked table should have at ``at``. One query, rarely three."""
    if table.end_reason == Table.EndReason.CONDUCTOR:
        return table.status, table.end_reason
    states, points = _played(PLAYED.all(table.pk) if played is None else played)
    if ScoreSheet.Status.DEALT in states:
        return Table.Status.PLAYING, ""
    tournament = table.round.tournament
    if states and tournament.whole_games:
        return Table.Status.FINISHED, Table.EndReason.PLAYED
    if rules.reached_target(points, tournament.target):
        return Table.Status.FINISHED, Table.EndReason.TARGET
    if table.round.status != Round.Status.RUNNING or _is_out_of_time(table, at):
        return Table.Status.FINISHED, Table.EndReason.TIME
    return (Table.Status.PLAYING if states else Table.Status.SEATED), ""


def _played(rows: Rows) -> tuple[set[str], dict[int, int]]:
    """The states of the sheets that are not voided, and the points so far by seat."""
    states: set[str] = set()
    points: dict[int, int] = {}
    for status, seat_id, value in rows:
        states.add(status)
        if status in ScoreSheet.COUNTED and seat_id is not None:
            points[seat_id] = points.get(seat_id, 0) + value
    return states, points


def _is_out_of_time(table: Table, at: datetime) -> bool:
    clock = table_clock(table)
    # Most tables have time: only then ask who agreed to play on.
    return clock_rules.out_of_time(clock, at) and clock_rules.out_of_time(
        clock, at, all_agree=consents.all_agree(table)
    )


def _facts(table: Table) -> dict[str, int]:
    tournament = table.round.tournament
    return {"event_id": tournament.event_id, "tournament_id": tournament.pk}


def publish_table(table: Table) -> None:
    signals.publish(
        signals.table_changed, round_id=table.round_id, table_id=table.pk, **_facts(table)
    )


def record(
    table: Table,
    verb: str,
    subject,
    *,
    by: Actor,
    at,
    before=None,
    after=None,
    batch: Writer = AT_ONCE,
):
    """Write an act at a table into the ledger of its event."""
    tournament = table.round.tournament
    ledger.record(
        tournament.event_id,
        verb,
        f"{tournament}, {table.round}, {table}, {subject}",
        by=by,
        at=at,
        before=before,
        after=after,
        batch=batch,
    )
