"""What the verbs of this room share: locking a table, its totals, and whether its game is over.

Locks are taken in one order everywhere: tables, then their tournament, then its round.
"""

from datetime import datetime

from django.db.models import F, Q, Sum

from games.express import sheet as express_sheet
from games.sheet import QuickHand
from tournaments import ledger, signals
from tournaments.clock import rules as clock_rules
from tournaments.clock.services import slot_clock
from tournaments.models import Round, ScoreSheet, SheetLine, Table, Tournament
from tournaments.results import errors, rules


def lock_table(table: Table) -> Table:
    """The table as it stands now, held until the transaction ends."""
    return (
        Table.objects.select_for_update(of=("self",))
        .select_related("round__tournament__event")
        .get(pk=table.pk)
    )


def totals(table: Table) -> dict[int, int]:
    """Game points so far, by seat position; one query."""
    reported = Q(lines__sheet__status=ScoreSheet.Status.REPORTED)
    rows = table.seats.values_list("position").annotate(total=Sum("lines__points", filter=reported))
    return {position: total or 0 for position, total in rows}


def check_hand(table: Table, hand: QuickHand) -> None:
    """Ask the game's own score sheet. Raises InvalidHand with everything it finds."""
    seats = list(table.seats.values_list("position", flat=True))
    issues = express_sheet.issues(hand, seats)
    if issues:
        raise errors.InvalidHand(issues)


def write_lines(sheet: ScoreSheet, hand: QuickHand) -> None:
    """Put the points of a hand on its sheet, in place of any that were there."""
    seats = {seat.position: seat for seat in sheet.table.seats.all()}
    sheet.went_out = seats[hand.went_out] if hand.went_out else None
    sheet.lines.all().delete()
    SheetLine.objects.bulk_create(
        SheetLine(sheet=sheet, seat=seats[position], points=points)
        for position, points in sorted(hand.points.items())
    )


def as_entered(sheet: ScoreSheet) -> dict:
    """A hand as plain data, for the ledger and for comparing two reports."""
    lines = sheet.lines.values_list("seat__position", "points").order_by("seat__position")
    return {
        "status": sheet.status,
        "points": {str(position): points for position, points in lines},
        "went_out": sheet.went_out.position if sheet.went_out else None,
        "ended_early": sheet.ended_early,
    }


def settle(table: Table, *, at: datetime) -> None:
    """Work out anew whether the game at a locked table is over, and count the change.

    A game that the conductor ended stays ended.
    """
    status, reason = _outcome(table, at)
    if (status, reason) != (table.status, table.end_reason):
        table.status, table.end_reason = status, reason
        table.ended_at = at if status == Table.Status.FINISHED else None
    table.version += 1
    table.save(update_fields=["status", "end_reason", "ended_at", "version"])
    Tournament.objects.filter(pk=table.round.tournament_id).update(
        results_version=F("results_version") + 1
    )
    announce_table(table)
    signals.announce(
        signals.results_changed,
        event_id=table.round.tournament.event_id,
        tournament_id=table.round.tournament_id,
    )


def _outcome(table: Table, at: datetime) -> tuple[str, str]:
    if table.end_reason == Table.EndReason.CONDUCTOR:
        return table.status, table.end_reason
    states = set(table.sheets.values_list("status", flat=True))
    if ScoreSheet.Status.DEALT in states:
        return Table.Status.PLAYING, ""
    if rules.reached_target(totals(table), table.round.tournament.target):
        return Table.Status.FINISHED, Table.EndReason.TARGET
    over = table.round.status != Round.Status.RUNNING
    if over or not clock_rules.may_deal(slot_clock(table.round), at):
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
