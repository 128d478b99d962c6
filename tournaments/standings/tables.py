"""The standings as a table of django-tables2: its columns and its orders."""

from collections import Counter

import django_tables2
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy


def number(header) -> django_tables2.Column:
    """A column of numbers: set to the right, most first when asked to sort."""
    return django_tables2.Column(
        header, initial_sort_descending=True, attrs={"th": {"class": "number"}}
    )


class StandingsTable(django_tables2.Table):
    """Rows of ``queries.ShownRow``. The place of a row stays its own however they are sorted.

    ``shared`` has the places that more than one player holds. The cells are in the template.
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

    def __init__(self, rows, *, order_by=""):
        counts = Counter(row.place for row in rows)
        self.shared = {place for place, count in counts.items() if count > 1}
        caption = ngettext("%(count)s player", "%(count)s players", len(rows))
        attrs = {"class": "standings", "caption": caption % {"count": len(rows)}}
        super().__init__(rows, order_by=order_by or "place", attrs=attrs)


#: What ``?sort=`` may ask for: a column, or a column from its far end.
SORTS = frozenset(sign + name for name in StandingsTable.base_columns for sign in ("", "-"))
