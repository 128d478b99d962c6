"""From what people enter to the data of a game's own score sheet, and from there to lines.

Seats count from 1 at a table, and may leave gaps; the lists of a sheet go by the order of seats.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games import catalogue
from games.sheet import Issue, QuickHand

#: A hand as it is called out, or the data of the sheet of a whole game.
Entered = QuickHand | Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Result:
    """What a sheet gives one seat: its score, and what the game breaks ties by, if it does."""

    points: int
    tie_breaks: list[int] | None


def sheet_data(entered: Entered, positions: Sequence[int], *, ended_early: bool) -> dict[str, Any]:
    """The data of the game's sheet. Whether a hand was ended early the house knows itself."""
    if not isinstance(entered, QuickHand):
        return dict(entered)
    return {
        "points": [entered.points.get(position) for position in positions],
        "went_out": [position == entered.went_out for position in positions],
        "ended_early": ended_early,
    }


def faults(
    game: str, entered: Entered, data: Mapping[str, Any], positions: Sequence[int]
) -> list[Issue]:
    """Everything that is wrong with what was entered; empty when it is good."""
    found = _strangers(entered, positions) if isinstance(entered, QuickHand) else []
    return found or catalogue.sheet(game).clean(data, len(positions))


def _strangers(hand: QuickHand, positions: Sequence[int]) -> list[Issue]:
    """Seats that nobody has at this table, which the lists of a sheet cannot even say."""
    found = []
    if set(hand.points) - set(positions):
        text = "Points are given for a seat that nobody has at this table."
        found.append(Issue("points", "seat-unknown", text))
    if hand.went_out is not None and hand.went_out not in positions:
        text = "The player who went out does not sit at this table."
        found.append(Issue("went_out", "seat-unknown", text))
    return found


def results(game: str, data: Mapping[str, Any], positions: Sequence[int]) -> dict[int, Result]:
    """The result of each seat from clean data."""
    placings = catalogue.sheet(game).placings(data, len(positions))
    return {
        positions[placing.player]: Result(placing.score, list(placing.keys[1:]) or None)
        for placing in placings
    }


def went_out(data: Mapping[str, Any], positions: Sequence[int]) -> int | None:
    """The seat that went out; None in a hand, or a game, where nobody did."""
    flags = data.get("went_out", ())
    return next((seat for seat, out in zip(positions, flags, strict=False) if out), None)
