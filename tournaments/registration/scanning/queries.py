"""Who was checked in last."""

from tournaments.models import Entry, Event, Tournament

LAST_SHOWN = 12


def last_checked_in(event: Event) -> list[Entry]:
    """The latest check-ins of an event, at whichever desk, the newest first. One query."""
    entries = Entry.objects.filter(tournament__event=event, status=Entry.Status.CHECKED_IN)
    entries = entries.exclude(tournament__status__in=Tournament.ENDED)
    return list(
        entries.select_related("player", "tournament").order_by("-status_at", "-pk")[:LAST_SHOWN]
    )
