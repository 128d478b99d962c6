"""The ranking of a convention, as far as the Train Gamers Association publishes it; the rest: ours.

Each person has the best game of each category. The best of as many categories as the convention
asks for, with what finals add and less the penalties, is the total. Published are the best per
category, the sum, the number of categories by the days of the event, and that a final adds 0.3 and
0.2 at its top table (http://www.mimgames.com/tga/puffingbilly/intro.shtml, traingamers.com). Ours
are the points of a game, what other places of a final add, the steps after the total, and the iron
man as the sum over all categories.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, Generic

from scoring.conventions.games import NOTHING, Share, shares
from scoring.conventions.model import (
    Best,
    Bonus,
    ConventionRow,
    Game,
    Missing,
    NotCounted,
    Profile,
    TieBreak,
    Why,
    by_name,
)
from scoring.placement import P

#: Steps before the tie-breaks, and the one of those whom nothing tells apart.
COMPLETE, CATEGORIES, TOTAL, EQUAL = "complete", "categories", "total", "equal"


def rank(
    games: Iterable[Game[P]],
    profile: Profile[P],
    *,
    names: Mapping[P, str],
    void: Mapping[P, Collection[str]] | None = None,
) -> list[ConventionRow[P]]:
    """The rows of everybody in ``names``, best first. Others hold their places at a table.

    ``void`` has the categories in which somebody was disqualified, or that they quit. Whoever
    misses categories has no place and stands behind all others.
    """
    found: dict[P, list[Share[P]]] = {player: [] for player in names}
    for share in shares(games, profile, void or {}):
        if share.player in found:
            found[share.player].append(share)
    voided = void or {}
    lines = [
        _Line(_row(player, mine, profile, voided.get(player, ())), profile)
        for player, mine in found.items()
    ]
    lines.sort(key=lambda line: by_name(names[line.row.player]))
    lines.sort(key=lambda line: line.merit, reverse=True)
    return _numbered(lines)


def of_class(
    standing: Iterable[tuple[P, int | None]], members: Collection[P]
) -> list[tuple[P, int | None]]:
    """The members of a class in the order of the ranking, with their places among themselves."""
    found: list[tuple[P, int | None]] = []
    before = None
    for player, held in ((player, held) for player, held in standing if player in members):
        place = found[-1][1] if found and before == held else len(found) + 1
        found.append((player, None if held is None else place))
        before = held
    return found


# --- One person -----------------------------------------------------------------------------------


def _row(
    player: P, mine: Sequence[Share[P]], profile: Profile[P], void: Collection[str]
) -> ConventionRow[P]:
    best = _best(mine, profile)
    counted = _counted(best, profile)
    finals = [
        Bonus(share.game.key, share.bonus, share.game.is_running) for share in mine if share.bonus
    ]
    penalty = profile.penalties.get(player, NOTHING)
    values = [one.value for one in counted.values() if one.counts]
    needed = profile.required - len(counted)
    open_ = tuple(one for one in profile.offered if one not in counted and one not in void)
    return ConventionRow(
        player=player,
        place=None,
        total=sum(values, NOTHING) + sum((one.value for one in finals), NOTHING) - penalty,
        penalty=penalty,
        iron=sum((one.value for one in counted.values()), NOTHING),
        wins=len({one.category for one in mine if _is_win(one)}),
        is_provisional=any(one.is_running for one in finals)
        or any(one.is_running and one.counts for one in counted.values()),
        categories=counted,
        finals=finals,
        missing=Missing(needed, open_) if needed > 0 else None,
        not_counted=_not_counted(mine, best),
    )


def _is_win(share: Share[Any]) -> bool:
    counts = share.category is not None and share.refused is None
    return counts and share.is_first and not share.game.is_running


def _best(mine: Iterable[Share[P]], profile: Profile[P]) -> dict[str, Share[P]]:
    """The best share of each category, in the order offered; of equal ones the first."""
    found: dict[str, Share[P]] = {}
    for share in mine:
        if share.category is None or share.refused:
            continue
        if share.category not in found or found[share.category].value < share.value:
            found[share.category] = share
    return {category: found[category] for category in profile.offered if category in found}


def _counted(best: Mapping[str, Share[Any]], profile: Profile[Any]) -> dict[str, Best]:
    """The best games, with those marked that are among the best categories."""
    ordered = sorted(best, key=lambda category: -best[category].value)
    counting = set(ordered[: profile.required])
    return {
        category: Best(
            share.game.key, share.value, share.game.is_running, counts=category in counting
        )
        for category, share in best.items()
    }


def _not_counted(
    mine: Iterable[Share[P]], best: Mapping[str, Share[P]]
) -> list[tuple[str, NotCounted]]:
    used = {share.game.key for share in best.values()}
    found = []
    for share in mine:
        if share.refused:
            found.append((share.game.key, share.refused))
        elif share.category is not None and share.game.key not in used:
            found.append((share.game.key, NotCounted.NOT_THE_BEST))
    return found


# --- The order ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Line(Generic[P]):
    row: ConventionRow[P]
    profile: Profile[P]

    @property
    def steps(self) -> dict[str, Any]:
        """The value of each step, in order."""
        row = self.row
        complete = row.missing is None
        of = {
            TieBreak.WINS: row.wins,
            TieBreak.IRON: row.iron,
            TieBreak.RESULTS: tuple(
                sorted((one.value for one in row.categories.values()), reverse=True)
            ),
        }
        first = {COMPLETE: complete, CATEGORIES: 0 if complete else len(row.categories)}
        return first | {TOTAL: row.total} | {key: of[key] for key in self.profile.tie_breaks}

    @property
    def merit(self) -> tuple[Any, ...]:
        """More is better. A list of results that is shorter has nothing where it ends."""
        length = len(self.profile.offered)
        return tuple(
            value + (NOTHING,) * (length - len(value)) if isinstance(value, tuple) else value
            for value in self.steps.values()
        )


def _numbered(lines: Sequence[_Line[P]]) -> list[ConventionRow[P]]:
    rows: list[ConventionRow[P]] = []
    for number, (line, after) in enumerate(zip_longest(lines, lines[1:]), start=1):
        shares_place = rows and line.merit == lines[number - 2].merit
        place = rows[-1].place if shares_place else number
        why = _why(line, after) if after else None
        rows.append(replace(line.row, place=None if line.row.missing else place, why=why))
    return rows


def _why(above: _Line[Any], below: _Line[Any]) -> Why:
    for step, mine, theirs in zip(above.steps, above.merit, below.merit, strict=True):
        if mine != theirs:
            return Why(step, mine, theirs)
    return Why(EQUAL)
