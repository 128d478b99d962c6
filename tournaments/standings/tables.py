"""The standings as a table of django-tables2."""

from collections import Counter

import django_tables2
from django.utils.formats import number_format
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.standings import rules


def number(header) -> django_tables2.Column:
    """A column of numbers: set to the right, most first when asked to sort."""
    css = {"class": "number"}
    return django_tables2.Column(header, initial_sort_descending=True, attrs={"th": css, "td": css})


class StandingsTable(django_tables2.Table):
    """Rows of ``queries.ShownRow``. The place of a row stays its own however they are sorted."""

    place = django_tables2.Column(
        _("Place"), attrs={"th": {"class": "number"}, "td": {"class": "place"}}
    )
    name = django_tables2.Column(
        _("Player"), order_by="sort_name", attrs={"td": {"class": "player"}}
    )
    score = number(_("Score"))
    wins = number(_("Wins"))
    game_points = number(_("Game points"))
    games = number(pgettext_lazy("how many were played", "Games"))
    hands = number(pgettext_lazy("how many were played", "Hands"))

    class Meta:
        orderable = True
        row_attrs = {"id": lambda record: f"entry-{record.entry_id}"}

    def __init__(self, rows, *, order_by=""):
        counts = Counter(row.place for row in rows)
        self._shared = {place for place, count in counts.items() if count > 1}
        caption = ngettext("%(count)s player", "%(count)s players", len(rows))
        attrs = {"class": "standings", "caption": caption % {"count": len(rows)}}
        super().__init__(rows, order_by=order_by or "place", attrs=attrs)

    def render_place(self, value):
        return f"{value}=" if value in self._shared else value

    def render_name(self, record):
        facts = [fact for fact in (record.handle, record.home_town) if fact]
        if record.in_progress:
            facts.append(gettext("playing now"))
        name = format_html("<strong>{}</strong>", record.name)
        if not facts:
            return name
        under = format_html_join(" · ", "{}", ((fact,) for fact in facts))
        return format_html('{}<div class="small soft">{}</div>', name, under)

    def render_score(self, value):
        text = number_format(rules.shown(value))
        if value.denominator == 1:
            return text
        return format_html('<span title="{}">{}</span>', rules.exact(value), text)


#: What ``?sort=`` may ask for: a column, or a column from its far end.
SORTS = frozenset(sign + name for name in StandingsTable.base_columns for sign in ("", "-"))
