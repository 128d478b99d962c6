"""A player asks for messages on their phone, and no longer."""

from datetime import datetime
from urllib.parse import urlsplit

from django.conf import settings

from tournaments import ledger, locking
from tournaments.errors import RowGone
from tournaments.ledger import Actor
from tournaments.models import Phone, PushMessage, PushSubscription
from tournaments.notifications.push import encryption, rules
from tournaments.notifications.push.errors import NoPushService
from tournaments.outgoing.network import is_forbidden_literal
from tournaments.transactions import atomic
from tournaments.verbs import Verb

#: The key of the first message, by which a player sees that messages arrive.
FIRST = "first"


@atomic
def subscribe(
    phone: Phone,
    *,
    endpoint: str,
    p256dh: str,
    auth: str,
    language: str,
    first: tuple[str, str, str],
    by: Actor,
    at: datetime,
) -> PushSubscription:
    """Send messages to a phone from now on, and the ``first`` at once: its title, text and path.

    ``endpoint`` and the keys are what its browser says. Asking again with the same changes nothing.
    Raises NoPushService, or RowGone if the seat is no longer open on it.
    """
    _check(endpoint, p256dh, auth)
    phone = locking.lock_phone(phone)
    if phone.closed_at:
        raise RowGone
    keys = {"endpoint": endpoint, "p256dh": p256dh, "auth": auth}
    found = PushSubscription.objects.filter(phone=phone).first()
    if found and all(getattr(found, name) == value for name, value in keys.items()):
        return found
    if found:
        found.delete()
    made = PushSubscription.objects.create(phone=phone, language=language, made_at=at, **keys)
    title, text, path = first
    PushMessage.objects.create(
        subscription=made,
        key=FIRST,
        title=title,
        text=text,
        path=path,
        made_at=at,
        due_at=at,
        ends_at=at + rules.WORTH,
    )
    after = {"device": phone.device}
    ledger.record(phone.event_id, Verb.SEND_MESSAGES, phone.player, by=by, at=at, after=after)
    return made


@atomic
def unsubscribe(phone: Phone, *, by: Actor, at: datetime) -> None:
    """Send a phone no messages any more. Repeating it changes nothing."""
    phone = locking.lock_phone(phone)
    if PushSubscription.objects.filter(phone=phone).delete()[0]:
        after = {"device": phone.device}
        ledger.record(phone.event_id, Verb.STOP_MESSAGES, phone.player, by=by, at=at, after=after)


def _check(endpoint: str, p256dh: str, auth: str) -> None:
    """Raise NoPushService unless something can be encrypted for these keys and sent there."""
    try:
        parts = urlsplit(endpoint)
        is_whole = parts.scheme == "https" and parts.hostname and "@" not in parts.netloc
        _port = parts.port
        encryption.check_keys(p256dh, auth)
    except ValueError:
        raise NoPushService from None
    if not is_whole or is_forbidden_literal(parts.hostname or "", settings.PUSH_NETWORKS):
        raise NoPushService
