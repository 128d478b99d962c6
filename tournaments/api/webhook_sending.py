"""Sends the messages of webhooks: oldest first, in order where they are about the same.

Each is a POST of JSON with the headers ``X-Roundhouse-Topic``, ``X-Roundhouse-Delivery`` (the same
number in every attempt) and ``X-Roundhouse-Signature``: ``t=SECONDS,v1=HEX``, the HMAC-SHA256
of ``SECONDS.BODY`` with the hook's secret.

A worker claims a hook and a message before it sends. One that dies meanwhile leaves both until the
claim is over, so a message may come twice, and none is lost.
"""

import hashlib
import hmac
import json
from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timedelta
from time import monotonic
from typing import Any, Protocol

from django.conf import settings
from django.db.models import Case, Count, Exists, OuterRef, Q, QuerySet, Value, When

from tournaments import ledger
from tournaments.api import webhook_rules as rules
from tournaments.ledger import SYSTEM
from tournaments.models import Webhook, WebhookDelivery
from tournaments.outgoing import claiming, posting
from tournaments.outgoing.network import Network
from tournaments.outgoing.posting import Reply
from tournaments.outgoing.retry_after import asked_pause
from tournaments.prepared import Prepared
from tournaments.transactions import atomic
from tournaments.verbs import Verb

Answer = WebhookDelivery.Answer
BY_HUNDREDS = {2: Answer.ACCEPTED, 3: Answer.REDIRECT, 4: Answer.REJECTED, 5: Answer.FAILED}

#: Messages that a thread looks at to claim one: there are fewer threads that may be quicker.
LOOKED_AT = 10
#: Messages of one event that are sent at the same moment: the other threads are for other events.
EVENT_AT_ONCE = 2
MOST_COUNTED = 9999

#: A message that is still to be sent. Every worker asks it often, day and night.
WAITING = Prepared[tuple[int]](
    lambda: WebhookDelivery.objects.filter(due_at__isnull=False).order_by().values_list("pk")[:1]
)


class Post(Protocol):
    """Sends a body somewhere; see ``posting.post``."""

    def __call__(
        self,
        url: str,
        body: bytes,
        headers: Mapping[str, str],
        *,
        own: Collection[Network],
        seconds: float,
    ) -> Reply | None: ...


def deliver_due(
    *, now: datetime, post: Post = posting.post, clock: Callable[[], float] = monotonic
) -> int:
    """Attempt the messages that are due at ``now``; returns how many were accepted.

    ``clock`` gives seconds: attempts take their time.

    Each worker has threads that do only this (config.celery), so a slow receiver holds up no task.
    """
    if not WAITING.all():
        return 0
    accepted, begun = 0, clock()
    for _attempt in range(claiming.AT_ONCE):
        at = now + timedelta(seconds=clock() - begun)
        delivery = claim_next(at)
        if delivery is None:
            break
        reply = send(delivery, post, at)
        at = now + timedelta(seconds=clock() - begun)
        accepted += note(delivery, reply, at) == Answer.ACCEPTED
    return accepted


def claim_next(now: datetime) -> WebhookDelivery | None:
    """Claim the oldest message that is due."""
    quicker = set[int]()
    for delivery in _due(now)[:LOOKED_AT]:
        if delivery.webhook_id in quicker:
            continue
        if claimed := claim(delivery, now):
            return claimed
        quicker.add(delivery.webhook_id)
    return None


def _due(now: datetime) -> QuerySet[WebhookDelivery]:
    """The messages that may be sent now: first those that a conductor sends, then the oldest."""
    busy = Webhook.objects.filter(busy_until__gt=now).order_by().values("event_id")
    full = busy.annotate(sending=Count("pk")).filter(sending__gte=EVENT_AT_ONCE)
    ready = Q(resume_at=None) | Q(resume_at__lte=now)
    hooks = Webhook.objects.filter(claiming.free(now) & ready, is_active=True)
    earlier = WebhookDelivery.objects.filter(
        webhook=OuterRef("webhook"),
        subject=OuterRef("subject"),
        pk__lt=OuterRef("pk"),
        due_at__isnull=False,
    )
    by_hand = Case(When(subject="", then=Value(0)), default=Value(1))
    return (
        WebhookDelivery.objects.filter(
            Q(subject="") | ~Exists(earlier),
            due_at__lte=now,
            webhook__in=hooks.exclude(event_id__in=full.values("event_id")),
        )
        .only("pk", "webhook_id", "attempts")
        .order_by(by_hand, "pk")
    )


