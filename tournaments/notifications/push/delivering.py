"""Sends the messages that are due: encrypted, one a second to a phone, retried until too late.

A worker claims a message and its phone as it claims webhooks.
"""

import json
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from tournaments.models import PushMessage, PushSubscription
from tournaments.notifications.push import encryption, rules
from tournaments.notifications.push.bookings import is_so
from tournaments.outgoing import claiming, posting
from tournaments.outgoing.posting import Reply
from tournaments.prepared import Prepared
from tournaments.transactions import atomic

#: A message is known for so long after it was worth something: till then nobody gets it again.
KNOWN_FOR = timedelta(days=2)
#: Messages that one run removes.
REMOVED_AT_ONCE = 500
#: What is left of a message that is done.
DONE = {"due_at": None, "title": "", "text": ""}
#: A message that is still to be sent. Every worker asks it each second, day and night.
WAITING = Prepared[tuple[int]](
    lambda: PushMessage.objects.filter(due_at__isnull=False).order_by().values_list("pk")[:1]
)


def deliver_due(*, now: datetime) -> int:
    """Attempt the messages that are due; how many were accepted."""
    if not settings.PUSH_KEY or not WAITING.all():
        return 0
    accepted = 0
    for _attempt in range(claiming.AT_ONCE):
        message = _claim_next(now)
        if message is None:
            break
        accepted += _deliver(message)
    return accepted


def _claim_next(now: datetime) -> PushMessage | None:
    """Claim the message that has been due for longest, to a phone that may get one now.

    What is worth nothing any more is dropped on the way, and what is not so any more is removed.
    """
    ready = claiming.free(now) & (Q(resume_at=None) | Q(resume_at__lte=now))
    phones = PushSubscription.objects.filter(ready, phone__closed_at=None)
    due = PushMessage.objects.filter(due_at__lte=now, subscription__in=phones)
    for message in due.select_related("subscription").order_by("due_at", "pk")[: claiming.AT_ONCE]:
        if message.ends_at <= now:
            PushMessage.objects.filter(pk=message.pk, attempts=message.attempts).update(**DONE)
        elif not is_so(message.key):
            PushMessage.objects.filter(pk=message.pk, attempts=message.attempts).delete()
        elif _claimed(message, now):
            return message
    return None


@atomic
def _claimed(message: PushMessage, now: datetime) -> bool:
    """Claim a phone and its message, unless another worker was quicker."""
    phone = PushSubscription.objects.filter(pk=message.subscription_id)
    mine = PushMessage.objects.filter(pk=message.pk)
    if not claiming.claim(phone, mine, attempts=message.attempts, now=now):
        return False
    message.refresh_from_db()
    return True


def _deliver(message: PushMessage) -> bool:
    """Send a claimed message, and note how it went."""
    reply = send(message, timezone.now())
    _note(message, reply, timezone.now())
    return reply is not None and rules.is_accepted(reply.status)


def send(message: PushMessage, at: datetime) -> Reply | None:
    """Attempt a message; what the push service replied."""
    to = message.subscription
    said = {"title": message.title, "body": message.text, "path": message.path, "tag": message.key}
    body = encryption.encrypt(json.dumps(said).encode(), to.p256dh, to.auth)
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(max(0, int((message.ends_at - at).total_seconds()))),
        "Urgency": "high",
        "Authorization": encryption.authorization(
            to.endpoint, settings.PUSH_KEY, contact=_contact(), at=at
        ),
    }
    return posting.post(
        to.endpoint, body, headers, own=settings.PUSH_NETWORKS, seconds=settings.PUSH_SECONDS
    )


def _contact() -> str:
    """Whom a push service may write to if something is wrong with our messages."""
    if settings.PUBLIC_URL.startswith("https:"):
        return str(settings.PUBLIC_URL)
    return f"mailto:{settings.DEFAULT_FROM_EMAIL}"


@atomic
def _note(message: PushMessage, reply: Reply | None, at: datetime) -> None:
    """Store how an attempt ended: a subscription that is gone, or fails too often, is deleted."""
    status, retry_after = reply or Reply(0)
    phone = PushSubscription.objects.filter(pk=message.subscription_id)
    this = PushMessage.objects.filter(pk=message.pk)
    if rules.is_accepted(status):
        this.update(sent_at=at, **DONE)
        phone.update(busy_until=None, failures=0, resume_at=at + rules.BETWEEN)
        return
    failures = message.subscription.failures + 1
    pause = rules.pause_after(failures, retry_after, at)
    if status in rules.GONE or pause is None:
        phone.delete()
        return
    this.update(**(DONE if rules.is_refused(status) else {"due_at": at + pause}))
    phone.update(busy_until=None, failures=failures, resume_at=at + pause)


def forget_old(*, now: datetime) -> int:
    """Remove messages of which nobody has to know any more that they were sent; how many."""
    old = PushMessage.objects.filter(ends_at__lt=now - KNOWN_FOR)
    keys = list(old.values_list("pk", flat=True)[:REMOVED_AT_ONCE])
    return PushMessage.objects.filter(pk__in=keys).delete()[0]
