"""Changes that people are notified of: noted with the change itself, made messages of later.

Each is a row, written with the commit and only where a phone of the event gets messages, or
somebody letters. A worker reads what is so by then and queues a message for each phone, which gets
each notice once, and a letter for each address (``mail.writing``): so a process that dies loses
none, and a change that is read twice notifies nobody twice.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.dispatch import Signal
from django.utils import timezone, translation

from tournaments import at_commit, signals
from tournaments.models import Announcement, Event, PushChange, PushMessage, PushSubscription
from tournaments.notifications.mail import writing
from tournaments.notifications.push import notices
from tournaments.notifications.push.notices import Notice
from tournaments.prepared import Prepared, Question
from tournaments.transactions import atomic
from tournaments.wording import hours_of

Kind = PushChange.Kind
#: Changes that one run reads.
AT_ONCE = 100
#: The kind of change that an event of the site is, and which of its facts is the key.
NOTED: dict[Signal, tuple[Kind, str]] = {
    signals.round_changed: (Kind.ROUND, "round_id"),
    signals.places_given_or_lost: (Kind.PLACES, "session_id"),
    signals.session_moved: (Kind.SESSION, "session_id"),
    signals.result_disputed: (Kind.DISPUTE, "table_id"),
    signals.announced: (Kind.ANNOUNCEMENT, "event_id"),
}

SUBSCRIPTIONS = Prepared[PushSubscription](
    lambda event_id: PushSubscription.objects.filter(
        phone__event_id=event_id, phone__closed_at__isnull=True
    ).order_by()
)
#: A change that is noted. Every worker asks it twice a second, day and night.
WAITING = Prepared[tuple[int]](lambda: PushChange.objects.order_by().values_list("pk")[:1])


def connect() -> None:
    """Connect the receiver. Called once, when the app is ready."""
    signals.published.connect(note, dispatch_uid="tournaments.notifications.push")


def note(sender: object, *, changed: Signal, facts: Mapping[str, int], **more: object) -> None:
    """Note a change that people are notified of, if any phone of the event gets messages, or
    anybody letters."""
    if changed not in NOTED:
        return
    kind, key = NOTED[changed]
    event_id = facts["event_id"]
    readers: list[Question[Any]] = [SUBSCRIPTIONS.of(event_id)]
    if writing.is_noted(kind):
        readers.append(writing.READERS.of(event_id))
    for some in readers:
        at_commit.insert_if(PushChange(event_id=event_id, kind=kind, about=facts[key]), some)


def queue_messages(*, now: datetime) -> int:
    """Queue the messages of what was noted; how many are new."""
    if not WAITING.all():
        return 0
    noted = list(PushChange.objects.select_related("event").order_by("pk")[:AT_ONCE])
    by_subject: dict[tuple[int, str, int], list[PushChange]] = {}
    for change in noted:
        by_subject.setdefault((change.event_id, change.kind, change.about), []).append(change)
    return sum(_queue(changes, now) for changes in by_subject.values())


@atomic
def _queue(changes: Sequence[PushChange], now: datetime) -> int:
    """Queue the messages of changes of the same, unless another worker was quicker."""
    if not PushChange.objects.filter(pk__in=[change.pk for change in changes]).delete()[0]:
        return 0
    last = changes[-1]
    if last.event.is_copy:
        return 0  # the site that runs it notifies its people
    kind = Kind(last.kind)
    found = list(notices.BY_KIND[kind](last.event, last.about, now))
    if kind is Kind.ANNOUNCEMENT:
        _drop_unannounced(last.event, found)
    return _notify(last.event, found, now) + writing.write(last.event, kind, found, now)


def remind(*, now: datetime) -> int:
    """Queue a message to everybody whose game starts in ten minutes; how many are new."""
    return sum(_remind(event, some, now) for event, some in notices.starting(now))


@atomic
def _remind(event: Event, some: Sequence[Notice], now: datetime) -> int:
    return _notify(event, some, now)


def _notify(event: Event, some: Iterable[Notice], now: datetime) -> int:
    """Queue what phones of an event have not got yet; what waits to be sent says what is so now.

    Four queries, however many, and one for each message that waits and changes.
    """
    wanted = list(some)
    if not wanted:
        return 0
    phones = PushSubscription.objects.filter(phone__event=event, phone__closed_at=None)
    of_event = PushMessage.objects.filter(subscription__phone__event=event)
    sent = of_event.filter(key__in={one.key for one in wanted})
    known = {(message.subscription_id, message.key): message for message in sent}
    with timezone.override(event.zone), hours_of(clock_12h=event.clock_12h):
        made = [
            _message(phone, one, now)
            for phone in phones.select_related("phone").order_by("pk")
            for one in wanted
            if one.is_for(phone) and not _is_done(known.get((phone.pk, one.key)))
        ]
    new = []
    for message in made:
        waits = known.get((message.subscription_id, message.key))
        if waits is None:
            new.append(message)
        else:
            _reword(waits, message)
    PushMessage.objects.bulk_create(new, ignore_conflicts=True)
    if found := notices.untrue(wanted, of_event, "subscription__phone__player"):
        of_event.filter(pk__in=found).delete()
    return len(new)


def _drop_unannounced(event: Event, shown: Iterable[Notice]) -> None:
    """Remove messages that wait to be sent of what is not announced to their readers any more: it
    was withdrawn, or has other words or another audience by now. Two queries at most.
    """
    by_key = {one.key: one for one in shown}
    waiting = PushMessage.objects.filter(
        subscription__phone__event=event,
        due_at__isnull=False,
        key__startswith=Announcement.KEY_BEGINS,
    )
    gone = [
        pk
        for pk, key, player in waiting.values_list("pk", "key", "subscription__phone__player")
        if not _is_of(by_key.get(key), player)
    ]
    if gone:
        waiting.filter(pk__in=gone).delete()


def _is_of(notice: Notice | None, player: int) -> bool:
    return notice is not None and (notice.people is None or player in notice.people)


def _is_done(message: PushMessage | None) -> bool:
    return message is not None and message.due_at is None


def _reword(waits: PushMessage, now: PushMessage) -> None:
    """Give a message that waits to be sent the words of now."""
    if (waits.title, waits.text, waits.ends_at) != (now.title, now.text, now.ends_at):
        still = PushMessage.objects.filter(pk=waits.pk, due_at__isnull=False)
        still.update(title=now.title, text=now.text, ends_at=now.ends_at)


def _message(phone: PushSubscription, notice: Notice, now: datetime) -> PushMessage:
    with translation.override(phone.language):
        title, text = notice.words()
    return PushMessage(
        subscription=phone,
        key=notice.key,
        title=title[:150],
        text=text[:500],
        path=notice.path,
        made_at=now,
        due_at=now,
        ends_at=notice.ends_at,
    )
