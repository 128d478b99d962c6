"""The form that takes an event's file."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.access.refusals import RefusedInputError
from tournaments.errors import Refused
from tournaments.standings.exporting import event_text

#: Bytes. An event with a thousand players has fewer.
LARGEST_FILE = 32_000_000


class EventFileForm(forms.Form):
    """The file of an exported event."""

    file = forms.FileField(
        label=_("Event file"),
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}),
        help_text=_("A JSON file exported from an event's desk."),
    )

    def clean_file(self) -> Any:
        """The content of the file as plain data."""
        file = self.cleaned_data["file"]
        if file.size > LARGEST_FILE:
            raise forms.ValidationError(_("This file is too large."))
        try:
            return event_text.parse(file.read())
        except Refused as refusal:
            raise RefusedInputError(refusal) from refusal
