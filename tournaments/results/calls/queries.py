"""The calls for a conductor that a table's page shows."""

from tournaments.models import Call, Seat


def of_seat(seat: Seat) -> list[Call]:
    """Return the open calls from a seat, for the player who sits there. One query."""
    return list(seat.calls.filter(closed_at=None).order_by("called_at", "pk"))
