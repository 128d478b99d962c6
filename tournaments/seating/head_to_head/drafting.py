"""Seating a round of a format for two: Swiss, round robin, elimination.

The rules that the rulebooks leave open are stated on the page of the next round (``head_to_head``).
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pairing.head_to_head import (
    DOWNTOWN,
    UPTOWN,
    NoPairing,
    Record,
    pair_dutch,
    pair_field,
    round_robin,
)
from tournaments.models import Entry, Round, Tournament
from tournaments.seating import errors, roster
from tournaments.seating.drafting.preparing import Choices, Found, free_of, numbered
from tournaments.seating.drafting.qualifiers import disqualified
from tournaments.seating.head_to_head.elimination import next_matches
from tournaments.seating.head_to_head.records import records

#: Grows whenever the same input may give other pairs.
ENGINE = 1
#: FIDE's rules take ever longer with more people; from here on the other Swiss must do.
MOST_BY_DUTCH = 500
#: Seconds after which a page gives the rules of FIDE up.
PATIENCE = 90
Pairing = Tournament.Pairing


@dataclass(frozen=True, slots=True)
class PairTask:
    """All that a round of a format for two needs, read at one moment.

    ``seeds`` are the numbers of the entries. What needs no search is in ``known`` already.
    """

    number: int
    kind: str
    pairing: str
    rounds: int
    seeds: Mapping[int, int]
    people: tuple[Record, ...]
    apart: frozenset[tuple[int, int]]
    fixed: Mapping[int, int]
    first_side: str
    known: Found | None = None
    seed: int = 0

    @property
    def made_with(self) -> dict:
        """What is stored with the round, as fields of it."""
        return {
            "seating_seed": self.seed,
            "seating_mode": "",
            "seating_engine": ENGINE,
            "seating_digest": self.digest,
        }

    @property
    def digest(self) -> str:
        facts = (
            self.pairing, self.rounds, sorted(self.seeds.items()), self.people, sorted(self.apart),
            sorted(self.fixed.items()), self.first_side, self.known,
        )  # fmt: skip
        return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]

    def search(self) -> Found:
        """Who plays whom. Raises NoPairingByRules."""
        if self.known is not None:
            return self.known
        here = [person for person in self.people if person.here]
        if self.pairing == Pairing.DUTCH:
            if len(here) > MOST_BY_DUTCH:
                raise errors.TooManyForDutch(most=MOST_BY_DUTCH)
            try:
                made = pair_dutch(
                    self.people, self.rounds, first_side=self.first_side, apart=self.apart,
                    patience=PATIENCE,
                )  # fmt: skip
            except NoPairing as reason:
                raise errors.NoPairingByRules from reason
        else:
            made = pair_field(here, self.apart)
        byes = () if made.bye is None else (made.bye,)
        return numbered(Found([list(pair) for pair in made.pairs], byes), self.fixed)


# --- What the next round is made from -------------------------------------------------------------


def pair_task(
    tournament: Tournament,
    choices: Choices,
    *,
    instead_of: Round | None = None,
) -> PairTask:
    """The next round, or another one instead of a draft. Raises a refusal of this package."""
    rounds = [r for r in tournament.rounds.order_by("number") if r != instead_of]
    _check_may_come(tournament, rounds, choices)
    entries = roster.checked_in(tournament)
    if not entries:
        raise errors.NobodyCheckedIn
    out = disqualified(tournament)
    here = [entry for entry in free_of(tournament, entries) if entry.pk not in out]
    seeds = numbers(tournament, here, first=not rounds)
    number = rounds[-1].number + 1 if rounds else 1
    pairing = choices.mode if choices.mode in Tournament.SWISS else tournament.pairing
    people = records(tournament, seeds, before=number, here={entry.pk for entry in here})
    kind, known = Round.Kind.PRELIMINARY, None
    if tournament.pairing in Tournament.ROUND_ROBINS:
        known = _round_robin(tournament, people, seeds, len(rounds))
    elif tournament.is_bracket:
        kind, known = next_matches(tournament, people, seeds, number)
    elif len([person for person in people if person.here]) < 2:
        raise errors.NobodyToPlay
    fixed = {entry.pk: entry.fixed_table for entry in here if entry.fixed_table}
    if known is not None:
        known = numbered(known, fixed)
    return PairTask(
        number=number, kind=kind, pairing=pairing, rounds=max(tournament.rounds_planned, number),
        seeds=seeds, people=tuple(people), apart=_apart(tournament, here), fixed=fixed,
        first_side=UPTOWN if _lot(tournament.lot_seed, "side")[0] % 2 else DOWNTOWN, known=known,
    )  # fmt: skip


def _check_may_come(tournament: Tournament, rounds: Sequence[Round], choices: Choices) -> None:
    if tournament.pairing == Tournament.Pairing.FIXTURES:
        raise errors.PlayedByFixtures
    for round_ in rounds:
        if round_.status != Round.Status.CLOSED:
            raise errors.RoundStillOpen(round=str(round_))
    if tournament.status == Tournament.Status.FINISHED:
        raise errors.TournamentOver
    if choices.final:
        raise errors.NoFinalInThisFormat
    swiss = tournament.pairing in Tournament.SWISS
    if swiss and choices.final is None and len(rounds) >= tournament.rounds_planned:
        raise errors.RoundsArePlayed(rounds=len(rounds))


def _apart(tournament: Tournament, here: Sequence[Entry]) -> frozenset[tuple[int, int]]:
    """Who must not meet: those kept apart, and people of one household. In a Swiss alone."""
    if tournament.pairing not in Tournament.SWISS:
        return frozenset()
    pairs = {tuple(sorted(pair)) for pair in roster.constraints(tournament, here).apart}
    homes: dict[str, list[int]] = {}
    for entry in here:
        home = entry.player.household.strip().casefold()
        if home:
            homes.setdefault(home, []).append(entry.pk)
    for people in homes.values():
        pairs |= {(one, other) for one in people for other in people if one < other}
    return frozenset(pairs)


def numbers(tournament: Tournament, here: Iterable[Entry], *, first: bool) -> dict[int, int]:
    """The numbers of the entries: for the first round drawn by lot, later the next ones.

    A number that a conductor gave before the first round keeps its order. In a round robin a later
    entry has the odd place if there is one; in a bracket there is none.
    """
    given = dict(tournament.entries.exclude(seed=None).values_list("pk", "seed"))
    new = sorted(
        (entry for entry in here if first or entry.pk not in given),
        key=lambda entry: (
            given.get(entry.pk, len(given) + 1),
            _lot(tournament.lot_seed, entry.player.identity),
        ),
    )
    if first:
        return {entry.pk: number for number, entry in enumerate(new, 1)}
    free = len(given) % 2 if tournament.pairing in Tournament.ROUND_ROBINS else len(new)
    if tournament.is_bracket:
        free = 0
    last = max(given.values(), default=0)
    return given | {entry.pk: last + n for n, entry in enumerate(new[:free], 1)}


def _lot(seed: str, what: str) -> bytes:
    return hashlib.sha256(f"{seed}:{what}".encode()).digest()


# --- Round robin ----------------------------------------------------------------------------------


def _round_robin(
    tournament: Tournament, people: Sequence[Record], seeds: Mapping[int, int], played: int
) -> Found:
    schedule = round_robin_rounds(tournament, len(seeds))
    if played >= len(schedule):
        raise errors.RoundsArePlayed(rounds=played)
    by_seed = {seed: entry for entry, seed in seeds.items()}
    here = {person.key for person in people if person.here}
    pairing = schedule[played]
    tables, byes = [], [] if pairing.bye is None else [by_seed[pairing.bye]]
    for pair in pairing.pairs:
        present = [by_seed[seed] for seed in pair if by_seed[seed] in here]
        if len(present) == 2:
            tables.append(present)
        else:
            byes += present
    if not tables:
        raise errors.NobodyToPlay
    return Found(tables, [entry for entry in byes if entry in here])


def round_robin_rounds(tournament: Tournament, count: int):
    """All rounds of a round robin of ``count`` numbers."""
    return round_robin(
        range(1, count + 1), double=tournament.pairing == Tournament.Pairing.DOUBLE_ROUND_ROBIN
    )


# --- Elimination ----------------------------------------------------------------------------------