@atomic
def claim(delivery: WebhookDelivery, now: datetime) -> WebhookDelivery | None:
    """Claim a hook and its message; None if another worker was quicker."""
    hook = Webhook.objects.filter(pk=delivery.webhook_id, is_active=True)
    message = WebhookDelivery.objects.filter(pk=delivery.pk)
    if not claiming.claim(hook, message, attempts=delivery.attempts, now=now):
        return None
    return WebhookDelivery.objects.select_related("webhook").get(pk=delivery.pk)


@atomic
def note(delivery: WebhookDelivery, reply: Reply | None, at: datetime) -> Answer:
    """Note how a claimed attempt went, unless the claim was over and somebody else tried again."""
    answer = _answer(reply)
    pause = rules.pause_of_message(delivery.attempts, _asked(reply, at))
    is_accepted = answer == Answer.ACCEPTED
    mine = WebhookDelivery.objects.filter(
        pk=delivery.pk, attempts=delivery.attempts, due_at__isnull=False
    )
    is_mine = mine.update(
        answer=answer,
        tried_at=at,
        delivered_at=at if is_accepted else None,
        due_at=None if is_accepted or pause is None else at + pause,
    )
    if is_mine and is_accepted:
        _note_that_it_works(delivery.webhook, at)
    elif is_mine:
        _note_a_failure(delivery, reply, at)
    return answer


def _note_that_it_works(hook: Webhook, at: datetime) -> None:
    """Close the circuit: messages that failed meanwhile do not wait for the rest of their pause."""
    works = {"failures": 0, "failing_since": None, "resume_at": None}
    Webhook.objects.filter(pk=hook.pk).update(busy_until=None, **works)
    if hook.failures:
        soon = at + rules.ONCE_IT_WORKS
        WebhookDelivery.objects.filter(webhook=hook, due_at__gt=soon).update(due_at=soon)


def _note_a_failure(delivery: WebhookDelivery, reply: Reply | None, at: datetime) -> None:
    hook = delivery.webhook
    since = hook.failing_since or at
    changes: dict[str, Any] = {
        "busy_until": None,
        "failures": min(hook.failures + 1, MOST_COUNTED),
        "failing_since": since,
    }
    if _answer(reply) == Answer.GONE or rules.is_over(since, at):
        _stop(hook, at, changes)
        return
    status = reply.status if reply else None
    pause = rules.pause_of_address(changes["failures"], status, _asked(reply, at))
    if pause:
        changes["resume_at"] = at + pause
    Webhook.objects.filter(pk=hook.pk).update(**changes)


def _stop(hook: Webhook, at: datetime, changes: dict[str, Any]) -> None:
    """Send nothing more to a hook, and say so in the ledger and on the page of the hook."""
    ended = {"resume_at": None, "is_active": False, "stopped_at": at}
    if Webhook.objects.filter(pk=hook.pk, is_active=True).update(**changes, **ended):
        WebhookDelivery.objects.filter(webhook=hook).update(due_at=None)
        ledger.record(hook.event_id, Verb.STOP_WEBHOOK, hook.url, by=SYSTEM, at=at)


def _asked(reply: Reply | None, at: datetime) -> timedelta:
    """The pause that a receiver asks for."""
    said = reply.retry_after if reply else ""
    return asked_pause(said, now=at, most=rules.LONGEST_ASKED)


def _answer(reply: Reply | None) -> Answer:
    if reply is None:
        return Answer.NO_ANSWER
    if reply.status == rules.GONE:
        return Answer.GONE
    return BY_HUNDREDS.get(reply.status // 100, Answer.FAILED)


def signature(secret: str, seconds: int, body: bytes) -> str:
    """The value of the signature header."""
    content = f"{seconds}.".encode() + body
    return f"t={seconds},v1={hmac.new(secret.encode(), content, hashlib.sha256).hexdigest()}"


def send(delivery: WebhookDelivery, post: Post, at: datetime) -> Reply | None:
    """Attempt a delivery; what the receiver replied."""
    hook = delivery.webhook
    body = json.dumps(delivery.body, sort_keys=True).encode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Roundhouse",
        "X-Roundhouse-Topic": delivery.topic,
        "X-Roundhouse-Delivery": str(delivery.pk),
        "X-Roundhouse-Signature": signature(hook.secret, int(at.timestamp()), body),
    }
    return post(
        hook.url,
        body,
        headers,
        own=settings.WEBHOOK_NETWORKS,
        seconds=settings.WEBHOOK_SECONDS,
    )
