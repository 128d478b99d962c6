"""The places in sessions that people give up by playing past the end of the slot.

The table is locked while the last of them agrees, and people come before tables in no order of
locks: so their places are freed after that is committed, and a worker repeats it.
"""

from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet

from tournaments import ledger, locking
from tournaments.clock import consents
from tournaments.ledger import SYSTEM
from tournaments.models import Booking, Consent, Round, Session, Table, runs_here
from tournaments.signup import bookings, promoting
from tournaments.transactions import after_commit, atomic
from tournaments.verbs import Verb

State = Booking.State


def free_later(table: Table, *, at: datetime) -> None:
    """Free what a table misses once this is committed."""
    after_commit(free_missed, table.pk, now=at)


@atomic
def free_missed(table_id: int, *, now: datetime) -> int:
    """Free the places that people miss who all agreed to play past the end. Returns how many.

    What somebody booked after they had all agreed, they keep: they know when it starts.
    """
    seen = _missed(table_id, now)
    if not seen:
        return 0
    players = locking.lock_players(booking.player_id for booking in seen)
    keys = {booking.session_id for booking in seen}
    events = Session.objects.filter(pk__in=keys).select_related("event", "tournament")
    sessions = {session.pk: session for session in locking.lock_sessions(events)}
    lost = [one for one in _missed(table_id, now) if one.player_id in players]
    lost = [one for one in lost if one.session_id in sessions]
    for booking in lost:
        session = sessions[booking.session_id]
        bookings.move(session, [booking], State.LOST, at=now, reason=Booking.Reason.OVERTIME)
        after = {"session": session, "id": session.pk}
        player = players[booking.player_id]
        ledger.record(session.event_id, Verb.MISS_SESSION, player, by=SYSTEM, at=now, after=after)
    for pk in sorted({booking.session_id for booking in lost}):
        after_commit(promoting.promote, pk, at=now)
    return len(lost)


def keep_free(*, now: datetime) -> None:
    """Free what a process that died did not."""
    agreed = Consent.objects.filter(seat__table=OuterRef("pk"), withdrawn_at=None)
    ours = runs_here("round__tournament__event")
    for pk in _playing().filter(ours, Exists(agreed)).order_by("pk").values_list("pk", flat=True):
        free_missed(pk, now=now)


def _playing() -> QuerySet[Table]:
    running = Table.objects.filter(round__status=Round.Status.RUNNING)
    return running.exclude(status=Table.Status.FINISHED)


def _missed(table_id: int, now: datetime) -> list[Booking]:
    table = _playing().select_related("round__tournament").filter(pk=table_id).first()
    if table is None or not consents.all_agree(table):
        return []
    given = Consent.objects.filter(seat__table=table, withdrawn_at=None)
    last = max(given.values_list("given_at", flat=True))
    return list(consents.missed_bookings(table, now=now).filter(at__lte=last))
