"""Tables of several people, semifinals and a final."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial

from django.utils.translation import gettext as _

from pairing.plans import advise
from pairing.tables import (
    ENGINE,
    Mode,
    SeatingImpossible,
    Situation,
    choose_byes,
    digest,
    final_tables,
    seat_round,
    sizes_and_byes,
)
from tournaments import locking
from tournaments.models import Entry, Round, Session, Tournament
from tournaments.models.rounds import LAST_COUNTED
from tournaments.punctuation import listed
from tournaments.seating import byes as given_byes
from tournaments.seating import errors, roster
from tournaments.seating.formats import finals
from tournaments.seating.formats.base import (
    Choices,
    Format,
    Found,
    Matches,
    Task,
    check_all_closed,
    numbered,
)
from tournaments.seating.formats.outlook import Outlook
from tournaments.seating.merits import IS_DISQUALIFIED
from tournaments.seating.persistence import as_lists, locked_tables
from tournaments.seating.planning.queries import Planned, planned_tables
from tournaments.seating.ranking import Ranking
from tournaments.seating.wording import sizes_in_words
from tournaments.verbs import Verb

SEEDS = 2**32


class AtTables(Format):
    """The first round is social, later ones go by the standings, and a final follows.

    A plan of all rounds goes before, while the people are those it was made for.
    """

    key = str(Tournament.Pairing.TABLES)
    others: tuple[str, ...] = ()
    may_join = True
    alone_sits_out = False

    # --- Seating a round ---

    def next(self, tournament: Tournament, choices: Choices, ranking: Ranking) -> Task:
        if tournament.is_open_play:
            raise errors.OpenPlayHasNoRounds
        rounds = list(tournament.rounds.order_by("number"))
        kind = _next_kind(tournament, rounds, choices)
        number = rounds[-1].number + 1 if rounds else 1
        if kind == Round.Kind.PRELIMINARY and roster.has_heats(tournament):
            raise errors.SeatedBySession
        if kind == Round.Kind.SEMIFINAL:
            ranking.check_current(tournament)
            return finals.semifinals_task(tournament, number, choices.semifinals, ranking)
        here = roster.here(tournament, number, kind=kind)
        playing = here.entries if kind == Round.Kind.FINAL else here.free
        if rounds:
            ranking.check_current(tournament)
        entries = ranking.ordered(playing)
        if kind == Round.Kind.FINAL:
            cut = finals.finalists(tournament, entries, ranking)
            entries = cut.through
            if len(entries) < tournament.table_min:
                raise errors.TooFewFinalists(here=len(entries), smallest=tournament.table_min)
            here.check_free(entries)
            choices = replace(choices, sizes=tuple(cut.sizes))
        people = ranking.as_people(entries)
        planned = Planned()
        if kind == Round.Kind.PRELIMINARY and choices == Choices(final=choices.final):
            planned = planned_tables(tournament, entries, number)
        usual = Mode.STANDINGS if number > 1 and not planned.tables else Mode.SOCIAL
        situation = roster.situation(
            tournament, entries, people, Mode(choices.mode or usual), before=number
        )
        if planned.tables:
            fixed = {entry.pk: entry.fixed_table for entry in entries if entry.fixed_table}
            return _as_planned(number, situation, planned, fixed)
        seed = (
            roster.seed_for(tournament, number, entries) if choices.seed is None else choices.seed
        )
        return _task(tournament, number, kind, situation, seed=seed, sizes=choices.sizes)

    def heat(self, session: Session, choices: Choices, draft: Round | None = None) -> Task:
        """Everybody meets people whom they have met in no heat yet; no result matters."""
        tournament = session.tournament
        if tournament is None or tournament.has_ended:
            raise errors.TournamentOver
        number = draft.number if draft else next_number(tournament)
        here = roster.here_for(session, draft)
        if choices.order:
            here.check_free(here.entries)
            return _as_chosen(session, number, here.entries, choices.order)
        entries = here.free
        locked = locked_tables(draft) if draft else {}
        situation = roster.situation_of_heat(tournament, entries, but=draft, locked=locked)
        seed = choices.seed
        if seed is None and draft:
            seed = (draft.seating_seed + 1) % SEEDS
        elif seed is None:
            seed = roster.seed_for(tournament, number, entries)
        found = _task(
            tournament, number, Round.Kind.PRELIMINARY, situation, seed=seed, sizes=choices.sizes,
            locked=locked, before=LAST_COUNTED,
        )  # fmt: skip
        noted = {"session": session}
        return replace(found, verb=Verb.SEAT_SESSION, noted=noted, session=session)

    def again(self, draft: Round, choices: Choices, ranking: Ranking) -> Task:
        """Another proposal, from the next seed. Locked seats keep their table."""
        tournament = draft.tournament
        if draft.is_heat and draft.session:
            return self.heat(locking.lock_session(draft.session), choices, draft)
        if draft.kind == Round.Kind.SEMIFINAL:
            raise errors.SemifinalsAreSeeded
        if draft.number > 1:
            ranking.check_current(tournament)
        here = roster.here(tournament, draft.number, draft, draft.kind)
        if draft.kind == Round.Kind.FINAL:
            cut = finals.finalists(tournament, ranking.ordered(here.entries), ranking)
            entries = cut.through
            here.check_free(entries)
            choices = replace(choices, sizes=tuple(cut.sizes))
        else:
            entries = ranking.ordered(here.free)
        locked = locked_tables(draft)
        situation = roster.situation(
            tournament, entries, ranking.as_people(entries),
            Mode(choices.mode or roster.mode_of(draft)), before=draft.number, locked=locked,
        )  # fmt: skip
        seed = (draft.seating_seed + 1) % SEEDS if choices.seed is None else choices.seed
        return _task(
            tournament, draft.number, draft.kind, situation, seed=seed, sizes=choices.sizes,
            locked=locked,
        )  # fmt: skip

    def same_again(self, round_: Round, ranking: Ranking) -> Callable[[], Found] | None:
        tournament = round_.tournament
        if round_.kind != Round.Kind.PRELIMINARY:
            found = finals.same_again(round_, ranking)
            return lambda: found
        mode = roster.mode_of(round_)
        if mode == Mode.SOCIAL:
            return None
        entries = ranking.ordered(roster.people_of(round_))
        locked = locked_tables(round_)
        situation = roster.situation(
            tournament, entries, ranking.as_people(entries), mode, before=round_.number,
            locked=locked,
        )  # fmt: skip
        sizes = [len(table) for table in as_lists(round_)]
        return _task(
            tournament, round_.number, round_.kind, situation, seed=round_.seating_seed,
            sizes=sizes, locked=locked,
        ).search  # fmt: skip

    # --- What the pages say ---

    def outlook(self, tournament: Tournament) -> Outlook:
        """Return the outlook on a tournament's next round. Six queries, or eight with a plan."""
        rounds = list(tournament.rounds.order_by("number"))
        for round_ in rounds:
            round_.tournament = tournament
        due = len(rounds) >= tournament.rounds_planned
        number = len(rounds) + 1
        spared = [] if due else given_byes.people_with_a_bye(tournament, number)
        able = tournament.entries.filter(status=Entry.Status.CHECKED_IN).exclude(IS_DISQUALIFIED)
        entries = list(able.exclude(pk__in=[entry.pk for entry in spared]))
        elsewhere = roster.sitting_elsewhere(tournament, entries, but=None)
        here = len(entries) - len(elsewhere)
        open_round = next((r for r in rounds if r.status != Round.Status.CLOSED), None)
        found = Outlook(
            number=number,
            final_is_due=due,
            here=here,
            spared=spared,
            elsewhere=list(elsewhere.values()),
            open_round=open_round,
            over=tournament.has_ended,
            has_final=any(round_.kind == Round.Kind.FINAL for round_ in rounds),
            has_heats=roster.has_heats(tournament),
            plan=None if due or open_round else planned_tables(tournament, entries, number),
        )
        try:
            if not entries:
                raise errors.NobodyCheckedIn
            if not here:
                raise errors.SeatedElsewhere(people=listed(elsewhere.values()))
            sizes, byes = _sizes(tournament, here)
        except (errors.NobodyCheckedIn, errors.SeatedElsewhere, errors.TablesImpossible) as refusal:
            return replace(found, obstacle=str(refusal))
        choices = advise(
            here, tournament.table_min, tournament.table_preferred, tournament.table_max,
            tournament.rounds_planned,
        )  # fmt: skip
        return replace(found, sizes=sizes_in_words(sizes), byes=byes, choices=tuple(choices))

    def rules(self, tournament: Tournament) -> list[str]:
        return []

    def reason(self, round_: Round) -> str:
        is_preliminary = round_.kind == Round.Kind.PRELIMINARY
        if is_preliminary and roster.mode_of(round_) == Mode.SOCIAL:
            return _("Everyone meets new people, and nobody meets their own household.")
        equals = _(
            "Equals stand in the order of lots drawn from the seed of the tournament, unless a "
            "conductor has decided between them."
        )
        return f"{self._by_standings(round_)} {equals}"

    def _by_standings(self, round_: Round) -> str:
        if round_.kind == Round.Kind.SEMIFINAL:
            return _(
                "The top of the standings among those checked in, spread over the semifinals so "
                "that each has some of the best. Higher places sit earlier in turn order."
            )
        if round_.kind == Round.Kind.FINAL:
            return finals.reason(round_.tournament)
        if roster.mode_of(round_) == Mode.MIXED:
            return _(
                "Everyone meets new people, from the same quarter of the standings where possible."
            )
        return _(
            "People close in the standings meet, without repeats where possible. The best tables "
            "come first."
        )

    def matches(self, round_: Round) -> Matches:
        return Matches()

    # --- Changing the tables of a round ---

    def smallest_left(self, tournament: Tournament) -> int:
        return tournament.table_min

    def tidy(self, round_: Round) -> None:
        """Small tables are shown to the conductor, who knows better."""

    def waits(self, round_: Round, entry: Entry, *, byes: bool) -> bool:
        return self.names(round_, entry)

    def names(self, round_: Round, entry: Entry) -> bool:
        """All of them in a preliminary round; a final has its qualifiers."""
        return round_.kind == Round.Kind.PRELIMINARY

    def check_newcomer(self, entry: Entry) -> None:
        """Anybody may come."""

    def opponent(self, byes: Sequence[Entry]) -> Entry | None:
        """Nobody plays one person alone."""

    def number(self, tournament: Tournament, entries: Iterable[Entry]) -> None:
        """Nobody has a number."""

    # --- The plan before, the end after ---

    def check_plan(self) -> None:
        """There may be one."""

    def play_out(self, tournament: Tournament, last: Round) -> None:
        """There is nothing to play out."""


