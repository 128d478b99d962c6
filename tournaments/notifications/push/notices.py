"""Notices of each change for the people whom it concerns, in words of the moment of queueing."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import groupby
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.audience import PLAYED
from tournaments.models import (
    Announcement,
    Booking,
    Entry,
    Event,
    PushChange,
    PushSubscription,
    Round,
    ScoreSheet,
    Seat,
    Session,
    SheetVersion,
    runs_here,
)
from tournaments.models.seats import SITTING
from tournaments.notifications import queries
from tournaments.notifications.push import rules
from tournaments.notifications.push.bookings import TOLD, key_of, kind_of, when_and_where
from tournaments.verbs import Verb
from tournaments.wording import clock_time

Words = Callable[[], tuple[str, str]]
State, Reason = Booking.State, Booking.Reason


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice for ``people``, by the keys of players; None is everybody. Each phone gets it once.

    ``words`` gives title and text, in the language and the time zone of the reader. A phone that
    asked for messages after ``since`` does not get it: it is of before. What was not sent yet is
    put in the words of now. A notice for the same people whose key begins with one of ``replaces``
    is not so any more: it is not sent, and is new should it be so again.
    """

    key: str
    words: Words
    path: str
    ends_at: datetime
    people: Set[int] | None = None
    since: datetime | None = None
    replaces: tuple[str, ...] = ()

    def is_for(self, subscription: PushSubscription) -> bool:
        if self.since and self.since < subscription.made_at:
            return False
        return self.people is None or subscription.phone.player_id in self.people


def untrue(some: Iterable[Notice], before: "QuerySet[Any]", player: str) -> list[int]:
    """The keys of what came ``before`` some notices and is not so any more.

    ``player`` is the path from it to the player. One query, or none.
    """
    now: dict[int, list[Notice]] = defaultdict(list)
    for one in some:
        for who in one.people or ():
            now[who].append(one)
    begins = {begin for of_player in now.values() for one in of_player for begin in one.replaces}
    if not begins:
        return []
    rows = before.filter(Q(*(("key__startswith", begin) for begin in begins), _connector=Q.OR))
    return [
        pk
        for pk, key, who in rows.values_list("pk", "key", player)
        if all(one.key != key for one in now[who])
        and any(key.startswith(one.replaces) for one in now[who])
    ]


def _seated(event: Event, about: int, now: datetime) -> Iterator[Notice]:
    """The seats of a round that is published. Two queries."""
    shown = (Round.Status.PUBLISHED, Round.Status.RUNNING)
    found = Round.objects.filter(pk=about, tournament__event=event, status__in=shown)
    round_ = found.select_related("tournament", "session").first()
    if round_ is None:
        return
    seats = Seat.objects.filter(table__round=round_).annotate(sitting_id=SITTING)
    for seat in seats.select_related("table__hall_table__room").order_by("pk"):
        yield Notice(
            key=f"seat-{round_.pk}-{seat.table}"[:100],
            words=partial(_seat_words, round_, seat),
            path=seat.table.get_absolute_url(),
            ends_at=now + rules.WORTH,
            people={seat.sitting_id},
            replaces=(f"seat-{round_.pk}-",),
        )


def _seat_words(round_: Round, seat: Seat) -> tuple[str, str]:
    facts = {"tournament": round_.tournament, "round": round_, "seat": seat.position}
    start = round_.session.starts_at if round_.session else round_.tournament.next_round_at
    if start and not round_.started_at:
        facts["start"] = clock_time(start)
        text = _("%(tournament)s, %(round)s: your seat is number %(seat)s. Start: %(start)s.")
    else:
        text = _("%(tournament)s, %(round)s: your seat is number %(seat)s.")
    return str(seat.table), text % facts


def _places(event: Event, about: int, now: datetime) -> Iterator[Notice]:
    """Places that the queue got or may take, and those lost without having asked. One query."""
    found = Booking.objects.filter(TOLD, session=about)
    found = found.filter(session__event=event, session__ends_at__gt=now)
    related = ("session__event", "session__tournament", "session__room")
    for one in found.select_related(*related).order_by("pk"):
        _kind, words = kind_of(one)
        yield Notice(
            key=key_of(one),
            words=partial(words, one),
            path=_page_of(one.session),
            ends_at=one.offered_until or one.session.ends_at,
            people={one.player_id},
            since=one.at,
            replaces=_of_before(one) if one.state == State.LOST else (),
        )


def _of_before(lost: Booking) -> tuple[str, ...]:
    """How the keys of notices begin that came before a place was lost, and say otherwise."""
    of_session = (f"moved-{lost.session_id}-", f"soon-{lost.session_id}-")
    return (*of_session, f"place-{lost.pk}-", f"offer-{lost.pk}-")


