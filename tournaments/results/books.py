"""What the verbs of this room share: locking a table, its totals, and whether its game is over.

Locks are taken in one order everywhere: tables, then their tournament, then its round.
"""

from datetime import datetime
from typing import Any

from django.db.models import F, Q, Sum

from tournaments import ledger, signals
from tournaments.clock import consents
from tournaments.clock import rules as clock_rules
from tournaments.clock.services import table_clock
from tournaments.models import Round, ScoreSheet, SheetLine, Table, Tournament
from tournaments.results import entered, errors, rules
from tournaments.results.entered import Entered


def lock_table(table: Table) -> Table:
    """The table as it stands now, held until the transaction ends.

    Its round is read after the lock is held, so that its clock is the one that holds now.
    """
    locked = Table.objects.select_for_update().get(pk=table.pk)
    locked.round = Round.objects.select_related("tournament__event").get(pk=locked.round_id)
    return locked


def totals(table: Table) -> dict[int, int]:
    """Game points so far, by seat position; one query."""
    reported = Q(lines__sheet__status=ScoreSheet.Status.REPORTED)
    rows = table.seats.values_list("position").annotate(total=Sum("lines__points", filter=reported))
    return {position: total or 0 for position, total in rows}


def positions(table: Table) -> list[int]:
    """The seats that are taken, in turn order; one query."""
    return list(table.seats.order_by("position").values_list("position", flat=True))


def check(table: Table, hand: Entered, *, ended_early: bool) -> dict[str, Any]:
    """The data of the game's own score sheet. Raises InvalidHand with everything wrong in it."""
    seats = positions(table)
    data = entered.sheet_data(hand, seats, ended_early=ended_early)
    issues = entered.faults(table.round.tournament.game, hand, data, seats)
    if issues:
        raise errors.InvalidHand(issues)
    return data


def write_lines(sheet: ScoreSheet, data: dict[str, Any]) -> None:
    """Put a result on a sheet, in place of any that was there; the caller saves the sheet."""
    seats = {seat.position: seat for seat in sheet.table.seats.order_by("position")}
    sheet.entered = data
    out = entered.went_out(data, list(seats))
    sheet.went_out = seats[out] if out else None
    results = entered.results(sheet.table.round.tournament.game, data, list(seats))
    sheet.lines.all().delete()
    SheetLine.objects.bulk_create(
        SheetLine(sheet=sheet, seat=seat, points=result.points, tie_breaks=result.tie_breaks)
        for seat, result in ((seats[position], results[position]) for position in seats)
    )


def as_entered(sheet: ScoreSheet) -> dict:
    """A sheet as plain data, for the ledger."""
    return {"status": sheet.status, "entered": sheet.entered}


def is_settled(table: Table, *, at: datetime) -> bool:
    """Whether a locked table stands as its hands and its clock say at ``at``."""
    return outcome(table, at) == (table.status, table.end_reason)


def settle(table: Table, *, at: datetime) -> None:
    """Work out anew whether the game at a locked table is over, and count the change.

    A game that the conductor ended stays ended; one that time ended goes on when there is time
    again, or when everybody agrees to play on.
    """
    status, reason = outcome(table, at)
    if (status, reason) != (table.status, table.end_reason):
        table.status, table.end_reason = status, reason
        table.ended_at = at if status == Table.Status.FINISHED else None
    table.version += 1
    table.save(update_fields=["status", "end_reason", "ended_at", "version"])
    Tournament.objects.filter(pk=table.round.tournament_id).update(
        results_version=F("results_version") + 1, results_at=at
    )
    announce_table(table)
    signals.announce(
        signals.results_changed,
        event_id=table.round.tournament.event_id,
        tournament_id=table.round.tournament_id,
    )


def outcome(table: Table, at: datetime) -> tuple[str, str]:
    """Status and end reason that a locked table should have at ``at``."""
    if table.end_reason == Table.EndReason.CONDUCTOR:
        return table.status, table.end_reason
    states = set(table.sheets.values_list("status", flat=True))
    if ScoreSheet.Status.DEALT in states:
        return Table.Status.PLAYING, ""
    tournament = table.round.tournament
    if ScoreSheet.Status.REPORTED in states and tournament.whole_games:
        return Table.Status.FINISHED, Table.EndReason.PLAYED
    if rules.reached_target(totals(table), tournament.target):
        return Table.Status.FINISHED, Table.EndReason.TARGET
    if table.round.status != Round.Status.RUNNING or clock_rules.out_of_time(
        table_clock(table), at, all_agree=consents.all_agree(table)
    ):
        return Table.Status.FINISHED, Table.EndReason.TIME
    played = ScoreSheet.Status.REPORTED in states
    return (Table.Status.PLAYING if played else Table.Status.SEATED), ""


def announce_table(table: Table) -> None:
    signals.announce(
        signals.table_changed,
        event_id=table.round.tournament.event_id,
        tournament_id=table.round.tournament_id,
        round_id=table.round_id,
        table_id=table.pk,
    )


def record(table: Table, verb: str, subject, *, by: ledger.Actor, at, before=None, after=None):
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
    )
