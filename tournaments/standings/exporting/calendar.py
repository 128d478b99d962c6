"""The rounds of an event as a calendar (RFC 5545), in the time zone of the event."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

import icalendar
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Event, Round, Tournament

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
    """The calendar of some tournaments of an event. ``site`` is its address. One query.

    A round keeps its identity from the announcement to its end, so that a calendar which reads the
    file again moves it instead of showing it twice.
    """
    calendar = icalendar.Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", event.name)
    for slot in _slots(list(tournaments)):
        calendar.add_component(_entry(event, slot, site, at))
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


def _entry(event: Event, slot: Slot, site: str, at: datetime) -> icalendar.Event:
    entry = icalendar.Event()
    entry.add("uid", f"round-{slot.tournament.pk}-{slot.number}@{site.partition('://')[2]}")
    entry.add("dtstamp", at)
    entry.add("summary", f"{slot.tournament}: {slot.name}")
    entry.add("dtstart", timezone.localtime(slot.starts_at, event.zone).replace(microsecond=0))
    entry.add("dtend", timezone.localtime(slot.ends_at, event.zone).replace(microsecond=0))
    if event.venue:
        entry.add("location", event.venue)
    entry.add("url", f"{site}{slot.tournament.get_absolute_url()}")
    return entry
