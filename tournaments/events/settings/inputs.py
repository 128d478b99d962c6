"""The inputs of a form, made from what settings declare."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from django import forms
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import local_times
from tournaments.events.settings.declaring import (
    Choice,
    Day,
    Label,
    Line,
    Minutes,
    Moment,
    Setting,
    Settings,
    Text,
    Whole,
    YesNo,
    choices_of,
)
from tournaments.events.settings.limits import FIRST_YEAR, LAST_YEAR

MINUTE = timedelta(minutes=1)
LEFT_OUT = gettext_lazy("The clocks leave this time out that night.")


class MinutesField(forms.IntegerField):
    """A duration that people enter in whole minutes; its value is a timedelta."""

    def clean(self, value: Any) -> timedelta | None:
        minutes = super().clean(value)
        return None if minutes is None else timedelta(minutes=minutes)

    def prepare_value(self, value: Any) -> Any:
        return value // MINUTE if isinstance(value, timedelta) else value

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.prepare_value(initial), data)


class TextField(forms.CharField):
    """Paragraphs, as they are stored: each line without spaces around it."""

    widget = forms.Textarea(attrs={"class": "tall"})

    def to_python(self, value: Any) -> str:
        return paragraphs(super().to_python(value) or "")


def paragraphs(text: str) -> str:
    """A text without superfluous spaces, and with the line ends of this site."""
    return "\n".join(" ".join(line.split()) for line in text.strip().splitlines())


class MomentField(forms.DateTimeField):
    """A moment in the years in which events lie; others have no time in every zone.

    Where the clocks show a time twice, it is the moment that the form began with, or the first.
    """

    _began_with: Any = None

    def get_bound_field(self, form: forms.BaseForm, field_name: str) -> forms.BoundField:
        self._began_with = form.get_initial_for_field(self, field_name)
        return super().get_bound_field(form, field_name)

    def to_python(self, value: Any) -> datetime | None:
        try:
            moment = super().to_python(value)
        except forms.ValidationError as error:
            if error.code != "ambiguous_timezone":
                raise
        else:
            return moment and _in_years(moment)
        with timezone.override(UTC):
            shown = super().to_python(value)
        return shown and self._meant(_in_years(shown).replace(tzinfo=None))

    def _meant(self, shown: datetime) -> datetime:
        zone = timezone.get_current_timezone()
        found = local_times.meant(shown, zone, now=self._began_with)
        if found is None:
            raise forms.ValidationError(LEFT_OUT)
        return found


def _in_years(moment: datetime) -> datetime:
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        years = {"first": FIRST_YEAR, "last": LAST_YEAR}
        said = _("Choose a moment between the years %(first)s and %(last)s.")
        raise forms.ValidationError(said % years)
    return moment


def moment_field(**about: Any) -> forms.DateTimeField:
    """An input of a day and a time in the current time zone."""
    formats = ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M"]
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=formats[0])
    return MomentField(input_formats=formats, widget=widget, **about)


def day_field(**about: Any) -> forms.DateField:
    """An input of a date."""
    # Browsers send and expect the ISO format, whatever they display.
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(input_formats=["%Y-%m-%d"], widget=widget, **about)


#: The inputs of kinds that say nothing more.
PLAIN: dict[type, Callable[..., forms.Field]] = {
    Day: day_field,
    Moment: moment_field,
    YesNo: forms.BooleanField,
}


def inputs(settings: Settings, model: type[models.Model]) -> dict[str, forms.Field]:
    """An input for each setting of a row of ``model``, by its key.

    What is chosen about the game has inputs of its own, see ``option_fields``.
    """
    found = {
        key: _input(setting, choices_of(setting, model, key)) for key, setting in settings.items()
    }
    return {key: field for key, field in found.items() if field is not None}


def _input(setting: Setting, choices: list[tuple[Any, Label]]) -> forms.Field | None:
    about: dict[str, Any] = {
        "label": setting.label,
        "help_text": setting.help,
        "required": setting.is_needed,
    }
    if made := PLAIN.get(type(setting.kind)):
        return made(**about)
    match setting.kind:
        case Whole(low, high, typed):
            return forms.IntegerField(min_value=low, max_value=typed or high, **about)
        case Minutes(low, high):
            return MinutesField(min_value=low, max_value=high, **about)
        case Choice(nothing=nothing):
            first = [] if nothing is None else [("", nothing)]
            return forms.ChoiceField(choices=[*first, *choices], **about)
        case Line(longest) | Text(longest):
            kind = TextField if isinstance(setting.kind, Text) else forms.CharField
            return kind(max_length=longest, **about)
    return None
