"""Starting the slot of a round, and telling the room when its deadlines come."""

from datetime import datetime

from django.db import connection, transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from tournaments import ledger, signals
from tournaments.clock import rules
from tournaments.errors import Refused
from tournaments.models import ClockWarning, Round, Tournament

CLAIM_AT_ONCE = 1000


class RoundNotPublished(Refused):
    code = "round-not-published"
    sentence = _("Publish the seating first: then the slot can start.")


class SlotAlreadyStarted(Refused):
    code = "slot-already-started"
    sentence = _("The slot of this round has started already.")


def timing_rules(round_: Round) -> rules.TimingRules:
    """The timing of a round: its tournament's, with the longer slot for a final."""
    tournament = round_.tournament
    final = round_.kind == Round.Kind.FINAL
    return rules.TimingRules(
        slot=tournament.final_slot if final else tournament.slot,
        warning=tournament.warning,
        cutoff=tournament.cutoff,
        force_end=tournament.force_end,
    )


def slot_clock(round_: Round) -> rules.SlotClock:
    """The clock of a round that has started."""
    return rules.SlotClock(
        started_at=round_.started_at,
        warning_at=round_.warning_at,
        cutoff_at=round_.cutoff_at,
        force_end_at=round_.force_end_at,
        ends_at=round_.ends_at,
    )


@transaction.atomic
def start_slot(round_: Round, *, by: ledger.Actor, at: datetime) -> Round:
    """Start the slot of a published round: set its deadlines and plan their warnings."""
    tournament = Tournament.objects.select_for_update().get(pk=round_.tournament_id)
    round_ = Round.objects.select_for_update().get(pk=round_.pk)
    round_.tournament = tournament
    if round_.started_at:
        raise SlotAlreadyStarted
    if round_.status != Round.Status.PUBLISHED:
        raise RoundNotPublished
    clock = rules.plan(timing_rules(round_), at)
    round_.status = Round.Status.RUNNING
    round_.started_at = clock.started_at
    round_.warning_at = clock.warning_at
    round_.cutoff_at = clock.cutoff_at
    round_.force_end_at = clock.force_end_at
    round_.ends_at = clock.ends_at
    round_.clock_epoch += 1
    round_.save()
    tournament.status = Tournament.Status.RUNNING
    # The standings show who is at a table now, so they are stale from here on.
    tournament.results_version += 1
    tournament.results_at = at
    tournament.save(update_fields=["status", "results_version", "results_at"])
    _plan_warnings(round_, clock)
    ledger.record(
        tournament.event_id,
        "start slot",
        f"{tournament}, {round_}",
        by=by,
        at=at,
        after={"ends_at": clock.ends_at.isoformat(), "cutoff_at": clock.cutoff_at.isoformat()},
    )
    _announce_round(round_)
    return round_


def _announce_round(round_: Round) -> None:
    signals.announce(
        signals.round_changed,
        event_id=round_.tournament.event_id,
        tournament_id=round_.tournament_id,
        round_id=round_.pk,
    )


def _plan_warnings(round_: Round, clock: rules.SlotClock) -> None:
    due = {
        ClockWarning.Kind.EARLY: clock.warning_at,
        ClockWarning.Kind.CUTOFF: clock.cutoff_at,
        ClockWarning.Kind.FORCE_END: clock.force_end_at,
        ClockWarning.Kind.END: clock.ends_at,
    }
    ClockWarning.objects.bulk_create(
        ClockWarning(round=round_, kind=kind, epoch=round_.clock_epoch, due_at=moment)
        for kind, moment in due.items()
    )


@transaction.atomic
def fire_due_warnings(*, now: datetime) -> int:
    """Claim every warning that is due and tell the room of it; return how many were claimed.

    Safe to run twice and at the same time: a row is claimed where ``fired_at`` is still empty, in
    one transaction, and published after it. Rows of an older epoch, or of a round that is not
    running, have become untrue and stay silent.
    """
    due = ClockWarning.objects.filter(
        fired_at=None,
        due_at__lte=now,
        epoch=F("round__clock_epoch"),
        round__status=Round.Status.RUNNING,
    )
    if connection.features.has_select_for_update_skip_locked:
        due = due.select_for_update(skip_locked=True, of=("self",))
    rows = list(
        due.order_by("due_at").values_list("pk", "round_id", "round__tournament__event_id")[
            :CLAIM_AT_ONCE
        ]
    )
    claimed = ClockWarning.objects.filter(pk__in=[pk for pk, *_ in rows], fired_at=None).update(
        fired_at=now
    )
    # The lock (PostgreSQL) or the one writer (SQLite) makes these equal; if they ever differ,
    # roll back rather than tell the room twice.
    if claimed != len(rows):
        raise RuntimeError(f"claimed {claimed} of {len(rows)} warnings")
    rounds_by_event: dict[int, set[int]] = {}
    for _pk, round_id, event_id in rows:
        rounds_by_event.setdefault(event_id, set()).add(round_id)
    for event_id, round_ids in rounds_by_event.items():
        signals.announce(signals.warnings_fired, event_id=event_id, round_ids=sorted(round_ids))
    return claimed
