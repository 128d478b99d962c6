"""The rendered table of standings, cached by version: an unchanged page costs next to nothing."""

import logging
import secrets
from collections.abc import Callable, Container
from typing import Any, TypeVar

from django.conf import settings
from django.core.cache import cache
from django.http import QueryDict
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import get_language
from redis.exceptions import RedisError

from tournaments.models import Tournament
from tournaments.standings.showing import queries
from tournaments.standings.showing.table_options import DEFAULT_OPTIONS, TableOptions
from tournaments.standings.showing.tables import StandingsTable

KEEP_SECONDS = 3600
T = TypeVar("T")

logger = logging.getLogger(__name__)


class OptionsRequest:
    """Stands in for the request: the links of a cached table depend on nothing else."""

    def __init__(self, options: TableOptions) -> None:
        self.GET = QueryDict(options.query)


def version_key(tournament: Tournament, options: TableOptions) -> str:
    """What a rendered table depends on: the stored rows, the roster's names, language and options.

    The time of the computation is part of it because a new database may reach the same version
    again. The table after an earlier round is computed on request, so the results' version counts.
    """
    computed = tournament.standings_at.timestamp() if tournament.standings_at else 0
    results = tournament.results_version if options.after else ""
    return (
        f"{tournament.pk}-{tournament.standings_version}-{computed}-{results}-{get_language()}"
        f"-{options.query}-{_roster_mark(tournament.event_id)}"
    )


def table_html(tournament: Tournament, key: str, options: TableOptions) -> str:
    """The table as HTML, for somebody who looks at it now."""
    _set(_viewed_key(tournament.pk), 1)
    return _cached_table(tournament, key, options)


def _viewed_key(tournament_id: int) -> str:
    """The cache key that is set while somebody looks at the standings of a tournament."""
    return f"standings-looked-at-{tournament_id}"


def _cached_table(tournament: Tournament, key: str, options: TableOptions) -> str:
    """The table from the cache if it is there; without a cache it only takes longer."""
    name = f"standings-{key}"
    html: str | None = _get(name)
    if html is None:
        html = render_table(tournament, options)
        _set(name, html)
    return html


def render_table(
    tournament: Tournament, options: TableOptions, *, only: Container[int] | None = None
) -> str:
    """Render the table from the stored rows, in four queries; ``only`` some of the entries."""
    measures = queries.extra_measures(tournament)
    keys = [measure.key for measure in measures]
    everybody = queries.rows(tournament, after=options.after, measures=keys)
    rows = [
        row
        for row in everybody
        if (only is None or row.entry_id in only) and (row.in_progress or not options.playing)
    ]
    people = reverse("player", args=[tournament.event.slug, 0]).removesuffix("0/")
    table = StandingsTable(
        rows,
        people=people,
        order_by=options.sort,
        measures=measures,
        query=f"?after={options.after}" if options.after else "",
        whole_games=tournament.whole_games,
    )
    context = {
        "is_empty": not everybody,
        "rows": rows,
        "table_html": table.as_html(OptionsRequest(options)),
        "final": [] if options.after else queries.final_points(tournament),
        "adjustments": queries.adjustments(tournament),
        "rounds": queries.round_numbers(tournament),
        "options": options,
    }
    return render_to_string("standings/_table.html", context)


def warm(tournament_id: int) -> None:
    """Render the table in the site's language before a thousand phones request it at once.

    Nothing is rendered if nobody has looked at it for an hour.
    """
    if not _get(_viewed_key(tournament_id)):
        return
    tournaments = Tournament.objects.select_related("event", "standings_state")
    tournament = tournaments.filter(pk=tournament_id).first()
    if tournament:
        with translation.override(settings.LANGUAGE_CODE):
            _cached_table(tournament, version_key(tournament, DEFAULT_OPTIONS), DEFAULT_OPTIONS)


def cached(tournament: Tournament, what: str, make: Callable[[], T]) -> T:
    """The result of ``make``, computed once for each version of the results and the names."""
    # A new database may reach the same version again; the seed of its lots is another one.
    mark = f"{tournament.lot_seed}-{_roster_mark(tournament.event_id)}"
    name = f"standings-{what}-{tournament.pk}-{tournament.results_version}-{mark}"
    found: T | None = _get(name)
    if found is None:
        found = make()
        _set(name, found)
    return found


def roster_changed(event_id: int) -> None:
    """Drop the cached tables of an event: a name in them may have changed."""
    _set(f"standings-roster-{event_id}", secrets.token_hex(4))


def _roster_mark(event_id: int) -> str:
    return _get(f"standings-roster-{event_id}") or ""


def _get(name: str) -> Any:
    try:
        return cache.get(name)
    except (RedisError, OSError) as error:
        logger.warning("No cached standings: %s", error)
        return None


def _set(name: str, value: Any) -> None:
    try:
        cache.set(name, value, KEEP_SECONDS)
    except (RedisError, OSError) as error:
        logger.warning("Standings not cached: %s", error)
