"""The filters of the public timetable."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.form_choices import offer_choices
from tournaments.models import Event, Session
from tournaments.timetable.showing import queries
from tournaments.timetable.showing.queries import Wanted

BY_ROOM = "room"


class FilterForm(forms.Form):
    """Which part of the timetable to show, and in which order. Invalid parameters show all of it.

    Choices are compared in memory, so that what was sent never reaches the database.
    """

    day = forms.ChoiceField(required=False, widget=forms.HiddenInput)
    by = forms.ChoiceField(required=False, widget=forms.HiddenInput, choices=[(BY_ROOM, BY_ROOM)])
    room = forms.ChoiceField(label=_("Room"), required=False)
    tournament = forms.ChoiceField(label=_("Game"), required=False)
    free = forms.BooleanField(label=_("Only with a free place"), required=False)

    def __init__(self, data: QueryDict, *, event: Event, sessions: Sequence[Session]) -> None:
        super().__init__(data)
        days = queries.days_of(event, sessions)
        rooms = [(str(room.pk), room.name) for room in queries.rooms_of(sessions)]
        games = [(one.slug, one.name) for one in queries.tournaments_of(sessions)]
        offer_choices(self, "day", [(day.isoformat(), day.isoformat()) for day in days])
        offer_choices(self, "room", [("", _("Every room")), *rooms])
        offer_choices(self, "tournament", [("", _("Every game")), *games])
        if not rooms:
            del self.fields["room"]

    def wanted(self) -> Wanted:
        """The wanted part, as far as there is such a thing."""
        self.is_valid()
        found: dict[str, Any] = self.cleaned_data
        day, room = found.get("day"), found.get("room")
        return Wanted(
            day=date.fromisoformat(day) if day else None,
            room=int(room) if room else None,
            tournament=found.get("tournament", ""),
            free=bool(found.get("free")),
            by_room=found.get("by") == BY_ROOM,
        )
