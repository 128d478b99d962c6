"""The verbs of a season's owners: set it up, say what counts for it, share it.

Each is recorded in the ledger of every event of which a tournament counts for the season; a season
for which nothing counts yet is in none. What changes the count is published, and computed after
the commit (``seasons.receivers``).
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast

from django.db import IntegrityError, transaction

from tournaments import ledger, locking, signals
from tournaments.accounts.invitations import services as invitations
from tournaments.events.rules import free_slug
from tournaments.ledger import Actor
from tournaments.models import Invitation, Season, SeasonTournament, Tournament, User
from tournaments.seasons import errors, rules
from tournaments.seen import changed_by, check_not_added
from tournaments.transactions import atomic
from tournaments.verbs import Verb

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
    "ratings_fade",
    "promoted",
    "relegated",
)
#: Words in addresses that no season may take as its own.
TAKEN = {"new"}


@atomic
def create_season(*, by: Actor, at: datetime, seen: int | None = None, **values: Any) -> Season:
    """Set up a season, which the account of ``by`` owns.

    Raises a SeasonRefused, and AddedSinceSeen if they set up one of this name after ``seen``, the
    key of their newest season.
    """
    _check(values)
    made = new_season(owner=by.user, **values)
    # No row says that nobody else does the same at this moment: but they want the same address.
    same = Season.objects.filter(owner=by.user, name=made.name).exclude(pk=made.pk)
    check_not_added(same, seen)
    signals.publish(signals.season_changed, season_id=made.pk, at=at)
    return made


def new_season(*, name: str, **values: Any) -> Season:
    """Store a season under an address that is free; the next one if somebody else was quicker."""
    taken = TAKEN | set(Season.objects.values_list("slug", flat=True))
    while True:
        slug = free_slug(name, taken, otherwise="season")
        try:
            with transaction.atomic():
                return Season.objects.create(name=name, slug=slug, **values)
        except IntegrityError:
            if not Season.objects.filter(slug=slug).exists():
                raise
            taken.add(slug)


@atomic
def change_season(
    season: Season, *, by: Actor, at: datetime, seen: Mapping[str, Any] | None = None, **values: Any
) -> Season:
    """Change the fields of FIELDS, of those that were ``seen`` before; the address stays.

    Raises ChangedMeanwhile or a SeasonRefused.
    """
    season = locking.lock_season(season)
    now = values_of(season)
    values = changed_by(values, seen, now)
    _check(now | values)
    before = {field: now[field] for field in values}
    for field, value in values.items():
        setattr(season, field, value)
    changed = [field for field in values if before[field] != values[field]]
    season.save(update_fields=list(values))
    count_change(season, at=at)
    if changed:
        record(
            season,
            Verb.CHANGE_SEASON,
            by=by,
            at=at,
            before={field: before[field] for field in changed},
            after={field: values[field] for field in changed},
        )
    return season


def values_of(season: Season) -> dict[str, Any]:
    """Return the values of a season that an owner may change."""
    return {field: getattr(season, field) for field in FIELDS}


def _check(values: dict[str, Any]) -> None:
    if not values.get("name", "").strip():
        raise errors.SeasonNeedsName(field="name")
    own = (values.get(name) or "" for name in ("points", "taking_part", "each_below"))
    table = rules.points_table(*own)
    rules.check_rule(values.get("rule") or "", values.get("tie_breaks"), table)
    rules.check_fade(values.get("ratings_fade"))


@atomic
def add_tournament(
    season: Season,
    tournament: Tournament,
    *,
    by: Actor,
    at: datetime,
    category: str = "",
    level: int = 1,
) -> SeasonTournament:
    """Let a tournament count for a season. Raises TournamentCountsAlready."""
    season = locking.lock_season(season)
    if season.parts.filter(tournament=tournament).exists():
        raise errors.TournamentCountsAlready(field="tournament", tournament=str(tournament))
    count_change(season, at=at)
    part = SeasonTournament.objects.create(
        season=season, tournament=tournament, category=category, level=level
    )
    after = {"category": category, "level": level}
    ledger.record(tournament.event_id, Verb.ADD_TO_SEASON, part, by=by, at=at, after=after)
    return part


@atomic
def remove_tournament(season: Season, part_id: int, *, by: Actor, at: datetime) -> None:
    """Let a tournament no longer count; nothing happens if it does not."""
    season = locking.lock_season(season)
    part = season.parts.filter(pk=part_id).select_related("tournament").first()
    if part is None:
        return
    part.delete()
    count_change(season, at=at)
    event_id = part.tournament.event_id
    ledger.record(event_id, Verb.REMOVE_FROM_SEASON, part, by=by, at=at)


@atomic
def invite_owner(season: Season, email: str, *, by: Actor, at: datetime) -> Invitation:
    """Invite an address to own the season too. Whether it has an account makes no difference here.

    Raises OwnsAlready or TooManyAttempts.
    """
    season = locking.lock_season(season)
    email = email.strip().lower()
    owners = [season.owner, *season.co_owners.all()]
    for user in owners:
        if user and user.email == email:
            raise errors.OwnsAlready(field="email", name=str(user))
    return invitations.make(email, season=season, by=by, at=at)[0]


@atomic
def accept_owner(invitation: Invitation, user: User, *, device: str, at: datetime) -> Season:
    """Let ``user``, who was invited, do all that the owner may.

    Raises InvitationGone or InvitationOfAnother.
    """
    season = locking.lock_season(cast(Season, invitation.season))
    invitations.answer(invitation, user, at=at)
    season.co_owners.add(user)
    by = Actor(name=str(user), user=user, device=device)
    after = {"owner": str(user), "invited_by": invitation.inviter_name}
    record(season, Verb.ADD_SEASON_OWNER, by=by, at=at, after=after)
    return season


@atomic
def remove_owner(season: Season, user_id: int, *, by: Actor, at: datetime) -> None:
    """Let an account that was added own the season no longer."""
    season = locking.lock_season(season)
    user = season.co_owners.filter(pk=user_id).first()
    if user is None:
        return
    season.co_owners.remove(user)
    record(season, Verb.REMOVE_SEASON_OWNER, by=by, at=at, before={"owner": str(user)})


# --- Shared steps ---------------------------------------------------------------------------------


def count_change(season: Season, *, at: datetime) -> None:
    """Count a change of what the rows of a locked season are computed from, and publish it."""
    season.version += 1
    season.fingerprint = ""  # of no rows: a worker computes them if nobody else does
    season.save(update_fields=["version", "fingerprint"])
    signals.publish(signals.season_changed, season_id=season.pk, at=at)


def record(
    season: Season,
    verb: Verb,
    *,
    by: Actor,
    at: datetime,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> None:
    """Write into the ledger of each event of which a tournament counts for the season."""
    events = set(season.parts.values_list("tournament__event_id", flat=True))
    for event_id in sorted(events):
        ledger.record(event_id, verb, season, by=by, at=at, before=before, after=after)
