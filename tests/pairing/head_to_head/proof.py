"""Random tournaments for two, paired by gacrux and, without knowing of it, by the sieve.

    python -m tests.pairing.head_to_head.proof --tournaments 1000

Each round is paired twice; any difference in who meets whom, on which side, or who has the bye is
printed and counted. Players draw, are absent, ask for byes, come late, leave, and win by default.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from unittest import mock

from pairing.head_to_head import DOWNTOWN, UPTOWN, NoPairing, Pairing, Past, Record, dutch
from tests.pairing.head_to_head.gacrux_here import in_process
from tests.pairing.head_to_head.sieve import Sieve

#: More players than these have more pairings than are tried within a second or two.
FEWEST, MOST = 5, 12


@dataclass(frozen=True)
class Twice:
    """A round that was paired twice: the tournament's seed, and both pairings.

    ``decided`` counts in how many brackets each criterion sifted a pairing out.
    """

    seed: int
    number: int
    people: list[Record]
    rounds: int
    first_side: str
    engine: Pairing | None
    sieve: Pairing | None
    decided: Counter[str]


def engine_s(people: list[Record], rounds: int, first_side: str) -> Pairing | None:
    try:
        return dutch.pair_dutch(people, rounds, first_side=first_side)
    except NoPairing:
        return None


def same(one: Pairing | None, other: Pairing | None) -> bool:
    """Whether the same people meet on the same sides, whatever the order of the tables."""
    if one is None or other is None:
        return one is other
    return set(one.pairs) == set(other.pairs) and one.bye == other.bye


def rounds_of(seed: int) -> Iterator[Twice]:
    """Play a random tournament; every round with both pairings, equal or not."""
    rng = random.Random(seed)
    count, rounds = rng.randrange(FEWEST, MOST + 1), rng.randrange(3, 8)
    side = rng.choice((UPTOWN, DOWNTOWN))
    draws, absent = rng.choice((0.1, 0.3, 0.6)), rng.choice((0.0, 0.05, 0.15))
    late = rng.randrange(3) if count > FEWEST + 1 else 0
    people = [Record(key, key) for key in range(1, count + 1 - late)]
    for number in range(1, rounds + 1):
        if number > 1 and len(people) < count and rng.random() < 0.5:
            key = len(people) + 1
            people.append(Record(key, key, (Past(None, "", 0),) * (number - 1)))
        # Absent players were there before: nobody else gets a number.
        asked = {p.key for p in people if _was_paired(p) and rng.random() < absent}
        people = [Record(p.key, p.seed, p.past, p.key not in asked) for p in people]
        if sum(p.here for p in people) < 2:
            return
        made, sieve = engine_s(people, rounds, side), Sieve(people, rounds, side)
        yield Twice(seed, number, people, rounds, side, made, sieve.pair(), sieve.decided)
        if made is None:
            return
        people = _play(people, made, rng, draws)


def _was_paired(person: Record) -> bool:
    return any(past.opponent is not None or past.points == 2 for past in person.past)


def _play(people: list[Record], made: Pairing, rng: random.Random, draws: float) -> list[Record]:
    """The records after a round: results, games won by default, byes given and asked for."""
    got: dict[int, Past] = {}
    for up, down in made.pairs:
        if rng.random() < 0.03:
            winner = rng.choice((up, down))
            got |= {key: Past(None, "", 2 if key == winner else 0) for key in (up, down)}
            continue
        points = 1 if rng.random() < draws else 2 * (rng.random() < (0.65 if up < down else 0.35))
        got[up] = Past(down, UPTOWN, points)
        got[down] = Past(up, DOWNTOWN, 2 - points)
    if made.bye is not None:
        got[made.bye] = Past(None, "", 2)
    return [
        Record(p.key, p.seed, (*p.past, got.get(p.key, Past(None, "", rng.choice((0, 0, 1))))))
        for p in people
    ]


def paired_twice(seeds: Iterable[int]) -> Iterator[Twice]:
    """Every round of these tournaments."""
    with mock.patch.object(dutch, "run_engine", in_process):
        for seed in seeds:
            yield from rounds_of(seed)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tournaments", type=int, default=1000)
    parser.add_argument("--from", dest="first", type=int, default=0)
    options = parser.parse_args(arguments)
    begun, rounds, wrong, decided = time.monotonic(), 0, set(), Counter()
    for one in paired_twice(range(options.first, options.first + options.tournaments)):
        rounds, decided = rounds + 1, decided + one.decided
        if not same(one.engine, one.sieve):
            wrong.add(one.seed)
            sys.stdout.write(f"seed {one.seed}, round {one.number}: {one.engine}, {one.sieve}\n")
        if rounds % 200 == 0:
            sys.stdout.write(f"up to seed {one.seed}: {rounds} rounds, {len(wrong)} differ\n")
            sys.stdout.flush()
    sys.stdout.write(
        f"{options.tournaments} tournaments, {rounds} rounds: {len(wrong)} tournaments differ; "
        f"{time.monotonic() - begun:.0f} s\n"
        f"brackets that a criterion decided: {dict(sorted(decided.items(), key=_number))}\n"
    )
    return 1 if wrong else 0


def _number(item: tuple[str, int]) -> int:
    return int(item[0][1:])


if __name__ == "__main__":
    sys.exit(main())
