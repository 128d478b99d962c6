"""Teams at a convention: per category the best game of any member, after they registered.

A category in which no member has a game is worth nothing, and what finals add to a member is added
to the team. That only games after the registration count, and the best per category that is
offered, is published (http://www.mimgames.com/tga/puffingbilly/competitions.shtml).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction

from scoring.conventions.games import NOTHING, Share, shares
from scoring.conventions.model import Best, Bonus, Game, Profile, Team, TeamRow, by_name
from scoring.placement import P


def rank_teams(
    teams: Iterable[Team[P]],
    games: Iterable[Game[P]],
    profile: Profile[P],
    *,
    names: Mapping[P, str],
    void: Mapping[P, Collection[str]] | None = None,
) -> list[TeamRow[P]]:
    """The rows of the teams, best first; equal totals share the place.

    Teams for which nothing counts yet are last, without a place.
    """
    played = shares(games, profile, void or {})
    rows = [_row(team, played, profile, names) for team in teams]
    rows.sort(key=lambda row: (not _has_result(row), -row.total, by_name(row.team)))
    totals = [row.total for row in rows]
    return [_at(row, totals.index(row.total) + 1) if _has_result(row) else row for row in rows]


def _row(
    team: Team[P], played: Iterable[Share[P]], profile: Profile[P], names: Mapping[P, str]
) -> TeamRow[P]:
    mine = [
        share
        for share in played
        if share.player in team.members
        and share.game.began > team.registered
        and share.refused is None
    ]
    # Of equal games the first, and of those who shared it the first by name.
    mine.sort(key=lambda share: (share.game.began, share.game.key, by_name(names[share.player])))
    best: dict[str, Share[P]] = {}
    for share in mine:
        if share.category and (
            share.category not in best or best[share.category].value < share.value
        ):
            best[share.category] = share
    finals = [share for share in mine if share.bonus]
    return TeamRow(
        team=team.name,
        place=None,
        total=_sum(share.value for share in best.values()) + _sum(one.bonus for one in finals),
        categories={
            category: (best[category].player, _as_best(best[category]))
            for category in profile.offered
            if category in best
        },
        finals=[
            (share.player, Bonus(share.game.key, share.bonus, share.game.is_running))
            for share in finals
        ],
    )


def _has_result(row: TeamRow[P]) -> bool:
    return bool(row.categories or row.finals)


def _sum(values: Iterable[Fraction]) -> Fraction:
    return sum(values, NOTHING)


def _as_best(share: Share[P]) -> Best:
    return Best(share.game.key, share.value, share.game.is_running, counts=True)


def _at(row: TeamRow[P], place: int) -> TeamRow[P]:
    return TeamRow(row.team, place, row.total, row.categories, row.finals)
