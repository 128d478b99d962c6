"""Keeping nothing for longer than the settings say."""

from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction

from tournaments.accounts.invitations import services as invitations
from tournaments.models import Event, Phone, Player, WebhookDelivery
from tournaments.notifications.mail import sending as letters
from tournaments.notifications.push import delivering
from tournaments.person_fields import PERSON_FIELDS
from tournaments.privacy.log_of_sqlite import empty_log
from tournaments.registration.printing import prints
from tournaments.transactions import atomic

#: Rows of one kind that one run removes: others are waiting to write.
AT_ONCE = 500
#: The columns of a player that only staff may see, as they are afterwards.
FORGOTTEN = {one.key: "" for one in PERSON_FIELDS if not one.is_public} | {"language": ""}


@atomic
def remove_what_is_old(*, now: datetime) -> dict[str, int]:
    """Remove what is older than settings.KEEP_DAYS says, a part at a time; how many of each kind.

    Results are never removed. A number of days of 0 keeps that kind for ever.
    """
    transaction.on_commit(empty_log)
    return {kind: remove(now) for kind, remove in KINDS.items()}


def _before(now: datetime, kind: str) -> datetime | None:
    days = settings.KEEP_DAYS[kind]
    return now - timedelta(days=days) if days else None


def _contacts(now: datetime) -> int:
    """Forget all that is known of players beside their results, when their event is long over."""
    before = _before(now, "contacts")
    if before is None:
        return 0
    over = Event.objects.filter(ends_on__lt=before.date())
    known = Player.objects.filter(event__in=over).exclude(**FORGOTTEN)
    keys = known.values_list("pk", flat=True)[:AT_ONCE]
    return Player.objects.filter(pk__in=list(keys)).update(**FORGOTTEN)


def _phones(now: datetime) -> int:
    """The phones that opened a seat at an event that is long over."""
    before = _before(now, "phones")
    if before is None:
        return 0
    over = Event.objects.filter(ends_on__lt=before.date())
    keys = Phone.objects.filter(event__in=over).values_list("pk", flat=True)[:AT_ONCE]
    return Phone.objects.filter(pk__in=list(keys)).delete()[0]


def _deliveries(now: datetime) -> int:
    """Webhook messages that were delivered or given up."""
    before = _before(now, "deliveries")
    if before is None:
        return 0
    old = WebhookDelivery.objects.filter(due_at=None, created_at__lt=before)
    keys = list(old.values_list("pk", flat=True)[:AT_ONCE])
    return WebhookDelivery.objects.filter(pk__in=keys).delete()[0]


def _sessions(now: datetime) -> int:
    """Sessions that nobody can use any more."""
    old = Session.objects.filter(expire_date__lt=now)
    keys = list(old.values_list("pk", flat=True)[:AT_ONCE])
    return Session.objects.filter(pk__in=keys).delete()[0]


def _badges(now: datetime) -> int:
    """Badges that were drawn to be printed at once."""
    return prints.forget_old(now=now)


def _messages(now: datetime) -> int:
    """Messages to phones that were worth something two days ago."""
    return delivering.forget_old(now=now)


def _letters(now: datetime) -> int:
    """Letters by e-mail of three months ago."""
    return letters.forget_old(now=now)


def _invitations(now: datetime) -> int:
    """Invitations that nobody answered in time."""
    return invitations.forget_old(now, AT_ONCE)


KINDS = {
    "badges": _badges,
    "contacts": _contacts,
    "messages": _messages,
    "phones": _phones,
    "deliveries": _deliveries,
    "sessions": _sessions,
    "invitations": _invitations,
    "letters": _letters,
}
