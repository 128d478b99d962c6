"""From what people enter to the data of a game's own score sheet, and from there to lines.

Seats count from 1 at a table, and may leave gaps; the lists of a sheet go by the order of seats.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.catalogue import Setup
from games.sheet import Issue, QuickHand, ScoreLine, Sheet
from games.texts import T
from tournaments.results.errors import InvalidHand
from tournaments.texts import say

#: A hand as it is called out, or the data of the sheet of a whole game.
SheetInput = QuickHand | Mapping[str, Any]
#: The field of a sheet of one hand that the server fills in itself.
ENDED_EARLY = "ended_early"


@dataclass(frozen=True, slots=True)
class Result:
    """One seat's score on a sheet, and the numbers by which the game breaks ties, if it does."""

    points: int
    tie_breaks: list[int] | None


@dataclass(frozen=True, slots=True)
class Scored:
    """The data of a sheet that nothing is wrong with, and what it gives each seat.

    ``went_out`` is the seat that went out; None in a hand, or a game, where nobody did.
    """

    data: dict[str, Any]
    results: dict[int, Result]
    went_out: int | None


def game_sheet(setup: Setup, data: Mapping[str, Any]) -> Sheet:
    """The score sheet that ``data`` is of: the usual one, or another, as its fields say.

    Express has two: the points as they were called out, and the table car by car.
    """
    usual = setup.sheet
    if len(setup.sheets) == 1:
        return usual
    fit = max(setup.sheets.values(), key=lambda sheet: (_known(sheet, data), sheet is usual))
    return fit if _known(fit, data) else usual


def _known(sheet: Sheet, data: Mapping[str, Any]) -> int:
    return len({field.name for field in sheet.fields} & set(data))


def sheet_data(
    setup: Setup, given: SheetInput, positions: Sequence[int], *, ended_early: bool
) -> dict[str, Any]:
    """The data of the game's sheet. Whether a hand was ended early, the server knows itself."""
    if not isinstance(given, QuickHand):
        known = {ENDED_EARLY: ended_early} if setup.is_called_out else {}
        return dict(given) | known
    return {
        "points": [given.points.get(position) for position in positions],
        "went_out": [position == given.went_out for position in positions],
        ENDED_EARLY: ended_early,
    }


def as_sent(given: SheetInput) -> dict[str, Any]:
    """Return a report as plain data, without what the server adds."""
    if not isinstance(given, QuickHand):
        return dict(given)
    points = {str(seat): points for seat, points in given.points.items()}
    return {"points": points, "went_out": given.went_out}


def says_the_same(
    setup: Setup, one: Mapping[str, Any], other: Mapping[str, Any], positions: Sequence[int]
) -> bool:
    """Whether two sheets of a hand agree: in all, or, if one says less, in the points and who
    went out."""
    if one == other:
        return True
    if set(one) == set(other) or not (one and other):
        return False
    return went_out(one, positions) == went_out(other, positions) and results(
        setup, one, positions
    ) == results(setup, other, positions)


def check(
    setup: Setup, given: SheetInput, positions: Sequence[int], *, ended_early: bool
) -> Scored:
    """The game's sheet, scored. Raises InvalidHand with everything that is wrong in it."""
    data = sheet_data(setup, given, positions, ended_early=ended_early)
    if issues := faults(setup, given, data, positions):
        raise InvalidHand(issues)
    return score(setup, data, positions)


def score(setup: Setup, data: dict[str, Any], positions: Sequence[int]) -> Scored:
    """Return the result of each seat from clean data."""
    return Scored(data, results(setup, data, positions), went_out(data, positions))


def faults(
    setup: Setup, given: SheetInput, data: Mapping[str, Any], positions: Sequence[int]
) -> list[Issue]:
    """Everything that is wrong with what was reported; empty if nothing is."""
    found = _strangers(given, positions) if isinstance(given, QuickHand) else []
    return found or game_sheet(setup, data).clean(data, len(positions))


def doubts(
    setup: Setup, given: SheetInput, positions: Sequence[int], *, ended_early: bool
) -> list[str]:
    """The sentences about what is unlikely in a report without faults. None of it is refused."""
    data = sheet_data(setup, given, positions, ended_early=ended_early)
    found = game_sheet(setup, data).doubts(data, len(positions))
    return list(dict.fromkeys(say(one.text) for one in found))


def _strangers(hand: QuickHand, positions: Sequence[int]) -> list[Issue]:
    """Seats that nobody has at this table, which the lists of a sheet cannot even say."""
    found = []
    if set(hand.points) - set(positions):
        text = T("Points are given for a seat that nobody has at this table.")
        found.append(Issue("points", "seat-unknown", text))
    if hand.went_out is not None and hand.went_out not in positions:
        text = T("The player who went out does not sit at this table.")
        found.append(Issue("went_out", "seat-unknown", text))
    return found


def results(setup: Setup, data: Mapping[str, Any], positions: Sequence[int]) -> dict[int, Result]:
    """The result of each seat from clean data."""
    placings = game_sheet(setup, data).placings(data, len(positions))
    return {
        positions[placing.player]: Result(placing.score, list(placing.keys[1:]) or None)
        for placing in placings
    }


def computed(setup: Setup, data: Mapping[str, Any], players: int) -> dict[str, Any]:
    """The values of the computed fields of a sheet, by name; empty for one without data."""
    if not data:
        return {}
    sheet = game_sheet(setup, data)
    names = [field.name for field in sheet.fields_for(players) if field.computed]
    values = sheet.computed(data, players) if names else {}
    return {name: values[name] for name in names}


@dataclass(frozen=True, slots=True)
class Computed:
    """The values of the computed fields of a sheet, each with its label."""

    of_table: list[tuple[str, Any]]
    by_seat: list[list[tuple[str, Any]]]


def computed_values(sheet: Sheet, data: Mapping[str, Any], players: int) -> Computed:
    """Return the values of the fields that nobody types, computed from clean data."""
    fields = [field for field in sheet.fields_for(players) if field.computed]
    values = sheet.computed(data, players) if fields else {}
    of_table = [(say(one.label), values[one.name]) for one in fields if one.per == "table"]
    by_seat = [
        [(say(one.label), values[one.name][seat]) for one in fields if one.per == "player"]
        for seat in range(players)
    ]
    return Computed(of_table, by_seat)


def went_out(data: Mapping[str, Any], positions: Sequence[int]) -> int | None:
    """The seat that went out; None in a hand, or a game, where nobody did."""
    flags = data.get("went_out", ())
    return next((seat for seat, out in zip(positions, flags, strict=False) if out), None)


def explained(
    setup: Setup, data: Mapping[str, Any], positions: Sequence[int]
) -> dict[int, list[ScoreLine]]:
    """The lines that make the result of each seat as it is written down, from clean data."""
    lines = [
        line._replace(points=setup.info.as_written(line.points))
        for line in game_sheet(setup, data).lines(data, len(positions))
    ]
    return {
        position: [line for line in lines if line.player == index]
        for index, position in enumerate(positions)
    }
