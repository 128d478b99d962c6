"""The rows of the standings as HTML, joined in Python.

A template looks up each value by its name, which takes ten times as long for 200 players.
"""

from collections.abc import Callable, Collection, Iterable
from functools import cache, partial
from html import escape
from operator import attrgetter
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.formatting import exact
from scoring.measure import Measure
from scoring.measures import MEASURES
from tournaments.punctuation import signed
from tournaments.standings.columns import Column, Kind, Shown
from tournaments.standings.showing.queries import ShownRow
from tournaments.templatetags.standings import score
from tournaments.texts import say

Cell = Callable[[ShownRow], str]


def classes_of(column: Column) -> list[str]:
    """The classes of all cells of a column: most have none, which would be a fifth of the page."""
    hidden = {Shown.PHONE: "no-phone", Shown.PRINT: "no-print"}
    found = [name for place, name in hidden.items() if place not in column.shown]
    return [*found, "text"] if column.kind is Kind.TEXT else found


class RowWriter:
    """Writes the rows of one table, in the language that is active when it is made.

    ``columns`` are those of the table, ``shared`` has the places that more than one player holds,
    ``marked`` the entries whose rows stand out, ``people`` is the address below which the players
    have their pages, and ``query`` goes along with the links to explanations. Scores have as many
    ``decimals``, so that the digits of one stand below those of another.
    """

    def __init__(
        self,
        columns: Iterable[Column],
        *,
        shared: Collection[int],
        people: str,
        query: str,
        marked: Collection[int] = (),
        decimals: int | None = None,
    ) -> None:
        self._shared = shared
        self._marked = marked
        self._people = escape(people)
        self._query = escape(query)
        self._dropped = escape(_("dropped out"))
        self._playing, self._why_here = escape(_("playing now")), escape(_("Why here?"))
        self._read = escape(_("Read why"))
        self._yes_or_no = {True: escape(_("yes")), False: escape(_("no"))}.__getitem__
        # Many rows have the same score, and as many the same movement.
        self._score = cache(partial(score, decimals=decimals))
        self._moved = cache(_movement_html)
        self._cells = [self._cell(column) for column in columns]

    def rows(self, rows: Iterable[ShownRow]) -> SafeString:
        """All rows, in their order."""
        return mark_safe("".join(map(self._row, rows)))  # noqa: S308 - every text is escaped

    def _row(self, row: ShownRow) -> str:
        cells = "".join([cell(row) for cell in self._cells])
        mark = ' class="is-marked"' if row.entry_id in self._marked else ""
        return f'<tr id="entry-{row.entry_id}"{mark}>{cells}</tr>\n'

    def _cell(self, column: Column) -> Cell:
        """Return the function that writes the cells of a column."""
        if column.kind is Kind.PLACE:
            return self._place
        if column.kind is Kind.PLAYER:
            return self._player
        classes = " ".join(classes_of(column))
        opened = f'<td class="{classes}">' if classes else "<td>"
        text = self._text(column)
        return lambda row: f"{opened}{text(row)}</td>"

    def _text(self, column: Column) -> Cell:
        """Return the function that writes the values of a column, as HTML."""
        if column.kind is Kind.MEASURE:
            step = MEASURES[column.key]
            return lambda row: escape(_measure(row, step))
        texts: dict[Kind, Callable[[Any], str]] = {
            Kind.NUMBER: signed,
            Kind.SCORE: self._score,
            Kind.EXACT: lambda value: signed(exact(value)),
            Kind.YES_NO: self._yes_or_no,
            Kind.TEXT: lambda text: escape(say(text)),
        }
        value, text = attrgetter(column.key), texts[column.kind]
        return lambda row: text(value(row))

    def _place(self, row: ShownRow) -> str:
        shares = "=" if row.place in self._shared else ""
        return f'<td class="place">{row.place}{shares}{self._movement(row)}</td>'

    def _player(self, row: ShownRow) -> str:
        return (
            f'<td class="player"><a href="{self._people}{row.player_id}/">'
            f"<strong><bdi>{escape(row.name)}</bdi></strong></a>{self._about(row)}{self._why(row)}</td>"
        )

    def _movement(self, row: ShownRow) -> str:
        return "" if row.place_before is None else self._moved(row.moved)

    def _about(self, row: ShownRow) -> str:
        about = [f"<bdi>{escape(text)}</bdi>" for text in (row.handle, row.home_town) if text]
        if row.in_progress:
            about.append(self._playing)
        if row.has_dropped:
            about.append(self._dropped)
        return f'<div class="small soft">{" · ".join(about)}</div>' if about else ""

    def _why(self, row: ShownRow) -> str:
        """The link to why, which static/js/standings.js replaces by the reason itself."""
        if not row.why:
            return ""
        return (
            f'<details class="why" id="why-{row.entry_id}"><summary>{self._why_here}</summary>'
            f'<a href="why/{row.entry_id}/{self._query}">{self._read}</a></details>'
        )


def _measure(row: ShownRow, step: Measure) -> str:
    """The value of a row in a step of the ranking, as people read it; nothing if it has none."""
    value = row.measures.get(step.key)
    return "" if value is None else signed(say(step.show(value)))


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
