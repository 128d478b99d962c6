"""The form of the page that copies an event."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.events.settings.inputs import day_field
from tournaments.events.settings.of_event import LONGEST_NAME


class CopyForm(forms.Form):
    """The name of the copy, and its first day."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)
    starts_on = day_field(
        label=_("First day"), help_text=_("All other days follow, and keep their distance to it.")
    )
