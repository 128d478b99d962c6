"""Closing a call for a conductor with a penalty, a warning or a disqualification."""

from datetime import datetime
from fractions import Fraction

from tournaments import locking
from tournaments.ledger import Actor
from tournaments.models import Call, Entry
from tournaments.results.calls import services as calls
from tournaments.standings.deciding.services import adjust
from tournaments.transactions import atomic


@atomic
def close_with(
    call: Call,
    *,
    remark: str,
    entry: Entry | None = None,
    kind: str = "",
    points: Fraction = Fraction(0),
    reason: str = "",
    by: Actor,
    at: datetime,
) -> Call:
    """Close a call, and give ``entry`` a penalty of ``kind`` if there is one.

    ``reason`` stands in the standings for everybody to read; ``remark`` stays with the call.
    Raises CallClosed or a StandingsRefused; then neither is done.
    """
    if entry:
        locking.lock_tournament(entry.tournament_id)
    call = calls.close(call, by=by, at=at, remark=remark)
    if kind and entry:
        call.adjustment = adjust(entry, kind, by=by, at=at, reason=reason, points=points)
        call.save(update_fields=["adjustment"])
    return call
