"""The next round of an elimination: the matches that can be played now."""

from collections.abc import Container, Mapping, Sequence

from pairing.head_to_head import Heat as Planned
from pairing.head_to_head import (
    Record,
    sides,
)
from tournaments.models import Heat, Round, Tournament
from tournaments.seating import errors
from tournaments.seating.drafting.preparing import Found
from tournaments.seating.head_to_head import bracket

#: A game has two players.
TWO = 2


def next_matches(
    tournament: Tournament, people: Sequence[Record], seeds: Mapping[int, int], number: int
) -> tuple[str, Found]:
    """The heats that can be played now; where somebody is not there, the other goes on."""
    by_seed = {seed: entry for entry, seed in seeds.items()}
    if len(by_seed) < TWO:
        raise errors.NobodyToPlay
    stood = bracket.read(tournament, before=number)
    stood = bracket.as_it_stands(tournament, by_seed, stood.games)
    if stood.is_over:
        raise errors.RoundsArePlayed(rounds=tournament.rounds.filter(number__lt=number).count())
    if stood.undecided:
        raise errors.HeatUndecided(heats=", ".join(stand.heat.name for stand in stood.undecided))
    records_ = {person.key: person for person in people}
    tables, heats, settled = [], [], {}
    ready = _ready(stood, heats)
    while ready:
        stand = ready[0]
        pair = [by_seed[seed] for seed in stand.seeds]
        present = [entry for entry in pair if records_[entry].here]
        if len(present) == TWO:
            tables.append(list(sides(records_[pair[0]], records_[pair[1]], 0)))
            heats.append(stand.heat.name)
        else:
            settled[stand.heat.name] = present[0] if present else None
            stood = _with(tournament, stood, stand.heat.name, present, seeds)
        ready = _ready(stood, heats)
    if not tables:
        raise errors.NobodyToPlay
    order = sorted(range(len(heats)), key=lambda n: (heats[n][0] != "W", n))
    return _kind(stood.rounds, heats), Found(
        [tables[n] for n in order], (), [heats[n] for n in order], settled
    )


def _ready(stood: bracket.Bracket, heats: Container[str]):
    return [s for s in stood.stands.values() if s.is_ready and s.heat.name not in heats]


def _with(
    tournament: Tournament,
    stood: bracket.Bracket,
    name: str,
    present: Sequence[int],
    seeds: Mapping[int, int],
) -> bracket.Bracket:
    """The bracket once a heat is settled by who is there."""
    row = Heat(name=name, settled=True, winner_id=present[0] if present else None)
    games = {**stood.games, name: bracket.Game(row, (), {}, round_closed=True)}
    return bracket.as_it_stands(tournament, stood.seeds, games)


def _kind(rounds: Sequence[Sequence[Planned]], heats: Sequence[str]) -> str:
    """The last game of a bracket is a final, with its longer slot and its end of the tournament."""
    last = list(heats) == [rounds[-1][0].name]
    return Round.Kind.FINAL if last else Round.Kind.PRELIMINARY
