"""The event of a demo, with its conductor and its rooms."""

from collections.abc import Sequence
from datetime import date, datetime

from django.utils.translation import gettext as _

from tournaments.events.services import create_event
from tournaments.ledger import Actor
from tournaments.models import Event, Role, Staff, User
from tournaments.models.demo import DEMO_CONDUCTOR
from tournaments.timetable.hall.services import add_room, number_tables

SEATS = 4
#: The name of a room, and the numbers of its tables.
Rooms = Sequence[tuple[str, range]]


def conductor_of_demo(password: str) -> Actor:
    """The demo's conductor, who signs in with this password."""
    conductor, _created = User.objects.get_or_create(
        email=DEMO_CONDUCTOR, defaults={"name": _("Demo conductor")}
    )
    conductor.set_password(password)
    conductor.save()
    return Actor(name=str(conductor), user=conductor)


def new_event(days: tuple[date, date], rooms: Rooms, *, by: Actor, at: datetime) -> Event:
    """The event of a demo from the first to the last of ``days``, with the tables of its rooms."""
    event = create_event(
        name=_("Roundhouse Demo Convention"),
        venue=_("Main hall"),
        starts_on=days[0],
        ends_on=days[1],
        is_demo=True,
        by=by,
        at=at,
    )
    Staff.objects.get_or_create(event=event, user=by.user, defaults={"role": Role.OWNER})
    for name, tables in rooms:
        room = add_room(event, str(name), by=by, at=at)
        number_tables(room, tables[0], tables[-1], SEATS, by=by, at=at)
    return event
