"""Domain events: how a package tells those after it in the day that something happened.

An event is published inside a transaction and sent after its commit; a receiver that fails is
logged and stops nobody. Events are hints for quick screens: nothing may depend on one arriving.
What must not be lost when a process dies is written inside the transaction, on ``published``.
"""

from functools import partial
from typing import Any

from django.db import transaction
from django.dispatch import Signal

#: The people of an event or their entries changed. Facts: event_id.
roster_changed = Signal()
#: A round was seated, published, started or closed, or its clock changed.
#: Facts: event_id, tournament_id, round_id.
round_changed = Signal()
#: The start of the next round was planned, or moved. Facts: event_id, tournament_id.
next_round_planned = Signal()
#: Something happened at a table. Facts: event_id, tournament_id, round_id, table_id.
table_changed = Signal()
#: The clock of one table changed, so that its notices may hold no more. Facts: event_id, table_id.
table_clock_changed = Signal()
#: A result changed, so the standings are stale. Facts: event_id, tournament_id; and round_id and
#: table_id if it was that of one table, in a round that runs.
results_changed = Signal()
#: Somebody called for a conductor, or a call was answered or closed. Facts: event_id, table_id.
calls_changed = Signal()
#: Somebody agreed to a result, or objected: no points changed. Facts: event_id, tournament_id.
agreement_changed = Signal()
#: New standings are stored. Facts: event_id, tournament_id.
standings_changed = Signal()
#: What the rows of a season are computed from changed. Facts: season_id, at.
season_changed = Signal()
#: The rows of an event's ranking are stored. Facts: event_id, ranking_id.
ranking_changed = Signal()
#: A session was planned, changed, cancelled or published. Facts: event_id.
timetable_changed = Signal()
#: The clock of one table changed, so that its notices may hold no more. Facts: event_id, table_id.
table_clock_changed = Signal()
#: Places of a session or its queue changed. Facts: event_id, session_id.
bookings_changed = Signal()
#: Somebody got a place of a session from its queue, or lost one without having asked.
#: Facts: event_id, session_id.
places_given_or_lost = Signal()
#: A session takes place at another time, in another room or at other tables than before.
#: Facts: event_id, session_id.
session_moved = Signal()
#: Somebody says that a result of a table is wrong. Facts: event_id, table_id.
result_disputed = Signal()
#: A pick-up game was asked for, started or refused. Facts: event_id.
pickups_changed = Signal()
#: An announcement is shown, changed, or taken back. Facts: event_id.
announced = Signal()
#: Warnings of the clock are due now. Facts: event_id, round_ids, tournament_ids.
warnings_fired = Signal()
#: One of the events above was published, in the transaction that is still open: what a receiver
#: writes is committed with it or not at all. Facts: changed (the signal), facts (those of it).
published = Signal()


def publish(signal: Signal, **facts: Any) -> None:
    """Send ``signal`` with ``facts`` once the transaction around this call has committed."""
    published.send(sender=None, changed=signal, facts=facts)
    transaction.on_commit(partial(signal.send_robust, sender=None, **facts))