def _moved(event: Event, about: int, now: datetime) -> Iterator[Notice]:
    """Everybody who is still booked or queues learns where and when a session is now, or that it
    takes place after all; and so does who lost a place when it was moved before. Four queries."""
    found = Session.objects.filter(pk=about, event=event, cancelled_at=None, ends_at__gt=now)
    session = found.select_related("event", "tournament", "room").first()
    if session is None:
        return
    people = session.bookings.filter(state__in=Booking.OPEN)
    lost = session.bookings.filter(state=State.LOST, reason=Reason.MOVED, at__lt=session.revised_at)
    restored = event.ledger.filter(verb=Verb.RESTORE_SESSION, at=session.revised_at or now)
    moved = ((people, _moved_words), (lost, _moved_again_words))
    for some, words in ((people, _restored_words),) if restored.exists() else moved:
        yield Notice(
            key=f"moved-{session.pk}-{session.version}",
            words=partial(words, session),
            path=_page_of(session),
            ends_at=session.ends_at,
            people=set(some.values_list("player_id", flat=True)),
            replaces=(f"moved-{session.pk}-", f"soon-{session.pk}-"),
        )
    # What is still to be sent about a place in it says where it is now.
    yield from _places(event, about, now)


def _moved_words(session: Session) -> tuple[str, str]:
    facts = {"session": session, "where": when_and_where(session)}
    return _("Moved"), _("%(session)s is now here: %(where)s.") % facts


def _restored_words(session: Session) -> tuple[str, str]:
    facts = {"session": session, "where": when_and_where(session)}
    return _("Takes place after all"), _("%(session)s: %(where)s.") % facts


def _moved_again_words(session: Session) -> tuple[str, str]:
    facts = {"session": session, "where": when_and_where(session)}
    text = _("%(session)s is now here: %(where)s. You lost your place when it was moved before.")
    return _("Moved again"), text % facts


def _disputed(event: Event, about: int, now: datetime) -> Iterator[Notice]:
    """The others at a table whose result somebody says is wrong. Three queries."""
    disputed = ScoreSheet.objects.filter(table=about, status=ScoreSheet.Status.DISPUTED)
    sheets = list(
        disputed.filter(table__round__tournament__event=event)
        .select_related("table__hall_table__room", "table__round__tournament")
        .order_by("pk")
    )
    if not sheets:
        return
    seats = Seat.objects.filter(table=about).annotate(sitting_id=SITTING)
    sitting = dict(seats.values_list("pk", "sitting_id"))
    said = SheetVersion.objects.filter(sheet__in=sheets, act=SheetVersion.Act.DISPUTE)
    last = {
        sheet: (pk, seat)
        for sheet, pk, seat in said.order_by("pk").values_list("sheet", "pk", "seat")
    }
    for sheet in sheets:
        version, seat = last[sheet.pk]
        yield Notice(
            key=f"dispute-{sheet.pk}-{version}",
            words=partial(_dispute_words, sheet),
            path=sheet.table.get_absolute_url(),
            ends_at=now + rules.WORTH,
            people={player for pk, player in sitting.items() if pk != seat},
        )


def _dispute_words(sheet: ScoreSheet) -> tuple[str, str]:
    facts = {"table": sheet.table, "tournament": sheet.table.round.tournament}
    text = _("%(tournament)s, %(table)s: somebody says that it is wrong. A conductor decides.")
    return _("A result is disputed"), text % facts


def _announced(event: Event, about: int, now: datetime) -> Iterator[Notice]:
    """Announcements that are shown now, for their audiences. At most three queries."""
    shown = queries.current(event, now=now, limit=queries.MOST_LISTED)
    people = _audiences(shown)
    for one in shown:
        yield Notice(
            key=one.key,
            words=partial(_announcement_words, event, one),
            path=event.get_absolute_url(),
            ends_at=one.ends_at,
            people=people.get(one.pk),
            since=max(one.starts_at, one.updated_at or one.starts_at),
        )


def _announcement_words(event: Event, announcement: Announcement) -> tuple[str, str]:
    return announcement.concerns or event.name, announcement.text


