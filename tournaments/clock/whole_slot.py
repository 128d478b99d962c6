"""Who and what comes later if a slot that starts late is given whole, past the published end."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from tournaments import holds
from tournaments.clock.clock_events import replay
from tournaments.clock.rules import effective
from tournaments.clock.serialization import as_command, timing_rules
from tournaments.models import ClockChange, Player, PlayerHold, Round, Session, TableHold


@dataclass(frozen=True, slots=True)
class WholeSlot:
    """A slot that would end after its session: both ends, and what would have to wait.

    ``people`` are booked elsewhere by then; ``sessions`` begin at tables of this round.
    """

    session: Session
    ends_at: datetime
    people: Sequence[tuple[Player, Session]] = field(default_factory=list)
    sessions: Sequence[Session] = field(default_factory=list)


def whole_slot(round_: Round, now: datetime) -> WholeSlot | None:
    """The whole slot of a round that starts now, with a length of its own if it was given one; None
    if it ends within its session.

    Four queries at most.
    """
    session = round_.session
    if session is None or round_.started_at is not None:
        return None
    history = ClockChange.objects.filter(round=round_, table=None).order_by("pk")
    own = replay(map(as_command, history)).of_round
    ends_at = now + effective(timing_rules(round_), own).slot
    if ends_at <= session.ends_at:
        return None
    late = holds.quarters(session.ends_at, ends_at)
    during = {"quarter__gte": late.start, "quarter__lt": late.stop}
    people = (
        PlayerHold.objects.filter(player__entries__seats__round=round_, **during)
        .exclude(session=session)
        .select_related("player", "session__tournament")
        .order_by("player__shown_name", "-quarter")
    )
    tables = (
        TableHold.objects.filter(hall_table__tables__round=round_, **during)
        .exclude(session=session)
        .select_related("session__tournament")
        .order_by("quarter", "session")
    )
    return WholeSlot(
        session=session,
        ends_at=ends_at,
        people=list({hold.player_id: (hold.player, hold.session) for hold in people}.values()),
        sessions=list({hold.session_id: hold.session for hold in tables}.values()),
    )
