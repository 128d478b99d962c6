"""The reads behind the timetable: its sessions by day, in the event's time zone."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from itertools import groupby
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.models import (
    Event,
    Session,
    Tournament,
    has_round,
    in_ended_tournaments,
    with_is_played,
)
from tournaments.seen import digest
from tournaments.timetable import rules

#: The usual length of a session that is planned first.
LENGTH = timedelta(hours=4)
#: So many sessions the page of an event names.
NEXT_SHOWN = 6
#: Nobody waits any more for a session that was not seated so long after its start.
LATEST = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Timetable:
    """The sessions of an event: what runs, what comes by day, and what is over."""

    running: Sequence[Session]
    coming: Sequence[tuple[date, Sequence[Session]]]
    over: Sequence[Session] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        return not (self.running or self.coming or self.over)


def timetable(event: Event, now: datetime) -> Timetable:
    """All sessions of an event, also those not published, but for pick-up games, which nobody signs
    up for. Three queries."""
    return by_time(event, list(_planned(event)), now)


def public(event: Event) -> "QuerySet[Session]":
    """The sessions that everybody sees, in the order of their start."""
    return _planned(event).exclude(published_at=None)


def _planned(event: Event) -> "QuerySet[Session]":
    """Three queries: many sessions are of few tournaments, each with many columns."""
    planned = with_is_played(event.sessions.exclude(kind=Session.Kind.PICK_UP))
    return planned.prefetch_related("tournament", "room").order_by("starts_at", "pk")


def is_played(session: Session) -> bool:
    """Whether nothing more is played in a session that was read ``with_is_played``, or locked."""
    return bool(vars(session)["is_played"])


def nothing_follows(session: Session, now: datetime) -> bool:
    """Whether nothing is played in a session any more: its time is over, its round, or its
    tournament."""
    return session.is_over(now) or is_played(session) or session.tournament_has_ended


def _is_over(session: Session, now: datetime) -> bool:
    """As ``nothing_follows``, but what was cancelled says so until its time is over."""
    if session.cancelled_at:
        return session.is_over(now) or is_played(session)
    return nothing_follows(session, now)


def by_time(event: Event, sessions: Sequence[Session], now: datetime) -> Timetable:
    """Sessions in the order of their start, as a timetable. No query."""
    over = [one for one in sessions if _is_over(one, now)]
    left = [one for one in sessions if not _is_over(one, now)]
    return Timetable(
        running=[one for one in left if one.starts_at <= now],
        coming=by_day(event, [one for one in left if one.starts_at > now]),
        over=over,
    )


def by_day(event: Event, sessions: Sequence[Session]) -> list[tuple[date, list[Session]]]:
    """Sessions in the order of their start, by the day that the clocks of the event show."""
    days = groupby(sessions, lambda one: timezone.localtime(one.starts_at, event.zone).date())
    return [(day, list(of_day)) for day, of_day in days]


def of_file(event: Event, *, drafts: bool = False) -> list[Session]:
    """The sessions that take place and are published, or with ``drafts`` all. Three queries."""
    found = _planned(event) if drafts else public(event)
    return list(found.filter(cancelled_at=None))


def has_sessions(event: Event) -> bool:
    """Whether anything is on the public timetable. One query."""
    return public(event).exists()


def to_begin(event: Event, now: datetime) -> "QuerySet[Session]":
    """The public sessions that are still to begin, in order; of those of a tournament also one that
    is late: nobody is seated in it yet. None of a tournament that has ended."""
    is_late = Q(tournament__isnull=False, starts_at__gt=now - LATEST, ends_at__gt=now)
    is_late &= ~Q(has_round())
    left = public(event).exclude(in_ended_tournaments())
    return left.filter(Q(starts_at__gt=now) | is_late, cancelled_at=None)


def is_over(event: Event, now: datetime) -> bool:
    """Whether an event was played, all of it is over, and no session is left. Two queries at most.

    One whose tournaments were all cancelled has nothing that is over.
    """
    statuses = set(event.tournaments.order_by().values_list("status", flat=True))
    have_ended = Tournament.Status.FINISHED in statuses and statuses <= set(Tournament.ENDED)
    return have_ended and not to_begin(event, now).exists()


def next_sessions(event: Event, now: datetime) -> list[Session]:
    """The first sessions that are still to begin. Three queries, or one if none are."""
    return list(to_begin(event, now)[:NEXT_SHOWN])


def days_of(event: Event) -> list[date]:
    """The days of an event."""
    count = (event.ends_on - event.starts_on).days
    return [event.starts_on + timedelta(days=n) for n in range(count + 1)]


def form_values(session: Session) -> dict[str, Any]:
    """The values of a session as its form shows them."""
    local = timezone.localtime(session.starts_at, session.event.zone)
    names = ["name", "first_table", "last_table", "capacity", "release_minutes", "kind"]
    names += ["opens_at", "closes_at"]
    return {name: getattr(session, name) for name in names} | {
        "day": local.date().isoformat(),
        "time": local.time(),
        "length": session.ends_at - session.starts_at,
        "starts_at": session.starts_at,
        "room": session.room_id,
        "joins": session.joins == Session.Joins.FREE,
    }


def next_values(event: Event) -> dict[str, Any]:
    """The values that a new session begins with: those of the last one that was planned."""
    planned = event.sessions.exclude(kind=Session.Kind.PICK_UP)
    last = planned.select_related("event").order_by("-pk").first()
    if last is None:
        return {"day": event.starts_on.isoformat(), "length": LENGTH, "joins": True}
    values = form_values(last)
    return {name: values[name] for name in ("day", "time", "length", "room", "joins")} | {
        "release_minutes": last.release_minutes
    }


def mark(session: Session) -> str:
    """A session in short, as the button that cancels it names what it saw."""
    return digest(rules.shown(session.version, session.taken, session.waiting))
