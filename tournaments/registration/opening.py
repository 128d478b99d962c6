"""Closing the registration of players by themselves, and opening it again."""

from datetime import datetime
from typing import Any

from tournaments.events.services import change_tournament
from tournaments.ledger import Actor
from tournaments.models import Tournament


def open_or_close(
    tournament: Tournament, to: str, *, by: Actor, at: datetime, was: str = ""
) -> Tournament:
    """Let the registration be ``to``; opening it takes back a time at which it has closed.

    ``was`` is what the sender saw. Raises ChangedMeanwhile.
    """
    changes: dict[str, Any] = {"registration": to}
    seen: dict[str, Any] = {"registration": was} if was else {}
    if to == Tournament.Registration.OPEN and tournament.closes_at and tournament.closes_at <= at:
        changes["closes_at"] = None
    return change_tournament(tournament, by=by, at=at, seen=seen, **changes)
