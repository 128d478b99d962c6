"""The form by which somebody joins a party."""

from django import forms
from django.utils.translation import gettext_lazy as _

#: Longer than a code is, so that people may type spaces and dashes.
LONGEST_CODE = 20


class PartyForm(forms.Form):
    """The code of a party."""

    code = forms.CharField(
        label=_("Code of the party"),
        max_length=LONGEST_CODE,
        widget=forms.TextInput(
            attrs={
                "class": "code",
                "autocomplete": "off",
                "autocapitalize": "characters",
                "spellcheck": "false",
            }
        ),
    )

    def clean_code(self) -> str:
        return "".join(char for char in self.cleaned_data["code"].upper() if char.isalnum())
