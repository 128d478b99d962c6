"""What a search for a seating needs, read from the database at one moment."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pairing.tables import (
    ENGINE,
    Mode,
    SeatingImpossible,
    Situation,
    choose_byes,
    digest,
    final_table,
    seat_round,
    table_sizes,
)
from tournaments.models import Entry, Plan, Round, Tournament
from tournaments.seating import errors, roster
from tournaments.seating.drafting.qualifiers import qualifiers
from tournaments.seating.ranking import Ranking


@dataclass(frozen=True, slots=True)
class Choices:
    """What a conductor may choose for a round; what is left open follows from the tournament.

    ``final`` is True for the final now, False for one more round; ``sizes`` are the tables.
    """

    seed: int | None = None
    final: bool | None = None
    mode: str = ""
    sizes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found: tables of entry ids in turn order, and who sits out.

    For a bracket ``matches`` names the match of each table, and ``settled`` has the matches that
    are not played, with the entry that goes on from each; None is nobody.
    """

    tables: Sequence[Sequence[int]]
    byes: Sequence[int] = ()
    matches: Sequence[str] = ()
    settled: Mapping[str, int | None] = field(default_factory=dict)


def numbered(found: Found, fixed: Mapping[int, int]) -> Found:
    """Give players who need a certain table theirs; the others keep their order."""
    count = len(found.tables)
    at = {
        fixed[entry] - 1: n
        for n, table in reversed(list(enumerate(found.tables)))
        for entry in table
        if 0 < fixed.get(entry, 0) <= count
    }
    rest = iter([n for n in range(count) if n not in at.values()])
    order = [at[place] if place in at else next(rest) for place in range(count)]
    matches = [found.matches[n] for n in order] if found.matches else ()
    return Found([found.tables[n] for n in order], found.byes, matches, found.settled)


@dataclass(frozen=True, slots=True)
class Task:
    """All that a search needs, read from the database at one moment.

    ``planned`` are the tables of a plan that holds: then there is nothing to search.
    """

    number: int
    kind: str
    situation: Situation
    sizes: tuple[int, ...]
    byes: tuple[int, ...]
    seed: int
    planned: tuple[tuple[int, ...], ...] = ()

    @property
    def made_with(self) -> dict:
        """What is stored with the seating, as fields of the round."""
        return {
            "seating_seed": self.seed,
            "seating_mode": str(self.situation.mode),
            "seating_engine": ENGINE,
            "seating_digest": self.digest,
        }

    @property
    def digest(self) -> str:
        facts = self.situation
        return digest(facts.people, facts.history, self.sizes, facts.mode, facts.constraints)

    def search(self) -> Found:
        return Found(self.tables(), self.byes)

    def tables(self) -> Sequence[Sequence[int]]:
        """The search: entry ids in turn order."""
        facts = self.situation
        if self.planned:
            return self.planned
        if self.kind == Round.Kind.FINAL:
            return [[person.key for person in facts.people]]
        return seat_round(
            facts.people,
            facts.history,
            self.sizes,
            facts.mode,
            self.seed,
            constraints=facts.constraints,
        ).tables


def next_task(tournament: Tournament, choices: Choices, ranking: Ranking) -> Task:
    """What the next round is searched from. Raises RankingOutdated, and refusals."""
    rounds = list(tournament.rounds.order_by("number"))
    final = choices.final
    if final is None:
        final = len(rounds) >= tournament.rounds_planned
    kind = _next_kind(rounds, final=final)
    if rounds:
        ranking.check_current(tournament)
    entries = ranking.ordered(roster.checked_in(tournament))
    if not entries:
        raise errors.NobodyCheckedIn
    if kind == Round.Kind.FINAL:
        entries = final_table(qualifiers(tournament, entries, ranking), tournament.finalists)
        if len(entries) < tournament.table_min:
            raise errors.TooFewFinalists(here=len(entries), smallest=tournament.table_min)
        check_free(tournament, entries)
    else:
        entries = free_of(tournament, entries)
    number = rounds[-1].number + 1 if rounds else 1
    if kind == Round.Kind.PRELIMINARY and choices == Choices(final=choices.final):
        found = planned_tables(tournament, entries, number)
        if found.tables:
            return _as_planned(tournament, entries, number, found, ranking)
    mode = choices.mode or (Mode.STANDINGS if number > 1 else Mode.SOCIAL)
    return task_for(
        tournament, entries, number, kind=kind, mode=Mode(mode), choices=choices, ranking=ranking
    )


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
    """What the plan says of round ``number`` for ``entries``. Two queries at most."""
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


