"""An event that runs here publishes itself to the site of a federation, as long as it has a target.

A worker sends the whole file when it says something else than the one before. One that was cut off
is sent again, and changes nothing twice there. Where the network or the other site is away, it
tries again after longer and longer pauses; a refusal waits for a conductor.
"""

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import ledger, locking
from tournaments.errors import RowGone, RunsElsewhere
from tournaments.federation import errors, rules
from tournaments.federation.sending import Answer, address_of, content_of, send
from tournaments.ledger import Actor
from tournaments.models import Event, Publication, runs_here
from tournaments.outgoing.network import is_forbidden_literal
from tournaments.seen import check_still
from tournaments.transactions import atomic
from tournaments.verbs import Verb

logger = logging.getLogger(__name__)

#: A publication that is attempted for so long was cut off: longer than the network is waited for.
CUT_OFF = timedelta(minutes=10)
AT_ONCE = 20


# --- Conductors -----------------------------------------------------------------------------------


@atomic
def publish_to(
    event: Event, *, site: str, token: str, by: Actor, at: datetime, seen: str = ""
) -> Publication:
    """Publish an event to a site from now on, with a token of that site.

    Raises NoSite, RunsElsewhere for a copy, or ChangedSinceSeen.
    """
    event = _locked(event, seen)
    site = site.strip().rstrip("/")
    _check(event, site)
    found, _new = Publication.objects.update_or_create(
        event=event,
        defaults={
            "site": site,
            "token": token.strip(),
            "due_at": at,
            "refused": "",
            "reason": "",
            "digest": "",
            "published_at": None,
            "waiting_since": None,
            "attempts": 0,
        },
    )
    ledger.record(event, Verb.PUBLISH_TO_SITE, event, by=by, at=at, after={"site": site})
    return found


@atomic
def publish_now(event: Event, *, by: Actor, at: datetime) -> Publication:
    """Make the next attempt at once, also after a refusal. Raises RowGone without a target."""
    event = _locked(event, "")
    found = Publication.objects.filter(event=event).first()
    if found is None:
        raise RowGone
    found.due_at, found.refused = at, ""
    found.save(update_fields=["due_at", "refused"])
    ledger.record(event, Verb.PUBLISH_NOW, event, by=by, at=at, after={"site": found.site})
    return found


@atomic
def stop_publishing(event: Event, *, by: Actor, at: datetime, seen: str = "") -> None:
    """Publish an event no more, and forget the token. Nothing happens without a target.

    What the other site has stays there. Raises ChangedSinceSeen.
    """
    event = _locked(event, seen)
    found = Publication.objects.filter(event=event).first()
    if found is not None:
        found.delete()
        ledger.record(event, Verb.STOP_PUBLISHING, event, by=by, at=at, before={"site": found.site})


def what_is_seen(event: Event) -> dict[str, str]:
    """The target of an event as a page shows it, for its digest."""
    found = Publication.objects.filter(event=event).first()
    return {"site": found.site if found else ""}


def _locked(event: Event, seen: str) -> Event:
    event = locking.lock_event(event)
    check_still(seen, what_is_seen(event))
    if event.is_copy:
        raise RunsElsewhere(event=event.name, site=event.runs_at)
    return event


def _check(event: Event, site: str) -> None:
    try:
        parts = address_of(site, event)
    except ValueError as error:
        raise errors.NoSite(field="site") from error
    if "@" in parts.netloc or is_forbidden_literal(parts.hostname or "", settings.WEBHOOK_NETWORKS):
        raise errors.ForbiddenSite(field="site")


# --- Workers --------------------------------------------------------------------------------------


def publish_due(*, now: datetime) -> int:
    """Publish what is due and has changed; how many events were sent. Safe to run twice."""
    due = Publication.objects.filter(runs_here(), due_at__lte=now).select_related("event")
    sent = 0
    for found in due.order_by("due_at", "pk")[:AT_ONCE]:
        try:
            sent += _claimed(found, now) and _publish(found, now)
        except Exception:
            # One broken event must not keep the others waiting.
            logger.exception("Event %s was not published", found.event_id)
    return sent


def _claimed(found: Publication, now: datetime) -> bool:
    """Take an attempt, unless another worker was quicker."""
    mine = Publication.objects.filter(pk=found.pk, due_at=found.due_at)
    found.due_at = now + CUT_OFF
    return bool(mine.update(due_at=found.due_at))


def _publish(found: Publication, now: datetime) -> bool:
    """Make an attempt that is claimed; whether the event was sent and taken."""
    event = found.event
    content = content_of(event, at=now)
    pause = rules.pause(event.starts_on, event.ends_on, now.astimezone(event.zone).date())
    if content.digest == found.digest and not found.attempts:
        _note(found, due_at=now + pause)
        return False
    try:
        parts = address_of(found.site, event)
        answer = send(parts, content.file, found.token, own=settings.WEBHOOK_NETWORKS)
    except ValueError as error:
        answer = Answer(published=False, detail=str(error))
    at = timezone.now()
    if answer.published:
        done = {"digest": content.digest, "published_at": at, "due_at": at + pause}
        _note(found, **done, waiting_since=None, attempts=0, reason="")
    elif answer.may_pass:
        attempts = min(found.attempts + 1, rules.MOST_COUNTED)
        due_at = at + rules.pause_after(attempts)
        since = found.waiting_since or at
        _note(found, waiting_since=since, attempts=attempts, reason=answer.detail, due_at=due_at)
    else:
        words = answer.detail or _("The other site refused it.")
        _note(found, refused=words, due_at=None, waiting_since=None, attempts=0, reason="")
    return answer.published


def _note(found: Publication, **values: object) -> None:
    """Store what came of an attempt, unless it is another's by now, or has another target."""
    Publication.objects.filter(pk=found.pk, due_at=found.due_at).update(**values)
