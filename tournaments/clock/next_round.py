"""When the next round of a tournament starts, as a conductor has planned it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.utils.dateparse import parse_datetime

from tournaments import ledger, locking, signals
from tournaments.clock import errors
from tournaments.clock.warnings import planning
from tournaments.ledger import Actor
from tournaments.models import ClockChange, Tournament
from tournaments.seating.errors import PlayedByFixtures
from tournaments.transactions import atomic
from tournaments.verbs import Verb
from tournaments.wording import clock_time


@atomic
def plan_next_round(
    tournament: Tournament, starts_at: datetime, *, by: Actor, at: datetime, reason: str
) -> ClockChange:
    """Publish when the next round starts; a later moment than before delays it.

    Raises StartsInThePast, or PlayedByFixtures for a league, which has no rounds.
    """
    errors.check_reason(reason)
    if starts_at <= at:
        raise errors.StartsInThePast(field="starts_at")
    tournament = locking.lock_tournament(tournament)
    if tournament.pairing == Tournament.Pairing.FIXTURES:
        raise PlayedByFixtures
    return _write_plan(tournament, starts_at, ClockChange.Act.PLAN, by=by, at=at, reason=reason)


def undo_plan(row: ClockChange, *, by: Actor, at: datetime, reason: str) -> ClockChange:
    """Go back to the plan before this one; undoing an undoing plans it again.

    Raises UndoneAlready where it does not hold, PlannedAgainSince or PlanIsOver.
    """
    tournament = locking.lock_tournament(row.tournament_id)
    row = _to_undo(row, tournament)
    act = ClockChange.Act.UNDO
    return _write_plan(
        tournament, _moment(row.before), act, by=by, at=at, reason=reason, undoes=row
    )


def _to_undo(row: ClockChange, tournament: Tournament) -> ClockChange:
    """The row by which a plan holds: the last of those that undid its undoing, else its own."""
    rows = list(ClockChange.objects.filter(tournament=tournament, round=None).order_by("pk"))
    in_force = _in_force(rows)
    if row.pk in {one.undoes_id for one in in_force}:
        raise errors.UndoneAlready
    later = {one.undoes_id: one for one in rows}
    while row.pk in later:
        row = later[row.pk]
    for one in in_force:
        planned = _moment(one.after)
        if one.pk > row.pk and one.act == ClockChange.Act.PLAN and planned:
            raise errors.PlannedAgainSince(time=clock_time(planned))
    if _moment(row.after) != tournament.next_round_at:
        raise errors.PlanIsOver
    return row


def _in_force(rows: Sequence[ClockChange]) -> list[ClockChange]:
    """Those of all plans of a tournament, and of what undid them, that hold; the newest first."""
    undone: set[int | None] = set()
    in_force = []
    for one in reversed(rows):
        if one.pk not in undone:
            in_force.append(one)
            undone.add(one.undoes_id)
    return in_force


def standing_plans(tournaments: Iterable[Tournament]) -> dict[Tournament, ClockChange]:
    """By what the start of the next round is announced, where it is. One query at most."""
    planned = {one.pk: one for one in tournaments if one.next_round_at}
    if not planned:
        return {}
    rows: dict[int, list[ClockChange]] = defaultdict(list)
    changes = ClockChange.objects.filter(tournament__in=planned, round=None)
    for row in changes.order_by("pk"):
        rows[row.tournament_id].append(row)
    found = {}
    for key, tournament in planned.items():
        for row in _in_force(rows[key]):
            if row.act == ClockChange.Act.PLAN and _moment(row.after) == tournament.next_round_at:
                found[tournament] = row
                break
    return found


def _moment(said: Mapping[str, str]) -> datetime | None:
    """The start that a row of the history says."""
    return parse_datetime(said["next_round_at"]) if "next_round_at" in said else None


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
