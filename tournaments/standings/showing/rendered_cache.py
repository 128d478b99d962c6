"""The rendered table of standings, kept by version: an unchanged page costs next to nothing."""

import logging
import secrets
from collections.abc import Callable, Container
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import urlencode

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
from tournaments.standings.showing.tables import StandingsTable

KEEP_SECONDS = 3600
T = TypeVar("T")

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Face:
    """How somebody wants to see a table: its order, the round after which, and who is in it."""

    sort: str = ""
    after: int | None = None
    playing: bool = False

    @property
    def query(self) -> str:
        """As the query of an address."""
        asked = {"sort": self.sort, "after": self.after, "show": "playing" if self.playing else ""}
        return urlencode({name: value for name, value in asked.items() if value})


AS_STORED = Face()


class FaceAddress:
    """Stands in for the request: the links of a kept table depend on nothing else."""

    def __init__(self, face: Face):
        self.GET = QueryDict(face.query)


def version_key(tournament, face: Face) -> str:
    """What a rendered table depends on: the stored rows, the roster's names, language and face.

    The moment of the computation is in it because a version may come again in a new database. What
    was after an earlier round is computed when asked for, so it is as new as the results.
    """
    computed = tournament.standings_at.timestamp() if tournament.standings_at else 0
    results = tournament.results_version if face.after else ""
    return (
        f"{tournament.pk}-{tournament.standings_version}-{computed}-{results}-{get_language()}"
        f"-{face.query}-{_roster_mark(tournament.event_id)}"
    )


def table_html(tournament, key: str, face: Face) -> str:
    """The table as HTML, for somebody who looks at it now."""
    _set(_looked_at(tournament.pk), 1)
    return _made_once(tournament, key, face)


def _looked_at(tournament_id: int) -> str:
    """What is kept while somebody looks at the standings of a tournament."""
    return f"standings-looked-at-{tournament_id}"


def _made_once(tournament, key: str, face: Face) -> str:
    """The table from the cache if it is there; without a cache it only takes longer."""
    name = f"standings-{key}"
    html = _get(name)
    if html is None:
        html = render_table(tournament, face)
        _set(name, html)
    return html


def render_table(tournament, face: Face, *, only: Container[int] | None = None) -> str:
    """Render the table from the stored rows, in four queries; ``only`` some of the entries."""
    everybody = queries.rows(tournament, after=face.after)
    rows = [
        row
        for row in everybody
        if (only is None or row.entry_id in only) and (row.in_progress or not face.playing)
    ]
    table = StandingsTable(rows, order_by=face.sort, extras=queries.extra_columns(tournament))
    table.people = reverse("player", args=[tournament.event.slug, 0]).removesuffix("0/")
    context = {
        "is_empty": not everybody,
        "rows": rows,
        "table_html": table.as_html(FaceAddress(face)),
        "final": [] if face.after else queries.final_points(tournament.pk),
        "adjustments": queries.adjustments(tournament),
        "rounds": queries.round_numbers(tournament),
        "face": face,
    }
    return render_to_string("standings/_table.html", context)


def warm(tournament_id: int) -> None:
    """Render the table before a thousand phones ask for it at once, in the house's language.

    Where nobody has looked for an hour, nobody waits for it.
    """
    if not _get(_looked_at(tournament_id)):
        return
    tournament = Tournament.objects.select_related("event").filter(pk=tournament_id).first()
    if tournament:
        with translation.override(settings.LANGUAGE_CODE):
            _made_once(tournament, version_key(tournament, AS_STORED), AS_STORED)


def kept(tournament, what: str, make: Callable[[], T]) -> T:
    """What ``make`` gives for the results and names of a tournament as they are, made once."""
    # A version may come again in a new database; the seed of the lots does not.
    mark = f"{tournament.lot_seed}-{_roster_mark(tournament.event_id)}"
    name = f"standings-{what}-{tournament.pk}-{tournament.results_version}-{mark}"
    found = _get(name)
    if found is None:
        found = make()
        _set(name, found)
    return found


def roster_changed(event_id: int) -> None:
    """Forget the tables of an event: a name in them may have changed."""
    _set(f"standings-roster-{event_id}", secrets.token_hex(4))


def _roster_mark(event_id: int) -> str:
    return _get(f"standings-roster-{event_id}") or ""


def _get(name: str) -> Any:
    try:
        return cache.get(name)
    except (RedisError, OSError) as error:
        logger.warning("No kept standings: %s", error)
        return None


def _set(name: str, value: Any) -> None:
    try:
        cache.set(name, value, KEEP_SECONDS)
    except (RedisError, OSError) as error:
        logger.warning("Standings not kept: %s", error)
