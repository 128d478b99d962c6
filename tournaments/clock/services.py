"""Starting the slot of a round, and telling the room when its deadlines come."""

from collections import defaultdict
from datetime import datetime

from django.db import transaction
from django.db.models import F, Q, QuerySet

from tournaments import ledger, locking, signals
from tournaments.clock import errors, planning
from tournaments.clock.acts import Act, Change
from tournaments.clock.changes import Desk
from tournaments.clock.stored import slot_clock, table_clock, timing_rules
from tournaments.models import ClockWarning, Round, Table, Tournament

__all__ = ["fire_due_warnings", "slot_clock", "start_slot", "table_clock"]

CLAIM_AT_ONCE = 1000


@transaction.atomic
def start_slot(round_: Round, *, by: ledger.Actor, at: datetime) -> Round:
    """Start the slot of a published round: set its deadlines and plan their warnings."""
    desk = Desk.lock(round_, at)
    round_, tournament = desk.round, desk.round.tournament
    if round_.started_at:
        raise errors.SlotAlreadyStarted
    if round_.status != Round.Status.PUBLISHED:
        raise errors.RoundNotPublished
    start = Change(0, Act.START, desk.at, rules=timing_rules(round_))
    row = desk.write(start, None, by=by, reason="")
    round_.status = Round.Status.RUNNING
    planning.store_round(round_, desk.tables.values(), desk.rows, now=desk.at)
    if tournament.next_round_at:
        planning.plan_next_round(tournament, None)
    tournament.status = Tournament.Status.RUNNING
    # The standings show who is at a table now, so they are stale from here on.
    tournament.results_version += 1
    tournament.results_at = at
    tournament.save(update_fields=["status", "results_version", "results_at"])
    ledger.record(
        tournament.event_id,
        "start slot",
        f"{tournament}, {round_}",
        by=by,
        at=at,
        after=row.after,
    )
    signals.publish(
        signals.round_changed,
        event_id=tournament.event_id,
        tournament_id=tournament.pk,
        round_id=round_.pk,
    )
    return round_


#: A table whose game time has ended is still told that; whoever has finished needs no warning.
STILL_PLAYS = ~Q(table__status=Table.Status.FINISHED) | Q(
    table__end_reason=Table.EndReason.TIME,
    kind__in=[ClockWarning.Kind.EARLY, ClockWarning.Kind.CUTOFF],
)
#: What is still true: planned by the clock as it is now, for people who still play.
STILL_TRUE = Q(round__status=Round.Status.RUNNING) & (
    Q(table=None, epoch=F("round__clock_epoch")) | (Q(epoch=F("table__clock_epoch")) & STILL_PLAYS)
) | Q(round=None, epoch=F("tournament__clock_epoch"))


def fire_due_warnings(*, now: datetime) -> int:
    """Claim every warning that is due and tell the room of it; return how many were claimed.

    Safe to run twice and at the same time: a row is claimed where ``fired_at`` is still empty, in
    one transaction, and published after it. What has become untrue stays silent: rows of an older
    epoch, of a round that is not running, of a table whose game has ended.
    """
    due = ClockWarning.objects.filter(STILL_TRUE, fired_at=None, due_at__lte=now)
    # Most of the time nothing is due, and then no writer waits for this.
    return _claim(due, now) if due.exists() else 0


@transaction.atomic
def _claim(due: QuerySet[ClockWarning], now: datetime) -> int:
    keys = [one.pk for one in locking.claim_warnings(due.order_by("due_at"), CLAIM_AT_ONCE)]
    # A clock that was changed just before these were locked has made them untrue: look again.
    rows = list(
        due.filter(pk__in=keys).values_list(
            "pk", "tournament__event_id", "round_id", "tournament_id"
        )
    )
    claimed = ClockWarning.objects.filter(pk__in=[pk for pk, *_ in rows], fired_at=None).update(
        fired_at=now
    )
    # The lock (PostgreSQL) or the one writer (SQLite) makes these equal; if they ever differ,
    # roll back rather than tell the room twice.
    if claimed != len(rows):
        raise RuntimeError(f"claimed {claimed} of {len(rows)} warnings")
    _publish(rows)
    return claimed


def _publish(rows: list[tuple[int, int, int | None, int]]) -> None:
    """One hint for each event, however many of its tables were warned."""
    rounds, tournaments = defaultdict(set), defaultdict(set)
    for _pk, event_id, round_id, tournament_id in rows:
        rounds[event_id] |= {round_id} - {None}
        tournaments[event_id] |= set() if round_id else {tournament_id}
    for event_id, round_ids in rounds.items():
        signals.publish(
            signals.warnings_fired,
            event_id=event_id,
            round_ids=sorted(round_ids),
            tournament_ids=sorted(tournaments[event_id]),
        )
