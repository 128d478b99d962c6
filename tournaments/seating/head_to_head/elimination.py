"""The next round of an elimination: the matches that can be played now."""

from collections.abc import Container, Mapping, Sequence

from pairing.head_to_head import Match as Planned
from pairing.head_to_head import (
    Record,
    sides,
)
from tournaments.models import Match, Round, Tournament
from tournaments.seating import errors
from tournaments.seating.drafting.preparing import Found
from tournaments.seating.head_to_head import bracket


def next_matches(
    tournament: Tournament, people: Sequence[Record], seeds: Mapping[int, int], number: int
) -> tuple[str, Found]:
    """The matches that can be played now; where somebody is not there, the other goes on."""
    by_seed = {seed: entry for entry, seed in seeds.items()}
    if len(by_seed) < 2:
        raise errors.NobodyToPlay
    stood = bracket.read(tournament, before=number)
    stood = bracket.as_it_stands(tournament, by_seed, stood.games)
    if stood.is_over:
        raise errors.RoundsArePlayed(rounds=tournament.rounds.filter(number__lt=number).count())
    if stood.undecided:
        raise errors.MatchUndecided(heats=", ".join(stand.match.name for stand in stood.undecided))
    records_ = {person.key: person for person in people}
    tables, matches, settled = [], [], {}
    ready = _ready(stood, matches)
    while ready:
        stand = ready[0]
        pair = [by_seed[seed] for seed in stand.seeds]
        present = [entry for entry in pair if records_[entry].here]
        if len(present) == 2:
            tables.append(list(sides(records_[pair[0]], records_[pair[1]], 0)))
            matches.append(stand.match.name)
        else:
            settled[stand.match.name] = present[0] if present else None
            stood = _with(tournament, stood, stand.match.name, present, seeds)
        ready = _ready(stood, matches)
    if not tables:
        raise errors.NobodyToPlay
    order = sorted(range(len(matches)), key=lambda n: (matches[n][0] != "W", n))
    return _kind(stood.rounds, matches), Found(
        [tables[n] for n in order], (), [matches[n] for n in order], settled
    )


def _ready(stood: bracket.Bracket, matches: Container[str]):
    return [s for s in stood.stands.values() if s.is_ready and s.match.name not in matches]


def _with(
    tournament: Tournament,
    stood: bracket.Bracket,
    name: str,
    present: Sequence[int],
    seeds: Mapping[int, int],
) -> bracket.Bracket:
    """The bracket once a match is settled by who is there."""
    row = Match(name=name, settled=True, winner_id=present[0] if present else None)
    games = {**stood.games, name: bracket.Game(row, (), {}, round_closed=True)}
    return bracket.as_it_stands(tournament, stood.seeds, games)


def _kind(rounds: Sequence[Sequence[Planned]], matches: Sequence[str]) -> str:
    """The last game of a bracket is a final, with its longer slot and its end of the tournament."""
    last = list(matches) == [rounds[-1][0].name]
    return Round.Kind.FINAL if last else Round.Kind.PRELIMINARY
