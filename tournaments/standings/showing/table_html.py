"""The table of standings as HTML, from its rows."""

from collections.abc import Collection, Sequence

from django.http import QueryDict
from django.urls import reverse
from django.utils.safestring import SafeString

from scoring.measure import Measure
from tournaments.models import Tournament
from tournaments.standings.showing.queries import ShownRow
from tournaments.standings.showing.table_options import TableOptions
from tournaments.standings.showing.tables import StandingsTable


class OptionsRequest:
    """Stands in for the request: the links of the table depend on nothing else."""

    def __init__(self, options: TableOptions) -> None:
        self.GET = QueryDict(options.query)


def table_html(
    tournament: Tournament,
    rows: Sequence[ShownRow],
    options: TableOptions,
    *,
    measures: Sequence[Measure],
    marked: Collection[int] = (),
) -> SafeString:
    """The table with these rows, of which those of the entries in ``marked`` stand out."""
    people = reverse("player", args=[tournament.event.slug, 0]).removesuffix("0/")
    table = StandingsTable(
        rows,
        people=people,
        order_by=options.sort,
        measures=measures,
        marked=marked,
        query=f"?after={options.after}" if options.after else "",
        whole_games=tournament.whole_games,
    )
    html: SafeString = table.as_html(OptionsRequest(options))
    return html
