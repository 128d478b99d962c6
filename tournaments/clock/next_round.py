"""When the next round of a tournament starts, as a conductor has planned it."""

from datetime import datetime

from django.utils.dateparse import parse_datetime

from tournaments import ledger, locking, signals
from tournaments.clock import errors
from tournaments.clock.warnings import planning
from tournaments.ledger import Actor
from tournaments.models import ClockChange, Tournament
from tournaments.transactions import atomic
from tournaments.verbs import Verb


@atomic
def plan_next_round(
    tournament: Tournament, starts_at: datetime, *, by: Actor, at: datetime, reason: str
) -> ClockChange:
    """Publish when the next round starts; a later moment than before delays it."""
    errors.check_reason(reason)
    if starts_at <= at:
        raise errors.StartsInThePast(field="starts_at")
    tournament = locking.lock_tournament(tournament)
    return _write_plan(tournament, starts_at, ClockChange.Act.PLAN, by=by, at=at, reason=reason)


def undo_plan(row: ClockChange, *, by: Actor, at: datetime, reason: str) -> ClockChange:
    """Go back to the plan before this one."""
    tournament = locking.lock_tournament(row.tournament_id)
    if ClockChange.objects.filter(undoes=row).exists():
        raise errors.UndoneAlready
    said = row.before.get("next_round_at")
    before = parse_datetime(said) if said else None
    act = ClockChange.Act.UNDO
    return _write_plan(tournament, before, act, by=by, at=at, reason=reason, undoes=row)


def _write_plan(
    tournament: Tournament,
    starts_at: datetime | None,
    act: str,
    *,
    by: Actor,
    at: datetime,
    reason: str,
    undoes: ClockChange | None = None,
) -> ClockChange:
    def as_data(moment: datetime | None) -> dict[str, str]:
        return {"next_round_at": moment.isoformat()} if moment else {}

    before = as_data(tournament.next_round_at)
    planning.plan_start(tournament, starts_at)
    row = ClockChange.objects.create(
        tournament=tournament,
        act=act,
        at=at,
        user=by.user,
        actor=by.name[:120],
        device=by.device,
        reason=reason.strip()[:200],
        before=before,
        after=as_data(starts_at),
        undoes=undoes,
    )
    verb = Verb(f"clock: {row.act}")
    ledger.record(
        tournament.event_id, verb, tournament, by=by, at=at, before=before, after=row.after
    )
    facts = {"event_id": tournament.event_id, "tournament_id": tournament.pk}
    signals.publish(signals.next_round_planned, **facts)
    return row
