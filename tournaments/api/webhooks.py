"""Whom to notify of changes, and the messages that wait to be sent (``webhook_sending``).

A change is a row with its commit (``webhook_changes``) and a message is one before it is sent, so
none is lost when a process dies. It says what changed and where to read it, never the data itself,
so a late message is as good as a prompt one.
"""

import secrets
from datetime import datetime
from typing import Any, cast

from tournaments import ledger, locking
from tournaments.api.webhook_errors import TooManyWebhooks, WebhookIsStopped
from tournaments.ledger import Actor
from tournaments.models import Event, Round, Table, Tournament, Webhook, WebhookDelivery
from tournaments.prepared import Prepared
from tournaments.seen import check_not_added
from tournaments.transactions import atomic
from tournaments.verbs import Verb

TOPICS = dict(Webhook.Topic.choices)
#: The topic of a message that a conductor sends to try a receiver; every hook gets it.
TEST = "test"
SCHEMES = ("https://", "http://")
MOST_HOOKS = 20

ACTIVE_HOOKS = Prepared[Webhook](
    lambda event_id: Webhook.objects.filter(event_id=event_id, is_active=True).order_by()
)


@atomic
def add(
    event: Event,
    *,
    url: str,
    topics: list[str],
    by: Actor,
    at: datetime,
    seen: int | None = None,
) -> Webhook:
    """Notify an address from now on.

    Raises TooManyWebhooks, and AddedSinceSeen if it was added after ``seen``, the key of the newest
    webhook: an address that is there twice gets every message twice.
    """
    event = locking.lock_event(event)
    check_not_added(event.hooks.filter(url=url), seen)
    if event.hooks.count() >= MOST_HOOKS:
        raise TooManyWebhooks(most=MOST_HOOKS)
    topics = sorted(topics)
    hook = Webhook.objects.create(event=event, url=url, topics=topics, secret=secrets.token_hex(32))
    after = {"topics": topics}
    ledger.record(event, Verb.ADD_WEBHOOK, url, by=by, at=at, after=after)
    return hook


@atomic
def remove(hook: Webhook, *, by: Actor, at: datetime) -> None:
    """Notify an address no more, and forget its messages. Nothing happens to one that is gone."""
    event = locking.lock_event(hook.event_id)
    if Webhook.objects.filter(pk=hook.pk).delete()[0]:
        ledger.record(event, Verb.REMOVE_WEBHOOK, hook.url, by=by, at=at)


def queue(
    topic: str,
    *,
    event_id: int,
    tournament_id: int,
    at: datetime,
    round_id: int | None = None,
    table_id: int | None = None,
) -> int:
    """Queue a message for each hook of an event; returns how many were queued.

    A hook with a message about the same still waiting for its first attempt gets no second one:
    the one that waits is brought up to date.
    """
    hooks = [hook for hook in ACTIVE_HOOKS.all(event_id) if topic in hook.topics]
    if not hooks:
        return 0
    body = _body(topic, tournament_id, round_id, table_id)
    subject = f"{topic}-{tournament_id}-{round_id or ''}-{table_id or ''}"
    waiting = WebhookDelivery.objects.filter(
        webhook__in=hooks, subject=subject, attempts=0, due_at__isnull=False
    )
    updated = set(waiting.values_list("webhook_id", flat=True))
    if updated and waiting.update(body=body) < len(updated):
        updated = set()  # a worker has just taken one: rather one message more than one less
    message = {"topic": topic, "subject": subject, "body": body, "created_at": at, "due_at": at}
    made = [WebhookDelivery(webhook=hook, **message) for hook in hooks if hook.pk not in updated]
    WebhookDelivery.objects.bulk_create(made)
    return len(made)


def _body(
    topic: str, tournament_id: int, round_id: int | None, table_id: int | None
) -> dict[str, Any]:
    """Return the body of a message: what changed, and which version of the results that made."""
    found = Tournament.objects.select_related("event", "standings_state").get(pk=tournament_id)
    # Nothing has the key None.
    rounds = Round.with_annulled.filter(pk=cast("int", round_id)).values_list("number", flat=True)
    tables = Table.objects.filter(pk=cast("int", table_id)).select_related("hall_table__room")
    table = tables.first() if table_id else None
    is_computed = topic == "standings"
    return {
        "topic": topic,
        "event": found.event.slug,
        "tournament": found.slug,
        "round": rounds.first() if round_id else None,
        "table": table.number if table else None,
        **_place(table),
        "version": found.standings_version if is_computed else found.results_version,
    }


def _place(table: Table | None) -> dict[str, str | None]:
    """Where people find a table: as screens name it, "Table 24, Room B", and its room."""
    return {
        "label": str(table) if table else None,
        "room": (table.room_name or None) if table else None,
    }


@atomic
def start_again(hook: Webhook, *, by: Actor, at: datetime) -> None:
    """Send to a hook again that was stopped after too many failures, beginning with what is new.

    Nothing happens to one that was not stopped.
    """
    event = locking.lock_event(hook.event_id)
    works = {"is_active": True, "stopped_at": None, "failures": 0}
    stopped = Webhook.objects.filter(pk=hook.pk, is_active=False)
    if stopped.update(**works, failing_since=None, resume_at=None):
        ledger.record(event, Verb.START_WEBHOOK, hook.url, by=by, at=at)


def send_again(delivery: WebhookDelivery, *, at: datetime) -> WebhookDelivery:
    """Queue a message once more, under a new number. Raises WebhookIsStopped."""
    return _send_now(delivery.webhook, delivery.topic, delivery.body, at)


def send_test(hook: Webhook, *, at: datetime) -> WebhookDelivery:
    """Queue a message that says nothing changed, to try the receiver. Raises WebhookIsStopped."""
    body = dict.fromkeys(("tournament", "round", "table", "label", "room", "version"))
    return _send_now(hook, TEST, {"topic": TEST, "event": hook.event.slug} | body, at)


def _send_now(hook: Webhook, topic: str, body: dict[str, Any], at: datetime) -> WebhookDelivery:
    """Queue a message that waits for no pause and for no other message.

    The same one, if it still waits to be sent.
    """
    if not hook.is_active:
        raise WebhookIsStopped
    Webhook.objects.filter(pk=hook.pk).update(resume_at=None)
    same = {"webhook": hook, "topic": topic, "subject": "", "body": body}
    waiting = WebhookDelivery.objects.filter(**same, attempts=0, due_at__isnull=False).first()
    return waiting or WebhookDelivery.objects.create(**same, created_at=at, due_at=at)
