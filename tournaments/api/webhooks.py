"""Notifies other programs of changes: signed, in the background, retried until accepted.

A message is a row before it is sent, so none is lost when a worker dies. It says what changed and
where to read it, never the data itself, so a late message is as good as a prompt one.

Each is a POST of JSON with the headers ``X-Roundhouse-Topic``, ``X-Roundhouse-Delivery`` (the same
number in every attempt) and ``X-Roundhouse-Signature``: ``t=SECONDS,v1=HEX``, the HMAC-SHA256
of ``SECONDS.BODY`` with the hook's secret.
"""

import hashlib
import hmac
import json
import secrets
import urllib.error
import urllib.request
from datetime import datetime, timedelta
from time import monotonic

from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event, Tournament, Webhook, WebhookDelivery
from tournaments.prepared import Prepared

TOPICS = {
    "results": _("a result changed"),
    "standings": _("new standings are stored"),
    "round": _("a round was seated, published, started or closed"),
}
SCHEMES = ("https://", "http://")
#: The delay after each failed attempt; after the last one the message is given up.
RETRIES = tuple(
    timedelta(seconds=seconds) for seconds in (10, 60, 5 * 60, 30 * 60, 2 * 3600, 6 * 3600)
)
#: How long a worker holds a message that it claimed: longer than an attempt can take.
CLAIM = timedelta(seconds=60)
TIMEOUT_SECONDS = 5
AT_ONCE = 50
SHOWN = 5
SUCCESS = range(200, 300)

#: How long to remember that an event has no hook: most have none, and results come in bursts.
QUIET_SECONDS = 1
#: When this process found that an event has none, by the monotonic clock.
_hookless: dict[int, float] = {}

ACTIVE_HOOKS = Prepared[Webhook](
    lambda event_id: Webhook.objects.filter(event_id=event_id, is_active=True).order_by()
)


def add(event: Event, *, url: str, topics: list[str]) -> Webhook:
    return Webhook.objects.create(
        event=event, url=url, topics=sorted(topics), secret=secrets.token_hex(32)
    )


def with_last(event: Event) -> list[tuple[Webhook, list[WebhookDelivery]]]:
    """The hooks of an event, each with its latest messages."""
    hooks = event.hooks.order_by("pk")
    return [(hook, list(hook.deliveries.order_by("-pk")[:SHOWN])) for hook in hooks]


def queue(topic: str, *, event_id: int, tournament_id: int, at: datetime) -> int:
    """Queue a message for each hook of an event; returns how many were queued.

    A hook with the same message still waiting for its first attempt gets no second one.
    """
    hooks = [hook for hook in _active_hooks(event_id) if topic in hook.topics]
    if not hooks:
        return 0
    tournament = Tournament.objects.select_related("event").get(pk=tournament_id)
    body = {"topic": topic, "event": tournament.event.slug, "tournament": tournament.slug}
    waiting = set(
        WebhookDelivery.objects.filter(
            webhook__in=hooks, attempts=0, due_at__isnull=False, topic=topic, body=body
        ).values_list("webhook_id", flat=True)
    )
    made = [
        WebhookDelivery(webhook=hook, topic=topic, body=body, created_at=at, due_at=at)
        for hook in hooks
        if hook.pk not in waiting
    ]
    WebhookDelivery.objects.bulk_create(made)
    return len(made)


def _active_hooks(event_id: int) -> list[Webhook]:
    """The hooks of an event; if there were none, the database is not queried again for a second."""
    now = monotonic()
    if now - _hookless.get(event_id, -QUIET_SECONDS) < QUIET_SECONDS:
        return []
    hooks = ACTIVE_HOOKS.all(event_id)
    if hooks:
        _hookless.pop(event_id, None)
    else:
        _hookless[event_id] = now
    return hooks


def forget_hookless(sender: object, **facts: object) -> None:
    """A hook was changed in this process; other processes see it within a second."""
    _hookless.clear()


def deliver_due(*, now: datetime) -> int:
    """Attempt every message that is due; returns how many were accepted."""
    due = WebhookDelivery.objects.filter(due_at__lte=now, webhook__is_active=True)
    keys = list(due.order_by("due_at", "pk").values_list("pk", "attempts")[:AT_ONCE])
    return sum(_claimed(pk, attempts, now) and _deliver(pk) for pk, attempts in keys)


def _claimed(pk: int, attempts: int, now: datetime) -> bool:
    """Claim a message, unless another worker was quicker."""
    mine = WebhookDelivery.objects.filter(Q(due_at__lte=now), pk=pk, attempts=attempts)
    return bool(mine.update(attempts=F("attempts") + 1, due_at=now + CLAIM))


def _deliver(pk: int) -> bool:
    delivery = WebhookDelivery.objects.select_related("webhook").get(pk=pk)
    answer, accepted = send(delivery)
    now = timezone.now()
    delivery.answer = answer
    retries = delivery.attempts - 1
    delivery.delivered_at = now if accepted else None
    delivery.due_at = None if accepted or retries >= len(RETRIES) else now + RETRIES[retries]
    delivery.save(update_fields=["answer", "delivered_at", "due_at"])
    return accepted


def signature(secret: str, seconds: int, body: bytes) -> str:
    """The value of the signature header."""
    content = f"{seconds}.".encode() + body
    return f"t={seconds},v1={hmac.new(secret.encode(), content, hashlib.sha256).hexdigest()}"


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Never follows a redirect: only the address that was entered is notified."""

    def redirect_request(self, *_args, **_kwargs):
        return None


def send(delivery: WebhookDelivery) -> tuple[str, bool]:
    """Attempt a delivery: the answer of the other side, and whether it accepted the message."""
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
    if not hook.url.startswith(SCHEMES):
        return "not an address to tell", False
    request = urllib.request.Request(hook.url, body, headers)  # noqa: S310 - checked above
    opener = urllib.request.build_opener(_NoRedirects)
    try:
        with opener.open(request, timeout=TIMEOUT_SECONDS) as answer:
            return str(answer.status), answer.status in SUCCESS
    except urllib.error.HTTPError as error:
        return str(error.code), False
    except (OSError, ValueError) as error:
        return str(error)[:200], False
