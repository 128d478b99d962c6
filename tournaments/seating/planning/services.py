"""All preliminary rounds at once, before the day: drawn up, kept for a tournament, and used."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from pairing import plans, tables
from pairing.plans.advice import size_options
from pairing.plans.draw import draw
from tournaments import ledger, locking, signals
from tournaments.ledger import Actor
from tournaments.models import Entry, Plan, Tournament
from tournaments.seating import errors, roster
from tournaments.seating.formats.registry import format_of
from tournaments.seating.merits import IS_DISQUALIFIED
from tournaments.transactions import atomic
from tournaments.verbs import Verb

MOST_PEOPLE, MOST_ROUNDS = 2_000, 30
#: Steps of annealing where no plan is known: some tenths of a second for a page.
STEPS = 60_000
#: Up to so many people the other choices of table sizes are planned too.
MOST_COMPARED = 400


@dataclass(frozen=True, slots=True)
class Drawn:
    """A plan for ``people``, and what other table sizes would mean."""

    plan: plans.Plan
    choices: list[plans.Choice]


def draw_up(
    tournament: Tournament, people: int, rounds: int, sizes: Sequence[int] = (), *, seed: int = 0
) -> Drawn:
    """Plan so many rounds for so many people; without ``sizes`` at the tables taken usually.

    Raises PlanOutOfRange, TablesImpossible.
    """
    if not (0 < people <= MOST_PEOPLE and 0 < rounds <= MOST_ROUNDS):
        raise errors.PlanOutOfRange(people=MOST_PEOPLE, rounds=MOST_ROUNDS)
    least, most = tournament.table_min, tournament.table_max
    if sum(sizes) != people or not all(least <= size <= most for size in sizes):
        try:
            sizes = tables.table_sizes(people, least, tournament.table_preferred, most)
        except tables.SeatingImpossible as fault:
            raise errors.TablesImpossible(
                people=people,
                sizes=f"{least}-{most}" if least < most else str(least),
                possible=fault.fewer or fault.more,
            ) from fault
    choices = []
    if people <= MOST_COMPARED and size_options(people, least, most):
        choices = plans.advise(people, least, tournament.table_preferred, most, rounds)
    return Drawn(plans.plan(sizes, rounds, seed=seed, steps=STEPS), choices)


def expected(tournament: Tournament) -> list[Entry]:
    """Who is planned for: all but who dropped out, waits or is disqualified. One query."""
    coming = (Entry.Status.ENTERED, Entry.Status.CHECKED_IN)
    entries = tournament.entries.filter(status__in=coming).exclude(IS_DISQUALIFIED)
    return list(entries.select_related("player").order_by("pk"))


@atomic
def keep_plan(
    tournament: Tournament, rounds: int, sizes: Sequence[int], *, seed: int, by: Actor, at: datetime
) -> Plan:
    """Plan the rounds for everybody who is entered, and seat them by it from now on.

    Who must not meet is parted as far as can be by choosing who takes whose part in the plan.
    """
    tournament = locking.lock_to_seat(tournament)
    format_of(tournament).check_plan()
    if roster.has_heats(tournament):
        raise errors.SeatedBySession
    if tournament.rounds.exists():
        raise errors.PlanTooLate
    entries = expected(tournament)
    made = draw_up(tournament, len(entries), rounds, sizes, seed=seed).plan
    apart = roster.must_not_meet(tournament, entries)
    drawn = draw([entry.pk for entry in entries], made.rounds, apart, seed)
    Plan.objects.filter(tournament=tournament).delete()
    kept = Plan.objects.create(
        tournament=tournament,
        rounds=[[[drawn[p] for p in table] for table in played] for played in made.rounds],
        seed=seed,
        planner=made.planner,
        made_at=at,
    )
    after = {"seed": seed, "sizes": list(made.sizes), "rounds": rounds, "repeats": made.repeats}
    _record(tournament, Verb.KEEP_PLAN, by=by, at=at, after=after)
    return kept


@atomic
def give_up_plan(tournament: Tournament, *, by: Actor, at: datetime) -> None:
    """Seat the following rounds one by one again."""
    tournament = locking.lock_to_seat(tournament)
    found, _rows = Plan.objects.filter(tournament=tournament).delete()
    if found:
        _record(tournament, Verb.GIVE_UP_PLAN, by=by, at=at)


def _record(
    tournament: Tournament,
    verb: Verb,
    *,
    by: Actor,
    at: datetime,
    after: Mapping[str, object] | None = None,
) -> None:
    ledger.record(tournament.event_id, verb, tournament, by=by, at=at, after=after)
    facts = {"event_id": tournament.event_id, "tournament_id": tournament.pk}
    signals.publish(signals.next_round_planned, **facts)
