"""The table of a league: match points, then board points, then the matches among those still level.

A match won is worth 2 points and one drawn 1; a game won is worth 1 board point and one drawn a
half. A match counts once all its games have a result. Teams level in everything share
a place.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)

WIN, DRAW = 2, 1
#: What put a row above the next.
MATCH_POINTS, BOARD_POINTS, ENCOUNTER = "match-points", "board-points", "encounter"


@dataclass(frozen=True, slots=True)
class Meeting(Generic[T]):
    """Two teams that met, and the board points of each; without ``away`` it was a bye."""

    home: T
    away: T | None
    home_points: Fraction
    away_points: Fraction = Fraction(0)


@dataclass(slots=True)
class TeamRow(Generic[T]):
    """A team in the table. ``reason`` is what put it above the next, with the values of both."""

    team: T
    place: int | None = None
    won: int = 0
    drawn: int = 0
    lost: int = 0
    match_points: int = 0
    board_points: Fraction = Fraction(0)
    encounter: int = 0
    reason: tuple[str, str, str] | None = None
    met: list[T] = field(default_factory=list)

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def merit(self) -> tuple[int, Fraction, int]:
        return self.match_points, self.board_points, self.encounter


def rank_teams(teams: Sequence[T], meetings: Collection[Meeting[T]]) -> list[TeamRow[T]]:
    """The rows, best first; those who share a place stand as in ``teams``.

    Nobody has a place before two teams have met: a bye alone is no result.
    """
    rows = {team: TeamRow(team) for team in teams}
    for meeting in meetings:
        _count(rows, meeting)
    order = {team: position for position, team in enumerate(teams)}
    ranked = sorted(rows.values(), key=lambda row: (-row.match_points, -row.board_points))
    for _level, group in groupby(ranked, key=lambda row: (row.match_points, row.board_points)):
        _count_encounters({row.team: row for row in group}, meetings)
    ranked.sort(key=lambda row: (*(-value for value in row.merit), order[row.team]))
    if all(meeting.away is None for meeting in meetings):
        return ranked
    for position, row in enumerate(ranked):
        before = ranked[position - 1] if position else None
        row.place = before.place if before and before.merit == row.merit else position + 1
        if before and before.merit != row.merit:
            before.reason = _reason(before, row)
    return ranked


def _count(rows: dict[T, TeamRow[T]], meeting: Meeting[T]) -> None:
    home = rows[meeting.home]
    home.board_points += meeting.home_points
    if meeting.away is None:
        home.match_points += WIN
        return
    away = rows[meeting.away]
    away.board_points += meeting.away_points
    home.met.append(away.team)
    away.met.append(home.team)
    for row, points in zip((home, away), match_points(meeting), strict=True):
        row.match_points += points
        row.won += points == WIN
        row.drawn += points == DRAW
        row.lost += points == 0


def match_points(meeting: Meeting[T]) -> tuple[int, int]:
    """The match points of the two. Where both lost every game by default, neither has any."""
    home, away = meeting.home_points, meeting.away_points
    if home == away:
        return (DRAW, DRAW) if home else (0, 0)
    return (WIN, 0) if home > away else (0, WIN)


def _count_encounters(group: dict[T, TeamRow[T]], meetings: Collection[Meeting[T]]) -> None:
    """The match points against one another, if all of them have met equally often."""
    counts = {
        sum(other == team for other in row.met)
        for row in group.values()
        for team in group
        if team != row.team
    }
    if len(counts) != 1 or counts == {0}:
        return
    for meeting in meetings:
        if meeting.home in group and meeting.away in group:
            home, away = match_points(meeting)
            group[meeting.home].encounter += home
            group[meeting.away].encounter += away


def _reason(row: TeamRow[T], after: TeamRow[T]) -> tuple[str, str, str]:
    for key, mine, theirs in zip(
        (MATCH_POINTS, BOARD_POINTS, ENCOUNTER), row.merit, after.merit, strict=True
    ):
        if mine != theirs:
            return key, str(mine), str(theirs)
    raise ValueError("rows that share a place have no reason")
