"""Decisions about seasons."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction

from scoring.leagues import PointsTable, PointsTableError, leagues, number, read_lists
from scoring.ratings import LONGEST_FADE, SHORTEST_FADE
from scoring.season_lines import TIE_BREAKS
from tournaments.seasons import errors
from tournaments.texts import say

LONGEST_POINTS = 12


def is_over(
    *, finished: bool, plays: bool, last_day: date, today: date, cancelled: bool = False
) -> bool:
    """Whether the results of a tournament are final.

    One that nobody declared finished is over when its event is, unless a round is still open. One
    that was cancelled has no results that count.
    """
    return not cancelled and (finished or (not plays and last_day < today))


def points_table(points: str, taking_part: str, each_below: str) -> PointsTable:
    """The own table of a season. Raises a SeasonRefused with its field for the first fault."""
    try:
        lists = read_lists(points)
    except PointsTableError as fault:
        raise errors.POINTS_FAULTS[fault.code](
            field="points", line=fault.line, text=fault.text
        ) from None
    return PointsTable(
        lists, exact_points(taking_part, "taking_part"), exact_points(each_below, "each_below")
    )


def exact_points(text: str, field: str) -> Fraction:
    """Points that somebody wrote; none is 0. Raises NoPoints."""
    text = text.strip()
    if len(text) > LONGEST_POINTS:
        raise errors.NoPoints(field=field)
    try:
        return number(text or "0")
    except ValueError:
        raise errors.NoPoints(field=field) from None


def check_rule(rule: str, tie_breaks: Sequence[str] | None, table: PointsTable) -> None:
    """Raise a SeasonRefused if a season cannot count like this."""
    if rule not in leagues():
        raise errors.NoSuchRule(field="rule", rule=rule)
    for position, key in enumerate(tie_breaks or ()):
        if key not in TIE_BREAKS:
            raise errors.NoSuchSeasonTieBreak(field="tie_breaks", key=key)
        if key in (tie_breaks or ())[:position]:
            raise errors.SeasonTieBreakTwice(field="tie_breaks", name=say(TIE_BREAKS[key].name))
    if leagues()[rule].own_table and table == PointsTable():
        raise errors.TableMissing(field="points")


def check_fade(days: int | None) -> None:
    """Raise FadesTooFastOrSlow unless ratings may fade within ``days``; None: they do not."""
    if days is not None and not SHORTEST_FADE <= days <= LONGEST_FADE:
        raise errors.FadesTooFastOrSlow(
            field="ratings_fade", least=SHORTEST_FADE, most=LONGEST_FADE
        )