def _audiences(shown: Sequence[Announcement]) -> dict[int, set[int]]:
    """The players whom announcements are for; none for those that are for everybody.

    Whoever took over a seat takes part in a tournament of which they may have no entry.
    """
    tournaments = {one.tournament_id for one in shown if one.tournament_id}
    sessions = {one.session_id for one in shown if one.session_id}
    of_tournament, of_session = defaultdict(set), defaultdict(set)
    if tournaments:
        entries = Entry.objects.filter(tournament__in=tournaments).order_by()
        entries = entries.exclude(status=Entry.Status.DROPPED)
        seats = Seat.objects.filter(round__tournament__in=tournaments, round__status__in=PLAYED)
        taken_over = seats.exclude(played_by=None).order_by()
        playing = entries.values_list("tournament_id", "player_id").union(
            taken_over.values_list("round__tournament_id", "played_by_id")
        )
        for key, player in playing:
            of_tournament[key].add(player)
    if tournaments or sessions:
        bookings = Booking.objects.filter(
            Q(session__in=sessions) | Q(session__tournament__in=tournaments),
            state__in=Booking.OPEN,
        )
        rows = bookings.values_list("session_id", "session__tournament_id", "player_id")
        for session, tournament, player in rows:
            of_session[session].add(player)
            of_tournament[tournament].add(player)
    found = {}
    for one in shown:
        if one.tournament_id:
            found[one.pk] = of_tournament[one.tournament_id]
        elif one.session_id:
            found[one.pk] = of_session[one.session_id]
    return found


def starting(now: datetime) -> Iterator[tuple[Event, list[Notice]]]:
    """By event, what starts in ten minutes, for phones that get messages: sessions, and rounds
    that stand on no timetable. Two queries."""
    yield from _sessions_starting(now)
    yield from _rounds_starting(now)


def _with_messages() -> QuerySet[Any, Any]:
    """The players whose phones get messages."""
    phones = PushSubscription.objects.filter(phone__closed_at=None)
    return phones.order_by().values("phone__player")


def _sessions_starting(now: datetime) -> Iterator[tuple[Event, list[Notice]]]:
    soon = Booking.objects.filter(
        runs_here("session__event"),
        state__in=Booking.PLACED,
        session__starts_at__gt=now,
        session__starts_at__lte=now + rules.BEFORE,
        session__cancelled_at=None,
        session__event__announced_at__isnull=False,
        player__in=_with_messages(),
    )
    found = soon.select_related("session__event", "session__tournament", "session__room")
    ordered = found.order_by("session__event_id", "session_id", "pk")
    for event, of_event in groupby(ordered, lambda one: one.session.event):
        notices = [
            _start(session, {one.player_id for one in bookings})
            for session, bookings in groupby(of_event, lambda one: one.session)
        ]
        yield event, notices


def _rounds_starting(now: datetime) -> Iterator[tuple[Event, list[Notice]]]:
    """Rounds on no timetable whose start is announced, for those who know their seats."""
    of = "table__round__tournament"
    soon = Seat.objects.annotate(sitting_id=SITTING).filter(
        runs_here(f"{of}__event"),
        table__round__session=None,
        table__round__status=Round.Status.PUBLISHED,
        sitting_id__in=_with_messages(),
        **{f"{of}__next_round_at__gt": now, f"{of}__next_round_at__lte": now + rules.BEFORE},
    )
    found = soon.select_related(f"{of}__event", "table__hall_table__room")
    ordered = found.order_by(f"{of}__event_id", "pk")
    for event, seats in groupby(ordered, lambda one: one.table.round.tournament.event):
        yield event, [_seat_start(seat, {seat.sitting_id}, now) for seat in seats]


def _seat_start(seat: Seat, people: Set[int], now: datetime) -> Notice:
    round_ = seat.table.round
    start = round_.tournament.next_round_at or now
    return Notice(
        key=f"soon-round-{round_.pk}-{start.timestamp():.0f}",
        words=partial(_seat_start_words, seat, start),
        path=seat.table.get_absolute_url(),
        ends_at=start + rules.WORTH,
        people=people,
    )


def _seat_start_words(seat: Seat, start: datetime) -> tuple[str, str]:
    round_ = seat.table.round
    facts: dict[str, Any] = {"tournament": round_.tournament, "round": round_}
    facts |= {"table": seat.table, "start": clock_time(start)}
    text = _("%(tournament)s, %(round)s: %(start)s, %(table)s.")
    return _("It starts soon"), text % facts


def _start(session: Session, people: Set[int]) -> Notice:
    return Notice(
        key=f"soon-{session.pk}-{session.starts_at.timestamp():.0f}",
        words=partial(_start_words, session),
        path=_page_of(session),
        ends_at=session.ends_at,
        people=people,
    )


def _start_words(session: Session) -> tuple[str, str]:
    facts = {"session": session, "where": when_and_where(session)}
    return _("It starts soon"), _("%(session)s: %(where)s.") % facts


def _page_of(session: Session) -> str:
    return reverse("session", args=[session.event.slug, session.pk])


BY_KIND: dict[PushChange.Kind, Callable[[Event, int, datetime], Iterator[Notice]]] = {
    PushChange.Kind.ROUND: _seated,
    PushChange.Kind.PLACES: _places,
    PushChange.Kind.SESSION: _moved,
    PushChange.Kind.DISPUTE: _disputed,
    PushChange.Kind.ANNOUNCEMENT: _announced,
}
