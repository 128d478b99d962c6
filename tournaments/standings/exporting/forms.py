"""The form that takes an event's file."""

import json
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

LARGEST_FILE = 100_000_000


class EventFileForm(forms.Form):
    """The file of an exported event."""

    file = forms.FileField(
        label=_("Event file"),
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}),
        help_text=_("The JSON file that the desk of the event gave."),
    )

    def clean_file(self) -> Any:
        """The content of the file as plain data."""
        file = self.cleaned_data["file"]
        if file.size > LARGEST_FILE:
            raise forms.ValidationError(_("This file is too large."))
        try:
            return json.loads(file.read().decode())
        except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as fault:
            raise forms.ValidationError(_("This is no JSON file.")) from fault
