"""The common part of the formats for two that are played in rounds: how a round is made."""

import hashlib
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from pairing.head_to_head import DOWNTOWN, UPTOWN, Record
from tournaments import locking
from tournaments.models import Entry, Round, Tournament
from tournaments.seating import byes, errors, roster
from tournaments.seating.formats.base import Choices, Found, Task, check_all_closed, numbered
from tournaments.seating.formats.pairs import Pairs
from tournaments.seating.head_to_head.records import records
from tournaments.seating.ranking import Ranking

#: Behind everybody with a seed, which has four digits at most.
UNSEEDED = 10_000


@dataclass(frozen=True, slots=True)
class Facts:
    """All that a round of a format for two follows from.

    ``seeds`` are the numbers of the entries. What needs no search is in ``known`` already.
    """

    system: str
    rounds: int
    seeds: Mapping[int, int]
    people: tuple[Record, ...]
    apart: frozenset[tuple[int, int]]
    fixed: Mapping[int, int]
    first_side: str
    known: Found | None

    @property
    def digest(self) -> str:
        facts: tuple[object, ...] = (
            self.system, self.rounds, sorted(self.seeds.items()), self.people, sorted(self.apart),
            sorted(self.fixed.items()), self.first_side, self.known,
        )  # fmt: skip
        if forfeits := self._forfeits():
            facts = (*facts, forfeits)
        return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]

    def _forfeits(self) -> list[tuple[int, int]]:
        """The person and round of each game that was not played."""
        return [
            (person.key, number)
            for person in self.people
            for number, past in enumerate(person.past, 1)
            if not past.played
        ]


