"""Setting up seasons, and computing their rows from the stored standings of their tournaments."""

import hashlib
from collections import Counter
from datetime import datetime
from fractions import Fraction
from typing import Any

from scoring.seasons import Finish, Part, SeasonRow, leagues, rank
from tournaments import locking
from tournaments.events.rules import free_slug
from tournaments.models import Season, SeasonStanding, SeasonTournament, Tournament, User
from tournaments.seasons import errors, queries
from tournaments.transactions import atomic

FIELDS = ("name", "rule", "best", "minimum_events", "promoted", "relegated")
#: Words in addresses that no season may take as its own.
TAKEN = {"new"}


def create_season(*, owner: User, **values: Any) -> Season:
    """Set up a season. Raises a SeasonRefused for the first fault."""
    _check(values)
    taken = TAKEN | set(Season.objects.values_list("slug", flat=True))
    slug = free_slug(values["name"], taken, otherwise="season")
    return Season.objects.create(slug=slug, owner=owner, **values)


@atomic
def change_season(season: Season, **values: Any) -> Season:
    """Change the fields of FIELDS; the address stays."""
    _check(values)
    season = locking.lock_season(season)
    for field, value in values.items():
        setattr(season, field, value)
    season.version += 1
    season.save()
    return season


def _check(values: dict[str, Any]) -> None:
    if not values.get("name", "").strip():
        raise errors.SeasonNeedsName(field="name")
    if values.get("rule") not in leagues():
        raise errors.NoSuchRule(field="rule", rule=values.get("rule"))


@atomic
def add_tournament(
    season: Season, tournament: Tournament, *, category: str = "", level: int = 1
) -> SeasonTournament:
    """Let a tournament count for a season."""
    season = locking.lock_season(season)
    if season.parts.filter(tournament=tournament).exists():
        raise errors.TournamentCountsAlready(field="tournament", tournament=str(tournament))
    _count_change(season)
    return SeasonTournament.objects.create(
        season=season, tournament=tournament, category=category, level=level
    )


@atomic
def remove_tournament(season: Season, part_id: int) -> None:
    """Let a tournament no longer count."""
    season = locking.lock_season(season)
    season.parts.filter(pk=part_id).delete()
    _count_change(season)


def _count_change(season: Season) -> None:
    season.version += 1
    season.save(update_fields=["version"])


def fingerprint(season: Season) -> str:
    """What the rows of a season depend on; two queries."""
    state = "tournament__standings_state__"
    parts = season.parts.order_by("pk").values_list(
        "pk", f"{state}standings_version", f"{state}standings_at"
    )
    people = queries.people_mark()
    return hashlib.sha256(repr((season.version, list(parts), people)).encode()).hexdigest()


def refresh(season: Season, *, at: datetime) -> bool:
    """Compute a season and store its rows; True if anything had changed.

    The fingerprint is read before the standings, so the rows are never older than it.
    """
    season = Season.objects.get(pk=season.pk)
    mark = fingerprint(season)
    if season.fingerprint == mark:
        return False
    rows, names = compute(season)
    _store(season, [_stored(season, row, names) for row in rows], mark, at)
    return True


@atomic
def _store(season: Season, rows: list[SeasonStanding], mark: str, at: datetime) -> None:
    season = locking.lock_season(season)
    season.standings.all().delete()
    SeasonStanding.objects.bulk_create(rows)
    season.fingerprint, season.computed_at = mark, at
    season.save(update_fields=["fingerprint", "computed_at"])


def compute(season: Season) -> tuple[list[SeasonRow[str]], dict[str, str]]:
    """The rows of a season and the names of its people; two queries."""
    parts = {part.tournament_id: part for part in season.parts.select_related("tournament")}
    names: dict[str, str] = {}
    found: dict[int, dict[str, queries.PartRow]] = {}
    for row in queries.finishes(season):
        names.setdefault(row.who, row.name)
        # Merged people may have two entries in one tournament: the better one counts.
        found.setdefault(row.tournament_id, {}).setdefault(row.who, row)
    league = leagues()[season.rule]
    made = [_part(parts[key], list(rows.values())) for key, rows in found.items()]
    options = {"best": season.best, "minimum_events": season.minimum_events}
    return rank(league, made, names=names, **options), names


def _part(part: SeasonTournament, rows: list[queries.PartRow]) -> Part[str]:
    shared = Counter(row.place for row in rows)
    return Part(
        key=part.tournament_id,
        event=part.tournament.event_id,
        category=part.category or str(part.tournament),
        level=part.level,
        finishes=[Finish(row.who, row.place, shared[row.place], row.best_game) for row in rows],
    )


def _stored(season: Season, row: SeasonRow[str], names: dict[str, str]) -> SeasonStanding:
    return SeasonStanding(
        season=season,
        who=row.player,
        name=names[row.player],
        rank=row.rank,
        place=row.place,
        total=str(row.total),
        events=row.events,
        wins=row.wins,
        is_iron=row.is_iron,
        why=row.why,
        results=[
            {
                "tournament": result.part,
                "place": result.place,
                "value": str(result.value),
                "counts": result.counts,
            }
            for result in row.results
        ],
    )


def refresh_stale(*, at: datetime) -> int:
    """Compute every season whose tournaments have new standings."""
    return sum(refresh(season, at=at) for season in Season.objects.order_by("pk"))


def total_of(row: SeasonStanding) -> Fraction:
    return Fraction(row.total)
