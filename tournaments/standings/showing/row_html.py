"""The rows of the standings as HTML, joined in Python.

A template looks up each value by its name, which takes ten times as long for 200 players.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.measures import Measure
from tournaments.standings.showing.queries import ShownRow
from tournaments.templatetags.standings import measure, score


class RowWriter:
    """Writes the rows of one table, in the language that is active when it is made.

    ``shared`` has the places that more than one player holds, ``people`` is the address below which
    the players have their pages, ``extras`` are the measures with a column of their own, and
    ``query`` goes along with the links to explanations. ``whole_games`` have no column of hands.
    """

    def __init__(
        self,
        *,
        shared: Collection[int],
        people: str,
        extras: Sequence[Measure],
        query: str,
        whole_games: bool,
    ) -> None:
        self._shared = shared
        self._people = escape(people)
        self._extras = extras
        self._whole_games = whole_games
        self._query = escape(query)
        self._playing, self._why_here = escape(_("playing now")), escape(_("Why here?"))
        self._read = escape(_("Read why"))
        # Many rows have the same score, and as many the same movement.
        self._score = cache(score)
        self._moved = cache(_movement_html)

    def rows(self, rows: Iterable[ShownRow]) -> SafeString:
        """All rows, in their order."""
        return mark_safe("".join(map(self._row, rows)))  # noqa: S308 - every text is escaped

    def _row(self, row: ShownRow) -> str:
        shares = "=" if row.place in self._shared else ""
        cells = [self._score(row.score), row.wins, row.game_points, row.games]
        if not self._whole_games:
            cells.append(row.hands)
        cells += [escape(measure(row, one)) for one in self._extras]
        numbers = "</td><td>".join(map(str, cells))
        return (
            f'<tr id="entry-{row.entry_id}">'
            f'<td class="place">{row.place}{shares}{self._movement(row)}</td>'
            f'<td class="player"><a href="{self._people}{row.player_id}/">'
            f"<strong>{escape(row.name)}</strong></a>{self._about(row)}{self._why(row)}</td>"
            f"<td>{numbers}</td></tr>\n"
        )

    def _movement(self, row: ShownRow) -> str:
        return "" if row.place_before is None else self._moved(row.moved)

    def _about(self, row: ShownRow) -> str:
        about = [escape(text) for text in (row.handle, row.home_town) if text]
        if row.in_progress:
            about.append(self._playing)
        return f'<div class="small soft">{" · ".join(about)}</div>' if about else ""

    def _why(self, row: ShownRow) -> str:
        """The link to why, which static/js/standings.js replaces by the reason itself."""
        if not row.why:
            return ""
        return (
            f'<details class="why" id="why-{row.entry_id}"><summary>{self._why_here}</summary>'
            f'<a href="why/{row.entry_id}/{self._query}">{self._read}</a></details>'
        )


def _movement_html(moved: int) -> str:
    """How many places up a player went, as a sign and in words."""
    sign = f"▲{moved}" if moved > 0 else f"▼{-moved}" if moved else "="
    return (
        f'<div class="moved"><span aria-hidden="true">{sign}</span>'
        f'<span class="visually-hidden">{escape(_in_words(moved))}</span></div>'
    )


def _in_words(moved: int) -> str:
    count = abs(moved)
    if moved > 0:
        text = ngettext("up %(count)s place", "up %(count)s places", count)
    elif moved:
        text = ngettext("down %(count)s place", "down %(count)s places", count)
    else:
        return _("the same place as before")
    return text % {"count": count}
