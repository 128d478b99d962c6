"""Linking divisions, and beginning the next season of one."""

from datetime import datetime

from tournaments import locking
from tournaments.errors import RowGone
from tournaments.ledger import Actor
from tournaments.models import Season
from tournaments.reasons import in_one_line
from tournaments.seasons import errors
from tournaments.seasons.services import FIELDS, new_season, record
from tournaments.seen import Values, changed_by
from tournaments.transactions import atomic
from tournaments.verbs import Verb

MOST_DIVISIONS = 20
LONGEST_NAME = 120


@atomic
def put_below(
    season: Season, above: Season | None, *, by: Actor, at: datetime, seen: Values | None = None
) -> Season:
    """Set the division above a season, which was ``seen``, or none.

    Raises ChangedMeanwhile, DivisionsInACircle, or RowGone.
    """
    seasons = locking.lock_seasons()
    if not {one.pk for one in (season, above) if one} <= seasons.keys():
        raise RowGone
    season = seasons[season.pk]
    now = {"above": season.above}
    above = (now | changed_by({"above": above}, seen, now))["above"]
    higher, steps = above.pk if above else None, 0
    while higher is not None:
        if higher == season.pk or steps == MOST_DIVISIONS:
            raise errors.DivisionsInACircle(field="above")
        higher, steps = seasons[higher].above_id, steps + 1
    before, season.above = season.above, above
    season.save(update_fields=["above"])
    if before != above:
        links = [{"above": str(one) if one else ""} for one in (before, above)]
        record(season, Verb.LINK_DIVISIONS, by=by, at=at, before=links[0], after=links[1])
    return season


@atomic
def begin_next(season: Season, name: str, *, by: Actor, at: datetime) -> Season:
    """Set up the season after this one, with its settings; no tournament counts for it yet.

    It is linked to the seasons that follow the divisions around this one, if they are there.
    Raises SeasonNeedsName or FollowedAlready.
    """
    season = locking.lock_season(season)
    name = in_one_line(name)[:LONGEST_NAME]
    if not name:
        raise errors.SeasonNeedsName(field="name")
    if Season.objects.filter(follows=season).exists():
        raise errors.FollowedAlready(season=str(season))
    above = Season.objects.filter(follows=season.above_id).first() if season.above_id else None
    values = {field: getattr(season, field) for field in FIELDS if field != "name"}
    made = new_season(name=name, owner=season.owner, follows=season, above=above, **values)
    Season.objects.filter(follows__above=season, above=None).update(above=made)
    record(season, Verb.BEGIN_NEXT_SEASON, by=by, at=at, after={"season": name})
    return made
