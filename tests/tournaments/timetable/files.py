"""An event with a hall, into which timetables are read from files."""

from datetime import date, timedelta

import pytest

from tests.builders import make_event, make_tournament
from tests.tournaments.signup.sessions import WHO
from tournaments.models import LedgerEntry, Session
from tournaments.timetable import errors
from tournaments.timetable.hall.services import add_room, number_tables
from tournaments.timetable.importing import import_timetable

#: In the night after it the clocks of Paris are set back, and the event is on both days.
SATURDAY = date(2026, 10, 24)


def make_days(first, **fields):
    """An event in Paris of two days."""
    event = make_event(time_zone="Europe/Paris", **fields)
    event.starts_on, event.ends_on = first, first + timedelta(days=1)
    event.save()
    return event


def make_hall(**fields):
    """An event of two days with two tournaments, two rooms and eight tables."""
    event = make_days(SATURDAY, **fields)
    for name in ("Eurorails", "Express Open"):
        make_tournament(event, name=name)
    for number, name in enumerate(("Hall A", "=Lounge")):
        room = add_room(event, name, **WHO)
        number_tables(room, 4 * number + 1, 4 * number + 4, 4, **WHO)
    return event


def read(event, text, **more):
    return import_timetable(event, text, **WHO, **more)


def refused(event, *lines, head="name,day,start,minutes,room,tournament,kind,number") -> str:
    """The sentences that refuse a file with these lines, of which nothing is planned."""
    entries = LedgerEntry.objects.filter(verb="import timetable")
    before = [*Session.objects.values(), entries.count()]
    with pytest.raises(errors.LinesRefused) as refusal:
        read(event, "\n".join([head, *lines]))
    assert [*Session.objects.values(), entries.count()] == before
    return str(refusal.value).removesuffix(" Nothing was planned.")
