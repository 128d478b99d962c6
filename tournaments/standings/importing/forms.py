"""The form that takes a report."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from tournaments.events.titles.rules import LONGEST_NAME
from tournaments.registration import roster_choice
from tournaments.registration.roster_file import MOST_BYTES
from tournaments.text_files import too_large


class ReportForm(forms.Form):
    """A report, and the game that it is of."""

    file = forms.FileField(
        label=_("Tournament report (TRF)"),
        required=False,
        allow_empty_file=True,
        help_text=_("Written by a pairing program, of the edition of 2016 or 2026."),
        widget=forms.FileInput(attrs={"accept": ".trf,.trfx,.txt,text/plain"}),
    )
    game = forms.CharField(
        label=_("Game"),
        max_length=LONGEST_NAME,
        help_text=_("The report does not say it. The event gets a game of this name for two."),
    )

    def clean_file(self) -> "UploadedFile[Any] | None":
        """Refuse a large file by its size, before it is read into memory."""
        file: UploadedFile[Any] | None = self.cleaned_data["file"]
        if file and file.size is not None and file.size > MOST_BYTES:
            raise forms.ValidationError(str(too_large(MOST_BYTES)))
        return file

    def clean(self) -> dict[str, Any]:
        found = self.cleaned_data
        if not self.errors and not found.get("file") and not self.data.get("data"):
            self.add_error("file", _("Choose a file."))
        return found

    def content(self) -> bytes:
        """The bytes of the file, or of the one that was looked at before; none without either."""
        file = self.cleaned_data.get("file") if self.is_bound else None
        return file.read() if file else roster_choice.sent_back(self.data.get("data", ""))
