"""Computing the rows of rankings, and storing them.

A tournament is read again only when its results have another version than its games. Everything is
read without a lock; what is stored names the versions it was made from, so that rows that are older
than the results are found by ``stale``, whoever stored them.
"""

import logging
from dataclasses import asdict, dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.db.models import Exists, F, OuterRef, Q

from scoring.conventions.model import ConventionRow, Game, Profile, Team, TeamRow, TieBreak
from scoring.conventions.profile_text import read_bonus, read_categories
from scoring.conventions.ranking import rank
from scoring.conventions.teams import rank_teams
from scoring.schemes import schemes
from tournaments import locking, signals
from tournaments.errors import RowGone
from tournaments.models import (
    Player,
    Ranking,
    RankingPart,
    RankingRow,
    RankingTeam,
    RankingTeamMember,
)
from tournaments.rankings.profile import DEFAULT_SCHEME
from tournaments.rankings.reading import as_games, games_of
from tournaments.transactions import atomic

logger = logging.getLogger(__name__)


def stale() -> list[int]:
    """The rankings whose rows are older than their profile or their results; one query."""
    older = RankingPart.objects.filter(ranking=OuterRef("pk")).exclude(
        games_version__isnull=False,
        games_version=F("tournament__standings_state__results_version"),
    )
    found = Ranking.objects.filter(~Q(computed_version=F("version")) | Exists(older))
    return list(found.order_by("pk").values_list("pk", flat=True))


def refresh_stale(*, now: datetime) -> int:
    """Compute every ranking that is out of date. Safe to run twice."""
    computed = 0
    for pk in stale():
        try:
            computed += refresh(pk, at=now)
        except Exception:
            # One broken ranking must not keep the others waiting.
            logger.exception("Ranking %s failed", pk)
    return computed


def refresh(ranking_id: int, *, at: datetime) -> bool:
    """Compute a ranking and store its rows; False if it is gone, or was changed meanwhile.

    Six queries, four more for each tournament with new results, and those that store it.
    """
    ranking = Ranking.objects.filter(pk=ranking_id).first()
    if ranking is None:
        return False
    parts = _parts(ranking)
    read_again = [part for part in parts if _read(part)]
    played = _played(ranking, parts)
    rows, teams = compute(ranking, played), compute_teams(ranking, played)
    try:
        return _store(ranking, read_again, rows, teams, at)
    except RowGone:
        return False


def _parts(ranking: Ranking) -> list[RankingPart]:
    parts = ranking.parts.select_related("tournament__standings_state", "tournament__title")
    return list(parts.order_by("pk"))


def _read(part: RankingPart) -> bool:
    """Read the games of a tournament whose results have changed. Its version was read before."""
    version = part.tournament.standings_state.results_version
    if part.games_version == version:
        return False
    part.games, part.games_version = games_of(part.tournament), version
    return True


@dataclass(frozen=True, slots=True)
class _Played:
    """All games that may count, and the categories that are void, by player."""

    profile: Profile[int]
    games: list[Game[int]]
    void: dict[int, set[str]]


def _played(ranking: Ranking, parts: list[RankingPart]) -> _Played:
    counting = [part for part in parts if part.tournament.status != "cancelled"]
    games = [
        game
        for part in counting
        for game in as_games(
            part.games, title=part.tournament.game_name, category=part.category or None
        )
    ]
    void: dict[int, set[str]] = {}
    for part in counting:
        for player in part.games["out"]:
            void.setdefault(player, set()).add(part.key)
    return _Played(profile_of(ranking, counting), games, void)


def compute(ranking: Ranking, played: _Played) -> list[ConventionRow[int]]:
    """The rows of everybody who has played a game that may count; one query for their names."""
    players = {player for game in played.games for player in game.merits if player > 0}
    names = dict(Player.objects.filter(pk__in=players).values_list("pk", "shown_name"))
    return rank(played.games, played.profile, names=names, void=played.void)


def compute_teams(ranking: Ranking, played: _Played) -> list[tuple[RankingTeam, TeamRow[int]]]:
    """The teams with what they count; two queries."""
    teams = {team.name: team for team in ranking.teams.order_by("pk")}
    members: dict[int, list[int]] = {}
    names = {}
    of_ranking = RankingTeamMember.objects.filter(ranking=ranking).order_by("pk")
    for team, player, name in of_ranking.values_list("team", "player", "player__shown_name"):
        members.setdefault(team, []).append(player)
        names[player] = name
    registered = [
        Team(name, members.get(team.pk, []), int(team.registered_at.timestamp()))
        for name, team in teams.items()
    ]
    rows = rank_teams(registered, played.games, played.profile, names=names, void=played.void)
    return [(teams[row.team], row) for row in rows]


def profile_of(ranking: Ranking, parts: list[RankingPart]) -> Profile[int]:
    """The profile as scoring reads it."""
    titles = sorted({part.tournament.game_name for part in parts}) if ranking.by_title else []
    return Profile(
        scheme=schemes().get(ranking.scheme) or schemes()[DEFAULT_SCHEME],
        categories=list(read_categories(ranking.categories)),
        required=ranking.required,
        final_bonus=read_bonus(ranking.final_bonus),
        pick_ups=ranking.pick_ups,
        titles=titles,
        tie_breaks=[TieBreak(key) for key in ranking.tie_breaks],
    )


@atomic
def _store(
    seen: Ranking,
    read_again: list[RankingPart],
    rows: list[ConventionRow[int]],
    teams: list[tuple[RankingTeam, TeamRow[int]]],
    at: datetime,
) -> bool:
    ranking = locking.lock_ranking(seen.pk)
    if ranking.version != seen.version:
        return False
    RankingPart.objects.bulk_update(read_again, ["games", "games_version"])
    ranking.rows.all().delete()
    RankingRow.objects.bulk_create(
        _stored(ranking, number, row) for number, row in enumerate(rows, start=1)
    )
    for team, row in teams:
        team.place, team.total, team.details = row.place, str(row.total), _parts_of_team(row)
    RankingTeam.objects.bulk_update([team for team, _row in teams], ["place", "total", "details"])
    ranking.computed_version, ranking.computed_at = seen.version, at
    ranking.save(update_fields=["computed_version", "computed_at"])
    signals.publish(signals.ranking_changed, event_id=ranking.event_id, ranking_id=ranking.pk)
    return True


def _stored(ranking: Ranking, number: int, row: ConventionRow[int]) -> RankingRow:
    return RankingRow(
        ranking=ranking,
        player_id=row.player,
        rank=number,
        place=row.place,
        total=str(row.total),
        iron=str(row.iron),
        wins=row.wins,
        is_provisional=row.is_provisional,
        details={
            "categories": {key: _plain(asdict(best)) for key, best in row.categories.items()},
            "finals": [_plain(asdict(bonus)) for bonus in row.finals],
            "missing": row.missing and {"count": row.missing.count, "of": list(row.missing.of)},
            "not_counted": [[game, str(why)] for game, why in row.not_counted],
            "why": row.why and _plain(asdict(row.why)),
        },
    )


def _parts_of_team(row: TeamRow[int]) -> dict[str, Any]:
    best = [
        {"category": key, "player": player, "game": best.game, "value": str(best.value)}
        for key, (player, best) in row.categories.items()
    ]
    finals = [
        {"player": player, "game": bonus.game, "value": str(bonus.value)}
        for player, bonus in row.finals
    ]
    return {"parts": best + finals}


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    """Exact numbers as text."""
    return {key: _text(value) for key, value in values.items()}


def _text(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_text(one) for one in value]
    return str(value) if isinstance(value, Fraction) else value
