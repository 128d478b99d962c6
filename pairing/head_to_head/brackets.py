"""Brackets: tables whose best go on, and single and double elimination for two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Match:
    """A game of a bracket. ``name`` tells it from the others; ``players`` are seeds (from 1), or
    where they come from: ``("winner", match)`` or ``("loser", match)``. None is nobody: a bye."""

    name: str
    players: tuple[int | tuple[str, str] | None, int | tuple[str, str] | None]

    @property
    def side(self) -> str:
        """W for the winners' side, L for the losers' side, F for the last finals."""
        return self.name[0]

    @property
    def level(self) -> int:
        """Which round of its side it belongs to, from 1."""
        return int(self.name[1:].partition(".")[0])


def tables_of_finals(by_rank: Sequence[T], size: int, on: int) -> list[list[list[int]]]:
    """The rounds of a bracket of tables of ``size``, the best ``on`` of each going on.

    The first round has the people of ``by_rank``, in serpentine order: 1-8-9-16, 2-7-10-15, … Later
    rounds have places from 1 on, that is the order in which people come on: the winners of the
    tables by number, then the seconds, and so on. The last round is one table. Tables as even as
    can be. Raises ValueError if ``on`` does not make the field smaller.
    """
    if not 0 < on < size:
        raise ValueError(f"the best {on} of tables of {size} never come down to one table")
    rounds = []
    count = len(by_rank)
    while count > size:
        tables = -(-count // size)
        rounds.append(snake(count, tables))
        count = sum(min(on, len(table)) for table in rounds[-1])
    rounds.append([list(range(1, count + 1))])
    return rounds


def snake(count: int, tables: int) -> list[list[int]]:
    """Places from 1 to ``count`` at ``tables``, in serpentine order."""
    found: list[list[int]] = [[] for _ in range(tables)]
    for place in range(count):
        turn, at = divmod(place, tables)
        found[at if turn % 2 == 0 else tables - 1 - at].append(place + 1)
    return found


def seeded(size: int) -> list[int]:
    """The seeds of a bracket of ``size`` (a power of two) from top to bottom: 1 and 2 meet last."""
    order = [1]
    while len(order) < size:
        whole = 2 * len(order) + 1
        order = [seed for one in order for seed in (one, whole - one)]
    return order


def single_elimination(count: int) -> list[list[Match]]:
    """The rounds of a bracket for seeds 1 to ``count``; the best seeds have the byes."""
    if count < 2:  # one person has nobody to play
        return []
    size = 1 << (count - 1).bit_length()
    order = [seed if seed <= count else None for seed in seeded(size)]
    first = [
        Match(f"W1.{n}", (order[2 * n - 2], order[2 * n - 1])) for n in range(1, size // 2 + 1)
    ]
    rounds = [first]
    while len(rounds[-1]) > 1:
        before, number = rounds[-1], len(rounds) + 1
        rounds.append(
            [
                Match(f"W{number}.{n}", (_from(before[2 * n - 2]), _from(before[2 * n - 1])))
                for n in range(1, len(before) // 2 + 1)
            ]
        )
    return rounds


def _from(match: Match, who: str = "winner") -> int | tuple[str, str] | None:
    """Who comes out of a match; with a bye that is known at once."""
    one, other = match.players
    if one is None or other is None:
        there = other if one is None else one
        return there if who == "winner" else None
    return (who, match.name)


def double_elimination(count: int) -> list[list[Match]]:
    """The rounds of a bracket in which a player who loses twice is out.

    The winners' rounds W1, W2, …; the losers' rounds L1, L2, … between them, in turn among
    themselves and against those who fall down, who come in the reverse order so that the same two
    meet again late; then the final F1 and, if the winner of the losers' side wins it, F2.
    """
    winners = single_elimination(count)
    if not winners:
        return []
    rounds, number = [winners[0]], 0
    alive = [_from(match, "loser") for match in winners[0]]
    for level, matches in enumerate(winners[1:], 1):
        rounds.append(matches)
        number += 1
        paired = _losers(number, alive[::2], alive[1::2])
        rounds.append(paired)
        fallen = [_from(match, "loser") for match in matches]
        number += 1
        against = fallen[::-1] if level % 2 else fallen
        met = _losers(number, [_from(match) for match in paired], against)
        rounds.append(met)
        alive = [_from(match) for match in met]
    final = Match("F1", (_from(winners[-1][0]), alive[0]))
    return [*rounds, [final], [Match("F2", (("winner", "F1"), ("loser", "F1")))]]


def _losers(
    number: int,
    ones: Sequence[int | tuple[str, str] | None],
    others: Sequence[int | tuple[str, str] | None],
) -> list[Match]:
    return [
        Match(f"L{number}.{n}", pair) for n, pair in enumerate(zip(ones, others, strict=True), 1)
    ]
