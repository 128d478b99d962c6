"""Notifies other programs of changes: signed, in the background, retried until accepted.

A change is a row with its commit (``webhook_changes``) and a message is one before it is sent, so
none is lost when a process dies. It says what changed and
where to read it, never the data itself, so a late message is as good as a prompt one.

Each is a POST of JSON with the headers ``X-Roundhouse-Topic``, ``X-Roundhouse-Delivery`` (the same
number in every attempt) and ``X-Roundhouse-Signature``: ``t=SECONDS,v1=HEX``, the HMAC-SHA256
of ``SECONDS.BODY`` with the hook's secret.
"""

import hashlib
import hmac
import json
import secrets
from collections import Counter
from datetime import datetime, timedelta
from typing import Any, cast

from django.conf import settings
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.api.webhook_errors import TooManyWebhooks, WebhookIsStopped
from tournaments.models import Event, Round, Table, Tournament, Webhook, WebhookDelivery
from tournaments.outgoing import posting
from tournaments.prepared import Prepared
from tournaments.transactions import atomic

Answer = WebhookDelivery.Answer
BY_HUNDREDS = {2: Answer.ACCEPTED, 3: Answer.REDIRECT, 4: Answer.REJECTED, 5: Answer.FAILED}

TOPICS = {
    "results": _("a result changed"),
    "standings": _("the standings changed"),
    "round": _("a round was seated, published, started or closed"),
}
#: The topic of a message that a conductor sends to try a receiver; every hook gets it.
TEST = "test"
SCHEMES = ("https://", "http://")
#: The pause after each failed attempt: of the message, and of all messages to that address. After
#: the last one the message is given up and the hook is stopped: nothing is retried for ever.
PAUSES = tuple(
    timedelta(seconds=seconds)
    for seconds in (10, 60, 5 * 60, 30 * 60, 2 * 3600, 6 * 3600, 12 * 3600, 24 * 3600)
)
#: How long a worker holds what it claimed: longer than an attempt can take.
CLAIM = timedelta(seconds=60)
#: Messages that one thread attempts before it looks at the clock again.
AT_ONCE = 50
#: Messages of one event that are sent at the same moment: the other threads are for other events.
EVENT_AT_ONCE = 2
MOST_HOOKS = 20

ACTIVE_HOOKS = Prepared[Webhook](
    lambda event_id: Webhook.objects.filter(event_id=event_id, is_active=True).order_by()
)


def add(event: Event, *, url: str, topics: list[str]) -> Webhook:
    """Notify an address from now on. Raises TooManyWebhooks."""
    if event.hooks.count() >= MOST_HOOKS:
        raise TooManyWebhooks(most=MOST_HOOKS)
    return Webhook.objects.create(
        event=event, url=url, topics=sorted(topics), secret=secrets.token_hex(32)
    )


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
    waiting = WebhookDelivery.objects.filter(
        webhook__in=hooks, attempts=0, due_at__isnull=False, topic=topic
    )
    subject = body | {"version": None}
    found = {
        delivery.pk: delivery.webhook_id
        for delivery in waiting
        if delivery.body | {"version": None} == subject
    }
    updated = set(found.values())
    if found and waiting.filter(pk__in=found).update(body=body) < len(found):
        updated = set()  # a worker has just taken one: rather one message more than one less
    made = [
        WebhookDelivery(webhook=hook, topic=topic, body=body, created_at=at, due_at=at)
        for hook in hooks
        if hook.pk not in updated
    ]
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


def deliver_due(*, now: datetime) -> int:
    """Attempt the messages that are due; returns how many were accepted.

    Each worker has threads that do only this (config.celery), so a slow receiver holds up no task.
    """
    accepted, failed = 0, set[int]()
    for _attempt in range(AT_ONCE):
        delivery = _claim_next(now, failed)
        if delivery is None:
            break
        if _deliver(delivery):
            accepted += 1
        else:
            failed.add(delivery.webhook_id)
    return accepted


def _claim_next(now: datetime, failed: set[int]) -> WebhookDelivery | None:
    """Claim the message that has been due for longest, but for those of the hooks in ``failed``."""
    ready = Q(busy_until=None) | Q(busy_until__lte=now)
    ready &= Q(resume_at=None) | Q(resume_at__lte=now)
    hooks = Webhook.objects.filter(ready, is_active=True).exclude(pk__in=failed)
    due = WebhookDelivery.objects.filter(due_at__lte=now, webhook__in=hooks)
    waiting = due.select_related("webhook").order_by("due_at", "pk")[:AT_ONCE]
    full: set[int] | None = None
    for delivery in waiting:
        if full is None:
            full = _busy_events(now)
        if delivery.webhook.event_id not in full and _claimed(delivery, now):
            return delivery
    return None


