"""The ranking of a convention for scripts: as JSON, in which all numbers are exact, and as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scoring.conventions.json_input import Convention
from scoring.conventions.model import ConventionRow, TeamRow, by_name
from scoring.conventions.prizes import IRON, OVERALL, TEAMS, due, iron_man
from scoring.conventions.ranking import of_class, rank
from scoring.conventions.teams import rank_teams
from scoring.formatting import rounded


def as_dict(convention: Convention) -> dict[str, Any]:
    """The rows of people, of each class, the iron man and the teams, and who is due which prize."""
    rows, teams = _rows(convention), _teams(convention)
    overall = [(row.player, row.place) for row in rows]
    classes = {name: of_class(overall, members) for name, members in convention.classes.items()}
    sums = {row.player: row.iron for row in rows if row.categories}
    iron = iron_man(sums, {player: player for player in sums})
    standing: dict[str, list[tuple[str, int | None]]] = {
        OVERALL: overall,
        IRON: [*iron],
        TEAMS: [(row.team, row.place) for row in teams],
        **{f"class:{name}": placed for name, placed in classes.items()},
    }
    return {
        "rows": [_row(row) for row in rows],
        "classes": {
            name: [{"player": player, "place": place} for player, place in placed]
            for name, placed in classes.items()
        },
        "iron": [
            {"player": player, "place": place, "iron": str(sums[player])} for player, place in iron
        ],
        "teams": [_team(row) for row in teams],
        "prizes": [
            {
                "of": prize.of,
                "place": prize.place,
                "label": prize.label,
                "due": sorted(due(standing[prize.of], prize.place), key=by_name),
            }
            for prize in convention.prizes
        ],
    }


def as_text(convention: Convention) -> Iterator[str]:
    """A line for each person with their categories below, then the teams."""
    for row in _rows(convention):
        yield f"{_shown(row.place):>4}  {row.player:<30} {rounded(row.total):>9}\n"
        yield from (f"      {line}\n" for line in _details(row))
    for team in _teams(convention):
        yield f"{_shown(team.place):>4}  {team.team:<30} {rounded(team.total):>9}\n"


def _rows(convention: Convention) -> list[ConventionRow[str]]:
    names = {player: player for player in convention.people}
    return rank(convention.games, convention.profile, names=names, void=convention.void)


def _teams(convention: Convention) -> list[TeamRow[str]]:
    names = {player: player for player in convention.people}
    return rank_teams(
        convention.teams, convention.games, convention.profile, names=names, void=convention.void
    )


def _details(row: ConventionRow[str]) -> Iterator[str]:
    for category, best in row.categories.items():
        kept = "" if best.counts else " (does not count)"
        yield f"{category}: {rounded(best.value)} from {best.game}{kept}"
    for bonus in row.finals:
        yield f"final: {rounded(bonus.value)} from {bonus.game}"
    if row.missing:
        yield f"still needs {row.missing.count} of {', '.join(row.missing.of) or 'none'}"


def _shown(place: int | None) -> str:
    return "-" if place is None else str(place)


def _row(row: ConventionRow[str]) -> dict[str, Any]:
    missing = row.missing
    return {
        "player": row.player,
        "place": row.place,
        "total": str(row.total),
        "penalty": str(row.penalty),
        "iron": str(row.iron),
        "wins": row.wins,
        "provisional": row.is_provisional,
        "categories": {
            category: {"game": best.game, "value": str(best.value), "counts": best.counts}
            for category, best in row.categories.items()
        },
        "finals": [{"game": bonus.game, "bonus": str(bonus.value)} for bonus in row.finals],
        "missing": missing and {"count": missing.count, "of": list(missing.of)},
        "not_counted": [{"game": game, "why": str(why)} for game, why in row.not_counted],
        "why": row.why and [str(row.why.step), _value(row.why.mine), _value(row.why.theirs)],
    }


def _value(value: Any) -> Any:
    if isinstance(value, tuple):
        return [str(one) for one in value if one]
    return value if value is None or isinstance(value, int) else str(value)


def _team(row: TeamRow[str]) -> dict[str, Any]:
    return {
        "team": row.team,
        "place": row.place,
        "total": str(row.total),
        "categories": {
            category: {"game": best.game, "player": player, "value": str(best.value)}
            for category, (player, best) in row.categories.items()
        },
        "finals": [
            {"game": bonus.game, "player": player, "bonus": str(bonus.value)}
            for player, bonus in row.finals
        ],
    }