def _as_planned(
    tournament: Tournament,
    entries: Sequence[Entry],
    number: int,
    found: Planned,
    ranking: Ranking,
) -> Task:
    fixed = {entry.pk: entry.fixed_table for entry in entries if entry.fixed_table}
    tables = tuple(tuple(table) for table in numbered(Found(found.tables), fixed).tables)
    situation = Situation(
        roster.as_people(entries, ranking),
        roster.history(tournament, before=number),
        Mode.SOCIAL,
        roster.constraints(tournament, entries),
    )
    sizes = tuple(len(table) for table in tables)
    return Task(number, Round.Kind.PRELIMINARY, situation, sizes, (), found.seed, planned=tables)


def task_for(
    tournament: Tournament,
    entries: Sequence[Entry],
    number: int,
    *,
    kind: str,
    mode: Mode,
    choices: Choices,
    ranking: Ranking,
    locked: dict[int, int] | None = None,
) -> Task:
    seed = choices.seed
    if seed is None:
        seed = roster.seed_for(tournament, number, entries)
    people = roster.as_people(entries, ranking)
    byes: tuple[int, ...] = ()
    sizes: tuple[int, ...] = (len(people),)
    if kind != Round.Kind.FINAL:
        sizes, left_out = choices.sizes, 0
        if sum(sizes) != len(people):
            sizes, left_out = sizes_and_byes(tournament, len(people))
        if left_out:
            before = roster.byes_before(tournament, before=number)
            spared = [person for person in people if person.key not in (locked or {})]
            byes = choose_byes(spared, left_out, before, mode, seed)
            people = [person for person in people if person.key not in byes]
    constraints = roster.constraints(tournament, entries, locked=locked)
    past = roster.history(tournament, before=number)
    situation = Situation(people, past, mode, constraints)
    return Task(number, kind, situation, tuple(sizes), tuple(sorted(byes)), seed)


def _next_kind(rounds: Sequence[Round], *, final: bool) -> str:
    for round_ in rounds:
        if round_.status != Round.Status.CLOSED:
            raise errors.RoundStillOpen(round=str(round_))
        if round_.kind == Round.Kind.FINAL:
            raise errors.TournamentOver
    if final and not rounds:
        raise errors.FinalBeforeFirstRound
    return Round.Kind.FINAL if final else Round.Kind.PRELIMINARY


def sizes_and_byes(tournament: Tournament, people: int) -> tuple[tuple[int, ...], int]:
    """The table sizes, and how many must sit out: as few as let the others sit.

    Raises TablesImpossible if there are not enough people for one table.
    """
    smallest, largest = tournament.table_min, tournament.table_max
    for byes in range(max(1, people)):
        try:
            sizes = table_sizes(people - byes, smallest, tournament.table_preferred, largest)
        except SeatingImpossible:
            continue
        return sizes, byes
    raise errors.TablesImpossible(
        people=people,
        sizes=f"{smallest}-{largest}" if smallest < largest else str(smallest),
        possible=smallest,
    )


def mode_of(round_: Round) -> Mode:
    """What a round was seated for; of old rounds by the rule that the first one is social."""
    if round_.seating_mode:
        return Mode(round_.seating_mode)
    return Mode.SOCIAL if round_.number == 1 else Mode.STANDINGS


def check_here(entries: Sequence[Entry]) -> None:
    missing = sorted(str(e.player) for e in entries if e.status != Entry.Status.CHECKED_IN)
    if missing:
        raise errors.NotCheckedIn(people=", ".join(missing))


def check_free(tournament: Tournament, entries: Sequence[Entry]) -> None:
    elsewhere = roster.sitting_elsewhere(tournament, entries)
    if elsewhere:
        raise errors.SeatedElsewhere(people=", ".join(elsewhere.values()))


def free_of(tournament: Tournament, entries: Sequence[Entry]) -> list[Entry]:
    """Those of ``entries`` who sit nowhere else now; the others wait. Refused if nobody is left."""
    elsewhere = roster.sitting_elsewhere(tournament, entries)
    free = [entry for entry in entries if entry.pk not in elsewhere]
    if not free:
        raise errors.SeatedElsewhere(people=", ".join(elsewhere.values()))
    return free
