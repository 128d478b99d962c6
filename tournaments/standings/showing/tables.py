"""The standings as a table of django-tables2: its columns and its orders."""

from collections import Counter

import django_tables2
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from scoring.measures import MEASURES
from tournaments.standings.showing.row_html import RowWriter


def number(header, **options) -> django_tables2.Column:
    """A column of numbers: aligned right, highest first when sorted."""
    return django_tables2.Column(
        header, initial_sort_descending=True, attrs={"th": {"class": "number"}}, **options
    )


class StandingsTable(django_tables2.Table):
    """Rows of ``queries.ShownRow``. The place of a row stays its own however they are sorted.

    ``extras`` are the measures with a column of their own here; RowWriter says what the others are.
    Where ``whole_games`` are written down there are no hands to count.
    """

    place = django_tables2.Column(_("Place"), attrs={"th": {"class": "number"}})
    name = django_tables2.Column(_("Player"), order_by="sort_name")
    score = number(_("Score"))
    wins = number(_("Wins"))
    game_points = number(_("Game points"))
    games = number(pgettext_lazy("how many were played", "Games"))
    hands = number(pgettext_lazy("how many were played", "Hands"))

    class Meta:
        template_name = "standings/_rows.html"

    def __init__(self, rows, *, people, order_by="", extras=(), query="", whole_games=False):
        counts = Counter(row.place for row in rows)
        measures = [MEASURES[key] for key in extras]
        self.writer = RowWriter(
            shared={place for place, count in counts.items() if count > 1},
            people=people,
            extras=measures,
            query=query,
            whole_games=whole_games,
        )
        caption = ngettext("%(count)s player", "%(count)s players", len(rows))
        attrs = {"class": "standings", "caption": caption % {"count": len(rows)}}
        columns = [
            (measure.key, number(measure.name, accessor=f"measures__{measure.key}"))
            for measure in measures
        ]
        super().__init__(
            rows,
            order_by=order_by or "place",
            attrs=attrs,
            extra_columns=columns,
            exclude=("hands",) if whole_games else (),
        )

    def rows_html(self):
        """The rows in the order of the table, for its template."""
        return self.writer.rows(self.data)


#: What ``?sort=`` may ask for in every table: a column, or a column from its far end.
SORTS = frozenset(sign + name for name in StandingsTable.base_columns for sign in ("", "-"))


def sorts(extras) -> frozenset[str]:
    """What ``?sort=`` may ask for in a table with these measures."""
    return SORTS | {sign + key for key in extras for sign in ("", "-")}
