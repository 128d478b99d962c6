"""Announcing something to people, changing it, and taking it back."""

from dataclasses import asdict, fields, replace
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from tournaments import ledger, locking, signals
from tournaments.errors import RowGone
from tournaments.ledger import Actor
from tournaments.models import Announcement, Event, runs_here
from tournaments.notifications import errors, rules
from tournaments.notifications.rules import AnnouncementValues, State
from tournaments.seen import Values, changed_by, check_not_added, check_still
from tournaments.texts import in_site_language
from tournaments.transactions import atomic
from tournaments.verbs import Verb

VALUES = tuple(field.name for field in fields(AnnouncementValues))
KEYS = {"tournament": "tournament_id", "session": "session_id"}


@atomic
def announce(
    event: Event, *, by: Actor, at: datetime, seen: int | None = None, **values: Any
) -> Announcement:
    """Announce something to an audience. ``values`` are those of ``rules.AnnouncementValues``.

    Raises the first of ``rules.faults``, NoSuchAudience, or AddedSinceSeen if the same was
    announced after ``seen``, the key of the newest announcement.
    """
    event = locking.lock_event(event)
    made = Announcement(event=event)
    _settle(made, AnnouncementValues(**values), at)
    check_not_added(_like(made), seen)
    made.save()
    after = for_ledger(made)
    ledger.record(event, Verb.ANNOUNCE, _subject(made), by=by, at=at, after=after)
    signals.publish(signals.announced, event_id=event.pk)
    return made


@atomic
def change_announcement(
    announcement: Announcement,
    *,
    by: Actor,
    at: datetime,
    seen: Values | None = None,
    **changes: Any,
) -> Announcement:
    """Change an announcement that is not over, of which ``seen`` was seen before.

    Raises ChangedMeanwhile, AnnouncementIsOver, the first of ``rules.faults``, or NoSuchAudience.
    """
    event = locking.lock_event(announcement.event_id)
    announcement = _going(event, announcement, at)
    before, now = for_ledger(announcement), values_of(announcement)
    changed = changed_by(changes, seen, asdict(now))
    _settle(announcement, replace(now, **changed), at)
    announcement.save()
    after = for_ledger(announcement)
    if after != before:
        ledger.record(
            *(event, Verb.CHANGE_ANNOUNCEMENT, _subject(announcement)),
            by=by,
            at=at,
            before=before,
            after=after,
        )
        signals.publish(signals.announced, event_id=event.pk)
    return announcement


@atomic
def withdraw(
    announcement: Announcement, *, by: Actor, at: datetime, seen: str = ""
) -> Announcement:
    """Show an announcement no longer. ``seen`` is the digest of what the page showed.

    Raises ChangedSinceSeen or AnnouncementIsOver.
    """
    event = locking.lock_event(announcement.event_id)
    announcement = _going(event, announcement, at)
    before = for_ledger(announcement)
    check_still(seen, before)
    announcement.withdrawn_at = at
    announcement.save(update_fields=["withdrawn_at"])
    subject = _subject(announcement)
    ledger.record(event, Verb.WITHDRAW_ANNOUNCEMENT, subject, by=by, at=at, before=before)
    signals.publish(signals.announced, event_id=event.pk)
    return announcement


def show_due(*, now: datetime) -> int:
    """Tell open pages of announcements whose time has come. Safe to run twice; how many it told."""
    due = Announcement.objects.filter(
        runs_here(), shown_at=None, withdrawn_at=None, starts_at__lte=now
    )
    shown = 0
    for pk, event_id in due.order_by("pk").values_list("pk", "event_id"):
        shown += _show(pk, event_id, now)
    return shown


@atomic
def _show(pk: int, event_id: int, now: datetime) -> int:
    claimed = Announcement.objects.filter(pk=pk, shown_at=None).update(shown_at=now)
    if claimed:
        signals.publish(signals.announced, event_id=event_id)
    return claimed


def values_of(announcement: Announcement) -> AnnouncementValues:
    """The values that conductors gave an announcement."""
    return AnnouncementValues(
        **{name: getattr(announcement, KEYS.get(name, name)) for name in VALUES}
    )


def for_ledger(announcement: Announcement) -> dict[str, Any]:
    """The values of an announcement for the ledger, and for its digest."""
    with in_site_language():
        of = announcement.concerns
    said = {
        "text": announcement.text,
        "audience": announcement.audience,
        "of": of,
        "starts_at": announcement.starts_at.isoformat(),
        "ends_at": announcement.ends_at.isoformat(),
    }
    return {key: value for key, value in said.items() if value}


def _going(event: Event, announcement: Announcement, at: datetime) -> Announcement:
    """An announcement of a locked event as it stands now. Raises RowGone or AnnouncementIsOver."""
    found = event.announcements.select_related("tournament", "session__tournament")
    now = found.filter(pk=announcement.pk).first()
    if now is None:
        raise RowGone
    if rules.state(now.starts_at, now.ends_at, now.withdrawn_at, at) in (
        State.OVER,
        State.WITHDRAWN,
    ):
        raise errors.AnnouncementIsOver
    return now


def _settle(announcement: Announcement, values: AnnouncementValues, at: datetime) -> None:
    """Give an announcement its values; nothing is stored. The event is locked."""
    values = replace(values, text=" ".join(values.text.split()))
    for fault in rules.faults(values, at):
        raise fault
    event = announcement.event
    # Assigned as rows, so that the ledger can say their names.
    tournament = event.tournaments.filter(pk=values.tournament or 0).first()
    session = event.sessions.select_related("tournament").filter(pk=values.session or 0).first()
    if (tournament is None, session is None) != (values.tournament is None, values.session is None):
        raise errors.NoSuchAudience(field="audience")
    announcement.tournament, announcement.session = tournament, session
    announcement.text, announcement.audience = values.text, values.audience
    announcement.starts_at, announcement.ends_at = values.starts_at, values.ends_at
    is_due = values.starts_at <= at
    announcement.shown_at = (announcement.shown_at or at) if is_due else None


def _like(announcement: Announcement) -> QuerySet[Announcement]:
    """The announcements that say the same to the same people."""
    return announcement.event.announcements.filter(
        text=announcement.text,
        audience=announcement.audience,
        tournament=announcement.tournament,
        session=announcement.session,
    )


def _subject(announcement: Announcement) -> str:
    with in_site_language():
        return announcement.concerns or str(announcement.get_audience_display())
