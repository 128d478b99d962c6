"""The settings of an event."""

from dataclasses import dataclass
from datetime import date
from typing import Annotated

from django.utils.translation import gettext_lazy as _

from tournaments.events.settings.declaring import Day, Line, Setting, YesNo, declared

# The lengths of the columns, in characters.
LONGEST_NAME = 120
LONGEST_VENUE = 160
LONGEST_TIME_ZONE = 64


@dataclass(frozen=True, slots=True)
class EventSettings:
    """Everything about an event that the form of the event asks for."""

    name: Annotated[
        str, Setting(label=_("Name"), kind=Line(LONGEST_NAME), help=_("The name everyone uses."))
    ]
    venue: Annotated[
        str, Setting(label=_("Venue"), kind=Line(LONGEST_VENUE), is_needed=False, default="")
    ]
    starts_on: Annotated[date, Setting(label=_("First day"), kind=Day())]
    ends_on: Annotated[date, Setting(label=_("Last day"), kind=Day())]
    time_zone: Annotated[
        str,
        Setting(
            label=_("Time zone"),
            kind=Line(LONGEST_TIME_ZONE),
            help=_("All times of the event are shown in this time zone."),
            default="UTC",
        ),
    ]
    clock_12h: Annotated[
        bool,
        Setting(
            label=_("Times in 12 hours"),
            kind=YesNo(),
            help=_("Every page says 2:30 PM in place of 14:30."),
            is_needed=False,
            default=False,
            since=4,
        ),
    ]


OF_EVENT = declared(EventSettings)
