"""Which site runs an event: the two verbs that change it, both of owners."""

from datetime import datetime

from tournaments import ledger, locking
from tournaments.clock.warnings.from_file import plan_for_locked
from tournaments.federation import errors
from tournaments.ledger import Actor
from tournaments.models import Event, EventSource
from tournaments.seen import check_still
from tournaments.transactions import atomic
from tournaments.verbs import Verb


def what_is_seen(event: Event) -> dict[str, str]:
    """The site that runs an event as a page shows it, for its digest."""
    return {"runs_at": event.runs_at}


@atomic
def run_here(event: Event, *, by: Actor, at: datetime, seen: str = "") -> Event:
    """Run an event on this site that came from another one, whose files update it no more.

    Nothing happens if this site runs it already. Raises ChangedSinceSeen.
    """
    event = locking.lock_event(event)
    check_still(seen, what_is_seen(event))
    if event.is_copy:
        before = {"runs_at": event.runs_at}
        event.runs_at = ""
        event.save(update_fields=["runs_at"])
        plan_for_locked(event, now=at)
        ledger.record(event, Verb.RUN_EVENT_HERE, event, by=by, at=at, before=before)
    return event


@atomic
def run_there(event: Event, *, by: Actor, at: datetime, seen: str = "") -> Event:
    """Let the site that an event came from run it again; this one has a copy from here on.

    Nothing happens if it is one. Raises CameFromNowhere or ChangedSinceSeen.
    """
    event = locking.lock_event(event)
    check_still(seen, what_is_seen(event))
    source = EventSource.objects.filter(event=event).first()
    if source is None:
        raise errors.CameFromNowhere(event=event.name)
    if not event.is_copy:
        event.runs_at = source.name
        event.save(update_fields=["runs_at"])
        after = {"runs_at": source.name}
        ledger.record(event, Verb.RUN_EVENT_THERE, event, by=by, at=at, after=after)
    return event
