"""The calls for a conductor that a page shows."""

from django.db.models import QuerySet

from tournaments.models import Call, Event, Role, Seat


def visible_to(event: Event, role: str) -> QuerySet[Call]:
    """The calls of an event that somebody in this role may see: reports of conduct only owners."""
    calls = Call.objects.filter(table__round__tournament__event=event)
    if role != Role.OWNER:
        calls = calls.exclude(kind=Call.Kind.CONDUCT)
    return calls.select_related(
        "table__round__tournament", "seat__entry__player", "adjustment__entry__player"
    ).order_by("called_at", "pk")


def open_calls(event: Event, role: str) -> list[Call]:
    """Who waits for a conductor, whoever has waited longest first. One query."""
    return list(visible_to(event, role).filter(closed_at=None))


def of_seat(seat: Seat) -> list[Call]:
    """What was called from a seat and not closed yet, for who sits there. One query."""
    return list(seat.calls.filter(closed_at=None).order_by("called_at", "pk"))
