"""The rendered table of standings, kept by version: an unchanged page costs next to nothing."""

import logging
import secrets

from django.conf import settings
from django.core.cache import cache
from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import get_language
from redis.exceptions import RedisError

from tournaments.models import Tournament
from tournaments.standings import queries
from tournaments.standings.tables import StandingsTable

DEFAULT_SORT = ""
KEEP_SECONDS = 3600

logger = logging.getLogger(__name__)


class SortedAddress:
    """Stands in for the request: the links of a kept table depend on nothing else."""

    def __init__(self, sort: str):
        self.GET = QueryDict(f"sort={sort}" if sort else "")


def version_key(tournament, sort: str) -> str:
    """What a rendered table depends on: the stored rows, the roster's names, language and sort.

    The moment of the computation is in it because a version may come again in a new database.
    """
    computed = tournament.standings_at.timestamp() if tournament.standings_at else 0
    return (
        f"{tournament.pk}-{tournament.standings_version}-{computed}-{get_language()}"
        f"-{sort or 'place'}-{_roster_mark(tournament.event_id)}"
    )


def table_html(tournament, key: str, sort: str) -> str:
    """The table as HTML, from the cache if it is there; without a cache it only takes longer."""
    name = f"standings-{key}"
    html = _get(name)
    if html is None:
        html = render_table(tournament, sort)
        _set(name, html)
    return html


def render_table(tournament, sort: str) -> str:
    """Render the table from the stored rows, in two queries."""
    rows = queries.rows(tournament.pk)
    table = StandingsTable(rows, order_by=sort)
    context = {
        "rows": rows,
        "table_html": table.as_html(SortedAddress(sort)),
        "final": queries.final_points(tournament.pk),
    }
    return render_to_string("standings/_table.html", context)


def warm(tournament_id: int) -> None:
    """Render the table before a thousand phones ask for it at once, in the house's language."""
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament:
        with translation.override(settings.LANGUAGE_CODE):
            key = version_key(tournament, DEFAULT_SORT)
            table_html(tournament, key, DEFAULT_SORT)


def roster_changed(event_id: int) -> None:
    """Forget the tables of an event: a name in them may have changed."""
    _set(f"standings-roster-{event_id}", secrets.token_hex(4))


def _roster_mark(event_id: int) -> str:
    return _get(f"standings-roster-{event_id}") or ""


def _get(name: str) -> str | None:
    try:
        return cache.get(name)
    except (RedisError, OSError) as error:
        logger.warning("No kept standings: %s", error)
        return None


def _set(name: str, value: str) -> None:
    try:
        cache.set(name, value, KEEP_SECONDS)
    except (RedisError, OSError) as error:
        logger.warning("Standings not kept: %s", error)
