"""The day of one person at a convention: their places by day, and what they could still play."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby
from zoneinfo import ZoneInfo

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from tournaments import holds
from tournaments.models import (
    Booking,
    Player,
    RankingPart,
    RankingRow,
    Round,
    Session,
    in_ended_tournaments,
    played_out,
)
from tournaments.signup import bookings, rules

State = Booking.State
#: So many games are offered to somebody who looks for one.
OFFERED = 6


@dataclass(frozen=True, slots=True)
class Place:
    """One place of the person, or their turn in a queue."""

    booking: Booking
    #: From 1, in the queue; 0 outside of it.
    queue_place: int
    #: Whether they may say now that they have come.
    may_be_here: bool

    @property
    def session(self) -> Session:
        return self.booking.session


@dataclass(frozen=True, slots=True)
class Offer:
    """A session that the person could come to now."""

    session: Session
    #: Whether it counts in a category that they still need for a ranking.
    is_needed: bool


@dataclass(frozen=True, slots=True)
class Day:
    """The places of one person, and the games they could play, at one moment."""

    coming: Sequence[tuple[date, Sequence[Place]]]
    #: Places that they lost, also those in a queue, of sessions that are not over yet.
    lost: Sequence[Booking]
    #: Sessions that take people now and leave the person's other places alone: first those of a
    #: category that they still need.
    offered: Sequence[Offer]

    @property
    def is_empty(self) -> bool:
        return not (self.coming or self.lost or self.offered)


def day_of(player: Player, zone: ZoneInfo, now: datetime) -> Day:
    """The day of a person in the time zone of the event. At most six queries."""
    found = list(_places(player, now))
    mine = [one for one in found if one.state in Booking.OPEN]
    queues = _queues(one for one in mine if one.state == State.WAITING)
    here = (holds.quarters_of(one.session) for one in mine if one.state == State.HERE)
    playing = {quarter for session in here for quarter in session}
    places = [_place(one, queues, playing, now) for one in mine]
    days = groupby(places, lambda one: timezone.localtime(one.session.starts_at, zone).date())
    return Day(
        coming=[(day, list(of_day)) for day, of_day in days],
        lost=[one for one in found if one.state in (State.RELEASED, State.LOST)],
        offered=_offered(player, {one.session_id for one in mine}, now),
    )


def _places(player: Player, now: datetime) -> "QuerySet[Booking]":
    """Those in sessions in which something is still played."""
    found = player.bookings.filter(~played_out("session__"), session__ends_at__gt=now)
    return found.select_related("session__tournament", "session__room").order_by(
        "session__starts_at", "session"
    )


def _place(
    booking: Booking, queues: dict[int, list[int]], playing: set[int], now: datetime
) -> Place:
    """``playing`` are the quarters that the person plays: nobody is asked to be in two places."""
    queue = queues[booking.session_id] if booking.state == State.WAITING else []
    window = bookings.window_of(booking.session, is_played=False)
    obstacle = rules.to_be_here(window, now, conducts=False, booked=True)
    is_elsewhere = not playing.isdisjoint(holds.quarters_of(booking.session))
    return Place(
        booking=booking,
        queue_place=queue.index(booking.pk) + 1 if booking.pk in queue else 0,
        may_be_here=obstacle is None and booking.here_at is None and not is_elsewhere,
    )


def _queues(waiting: Iterable[Booking]) -> dict[int, list[int]]:
    """The bookings in the queues that somebody waits in, in their order. One query."""
    sessions = {one.session_id for one in waiting}
    found: dict[int, list[int]] = defaultdict(list)
    if sessions:
        rows = Booking.objects.filter(session__in=sessions, state=State.WAITING)
        for session, pk in rows.order_by("queued_at", "pk").values_list("session", "pk"):
            found[session].append(pk)
    return found


def _offered(player: Player, taken: set[int], now: datetime) -> list[Offer]:
    """Sessions that take somebody by themselves now, have room and are not seated. Four queries."""
    seated = Round.objects.exclude(status=Round.Status.SEATED).filter(session__isnull=False)
    found = list(
        Session.objects.filter(
            Q(capacity=None) | Q(capacity__gt=F("taken") + F("offered")),
            event=player.event_id,
            starts_at__lte=now + rules.BEFORE,
            ends_at__gt=now,
            cancelled_at=None,
            published_at__isnull=False,
            joins=Session.Joins.FREE,
        )
        .exclude(pk__in=taken)
        .exclude(in_ended_tournaments())
        .exclude(pk__in=seated.values("session"))
        .select_related("tournament", "room")
        .order_by("starts_at", "pk")
    )
    if not found:
        return []
    busy = holds.quarters_taken(player.pk, now)
    needed = _needed(player)
    offers = [
        Offer(one, is_needed=one.tournament_id in needed)
        for one in found
        if busy.isdisjoint(holds.quarters_of(one))
    ]
    return sorted(offers, key=lambda one: not one.is_needed)[:OFFERED]


def _needed(player: Player) -> set[int | None]:
    """The tournaments that count in a category which the person still needs. Two queries."""
    rows = RankingRow.objects.filter(player=player, ranking__event=player.event_id)
    missing = {
        ranking: set(details["missing"]["of"])
        for ranking, details in rows.values_list("ranking", "details")
        if details.get("missing")
    }
    parts = RankingPart.objects.filter(ranking__in=list(missing)).defer("games")
    parts = parts.select_related("ranking", "tournament__title")
    return {one.tournament_id for one in parts if one.key in missing[one.ranking_id]}
