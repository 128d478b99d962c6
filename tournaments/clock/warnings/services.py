"""Firing the warnings of the clock when they are due."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime

from django.db.models import F, Q, QuerySet

from tournaments import activity, locking, signals
from tournaments.clock import health, running
from tournaments.models import ClockWarning, Round, Table, runs_here
from tournaments.prepared import Prepared
from tournaments.transactions import atomic

CLAIM_AT_ONCE = 1000


#: A table whose game was ended by time is still warned; one that has finished needs no warning.
STILL_PLAYS = ~Q(table__status=Table.Status.FINISHED) | Q(
    table__end_reason=Table.EndReason.TIME,
    kind__in=[ClockWarning.Kind.EARLY, ClockWarning.Kind.CUTOFF],
)
#: What is still true: planned by the clock as it is now, for people who are still playing.
STILL_TRUE = Q(round__status=Round.Status.RUNNING) & (
    Q(table=None, epoch=F("round__clock_epoch")) | (Q(epoch=F("table__clock_epoch")) & STILL_PLAYS)
) | Q(round=None, epoch=F("tournament__clock_epoch"))
#: The site that runs an event warns its people.
OF_OURS = runs_here("tournament__event")
#: A warning that is still to come. Every worker and beat asks it twice a second, day and night.
PENDING = Prepared[tuple[int]](
    lambda: (
        ClockWarning.objects.filter(STILL_TRUE, OF_OURS, fired_at=None)
        .order_by()
        .values_list("pk")[:1]
    )
)


def fire_due_warnings(*, now: datetime) -> int:
    """Claim every warning that is due and publish it; return how many were claimed.

    Safe to run twice and at the same time: a row is claimed where ``fired_at`` is still empty, in
    one transaction, and published after it. What is no longer true stays silent: rows of an older
    epoch, of a round that is not running, of a table whose game has ended.
    """
    if not PENDING.all():
        return 0
    due = ClockWarning.objects.filter(STILL_TRUE, OF_OURS, fired_at=None, due_at__lte=now)
    # Most of the time nothing is due, and then no writer has to wait.
    return _claim(due, now) if due.exists() else 0


def tick(*, now: datetime) -> None:
    """Fire what is due, and write down that a worker runs. Safe to run twice, also at once."""
    while fire_due_warnings(now=now):
        pass
    if running.any_round():
        activity.note()
    health.note_step(now=now)
    health.beat(now=now)


@atomic
def _claim(due: QuerySet[ClockWarning], now: datetime) -> int:
    keys = [one.pk for one in locking.claim_warnings(due.order_by("due_at"), CLAIM_AT_ONCE)]
    # A clock that was changed just before these were locked may have voided them: look again.
    rows = list(
        due.filter(pk__in=keys).values_list(
            "pk", "tournament__event_id", "round_id", "tournament_id"
        )
    )
    claimed = ClockWarning.objects.filter(pk__in=[pk for pk, *_ in rows], fired_at=None).update(
        fired_at=now
    )
    # The lock (PostgreSQL) or the one writer (SQLite) makes these equal; if they ever differ,
    # roll back rather than warn people twice.
    if claimed != len(rows):
        raise RuntimeError(f"claimed {claimed} of {len(rows)} warnings")
    _publish(rows)
    return claimed


def _publish(rows: Iterable[tuple[int, int, int | None, int]]) -> None:
    """Once for each event, however many of its tables were warned."""
    rounds: dict[int, set[int]] = defaultdict(set)
    tournaments: dict[int, set[int]] = defaultdict(set)
    for _pk, event_id, round_id, tournament_id in rows:
        rounds[event_id] |= {round_id} if round_id else set()
        tournaments[event_id] |= set() if round_id else {tournament_id}
    for event_id, round_ids in rounds.items():
        signals.publish(
            signals.warnings_fired,
            event_id=event_id,
            round_ids=sorted(round_ids),
            tournament_ids=sorted(tournaments[event_id]),
        )
