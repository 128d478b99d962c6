"""The form that takes an event's file."""

import base64
import binascii
import zlib
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.access.refusals import RefusedInputError
from tournaments.errors import Refused
from tournaments.standings.exporting import event_text

#: Bytes. An event with a thousand players has fewer.
LARGEST_FILE = 32_000_000
#: Bytes of a compressed file that the page of a preview keeps; a larger one is chosen again.
MOST_KEPT = 1_500_000


class EventFileForm(forms.Form):
    """The file of an exported event, or the same one as the page of its preview has kept it."""

    file = forms.FileField(
        label=_("Event file"),
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}),
        help_text=_("A JSON file exported from an event's desk."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].required = not self.data.get("kept")

    def clean(self) -> dict[str, Any]:
        """``data`` is the content of the file, ``kept`` its text for a hidden field, if it fits."""
        found = super().clean() or {}
        if self.errors:
            return found
        content = self._content(found.get("file"))
        try:
            found["data"] = event_text.parse(content)
        except Refused as refusal:
            raise RefusedInputError(refusal) from refusal
        packed = zlib.compress(content)
        found["kept"] = base64.b64encode(packed).decode() if len(packed) <= MOST_KEPT else ""
        return found

    def _content(self, file: Any) -> bytes:
        if file:
            if file.size > LARGEST_FILE:
                raise forms.ValidationError(_("This file is too large."))
            return bytes(file.read())
        try:
            packed = base64.b64decode(self.data.get("kept", ""), validate=True)
            content = zlib.decompressobj().decompress(packed, LARGEST_FILE)
        except (binascii.Error, ValueError, zlib.error):
            content = b""
        if not content:
            raise forms.ValidationError({"file": _("Choose a file.")})
        return content


class TargetForm(forms.Form):
    """The site that an event is published to, and a token of that site."""

    site = forms.CharField(
        label=_("Address of the site"),
        max_length=200,
        widget=forms.URLInput(attrs={"placeholder": "https://play.example.org"}),
    )
    token = forms.CharField(
        label=_("Token of that site"),
        max_length=100,
        help_text=_(
            "Made there, with the scope “set up events, tournaments and seasons”. "
            "It is never shown again."
        ),
        # The other site shows it once: a wrong address must not cost whoever pasted it another one.
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}, render_value=True),
    )
