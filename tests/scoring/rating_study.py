"""A year of made-up club evenings: which ratings say best who wins, fading and not.

    .venv/bin/python -m tests.scoring.rating_study [YEARS]

People have a strength that nobody knows, and a game is decided by strength and luck. In ``steady``
years strengths stay. In years with ``breaks`` a third of the people stay away for half a year and
come back with another strength. In years with ``drift`` every strength moves a little each week.

``calls``: of two people at a table, how often the one who was rated higher came out ahead; only
those whose ratings stand on a game. ``order``: Spearman's correlation of the ratings on the last
evening with the strengths of that day, of those who came in the last month. ``left``: the mean
place on that evening, of 24, of the strongest of the first day, who left at half-time.
"""

import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import mean

from scoring.placement import Merit, places
from scoring.ratings import MODELS, Played, faded, rate, shown

PEOPLE, EVENINGS, GAMES_AN_EVENING = 24, 48, 3
SPREAD, LUCK, DRIFT = 5.0, 10.0, 0.7
LEAVES_AFTER = EVENINGS // 2
YEARS = 20
KINDS = ("steady", "breaks", "drift")
FADES = (None, 1825, 730, 365, 180)
Scores = Mapping[str, float]


@dataclass(frozen=True)
class Year:
    """Games in their order, the strengths of the last day, who came in the last month, who left."""

    games: Sequence[Played[str]]
    strengths: Mapping[str, float]
    recent: frozenset[str]
    leader: str


def year(kind: str, seed: int) -> Year:
    """A year of evenings, a week apart, the same for a seed."""
    rng = random.Random(f"{kind}-{seed}")
    strengths = {f"p{number:02}": rng.gauss(0, SPREAD) for number in range(PEOPLE)}
    comes = {player: rng.uniform(0.4, 0.9) for player in strengths}
    leader = max(strengths, key=strengths.__getitem__)
    away = set(rng.sample(sorted(set(strengths) - {leader}), PEOPLE // 3))
    games: list[Played[str]] = []
    recent: set[str] = set()
    for week in range(EVENINGS):
        is_break = kind == "breaks" and week in range(EVENINGS // 4, 3 * EVENINGS // 4)
        if kind == "breaks" and week == 3 * EVENINGS // 4:
            strengths |= {player: rng.gauss(0, SPREAD) for player in sorted(away)}
        if kind == "drift":
            strengths = {who: one + rng.gauss(0, DRIFT) for who, one in strengths.items()}
        here = [
            player
            for player in strengths
            if rng.random() < comes[player]
            and not (is_break and player in away)
            and not (player == leader and week >= LEAVES_AFTER)
        ]
        recent |= set(here) if week >= EVENINGS - 4 else set()
        games += _evening(rng, here, strengths, 7 * week)
    return Year(games, strengths, frozenset(recent), leader)


def _evening(
    rng: random.Random, here: list[str], strengths: Mapping[str, float], day: int
) -> Iterator[Played[str]]:
    """Games of three or four, of everybody who is here."""
    for _game in range(GAMES_AN_EVENING):
        rng.shuffle(here)
        tables = max(1, len(here) // 4)
        for number in range(tables):
            table = here[number::tables]
            merits: dict[str, Merit] = {
                player: (round(strengths[player] + rng.gauss(0, LUCK)),) for player in table
            }
            yield Played(merits, day)


# --- Ratings --------------------------------------------------------------------------------------


def openskill(model: str, fade: int | None) -> Callable[[Sequence[Played[str]]], list[Scores]]:
    """The ratings that are shown before each game, and after the last."""

    def scores(games: Sequence[Played[str]]) -> list[Scores]:
        after: dict[int, dict[str, tuple[float, float, float]]] = {}
        for one in rate(games, fade=fade, model=model):
            after.setdefault(one.game, {})[one.player] = (one.mean, one.deviation, one.day)
        known: dict[str, tuple[float, float, float]] = {}
        found: list[Scores] = []
        for number in range(len(games) + 1):
            day = games[min(number, len(games) - 1)].day
            found.append(
                {who: shown(m, faded(d, day - then, fade)) for who, (m, d, then) in known.items()}
            )
            known |= after.get(number, {})
        return found

    return scores


def elo(games: Sequence[Played[str]]) -> list[Scores]:
    """Elo with K = 32, each pair of a table as a game of two that counts its part."""
    now: dict[str, float] = {}
    found: list[Scores] = []
    for merits, _day in games:
        found.append(dict(now))
        before = {player: now.get(player, 1500.0) for player in merits}
        for one, two in combinations(merits, 2):
            expected = 1 / (1 + 10 ** ((before[two] - before[one]) / 400))
            result = 0.5 + 0.5 * ((merits[one] > merits[two]) - (merits[one] < merits[two]))
            change = 32 * (result - expected) / max(len(merits) - 1, 1)
            now[one] = now.get(one, 1500.0) + change
            now[two] = now.get(two, 1500.0) - change
    return [*found, dict(now)]


def mean_place(games: Sequence[Played[str]]) -> list[Scores]:
    """The plain way: the mean part of the table that was behind."""
    parts: dict[str, list[float]] = {}
    found: list[Scores] = []
    for merits, _day in games:
        found.append({player: mean(one) for player, one in parts.items()})
        for player, (place, _shared) in places(merits).items():
            parts.setdefault(player, []).append((len(merits) - place) / max(len(merits) - 1, 1))
    return [*found, {player: mean(one) for player, one in parts.items()}]


WAYS: dict[str, Callable[[Sequence[Played[str]]], list[Scores]]] = {
    "mean place": mean_place,
    "Elo": elo,
    **{model: openskill(model, None) for model in MODELS},
    **{f"plackett-luce, {fade} days": openskill("plackett-luce", fade) for fade in FADES if fade},
}


# --- How good they are ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Measured:
    calls: float
    order: float
    left: float


def measure(way: str, kind: str, years: int) -> Measured:
    """The figures of a way to rate over so many years of a kind."""
    calls: list[bool] = []
    orders, left = [], []
    for seed in range(years):
        played = year(kind, seed)
        scores = WAYS[way](played.games)
        calls += _calls(played.games, scores)
        orders.append(_order(scores[-1], played))
        left.append(sum(one >= scores[-1][played.leader] for one in scores[-1].values()))
    return Measured(mean(calls), mean(orders), mean(left))


def _calls(games: Sequence[Played[str]], scores: Sequence[Scores]) -> Iterator[bool]:
    for game, before in zip(games, scores, strict=False):
        for one, two in combinations(game.merits, 2):
            known = one in before and two in before and before[one] != before[two]
            if known and game.merits[one] != game.merits[two]:
                yield (before[one] > before[two]) == (game.merits[one] > game.merits[two])


def _order(scores: Scores, played: Year) -> float:
    here = sorted(played.recent & scores.keys())
    by_score = sorted(here, key=scores.__getitem__)
    by_strength = sorted(here, key=played.strengths.__getitem__)
    apart = sum((by_score.index(one) - by_strength.index(one)) ** 2 for one in here)
    return 1 - 6 * apart / (len(here) * (len(here) ** 2 - 1))


def main(years: int) -> None:
    for kind in KINDS:
        sys.stdout.write(f"\n{kind:<26} {'calls':>7} {'order':>6} {'left':>5}\n")
        for way in WAYS:
            found = measure(way, kind, years)
            figures = f"{found.calls:>7.1%} {found.order:>6.2f} {found.left:>5.1f}"
            sys.stdout.write(f"{way:<26} {figures}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else YEARS)
