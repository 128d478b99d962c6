"""The rounds of an event as a calendar: those played, running and announced, and heats to come.

Those of a league are weeks: whole days, and no time zone.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from tournaments import calendars
from tournaments.models import Event, Round, Session, Tournament
from tournaments.punctuation import labelled
from tournaments.standings.exporting import league
from tournaments.timetable.showing import calendar as timetable


@dataclass(frozen=True, slots=True)
class Slot:
    """A round that was played, is played or is announced, and its row if it has one."""

    tournament: Tournament
    number: int
    name: str
    starts_at: datetime
    ends_at: datetime
    round: Round | None = None


def write(event: Event, tournaments: Iterable[Tournament], *, site: str) -> bytes:
    """The calendar of some tournaments of an event. ``site`` is its address. Two queries, and two
    more for leagues.
    """
    tournaments = list(tournaments)
    return calendars.write(event.name, _entries(event, tournaments), site=site)


def _entries(event: Event, tournaments: list[Tournament]) -> Iterator[calendars.Entry]:
    sessions = _sessions(tournaments)
    for slot in _slots(tournaments):
        session = sessions.pop(slot.round.session_id or 0, None) if slot.round else None
        yield _round(event, slot, session)
    for session in sessions.values():
        yield _heat(event, session)
    leagues = {one.pk: one for one in tournaments if one.pairing == Tournament.Pairing.FIXTURES}
    for days in league.days(leagues) if leagues else ():
        yield _days(event, leagues[days.tournament_id], days)


def _sessions(tournaments: list[Tournament]) -> dict[int, Session]:
    """The sessions of some tournaments that everybody sees on the timetable, by key."""
    by_key = {one.pk: one for one in tournaments}
    found = Session.objects.filter(tournament__in=by_key, published_at__isnull=False)
    found = found.exclude(kind=Session.Kind.PICK_UP).select_related("room")
    for session in (by_pk := {one.pk: one for one in found.order_by("starts_at", "pk")}).values():
        session.tournament = by_key[session.tournament_id or 0]
    return by_pk


def _slots(tournaments: list[Tournament]) -> Iterator[Slot]:
    rounds = Round.objects.filter(tournament__in=tournaments).order_by("tournament", "number")
    by_tournament: dict[int, list[Round]] = {}
    for round_ in rounds:
        by_tournament.setdefault(round_.tournament_id, []).append(round_)
    for tournament in tournaments:
        here = by_tournament.get(tournament.pk, [])
        for round_ in here:
            if round_.started_at and round_.ends_at:
                ends_at = round_.closed_at or round_.ends_at
                name = str(round_)
                yield Slot(tournament, round_.number, name, round_.started_at, ends_at, round_)
        coming = [round_ for round_ in here if not round_.started_at]
        if tournament.next_round_at and tournament.status != Tournament.Status.FINISHED:
            yield _announced(tournament, tournament.next_round_at, here, coming)


def _announced(
    tournament: Tournament, starts_at: datetime, here: list[Round], coming: list[Round]
) -> Slot:
    """The round whose start is announced. Nobody sees the name of one that is a draft."""
    is_final = any(round_.kind == Round.Kind.FINAL for round_ in coming)
    number = coming[0].number if coming else max((one.number for one in here), default=0) + 1
    public = next((one for one in coming if one.status == Round.Status.PUBLISHED), None)
    name = str(public) if public else _("Round %(number)s") % {"number": number}
    length = tournament.final_slot if public and is_final else tournament.slot
    return Slot(tournament, number, name, starts_at, starts_at + length, public)


def _round(event: Event, slot: Slot, session: Session | None) -> calendars.Entry:
    """A round by its own clock. One that has its session is that entry of the timetable."""
    tournament = slot.tournament
    changed_at = calendars.latest(event, tournament, slot.round)
    if session:
        changed_at = calendars.latest(changed_at, session.revised_at, session.published_at)
        times = {"starts": slot.starts_at, "ends": slot.ends_at}
        return _heat(event, session, changed_at=changed_at, **times)
    return calendars.Entry(
        key=f"round-{tournament.pk}-{slot.number}",
        title=labelled(tournament, slot.name),
        starts=slot.starts_at,
        ends=slot.ends_at,
        changed_at=changed_at,
        status=_status(tournament),
        where=event.venue,
        path=tournament.get_absolute_url(),
    )


def _heat(event: Event, session: Session, **more: datetime) -> calendars.Entry:
    tournament = session.tournament
    path = tournament.get_absolute_url() if tournament else ""
    return timetable.entry(event, session, path=path, **more)


def _days(event: Event, tournament: Tournament, found: league.Days) -> calendars.Entry:
    return calendars.Entry(
        key=found.key,
        title=labelled(tournament, found.name),
        starts=found.begins,
        ends=found.until,
        changed_at=calendars.latest(event, tournament, found.changed_at),
        status=_status(tournament),
        where=event.venue,
        path=tournament.get_absolute_url(),
    )


def _status(tournament: Tournament) -> str:
    is_off = tournament.status == Tournament.Status.CANCELLED
    return calendars.CANCELLED if is_off else calendars.CONFIRMED
