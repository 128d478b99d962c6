"""The verbs of an event's ranking: set it up, change its profile, say which games count.

The rows are computed after the commit; if that fails, the worker does it.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from scoring.conventions.profile_text import read_categories
from tournaments import ledger, locking
from tournaments.events.rules import free_slug
from tournaments.ledger import Actor
from tournaments.models import Event, Ranking, RankingPart, Tournament
from tournaments.rankings import computing, errors, rules
from tournaments.rankings.profile import PROFILE
from tournaments.seen import changed_by, check_not_added
from tournaments.transactions import after_commit, atomic
from tournaments.verbs import Verb

FIELDS = ("name", *(value.key for value in PROFILE))
#: Words in addresses that no ranking may take as its own.
TAKEN = {"new"}


@atomic
def open_ranking(
    event: Event, *, by: Actor, at: datetime, seen: int | None = None, **values: Any
) -> Ranking:
    """Set up a ranking of an event.

    Raises a RankingRefused, and AddedSinceSeen if one of this name was set up after ``seen``, the
    key of the newest ranking.
    """
    event = locking.lock_event(event)
    rules.check(values)
    check_not_added(event.rankings.filter(name=values["name"]), seen)
    taken = TAKEN | set(event.rankings.values_list("slug", flat=True))
    slug = free_slug(values["name"], taken, otherwise="ranking")
    made = Ranking.objects.create(event=event, slug=slug, **values)
    ledger.record(event, Verb.OPEN_RANKING, made, by=by, at=at, after=values)
    compute_after(made, at)
    return made


@atomic
def change_ranking(
    ranking: Ranking,
    *,
    by: Actor,
    at: datetime,
    seen: Mapping[str, Any] | None = None,
    **values: Any,
) -> Ranking:
    """Change the fields of FIELDS, of those that were ``seen`` before; the address stays.

    Raises ChangedMeanwhile or a RankingRefused.
    """
    ranking = locking.lock_ranking(ranking.pk)
    now = values_of(ranking)
    changed = {
        key: value for key, value in changed_by(values, seen, now).items() if value != now[key]
    }
    rules.check(now | changed)
    if changed:
        for key, value in changed.items():
            setattr(ranking, key, value)
        ranking.version += 1
        ranking.save(update_fields=[*changed, "version"])
        # What counted in a category that is gone has none.
        known = read_categories(ranking.categories)
        ranking.parts.exclude(category__in=known).update(category="")
        before = {key: now[key] for key in changed}
        _record(ranking, Verb.CHANGE_RANKING, by=by, at=at, before=before, after=changed)
        compute_after(ranking, at)
    return ranking


@atomic
def count_tournaments(
    ranking: Ranking,
    categories: Mapping[int, str | None],
    *,
    by: Actor,
    at: datetime,
    seen: Mapping[int, str | None] | None = None,
) -> Ranking:
    """Say which tournaments of the event count, by their keys: in which category, None for not.

    Of the others nothing changes. Raises ChangedMeanwhile or a RankingRefused.
    """
    ranking = locking.lock_ranking(ranking.pk)
    now = parts_of(ranking)
    wanted = {_field(key): category for key, category in categories.items() if key in now}
    known = None if seen is None else {_field(key): value for key, value in seen.items()}
    by_field = {_field(key): key for key in now}
    changes = changed_by(wanted, known, {_field(key): value for key, value in now.items()})
    changed = {
        by_field[field]: category
        for field, category in changes.items()
        if category != now[by_field[field]]
    }
    if changed:
        names = _check_parts(ranking, changed)
        _count(ranking, changed)
        ranking.version += 1
        ranking.save(update_fields=["version"])
        before = {names[key]: now[key] for key in changed}
        after = {names[key]: category for key, category in changed.items()}
        _record(ranking, Verb.COUNT_FOR_RANKING, by=by, at=at, before=before, after=after)
        compute_after(ranking, at)
    return ranking


def values_of(ranking: Ranking) -> dict[str, Any]:
    """The values of a ranking that conductors may change."""
    return {field: getattr(ranking, field) for field in FIELDS}


def parts_of(ranking: Ranking) -> dict[int, str | None]:
    """The category of each tournament of the event by its key; None if it does not count."""
    keys = Tournament.objects.filter(event_id=ranking.event_id).values_list("pk", flat=True)
    counted = dict(ranking.parts.values_list("tournament_id", "category"))
    return {key: counted.get(key) for key in keys.order_by("name", "pk")}


# --- Shared steps ---------------------------------------------------------------------------------


def _field(key: int) -> str:
    """The name of a tournament's field in the form, and so in a refusal."""
    return f"tournament-{key}"


def _check_parts(ranking: Ranking, changed: Mapping[int, str | None]) -> dict[int, str]:
    """The names of the tournaments. Raises a RankingRefused."""
    known = {"", *read_categories(ranking.categories)}
    names = {}
    for tournament in Tournament.objects.filter(pk__in=changed):
        names[tournament.pk] = tournament.name
        category, field = changed[tournament.pk], _field(tournament.pk)
        if category is None:
            continue
        if category not in known:
            raise errors.NoSuchCategory(field=field, key=category)
        if tournament.pairing == Tournament.Pairing.FIXTURES:
            raise errors.TournamentOfNoTables(field=field, tournament=tournament.name)
    return names


def _count(ranking: Ranking, changed: Mapping[int, str | None]) -> None:
    out = [key for key, category in changed.items() if category is None]
    ranking.parts.filter(tournament__in=out).delete()
    for key, category in changed.items():
        if category is not None:
            RankingPart.objects.update_or_create(
                ranking=ranking, tournament_id=key, defaults={"category": category}
            )


def _record(ranking: Ranking, verb: Verb, **facts: Any) -> None:
    ledger.record(ranking.event_id, verb, ranking, **facts)


def compute_after(ranking: Ranking, at: datetime) -> None:
    """Compute the rows once the transaction is committed."""
    after_commit(computing.refresh, ranking.pk, at=at)
