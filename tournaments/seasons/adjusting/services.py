"""Giving penalties and disqualifications in a season, and taking them back.

Each has a reason. They are recorded in the ledger of the player's event, where the player's name is
erased if that is asked for.
"""

from datetime import datetime
from fractions import Fraction

from tournaments import ledger, locking, reasons
from tournaments.ledger import Actor
from tournaments.models import Player, Season, SeasonAdjustment
from tournaments.seasons import errors
from tournaments.seasons.people import key_of
from tournaments.seasons.rules import LONGEST_POINTS
from tournaments.seasons.services import count_change
from tournaments.seen import check_not_added
from tournaments.transactions import atomic
from tournaments.verbs import Verb

LONGEST_NAME = 120
PENALTY_LIMIT = 1_000_000


@atomic
def adjust(
    season: Season,
    player: Player,
    kind: str,
    *,
    by: Actor,
    at: datetime,
    reason: str,
    points: Fraction = Fraction(0),
    seen: int | None = None,
) -> SeasonAdjustment:
    """Give a person a penalty or a disqualification in a season.

    Raises a SeasonRefused, and AddedSinceSeen if they got one of this kind after ``seen``, the key
    of the newest adjustment.
    """
    season = locking.lock_season(season)
    reason = reasons.required(reason, errors.SeasonReasonMissing)
    check_not_added(season.adjustments.filter(player=player, kind=kind), seen)
    is_penalty = kind == SeasonAdjustment.Kind.PENALTY
    if is_penalty and points <= 0:
        raise errors.SeasonPenaltyNeedsPoints(field="points")
    # What was typed in a few characters may be a fraction of many: 2.33333 is 233333/100000.
    if is_penalty and len(str(points)) > LONGEST_POINTS:
        raise errors.SeasonPenaltyTooLarge(field="points", limit=PENALTY_LIMIT)
    if not is_penalty and _is_disqualified(season, player):
        raise errors.DisqualifiedAlready(field="kind", player=str(player))
    made = SeasonAdjustment.objects.create(
        season=season,
        player=player,
        kind=kind,
        points=str(points) if is_penalty else "0",
        reason=reason,
        given_by=by.name[:LONGEST_NAME],
        given_at=at,
    )
    count_change(season, at=at)
    subject = f"{season}: {player}"
    after = _recorded(made)
    ledger.record(player.event_id, Verb.ADJUST_IN_SEASON, subject, by=by, at=at, after=after)
    return made


def _is_disqualified(season: Season, player: Player) -> bool:
    given = season.adjustments.filter(
        kind=SeasonAdjustment.Kind.DISQUALIFIED, taken_back_at=None
    ).select_related("player")
    return key_of(player) in {key_of(one.player) for one in given}


def _recorded(adjustment: SeasonAdjustment) -> dict[str, str]:
    """An adjustment as the ledger has it."""
    return {name: getattr(adjustment, name) for name in ("kind", "points", "reason")}


@atomic
def take_back(adjustment: SeasonAdjustment, *, by: Actor, at: datetime) -> None:
    """Take an adjustment back: it no longer counts, and stays in the record."""
    season = locking.lock_season(adjustment.season)
    adjustment = SeasonAdjustment.objects.select_related("player").get(pk=adjustment.pk)
    if adjustment.taken_back_at:
        raise errors.SeasonAdjustmentTakenBack
    adjustment.taken_back_at, adjustment.taken_back_by = at, by.name[:LONGEST_NAME]
    adjustment.save(update_fields=["taken_back_at", "taken_back_by"])
    count_change(season, at=at)
    ledger.record(
        adjustment.player.event_id,
        Verb.TAKE_BACK_IN_SEASON,
        f"{season}: {adjustment.player}",
        by=by,
        at=at,
        before=_recorded(adjustment),
    )
