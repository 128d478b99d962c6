"""The forms of rooms and tables."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.form_choices import offer_choices
from tournaments.models import Table
from tournaments.punctuation import labelled, listed
from tournaments.timetable.hall import rules


class RoomForm(forms.Form):
    """A room."""

    name = forms.CharField(
        label=_("Name"), max_length=rules.LONGEST_NAME, help_text=_("For example: Room B")
    )
    note = forms.CharField(
        label=_("Note"),
        max_length=rules.LONGEST_NOTE,
        required=False,
        help_text=_("For example: second floor, beside the lift"),
    )


class NumbersForm(forms.Form):
    """The numbers of the tables of a room."""

    first_number = forms.IntegerField(
        label=_("From table"), min_value=1, max_value=rules.MOST_TABLES
    )
    last_number = forms.IntegerField(label=_("to table"), min_value=1, max_value=rules.MOST_TABLES)
    seats = forms.IntegerField(
        label=_("Seats at each"), min_value=1, max_value=rules.MOST_SEATS, required=False
    )


class HallTableForm(forms.Form):
    """The name, the seats and the access of a table of the hall."""

    name = forms.CharField(
        label=_("Name"),
        max_length=rules.LONGEST_NAME,
        required=False,
        help_text=_("Where it is, for example: window"),
    )
    seats = forms.IntegerField(
        label=_("Seats"), min_value=1, max_value=rules.MOST_SEATS, required=False
    )
    step_free = forms.BooleanField(label=_("Reached without a step"), required=False)


class MoveGameForm(forms.Form):
    """A game, and the table of the hall at which it goes on."""

    game = forms.TypedChoiceField(label=_("Game"), coerce=int)
    number = forms.IntegerField(label=_("goes to table"), min_value=1, max_value=rules.MOST_TABLES)

    def __init__(self, *args: Any, games: list[Table], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_choices(
            self,
            "game",
            [
                (table.pk, labelled(table, listed([table.round.tournament, table.round])))
                for table in games
            ],
        )