def next_number(tournament: Tournament) -> int:
    """The number of the next round, whatever is open. One query."""
    last = tournament.rounds.order_by("-number").values_list("number", flat=True).first()
    return (last or 0) + 1


def _next_kind(tournament: Tournament, rounds: Sequence[Round], choices: Choices) -> str:
    """Return the kind of the next round: the final after ``rounds_planned``, unless chosen."""
    check_all_closed(rounds)
    kinds = {round_.kind for round_ in rounds}
    over = tournament.has_ended or Round.Kind.FINAL in kinds
    if over or (choices.semifinals and Round.Kind.SEMIFINAL in kinds):
        raise errors.TournamentOver
    due = len(rounds) >= tournament.rounds_planned
    final = due if choices.final is None else choices.final
    if not (final or choices.semifinals):
        return Round.Kind.PRELIMINARY
    if not rounds:
        raise errors.FinalBeforeFirstRound
    return Round.Kind.SEMIFINAL if choices.semifinals else Round.Kind.FINAL


def _as_planned(number: int, situation: Situation, planned: Planned, fixed: dict[int, int]) -> Task:
    found = numbered(Found(planned.tables), fixed)
    sizes = [len(table) for table in found.tables]
    return Task(
        number=number,
        kind=Round.Kind.PRELIMINARY,
        seed=planned.seed,
        mode=str(situation.mode),
        engine=ENGINE,
        digest=digest(
            situation.people, situation.history, sizes, situation.mode, situation.constraints
        ),
        search=lambda: found,
    )


