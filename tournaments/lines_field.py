"""A form's field for a text of several lines."""

from typing import Any

from django import forms


class LinesField(forms.CharField):
    """Text of several lines, which may be as long as its input lets it be.

    A browser counts the end of a line as one character there, and sends two.
    """

    widget = forms.Textarea

    def to_python(self, value: Any) -> str:
        return (super().to_python(value) or "").replace("\r\n", "\n")
