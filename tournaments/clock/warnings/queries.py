"""The warnings that pages show."""

from datetime import datetime

from django.db.models import Q

from tournaments.clock.warnings.planning import KIND_OF
from tournaments.models import ClockWarning, Event, Table


def recent_notices(
    event: Event, *, now: datetime, code: str = "", limit: int = 5
) -> list[ClockWarning]:
    """The warnings that fired recently, newest first. One query.

    With the ``code`` of a table also its own, without those of its round that do not apply there:
    two queries.
    """
    subject = Q(table=None)
    table = _own_clock(event, code) if code else None
    if table:
        holds = [
            kind
            for name, kind in KIND_OF.items()
            if getattr(table, name) == getattr(table.round, name)
        ]
        subject = Q(table=table) | (
            Q(table=None) & (~Q(round=table.round_id) | Q(kind__in=holds) | Q(round=None))
        )
    fired = ClockWarning.objects.filter(
        subject,
        tournament__event=event,
        fired_at__gte=now - ClockWarning.SHOWN_FOR,
        round__closed_at=None,
    )
    return list(
        fired.select_related("round", "table", "tournament").order_by("-due_at", "-pk")[:limit]
    )


def _own_clock(event: Event, code: str) -> Table | None:
    """The table with this code, if its clock differs from its round's."""
    tables = Table.objects.filter(code=code, round__tournament__event=event, ends_at__isnull=False)
    return tables.select_related("round").first()
