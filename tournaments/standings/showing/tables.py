"""The standings as a table of django-tables2: its columns and its orders."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

import django_tables2
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from scoring.formatting import decimals
from scoring.measure import Measure
from tournaments.standings.columns import Column, Kind, Shown, columns_in, columns_of_page
from tournaments.standings.showing.queries import ShownRow
from tournaments.standings.showing.row_html import RowWriter, classes_of

#: The kinds that are no numbers: their order begins with the least.
ASCENDING = (Kind.PLACE, Kind.PLAYER, Kind.TEXT)


class StandingsTable(django_tables2.Table):  # type: ignore[misc]  # it has no annotations
    """Rows of ``queries.ShownRow``. The place of a row stays its own however they are sorted.

    ``measures`` are those with a column of their own here; RowWriter says what the others are.
    Where ``whole_games`` are written down there are no hands to count.
    """

    class Meta:
        template_name = "standings/_rows.html"

    def __init__(
        self,
        rows: Sequence[ShownRow],
        *,
        people: str,
        order_by: str = "",
        measures: Iterable[Measure] = (),
        marked: Collection[int] = (),
        query: str = "",
        whole_games: bool = False,
    ) -> None:
        counts = Counter(row.place for row in rows)
        columns = columns_of_page(measures, whole_games=whole_games)
        self.writer = RowWriter(
            columns,
            shared={place for place, count in counts.items() if count > 1},
            marked=marked,
            people=people,
            query=query,
            decimals=decimals(row.score for row in rows),
        )
        caption = ngettext("%(count)s player", "%(count)s players", len(rows))
        super().__init__(
            rows,
            order_by=order_by or "place",
            attrs={"class": "standings", "caption": caption % {"count": len(rows)}},
            extra_columns=[(column.key, heading(column)) for column in columns],
        )

    def rows_html(self) -> SafeString:
        """The rows in the order of the table, for its template."""
        return self.writer.rows(self.data)


def heading(column: Column) -> django_tables2.Column:
    """The head of a column, and how the table is sorted by it."""
    classes = classes_of(column)
    if column.kind not in (Kind.PLAYER, Kind.TEXT):
        classes = ["number", *classes]
    header = column.header
    if column.short:
        header = format_html('<abbr title="{}">{}</abbr>', header, column.short)
    return django_tables2.Column(
        header,
        accessor=f"measures__{column.key}" if column.kind is Kind.MEASURE else column.key,
        order_by="sort_name" if column.kind is Kind.PLAYER else None,
        initial_sort_descending=column.kind not in ASCENDING,
        attrs={"th": {"class": " ".join(classes)}} if classes else {},
    )


#: What ``?sort=`` may ask for in every table: a column, or a column from its far end.
SORTS = frozenset(sign + column.key for column in columns_in(Shown.PAGE) for sign in ("", "-"))


def sorts(measures: Iterable[Measure]) -> frozenset[str]:
    """Return the values that ``?sort=`` may have in a table with these measures."""
    return SORTS | {sign + measure.key for measure in measures for sign in ("", "-")}
