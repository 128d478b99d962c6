"""Forms for codes, and for making a recovery link."""

from typing import TYPE_CHECKING

from django import forms
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

LONGEST_CODE = 40


def code_field(help_text: "_StrPromise") -> forms.CharField:
    """A field for a code of two-step sign-in."""
    return forms.CharField(
        label=_("Code"),
        max_length=LONGEST_CODE,
        help_text=help_text,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "one-time-code",
                "autocapitalize": "none",
                "spellcheck": "false",
            }
        ),
    )


class CodeForm(forms.Form):
    """A code of the app, or a recovery code."""

    one_time_code = code_field(_("Six digits from your app, or a recovery code."))


class FirstCodeForm(forms.Form):
    """The first code of an app, which shows that it has the secret."""

    one_time_code = code_field(_("The six digits your app shows now."))


class RecoverForm(forms.Form):
    """Ask for the further effect of a recovery link: turning off two-step sign-in."""

    resets_two_step = forms.BooleanField(
        label=_("Also turn off two-step sign-in"),
        required=False,
        help_text=_("Only if they have lost both their app and their recovery codes."),
    )
