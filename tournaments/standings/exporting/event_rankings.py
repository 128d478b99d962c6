"""Whether the rankings of an event file can be counted."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.conventions.profile_text import ProfileTextError, check, read_categories
from tournaments.standings.exporting.event_rows import EventRows
from tournaments.standings.exporting.event_text import Fault, path_of


def faults_of_rankings(rows: EventRows) -> Iterator[Fault]:
    """Find faults of profiles, and of the categories that tournaments count in."""
    categories: dict[int, dict[str, str]] = {}
    for index, row in enumerate(rows["rankings"]):
        try:
            check(row)
            categories[row["id"]] = read_categories(row["categories"])
        except ProfileTextError as fault:
            text = _("a ranking cannot be counted like this.")
            yield Fault(path_of(["rankings", index, fault.field]), text)
    for index, part in enumerate(rows["ranking_parts"]):
        known = categories.get(part["ranking_id"])
        if known is not None and part["category"] and part["category"] not in known:
            text = _("the ranking does not have this category.")
            yield Fault(path_of(["ranking_parts", index, "category"]), text)