class PairedRounds(Pairs):
    """A format for two in rounds, one after the other.

    ``engine`` grows whenever the same input may give other pairs.
    """

    engine = 1

    def next(self, tournament: Tournament, choices: Choices, ranking: Ranking) -> Task:
        if choices.semifinals:
            raise errors.SemifinalsNotHere
        return self._task(tournament, list(tournament.rounds.order_by("number")), choices)

    def again(self, draft: Round, choices: Choices, ranking: Ranking) -> Task:
        """Another proposal by the same rules; numbers are drawn again for those who are here."""
        others = [r for r in draft.tournament.rounds.order_by("number") if r != draft]
        return self._task(draft.tournament, others, Choices(final=False), draft)

    def _task(
        self,
        tournament: Tournament,
        rounds: Sequence[Round],
        choices: Choices,
        draft: Round | None = None,
    ) -> Task:
        # Each may be given another number: see ``Task.numbers``.
        locking.lock_entries(tournament.entries.all())
        self.check_may_come(tournament, rounds, choices)
        number = rounds[-1].number + 1 if rounds else 1
        here = roster.here(tournament, number, draft).free
        # Whoever sits this round out has a place in the draw all the same.
        spared = byes.people_with_a_bye(tournament, number)
        coming = [entry for entry in spared if entry.status == Entry.Status.CHECKED_IN]
        seeds = self.seeds(tournament, [*here, *coming], first=not rounds)
        people = records(tournament, seeds, before=number, here={entry.pk for entry in here})
        kind, known = self.decided(tournament, people, seeds, number=number, played=len(rounds))
        fixed = {entry.pk: entry.fixed_table for entry in here if entry.fixed_table}
        facts = Facts(
            system=self.key,
            rounds=max(tournament.rounds_planned, number),
            seeds=seeds,
            people=tuple(people),
            apart=self.apart(tournament, here),
            fixed=fixed,
            first_side=_first_side(tournament),
            known=known and numbered(known, fixed),
        )
        return Task(
            number=number,
            kind=kind,
            seed=0,
            mode="",
            engine=self.engine,
            digest=facts.digest,
            search=partial(self.search, facts),
            numbers=seeds,
        )

    def same_again(self, round_: Round, ranking: Ranking) -> Callable[[], Found] | None:
        """By the rules of the tournament, also where the other Swiss made this round."""
        tournament, people = round_.tournament, roster.people_of(round_)
        rows = tournament.entries.exclude(seed=None).values_list("pk", "seed")
        seeds = {entry: seed for entry, seed in rows if seed is not None}
        seated = {entry.pk for entry in people}
        facts = Facts(
            system=self.key,
            rounds=max(tournament.rounds_planned, round_.number),
            seeds=seeds,
            people=tuple(records(tournament, seeds, before=round_.number, here=seated)),
            apart=self.apart(tournament, people),
            fixed={entry.pk: entry.fixed_table for entry in people if entry.fixed_table},
            first_side=_first_side(tournament),
            known=None,
        )
        return partial(self.search, facts)

    def check_may_come(
        self, tournament: Tournament, rounds: Sequence[Round], choices: Choices
    ) -> None:
        """Refuse a round that may not follow ``rounds``."""
        check_all_closed(rounds)
        if tournament.has_ended:
            raise errors.TournamentOver
        if choices.final:
            raise errors.NoFinalInThisFormat

    def seeds(
        self, tournament: Tournament, here: Iterable[Entry], *, first: bool
    ) -> dict[int, int]:
        """The numbers of the entries: for the first round in its order, later the next ones.

        Equal ones are drawn by lot, but a number that was given before keeps its order.
        """
        rows = tournament.entries.values_list("pk", "seed")
        given = {entry: seed for entry, seed in rows if seed is not None}
        new = sorted(
            (entry for entry in here if first or entry.pk not in given),
            key=lambda entry: (
                _strength(tournament, entry),
                given.get(entry.pk, len(given) + 1),
                _lot(tournament.lot_seed, entry.player.identity),
            ),
        )
        if first:
            return {entry.pk: number for number, entry in enumerate(new, 1)}
        last = max(given.values(), default=0)
        found = new[: self.places_left(len(given), len(new))]
        return given | {entry.pk: last + n for n, entry in enumerate(found, 1)}

    @abstractmethod
    def places_left(self, drawn: int, new: int) -> int:
        """How many of ``new`` people find a place, after ``drawn`` have one."""

    @abstractmethod
    def decided(
        self,
        tournament: Tournament,
        people: Sequence[Record],
        seeds: Mapping[int, int],
        *,
        number: int,
        played: int,
    ) -> tuple[str, Found | None]:
        """Return the label of the round, and its pairs where they need no search."""

    def apart(self, tournament: Tournament, here: Sequence[Entry]) -> frozenset[tuple[int, int]]:
        """The entries who must not meet, where the format leaves a choice."""
        return frozenset()

    @abstractmethod
    def search(self, facts: Facts) -> Found:
        """Who plays whom, without the database."""


def _first_side(tournament: Tournament) -> str:
    return UPTOWN if _lot(tournament.lot_seed, "side")[0] % 2 else DOWNTOWN


def _strength(tournament: Tournament, entry: Entry) -> int:
    """The key of an entry by the roster, the best first; equal for all where lots decide."""
    if tournament.first_round == Tournament.FirstRound.RATING:
        return -int(entry.player.rating or 0)
    if tournament.first_round == Tournament.FirstRound.SEED:
        return int(entry.player.seed or UNSEEDED)
    return 0


class Drawn(PairedRounds):
    """A format in which the draw before the first round decides who plays whom."""

    may_join = False

    def same_again(self, round_: Round, ranking: Ranking) -> Callable[[], Found] | None:
        """Who meets whom was drawn before any result."""
        return None

    def search(self, facts: Facts) -> Found:
        """There is nothing to search: see ``decided``."""
        return facts.known or Found(())

    def smallest_left(self, tournament: Tournament) -> int:
        """Nobody moves to play somebody else."""
        return 1


def _lot(seed: str, what: str) -> bytes:
    return hashlib.sha256(f"{seed}:{what}".encode()).digest()
