"""The tables of a round by the plan of its tournament."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tournaments.models import Entry, Plan, Tournament
from tournaments.seating import roster


@dataclass(frozen=True, slots=True)
class Planned:
    """The tables of a round by the plan of its tournament, if there is one and it still holds.

    ``missing`` and ``new`` are who is planned for and not here, and who is here and not planned
    for; ``moved`` says that an earlier round was seated otherwise.
    """

    tables: list[list[int]] = field(default_factory=list)
    missing: tuple[int, ...] = ()
    new: tuple[int, ...] = ()
    moved: bool = False
    seed: int = 0

    @property
    def is_broken(self) -> bool:
        return bool(self.missing or self.new or self.moved)


def planned_tables(tournament: Tournament, entries: Sequence[Entry], number: int) -> Planned:
    """Return the plan of round ``number`` for ``entries``. Two queries at most."""
    plan = Plan.objects.filter(tournament=tournament).first()
    if plan is None or number > len(plan.rounds):
        return Planned()
    here = {entry.pk for entry in entries}
    wanted = {entry for table in plan.rounds[0] for entry in table}
    if here != wanted:
        return Planned(missing=tuple(wanted - here), new=tuple(here - wanted))
    played = roster.history(tournament, before=number)
    if [_as_sets(one) for one in played] != [_as_sets(one) for one in plan.rounds[: number - 1]]:
        return Planned(moved=True)
    return Planned(plan.rounds[number - 1], seed=plan.seed)


def _as_sets(played: Sequence[Sequence[int]]) -> set[frozenset[int]]:
    return {frozenset(table) for table in played}
