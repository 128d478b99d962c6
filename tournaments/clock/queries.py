"""Reads of the clock that pages share."""

from datetime import timedelta

from tournaments.models import ClockWarning, Event

RECENT = timedelta(minutes=30)


def recent_notices(event: Event, *, now, limit: int = 5) -> list[ClockWarning]:
    """The warnings that the room was given of late, newest first. One query."""
    of_table = ClockWarning.objects.filter(table=None)
    return list(
        of_table.filter(tournament__event=event, fired_at__gte=now - RECENT, round__closed_at=None)
        .select_related("round", "tournament")
        .order_by("-due_at", "-pk")[:limit]
    )