def _busy_events(now: datetime) -> set[int]:
    """The events for which as many messages are being sent as one event may have."""
    busy = Webhook.objects.filter(busy_until__gt=now).order_by()
    counted = Counter(busy.values_list("event_id", flat=True))
    return {event_id for event_id, count in counted.items() if count >= EVENT_AT_ONCE}


@atomic
def _claimed(delivery: WebhookDelivery, now: datetime) -> bool:
    """Claim a hook and its message, unless another worker was quicker.

    A worker that dies meanwhile leaves both until the claim is over.
    """
    free = Q(busy_until=None) | Q(busy_until__lte=now)
    hook = Webhook.objects.filter(free, pk=delivery.webhook_id, is_active=True)
    if not hook.update(busy_until=now + CLAIM):
        return False
    mine = WebhookDelivery.objects.filter(
        pk=delivery.pk, attempts=delivery.attempts, due_at__isnull=False
    )
    if not mine.update(attempts=delivery.attempts + 1, due_at=now + CLAIM):
        Webhook.objects.filter(pk=delivery.webhook_id).update(busy_until=None)
        return False
    delivery.refresh_from_db()
    return True


def _deliver(delivery: WebhookDelivery) -> bool:
    """Send a claimed message, and note how it went."""
    answer = send(delivery)
    _note(delivery, answer, timezone.now())
    return answer == Answer.ACCEPTED


@atomic
def _note(delivery: WebhookDelivery, answer: Answer, at: datetime) -> None:
    accepted = answer == Answer.ACCEPTED
    failures = 0 if accepted else delivery.webhook.failures + 1
    is_last = delivery.attempts > len(PAUSES)
    WebhookDelivery.objects.filter(pk=delivery.pk).update(
        answer=answer,
        tried_at=at,
        delivered_at=at if accepted else None,
        due_at=None if accepted or is_last else at + PAUSES[delivery.attempts - 1],
    )
    hook = Webhook.objects.filter(pk=delivery.webhook_id)
    if failures <= len(PAUSES):
        resume_at = at + PAUSES[failures - 1] if failures else None
        hook.update(busy_until=None, failures=failures, resume_at=resume_at)
        return
    hook.update(busy_until=None, failures=failures, resume_at=None, is_active=False, stopped_at=at)
    WebhookDelivery.objects.filter(webhook=delivery.webhook_id).update(due_at=None)


def start_again(hook: Webhook) -> None:
    """Send to a hook again that was stopped after too many failures, beginning with what is new."""
    Webhook.objects.filter(pk=hook.pk).update(
        is_active=True, stopped_at=None, failures=0, resume_at=None
    )


def send_again(delivery: WebhookDelivery, *, at: datetime) -> WebhookDelivery:
    """Queue a message once more, under a new number. Raises WebhookIsStopped."""
    return _send_now(delivery.webhook, delivery.topic, delivery.body, at)


def send_test(hook: Webhook, *, at: datetime) -> WebhookDelivery:
    """Queue a message that says nothing changed, to try the receiver. Raises WebhookIsStopped."""
    body = dict.fromkeys(("tournament", "round", "table", "label", "room", "version"))
    return _send_now(hook, TEST, {"topic": TEST, "event": hook.event.slug} | body, at)


def _send_now(hook: Webhook, topic: str, body: dict[str, Any], at: datetime) -> WebhookDelivery:
    """Queue a message that waits for no pause; the same one, if it still waits to be sent."""
    if not hook.is_active:
        raise WebhookIsStopped
    Webhook.objects.filter(pk=hook.pk).update(resume_at=None)
    same = {"webhook": hook, "topic": topic, "body": body}
    waiting = WebhookDelivery.objects.filter(**same, attempts=0, due_at__isnull=False).first()
    return waiting or WebhookDelivery.objects.create(**same, created_at=at, due_at=at)


def signature(secret: str, seconds: int, body: bytes) -> str:
    """The value of the signature header."""
    content = f"{seconds}.".encode() + body
    return f"t={seconds},v1={hmac.new(secret.encode(), content, hashlib.sha256).hexdigest()}"


def send(delivery: WebhookDelivery) -> Answer:
    """Attempt a delivery; how the receiver answered."""
    hook = delivery.webhook
    body = json.dumps(delivery.body, sort_keys=True).encode()
    seconds = int(timezone.now().timestamp())
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Roundhouse",
        "X-Roundhouse-Topic": delivery.topic,
        "X-Roundhouse-Delivery": str(delivery.pk),
        "X-Roundhouse-Signature": signature(hook.secret, seconds, body),
    }
    reply = posting.post(
        hook.url,
        body,
        headers,
        own=settings.WEBHOOK_NETWORKS,
        seconds=settings.WEBHOOK_SECONDS,
    )
    return BY_HUNDREDS.get(reply.status // 100, Answer.FAILED) if reply else Answer.NO_ANSWER
