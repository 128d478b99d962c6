"""Commands to clocks, as tests write them."""

from datetime import datetime
from typing import Any

from tournaments.clock import services
from tournaments.clock.clock_events import ClockAct, ClockCommand
from tournaments.ledger import Actor
from tournaments.models import ClockChange, Round, Table


def change_clock(
    subject: Round | Table, act: str, *, by: Actor, at: datetime, reason: str, **facts: Any
) -> ClockChange:
    """Carry out the command ``act`` on a round or a table; ``facts`` are those of ClockCommand."""
    return services.change(subject, ClockCommand(ClockAct(act), at, **facts), by=by, reason=reason)
