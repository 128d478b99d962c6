"""From the results of a tournament to the rows of its standings: pure functions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from scoring.placement import Merit
from scoring.standings import Row, Tally, rank, tally


class Played(Protocol):
    """What the sheets say: see ``queries.Results``."""

    names: Mapping[int, str]
    games: list[dict[int, Merit]]
    hands: Mapping[int, int]
    final: Mapping[int, Merit]
    final_closed: bool
    in_progress: set[int]


@dataclass(frozen=True, slots=True)
class Line:
    """One row as it is stored. ``score`` is an exact fraction such as "7/2"."""

    entry_id: int
    rank: int
    place: int
    score: str
    wins: int
    game_points: int
    games: int
    hands: int
    in_progress: bool


def ranked(played: Played) -> list[Row[int]]:
    """Everybody who was seated, best first. Names order the rows within a shared place."""
    tallies = {**dict.fromkeys(played.names, Tally()), **tally(played.games)}
    return rank(
        tallies,
        key=lambda entry: (played.names[entry].casefold(), entry),
        final=played.final,
    )


def lines(played: Played) -> list[Line]:
    """The rows to store."""
    return [
        Line(
            entry_id=row.player,
            rank=row.rank,
            place=row.place,
            score=str(row.tally.score),
            wins=row.tally.wins,
            game_points=row.tally.game_points,
            games=row.tally.games,
            hands=played.hands.get(row.player, 0),
            in_progress=row.player in played.in_progress,
        )
        for row in ranked(played)
    ]


def champion(played: Played, found: list[Line]) -> int | None:
    """The entry that won, once the final is closed.

    Nobody if no hand of the final was reported, or if even the preliminary standing cannot tell
    apart two who tie for the first place of the final.
    """
    if not (played.final and played.final_closed):
        return None
    first = [line.entry_id for line in found if line.place == 1]
    return first[0] if len(first) == 1 else None
