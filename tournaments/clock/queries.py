"""Reads of the clock that pages share."""

from datetime import timedelta

from tournaments.models import ClockWarning, Event

RECENT = timedelta(minutes=30)


def recent_notices(event: Event, *, now, limit: int = 5) -> list[ClockWarning]:
    """The warnings that the room was given of late, newest first. One query."""
    return list(
        ClockWarning.objects.filter(
            round__tournament__event=event, fired_at__gte=now - RECENT, round__closed_at=None
        )
        .select_related("round__tournament")
        .order_by("-due_at", "-pk")[:limit]
    )
