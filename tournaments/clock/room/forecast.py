"""How likely a table is to reach its target before the cutoff, as pure functions.

The method, with its backtest in docs/forecast.md:

1. *How many hands are still to come.* The time from one deal to the next is assumed to be normal,
   with a spread of ``SPREAD`` of its mean. The mean is that of the hands of this table, weighted
   with ``ROOM_WEIGHT`` hands of the room's mean, itself weighted with ``USUAL_WEIGHT`` hands of the
   supplement's ("most hands should take 10-20 minutes"). A hand counts if it starts before the
   cutoff, whenever it ends.
2. *What a player makes in a hand* is drawn from the hands of the room and from simulated ones
   (``USUAL_GAINS``), which weigh as much as ``GAINS_WEIGHT`` of the room's.
3. *The target* is reached if the points of any player and of that many hands add up to it. Players
   are assumed to be independent of each other, and hands to be alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from math import erf, sqrt
from statistics import median_high, median_low

NO_TIME = timedelta(0)

#: express-tournament.txt, "Tournament time management": the middle of 10 to 20 minutes.
USUAL_HAND = timedelta(minutes=15)
USUAL_WEIGHT = 4
ROOM_WEIGHT = 2
SPREAD = 0.35
#: Our choice: what is left of a hand that has run for longer than expected.
LEAST_LEFT = 0.3
BETWEEN_HANDS = timedelta(minutes=1)

#: Points of a player in a hand of four: quantiles at 2.5, 7.5, ... 97.5 % of simulated hands.
USUAL_GAINS = (-1, 4, 8, 12, 14, 17, 20, 22, 25, 27, 29, 32, 34, 36, 39, 41, 45, 49, 55, 76)
GAINS_WEIGHT = 80

MOST_HANDS = 12
BIN = 3


@dataclass(frozen=True, slots=True)
class Outlook:
    """The expectations for a table that a conductor sees. ``chance`` is None without a target."""

    median_hand: timedelta | None
    room_median: timedelta | None
    hands_left: int
    chance: float | None


@dataclass(frozen=True, slots=True)
class TableProgress:
    """A table as the forecast knows it: ``totals`` of its players, and the ``cycles`` of its hands.

    A cycle is the time from a deal to the next one, or to the end of the last hand, without the
    pauses in it. ``running_for`` is the age of the running hand, None between hands.
    """

    totals: Sequence[int]
    cycles: Sequence[timedelta]
    running_for: timedelta | None


def outlook(
    table: TableProgress,
    *,
    left: timedelta,
    target: int,
    room: Sequence[timedelta],
    gains: Iterable[int] = (),
    slot: timedelta = timedelta(hours=2),
) -> Outlook:
    """Return the expectations for a table with ``left`` until its cutoff.

    ``room`` are the cycles, and ``gains`` the points of one player in one hand, of all tables of
    the round. The usual pace is that of a slot of two hours; a shorter ``slot`` has as many hands
    in it.
    """
    usual = USUAL_HAND * (slot / timedelta(hours=2))
    cycle = expected_cycle(table.cycles, room, usual=usual)
    more = chances_of_hands(left, cycle, table.running_for)
    likely = sum(chance >= 1 / 2 for chance in more)
    return Outlook(
        median_hand=median_time(table.cycles),
        room_median=median_time(room),
        hands_left=likely,
        chance=_chance(table, more, target, gains) if target else None,
    )


def median_time(times: Sequence[timedelta]) -> timedelta | None:
    """The median of some lengths of time; None of none."""
    return (median_low(times) + median_high(times)) / 2 if times else None


def expected_cycle(
    own: Sequence[timedelta], room: Sequence[timedelta], *, usual: timedelta = USUAL_HAND
) -> timedelta:
    """How long the next hand of this table takes, from its own hands and the room's."""
    of_room = _weighted(room, usual, USUAL_WEIGHT)
    return _weighted(own, of_room, ROOM_WEIGHT)


def _weighted(seen: Sequence[timedelta], otherwise: timedelta, weight: float) -> timedelta:
    return (sum(seen, NO_TIME) + otherwise * weight) / (len(seen) + weight)


def chances_of_hands(
    left: timedelta, cycle: timedelta, running_for: timedelta | None
) -> list[float]:
    """The chance of at least one, two, ... more hands that start before the cutoff."""
    if running_for is None:
        wait = min(BETWEEN_HANDS, cycle * 0.1)
    else:
        wait = max(cycle - running_for, cycle * LEAST_LEFT)
    found = []
    for number in range(MOST_HANDS):
        hands = number if running_for is None else number + 1
        spread = cycle * SPREAD * sqrt(hands)
        late = left - (wait + cycle * number)
        if left <= NO_TIME:
            found.append(0.0)
        elif spread <= NO_TIME:
            found.append(1.0 if late >= NO_TIME else 0.0)
        else:
            found.append(_normal(late / spread))
    return found


def _normal(score: float) -> float:
    return (1 + erf(score / sqrt(2))) / 2


def _chance(
    table: TableProgress, more: Sequence[float], target: int, gains: Iterable[int]
) -> float:
    """The sum over the number of hands to come: how likely it is, times the chance with it."""
    running = 0 if table.running_for is None else 1
    tails = _tails(_histogram(tuple(gains)))
    at_least = [1.0, *more, 0.0]
    total = 0.0
    for hands in range(len(more) + 1):
        exactly = max(at_least[hands] - at_least[hands + 1], 0.0)
        total += exactly * _reach(table.totals, target, tails, hands + running)
    return min(max(total, 0.0), 1.0)


def _reach(
    totals: Sequence[int], target: int, tails: tuple[dict[int, float], ...], hands: int
) -> float:
    """The chance that somebody has reached the target after that many hands."""
    nobody = 1.0
    for total in totals:
        nobody *= 1 - _tail(tails[min(hands, len(tails) - 1)], target - total)
    return 1 - nobody


def _tail(tail: dict[int, float], missing: int) -> float:
    """The chance of making at least ``missing`` points."""
    place = -(-missing // BIN)
    if place in tail:
        return tail[place]
    return 1.0 if not tail or place < min(tail) else 0.0


@lru_cache(maxsize=16)
def _histogram(gains: tuple[int, ...]) -> tuple[tuple[int, float], ...]:
    """How likely each gain is, in bins: simulated hands and those of the room."""
    counts: dict[int, float] = {}
    for gain in USUAL_GAINS:
        place = round(gain / BIN)
        counts[place] = counts.get(place, 0.0) + GAINS_WEIGHT / len(USUAL_GAINS)
    for gain in gains:
        place = round(gain / BIN)
        counts[place] = counts.get(place, 0.0) + 1
    whole = sum(counts.values())
    return tuple(sorted((place, count / whole) for place, count in counts.items()))


@lru_cache(maxsize=16)
def _tails(histogram: tuple[tuple[int, float], ...]) -> tuple[dict[int, float], ...]:
    """For no hand, one, two, ...: the chance of making at least a number of bins of points."""
    sums: dict[int, float] = {0: 1.0}
    found = [_running_tail(sums)]
    for _hand in range(MOST_HANDS + 1):
        after: dict[int, float] = {}
        for place, chance in sums.items():
            for gain, likely in histogram:
                after[place + gain] = after.get(place + gain, 0.0) + chance * likely
        sums = after
        found.append(_running_tail(sums))
    return tuple(found)


def _running_tail(chances: dict[int, float]) -> dict[int, float]:
    total, tail = 0.0, {}
    for place in range(max(chances), min(chances) - 1, -1):
        total += chances.get(place, 0.0)
        tail[place] = min(total, 1.0)
    return tail
