"""People who register themselves: so many on a device, and so many from a network, in an hour."""

from __future__ import annotations

from datetime import datetime

from tournaments.models import Event
from tournaments.rate_limit.attempts import Kind, note, recent
from tournaments.rate_limit.errors import JOINING_WAITS, TooManyAttempts
from tournaments.rate_limit.rules import (
    JOINED_IN_A_NETWORK,
    JOINED_ON_A_DEVICE,
    JOINED_WITHOUT_COOKIES,
    TRY_AGAIN,
)
from tournaments.rate_limit.visitors import Visitor


def note_registration(event: Event, visitor: Visitor, at: datetime) -> None:
    """Count a registration, or raise TooManyAttempts. Call it with the event locked."""
    made = recent(Kind.JOIN, at).filter(event=event)
    of_device = made.filter(device=visitor.device) if visitor.is_known else made.none()
    most = JOINED_IN_A_NETWORK if visitor.is_known else JOINED_WITHOUT_COOKIES
    in_network = made.filter(visitor.others_like_it())
    if of_device.count() >= JOINED_ON_A_DEVICE or in_network.count() >= most:
        raise TooManyAttempts(at + TRY_AGAIN, JOINING_WAITS, at)
    note(Kind.JOIN, at, visitor, event=event)
