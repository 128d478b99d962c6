"""The rounds of an event as a calendar (RFC 5545), in the time zone of the event.

Those of a league are weeks: whole days, and no time zone.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

import icalendar
from django.utils.translation import gettext as _

from tournaments.local_times import in_calendar
from tournaments.models import Event, Round, Tournament
from tournaments.standings.exporting import league

PRODUCT = "-//Roundhouse//rounds//EN"


@dataclass(frozen=True, slots=True)
class Slot:
    """A round that was played, is played or is announced."""

    tournament: Tournament
    number: int
    name: str
    starts_at: datetime
    ends_at: datetime


def write(event: Event, tournaments: Iterable[Tournament], *, site: str, at: datetime) -> bytes:
    """The calendar of some tournaments of an event. ``site`` is its address. One query, and two
    more for leagues.

    A round keeps its identity from the announcement to its end, so that a calendar which reads the
    file again moves it instead of showing it twice.
    """
    calendar = icalendar.Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", event.name)
    tournaments = list(tournaments)
    for slot in _slots(tournaments):
        calendar.add_component(_round(event, slot, site, at))
    leagues = {one.pk: one for one in tournaments if one.pairing == Tournament.Pairing.FIXTURES}
    for days in league.days(leagues) if leagues else ():
        calendar.add_component(_days(event, leagues[days.tournament_id], days, site, at))
    calendar.add_missing_timezones()
    found: bytes = calendar.to_ical()
    return found


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
                yield Slot(tournament, round_.number, str(round_), round_.started_at, ends_at)
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
    return Slot(tournament, number, name, starts_at, starts_at + length)


def _round(event: Event, slot: Slot, site: str, at: datetime) -> icalendar.Event:
    entry = _entry(event, slot.tournament, slot.name, site, at)
    entry.add("uid", _uid(f"round-{slot.tournament.pk}-{slot.number}", site))
    entry.add("dtstart", in_calendar(slot.starts_at, event.zone))
    entry.add("dtend", in_calendar(slot.ends_at, event.zone))
    return entry


def _days(
    event: Event, tournament: Tournament, found: league.Days, site: str, at: datetime
) -> icalendar.Event:
    entry = _entry(event, tournament, found.name, site, at)
    entry.add("uid", _uid(found.key, site))
    entry.add("dtstart", found.begins)
    entry.add("dtend", found.until)
    # A week of games takes nobody's whole days.
    entry.add("transp", "TRANSPARENT")
    return entry


def _uid(key: str, site: str) -> str:
    return f"{key}@{site.partition('://')[2]}"


def _entry(
    event: Event, tournament: Tournament, name: str, site: str, at: datetime
) -> icalendar.Event:
    entry = icalendar.Event()
    entry.add("dtstamp", at)
    if tournament.status == Tournament.Status.CANCELLED:
        entry.add("status", "CANCELLED")
    entry.add("summary", f"{tournament}: {name}")
    if event.venue:
        entry.add("location", event.venue)
    entry.add("url", f"{site}{tournament.get_absolute_url()}")
    return entry
