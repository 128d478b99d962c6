"""Inputs that the forms of this room share."""

from django import forms
from django.utils.translation import gettext_lazy as _

TYPOGRAPHIC_MINUS = "\u2212"


class PointsField(forms.IntegerField):
    """Whole points, up or down. Takes the typographic minus that phones put in."""

    default_error_messages = {
        "required": _("Points are missing for this player: enter 0 if there are none."),
        "invalid": _("Enter a whole number."),
    }

    def to_python(self, value):
        plain = value.replace(TYPOGRAPHIC_MINUS, "-") if isinstance(value, str) else value
        return super().to_python(plain)


class KeyField(forms.CharField):
    """The key that makes a form count once, however often it is sent."""

    def __init__(self):
        super().__init__(widget=forms.HiddenInput, min_length=16, max_length=64)


class ReasonField(forms.CharField):
    """Why a conductor does something."""

    default_error_messages = {"required": _("Say why: the reason is kept with the hand.")}

    def __init__(self):
        super().__init__(label=_("Why?"), max_length=200)
