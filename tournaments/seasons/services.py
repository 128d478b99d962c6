"""Setting up seasons: their rules, their tournaments, their owners."""

from typing import Any

from tournaments import locking
from tournaments.events.rules import free_slug
from tournaments.models import Season, SeasonTournament, Tournament, User
from tournaments.seasons import errors, rules
from tournaments.transactions import atomic

FIELDS = (
    "name",
    "rule",
    "points",
    "taking_part",
    "each_below",
    "best",
    "minimum_events",
    "counts_running",
    "tie_breaks",
    "promoted",
    "relegated",
)
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
    own = (values.get(name) or "" for name in ("points", "taking_part", "each_below"))
    table = rules.points_table(*own)
    rules.check_rule(values.get("rule") or "", values.get("tie_breaks"), table)


@atomic
def add_tournament(
    season: Season, tournament: Tournament, *, category: str = "", level: int = 1
) -> SeasonTournament:
    """Let a tournament count for a season."""
    season = locking.lock_season(season)
    if season.parts.filter(tournament=tournament).exists():
        raise errors.TournamentCountsAlready(field="tournament", tournament=str(tournament))
    count_change(season)
    return SeasonTournament.objects.create(
        season=season, tournament=tournament, category=category, level=level
    )


@atomic
def remove_tournament(season: Season, part_id: int) -> None:
    """Let a tournament no longer count."""
    season = locking.lock_season(season)
    season.parts.filter(pk=part_id).delete()
    count_change(season)


@atomic
def add_owner(season: Season, email: str) -> User:
    """Let another account do all that the owner may. Raises a SeasonRefused."""
    season = locking.lock_season(season)
    user: User | None = User.objects.filter(email__iexact=email.strip()).first()
    if user is None:
        raise errors.NoSuchOwner(field="email", email=email.strip())
    if user.pk == season.owner_id or season.co_owners.filter(pk=user.pk).exists():
        raise errors.OwnsAlready(field="email", name=str(user))
    season.co_owners.add(user)
    return user


@atomic
def remove_owner(season: Season, user_id: int) -> None:
    """Let an account that was added own the season no longer."""
    locking.lock_season(season).co_owners.remove(user_id)


def count_change(season: Season) -> None:
    season.version += 1
    season.save(update_fields=["version"])