def _as_chosen(
    session: Session, number: int, entries: Iterable[Entry], order: Sequence[int]
) -> Task:
    """The task of one table of people who have found each other, in the turn order they chose."""
    by_player = {entry.player_id: entry.pk for entry in entries}
    table = [by_player[player] for player in order]
    return Task(
        number=number,
        kind=Round.Kind.PRELIMINARY,
        seed=0,
        mode=str(Mode.SOCIAL),
        engine=0,
        digest=",".join(map(str, table)),
        search=lambda: Found([table]),
        verb=Verb.SEAT_SESSION,
        noted={"session": session},
        session=session,
    )


def _task(
    tournament: Tournament,
    number: int,
    kind: str,
    situation: Situation,
    *,
    seed: int,
    sizes: Sequence[int],
    locked: Iterable[int] = (),
    before: int | None = None,
) -> Task:
    """The task of seating those of ``situation``, but for those who must sit out.

    ``sizes`` are taken if they fit the people. Who has a locked seat does not sit out. Byes go to
    those who had the fewest in the rounds with a number below ``before``, this one's if not given.
    """
    people = situation.people
    byes: tuple[int, ...] = ()
    if sum(sizes) != len(people):
        sizes, left_out = _sizes(tournament, len(people))
        if left_out:
            had = roster.byes_before(tournament, before=before or number)
            spared = [person for person in people if person.key not in locked]
            byes = choose_byes(spared, left_out, had, situation.mode, seed)
            people = [person for person in people if person.key not in byes]
    situation = replace(situation, people=people)
    return Task(
        number=number,
        kind=kind,
        seed=seed,
        mode=str(situation.mode),
        engine=ENGINE,
        digest=digest(
            situation.people, situation.history, sizes, situation.mode, situation.constraints
        ),
        search=partial(_search, situation, sizes, seed, byes, is_final=kind == Round.Kind.FINAL),
    )


def _search(
    situation: Situation, sizes: Sequence[int], seed: int, byes: Sequence[int], *, is_final: bool
) -> Found:
    """The tables; those of a final have the people in their order."""
    if is_final:
        return Found(final_tables([person.key for person in situation.people], sizes))
    found = seat_round(
        situation.people, situation.history, sizes, situation.mode, seed,
        constraints=situation.constraints,
    )  # fmt: skip
    return Found(found.tables, tuple(sorted(byes)))


def _sizes(tournament: Tournament, people: int) -> tuple[tuple[int, ...], int]:
    """The table sizes, and how many must sit out. Raises TablesImpossible."""
    smallest, largest = tournament.table_min, tournament.table_max
    try:
        return sizes_and_byes(people, smallest, tournament.table_preferred, largest)
    except SeatingImpossible as fault:
        raise errors.TablesImpossible(
            people=people,
            sizes=f"{smallest}-{largest}" if smallest < largest else str(smallest),
            possible=smallest,
        ) from fault
