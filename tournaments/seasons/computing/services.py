"""Computing the rows of seasons from the stored standings of their tournaments.

Reading a season reads stored rows only. They are computed after an owner has changed the season
(``seasons.receivers``), and by a worker when the standings below have changed (``waiting``).
"""

import logging
from bisect import bisect_left
from collections import Counter
from datetime import date, datetime
from fractions import Fraction
from uuid import UUID

from scoring.leagues import leagues
from scoring.season_lines import DEFAULT_TIE_BREAKS
from scoring.seasons import Finish, Part, Rules, SeasonRow, rank
from tournaments import locking
from tournaments.models import Season, SeasonAdjustment, SeasonStanding
from tournaments.seasons import queries
from tournaments.seasons.computing.waiting import WaitingSeasons
from tournaments.seasons.people import key_of
from tournaments.seasons.rules import points_table
from tournaments.transactions import atomic

logger = logging.getLogger(__name__)

#: Those of this process.
WAITING = WaitingSeasons()
#: So many seasons are read together: their tournaments are in memory.
AT_ONCE = 5


def refresh(season: Season, *, at: datetime) -> bool:
    """Compute a season and store its rows; True if anything had changed.

    The fingerprint is read before the standings, so the rows are never older than it. If other rows
    were stored meanwhile, or its owner has changed the season, it starts again.
    """
    while True:
        seen = Season.objects.filter(pk=season.pk).first()
        if seen is None:
            return False
        mark = queries.fingerprint(seen, queries.season_parts(seen, at=at))
        if seen.fingerprint == mark:
            return False
        rows, named = compute(seen, at=at)
        if _store(seen, [_stored(seen, row, named) for row in rows], mark, at):
            return True


def refresh_stale(*, at: datetime) -> int:
    """Compute the seasons whose tournaments have new standings; how many.

    It asks for those alone that something may have changed for (``waiting``), two queries for each
    few of them, and so costs no more where there are more seasons.
    """
    computed = 0
    keys = WAITING.look(at=at)
    for start in range(0, len(keys), AT_ONCE):
        some = keys[start : start + AT_ONCE]
        parts, failed = queries.parts_of(some, at=at), set()
        for season in Season.objects.filter(pk__in=some).order_by("pk"):
            if season.fingerprint == queries.fingerprint(season, parts[season.pk]):
                continue
            try:
                computed += refresh(season, at=at)
            except Exception:
                # One broken season must not keep the others waiting.
                logger.exception("Season %s failed", season.pk)
                failed.add(season.pk)
        WAITING.done(set(some) - failed)
    return computed


@atomic
def _store(seen: Season, rows: list[SeasonStanding], mark: str, at: datetime) -> bool:
    """Store the rows; False if the season is no longer as it was ``seen``."""
    season = locking.lock_season(seen)
    if (season.version, season.fingerprint) != (seen.version, seen.fingerprint):
        return False
    season.standings.all().delete()
    SeasonStanding.objects.bulk_create(rows)
    season.fingerprint, season.computed_at = mark, at
    season.save(update_fields=["fingerprint", "computed_at"])
    return True


def compute(
    season: Season, *, at: datetime
) -> tuple[list[SeasonRow[str]], dict[str, queries.PartRow]]:
    """The rows of a season, and one finish of each person, for the name; three queries."""
    parts = {
        part.row.tournament_id: part
        for part in queries.counting(season, queries.season_parts(season, at=at))
    }
    people: dict[str, queries.PartRow] = {}
    found: dict[int, dict[str, queries.PartRow]] = {}
    for row in queries.finishes(season):
        if row.tournament_id in parts:
            known = people.get(row.who)
            if known is None or _called(parts, row) < _called(parts, known):
                people[row.who] = row
            _keep_better(found.setdefault(row.tournament_id, {}), row)
    in_order = sorted(found, key=lambda key: _when(parts[key]))
    made = [
        _part(parts[key], list(found[key].values()), number) for number, key in enumerate(in_order)
    ]
    names = {who: row.name for who, row in people.items()}
    return rank(leagues()[season.rule], made, names=names, rules=_rules(season)), people


def _when(part: queries.SeasonPart) -> tuple[date, UUID, str]:
    """The order of tournaments; of one day it is the same at every site that has them."""
    tournament = part.row.tournament
    return tournament.event.starts_on, tournament.event.uid, tournament.slug


def _called(parts: dict[int, queries.SeasonPart], row: queries.PartRow) -> tuple[int, str]:
    """Less for the name of a person at their later event; of one day, for the first of the names.

    Whichever event this site has known for longer is no reason.
    """
    return -parts[row.tournament_id].row.tournament.event.starts_on.toordinal(), row.name


def _keep_better(rows: dict[str, queries.PartRow], row: queries.PartRow) -> None:
    """Merged people may have two entries in one tournament: the better one counts.

    If one of them is disqualified, so is the person.
    """
    known = rows.get(row.who)
    if known is None or (row.disqualified and not known.disqualified):
        rows[row.who] = row


def _rules(season: Season) -> Rules[str]:
    penalties: dict[str, Fraction] = {}
    disqualified: set[str] = set()
    given = season.adjustments.filter(taken_back_at=None).select_related("player")
    for adjustment in given:
        who = key_of(adjustment.player)
        if adjustment.kind in SeasonAdjustment.ORDER:
            continue
        if adjustment.kind == SeasonAdjustment.Kind.DISQUALIFIED:
            disqualified.add(who)
        else:
            penalties[who] = penalties.get(who, Fraction(0)) + Fraction(adjustment.points)
    chosen = season.tie_breaks
    return Rules(
        best=season.best,
        minimum_events=season.minimum_events,
        tie_breaks=DEFAULT_TIE_BREAKS if chosen is None else chosen,
        table=points_table(season.points, season.taking_part, season.each_below),
        penalties=penalties,
        disqualified=disqualified,
        order=queries.decisions(given),
    )


def _part(part: queries.SeasonPart, rows: list[queries.PartRow], order: int) -> Part[str]:
    """A tournament with each person once: the places close up behind a second entry of one."""
    places = sorted(row.place for row in rows)
    shared = Counter(places)
    tournament = part.row.tournament
    return Part(
        key=tournament.pk,
        event=tournament.event_id,
        category=part.row.category or f"tournament {tournament.pk}",
        level=part.row.level,
        finishes=[
            Finish(
                row.who,
                bisect_left(places, row.place) + 1,
                shared[row.place],
                row.best_game,
                disqualified=row.disqualified,
            )
            for row in rows
        ],
        order=order,
        is_over=part.is_over,
    )


def _stored(
    season: Season, row: SeasonRow[str], people: dict[str, queries.PartRow]
) -> SeasonStanding:
    return SeasonStanding(
        season=season,
        who=row.player,
        name=people[row.player].name,
        player_id=people[row.player].player_id,
        rank=row.rank,
        place=row.place,
        total=str(row.total),
        penalty=str(row.penalty),
        events=row.events,
        wins=row.wins,
        is_iron=row.is_iron,
        is_disqualified=row.is_disqualified,
        is_provisional=row.is_provisional,
        why=row.why,
        results=[
            {
                "tournament": result.part,
                "place": result.place,
                "value": str(result.value),
                "counts": result.counts,
                "provisional": result.provisional,
                "disqualified": result.disqualified,
            }
            for result in row.results
        ],
    )
