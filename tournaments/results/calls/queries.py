"""The calls for a conductor that a table's page shows."""

from tournaments.models import Call, Seat


def of_seat(seat: Seat) -> list[Call]:
    """What was called from a seat and not closed yet, for the player who sits there. One query."""
    return list(seat.calls.filter(closed_at=None).order_by("called_at", "pk"))
