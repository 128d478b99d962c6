"""Who goes on after the preliminary rounds, and who with whom in the semifinals.

The order of the players is that of the standings; nobody is ranked again here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from scoring.placement import Merit, P, places


@dataclass(frozen=True, slots=True)
class Cut(Generic[P]):
    """Who goes on, best first; who stands by, next first; and whose place an alternate took.

    ``missing`` are those who would have gone on but cannot, in their order.
    """

    through: tuple[P, ...]
    alternates: tuple[P, ...]
    missing: tuple[P, ...]


def cut(
    ordered: Sequence[P],
    size: int,
    *,
    unavailable: Collection[P] = (),
    games: Mapping[P, int] | None = None,
    fewest_games: int = 0,
) -> Cut[P]:
    """The best ``size`` players who can play on and have played ``fewest_games``.

    For each of the best who cannot (who left, or is disqualified) the next one moves up, so that
    everybody keeps the order of the standings.
    """
    played = games or {}
    eligible = [p for p in ordered if not fewest_games or played.get(p, 0) >= fewest_games]
    able = [player for player in eligible if player not in set(unavailable)]
    missing = [player for player in eligible[:size] if player in set(unavailable)]
    return Cut(tuple(able[:size]), tuple(able[size:]), tuple(missing))


def semifinal_tables(seeds: Sequence[P], tables: int) -> list[list[P]]:
    """The seeds, best first, as tables: 1-8-9-16, 2-7-10-15, 3-6-11-14, 4-5-12-13.

    If they do not fill the tables, those of the better seeds are the smaller ones. Raises
    ValueError for fewer than one table or more tables than seeds.
    """
    if not 0 < tables <= max(len(seeds), 1):
        raise ValueError(f"{len(seeds)} players cannot sit at {tables} tables")
    made: list[list[P]] = [[] for _ in range(tables)]
    full, rest = divmod(len(seeds), tables)
    for row in range(full):
        one_row = seeds[row * tables : (row + 1) * tables]
        for number, player in enumerate(one_row if row % 2 == 0 else one_row[::-1]):
            made[number].append(player)
    for number, player in enumerate(reversed(seeds[len(seeds) - rest :]), start=tables - rest):
        made[number].append(player)
    return made


def advance(
    tables: Sequence[Mapping[P, Merit]], size: int, *, ordered: Sequence[P]
) -> tuple[list[P], list[P]]:
    """Who goes on from the semifinals to a table of ``size``, and the alternates, in order.

    First the winners of the tables, then the seconds, and so on; among those of the same place who
    stood higher before (``ordered``). A shared place counts as the better one.
    """
    rank = {player: number for number, player in enumerate(ordered)}
    held = {player: first for table in tables for player, (first, _last) in places(table).items()}
    going = sorted(held, key=lambda player: (held[player], rank.get(player, len(rank))))
    return going[:size], going[size:]
