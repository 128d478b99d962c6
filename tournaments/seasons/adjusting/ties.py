"""Deciding between people of a season who are equal, where only some of them go up or down.

By a play-off, by lot, or by a choice of the owners with a reason. The decision holds while the same
people are equal. It is recorded in the ledger of the event of each, as a penalty is.
"""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from scoring.measures import lot_number
from tournaments import ledger, locking, reasons
from tournaments.ledger import Actor
from tournaments.models import Player, Season, SeasonAdjustment, SeasonStanding
from tournaments.seasons import errors
from tournaments.seasons.people import same_as
from tournaments.seasons.queries import counting, season_parts
from tournaments.seasons.services import count_change
from tournaments.seen import check_still, digest
from tournaments.texts import in_site_language
from tournaments.transactions import atomic
from tournaments.verbs import Verb

Kind = SeasonAdjustment.Kind


def seen_of(equals: Sequence[SeasonStanding]) -> str:
    """People who are equal in short, as a form about them names them."""
    return digest(_people(equals))


def _people(equals: Sequence[SeasonStanding]) -> dict[str, int | None]:
    return {row.who: row.place for row in equals}


@atomic
def decide_tie(
    season: Season,
    order: Sequence[SeasonStanding],
    kind: str,
    *,
    reason: str,
    by: Actor,
    at: datetime,
    seen: str = "",
) -> list[SeasonAdjustment]:
    """Put all people who share a place in an order, the best first; by lot, in the one drawn.

    An earlier decision about any of them is withdrawn. Raises a SeasonRefused or ChangedSinceSeen.
    """
    if kind not in SeasonAdjustment.ORDER:
        raise errors.NoWayToDecideInSeason(field="kind")
    reason = reasons.as_kept(reason)
    if kind == Kind.CHOICE and not reason:
        raise errors.SeasonReasonMissing(field="reason")
    season = locking.lock_season(season)
    check_still(seen, _people(order))
    players = _who_are_equal(season, order)
    if kind == Kind.LOT:
        seed = _seed(season, at)
        players.sort(key=lambda player: lot_number(seed, player.identity), reverse=True)
        with in_site_language():
            reason = reason or _("seed %(seed)s") % {"seed": seed}
    for player in players:
        earlier = season.adjustments.filter(kind__in=SeasonAdjustment.ORDER, taken_back_at=None)
        mine = earlier.filter(player__in=Player.objects.filter(same_as(player)))
        mine.update(taken_back_at=at, taken_back_by=by.name[:120])
    made = SeasonAdjustment.objects.bulk_create(
        SeasonAdjustment(
            season=season, player=player, kind=kind, points=str(number), reason=reason or kind,
            given_by=by.name[:120], given_at=at,
        )
        for number, player in enumerate(players, start=1)
    )  # fmt: skip
    count_change(season, at=at)
    for number, player in enumerate(players, start=1):
        subject, after = f"{season}: {player}", {"how": kind, "reason": reason, "number": number}
        verb = Verb.DECIDE_TIE_IN_SEASON
        ledger.record(player.event_id, verb, subject, by=by, at=at, after=after)
    return made


def _who_are_equal(season: Season, order: Sequence[SeasonStanding]) -> list[Player]:
    """The players of these rows, in their order. Refuses any but all who share one place."""
    wanted = [row.who for row in order]
    places = {row.place for row in order}
    shared = season.standings.filter(place__in=places, place__isnull=False)
    rows = {row.who: row for row in shared.select_related("player")}
    players = [rows[who].player for who in wanted if who in rows]
    is_whole = len(places) == 1 and len(wanted) > 1 and sorted(wanted) == sorted(rows)
    found = [player for player in players if player]
    if not is_whole or len(found) < len(wanted):
        raise errors.NotEqualInSeason
    return found


def _seed(season: Season, at: datetime) -> str:
    """The published seed of the last tournament that counts."""
    parts = counting(season, season_parts(season, at=at))
    return parts[-1].row.tournament.lot_seed if parts else season.slug
