"""The settings of an event."""

from dataclasses import dataclass
from datetime import date
from typing import Annotated

from django.utils.translation import gettext_lazy as _

from tournaments.events import errors
from tournaments.events.settings.declaring import Day, Line, Setting, Whole, YesNo, declared

# The lengths of the columns, in characters.
LONGEST_NAME = 120
LONGEST_VENUE = 160
LONGEST_TIME_ZONE = 64
#: Minutes.
LONGEST_OFFER = 240


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
    pickup_least: Annotated[
        int,
        Setting(
            label=_("Fewest players of a pick-up game"),
            kind=Whole(2, 12),
            help=_("3 is the number of the Train Gamers Association (TGA)."),
            is_needed=False,
            default=3,
            outside=errors.PickUpPlayers,
            since=7,
        ),
    ]
    pickup_from: Annotated[
        int,
        Setting(
            label=_("Pick-up games begin from (hour)"),
            kind=Whole(0, 23),
            help=_("From 0 to 24 they begin at any time. The TGA names hours, and none for all."),
            is_needed=False,
            default=0,
            outside=errors.PickUpHours,
            since=7,
        ),
    ]
    pickup_until: Annotated[
        int,
        Setting(
            label=_("Pick-up games begin before (hour)"),
            kind=Whole(0, 24),
            is_needed=False,
            default=24,
            outside=errors.PickUpHours,
            since=7,
        ),
    ]
    pickup_any_title: Annotated[
        bool,
        Setting(
            label=_("Pick-up games of every title"),
            kind=YesNo(),
            help=_("Otherwise, as the TGA has it, not of one with a single tournament or heat."),
            is_needed=False,
            default=False,
            since=7,
        ),
    ]
    place_ends_waiting: Annotated[
        bool,
        Setting(
            label=_("A place ends the waiting at its time"),
            kind=YesNo(),
            help=_("People who get a place leave the queues of sessions at the same time."),
            is_needed=False,
            default=False,
            since=8,
        ),
    ]
    offer_minutes: Annotated[
        int,
        Setting(
            label=_("Minutes to take a place from the queue"),
            kind=Whole(0, LONGEST_OFFER),
            help=_("A free place is kept so long for the next in line; 0 gives it at once."),
            is_needed=False,
            default=0,
            outside=errors.OfferMinutes,
            since=9,
        ),
    ]
    mails_players: Annotated[
        bool,
        Setting(
            label=_("Letters to players"),
            kind=YesNo(),
            help=_("By e-mail: a place won or lost, a session moved or cancelled."),
            is_needed=False,
            default=False,
            since=9,
        ),
    ]


OF_EVENT = declared(EventSettings)
