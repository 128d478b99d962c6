"""The field of a code that people copy from a sheet or a phone."""

from typing import Any

from django import forms

#: Longer than a code is, so that people may type spaces and dashes.
LONGEST_CODE = 20


class CodeField(forms.CharField):
    """A code in any case, with spaces and dashes or without; cleaned to its letters and digits."""

    def __init__(self, **options: Any) -> None:
        attributes = {
            "class": "code",
            "autocomplete": "off",
            "autocapitalize": "characters",
            "spellcheck": "false",
        }
        super().__init__(
            max_length=LONGEST_CODE, widget=forms.TextInput(attrs=attributes), **options
        )

    def clean(self, value: Any) -> str:
        return "".join(char for char in super().clean(value).upper() if char.isalnum())
