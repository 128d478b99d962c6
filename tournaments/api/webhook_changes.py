"""Changes of which the webhooks of an event have not been notified yet.

Each is a row, written with the commit of the change and only where the event has an active
webhook. Workers turn it into messages. So a process that dies after its commit loses none.
"""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from tournaments import at_commit
from tournaments.api import webhooks
from tournaments.models import WebhookChange
from tournaments.prepared import Prepared
from tournaments.transactions import atomic

#: Changes that are read together. Those about the same table, round or tournament are one message.
AT_ONCE = 200

#: A change of which nobody has been notified. Every worker asks it twice a second, day and night.
WAITING = Prepared[tuple[int]](lambda: WebhookChange.objects.order_by().values_list("pk")[:1])


def note(
    topic: str,
    *,
    event_id: int,
    tournament_id: int,
    round_id: int | None = None,
    table_id: int | None = None,
) -> None:
    """Note a change with the commit of this transaction, if the event has an active webhook."""
    change = WebhookChange(
        topic=topic, tournament_id=tournament_id, round_id=round_id, table_id=table_id
    )
    at_commit.insert_if(change, webhooks.ACTIVE_HOOKS.of(event_id))


def queue_messages(*, now: datetime) -> int:
    """Queue the messages of what was noted; returns how many messages are new."""
    if not WAITING.all():
        return 0
    by_subject = defaultdict(list)
    for change in WebhookChange.objects.select_related("tournament").order_by("pk")[:AT_ONCE]:
        subject = (change.topic, change.tournament_id, change.round_id, change.table_id)
        by_subject[subject].append(change)
    return sum(_queue(changes, now) for changes in by_subject.values())


@atomic
def _queue(changes: Sequence[WebhookChange], now: datetime) -> int:
    """Queue the messages of changes about the same, unless another worker was quicker."""
    if not WebhookChange.objects.filter(pk__in=[change.pk for change in changes]).delete()[0]:
        return 0
    last = changes[-1]
    return webhooks.queue(
        last.topic,
        event_id=last.tournament.event_id,
        tournament_id=last.tournament_id,
        round_id=last.round_id,
        table_id=last.table_id,
        at=now,
    )
