"""Forms for changing a seating by hand."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from tournaments.access.refusals import RefusedInputError
from tournaments.errors import Refused
from tournaments.form_choices import offer_choices
from tournaments.lines_field import LinesField
from tournaments.models import Bye, Entry, Table
from tournaments.punctuation import with_remark
from tournaments.reasons import LONGEST_REASON
from tournaments.seating.changing.late import LateArrivals
from tournaments.seating.changing.spreadsheet import LONGEST_LIST, text_of
from tournaments.seating.errors import ReasonForKeeping
from tournaments.seating.queries import Seating

BEST, OUT = "best", "out"


PLACEHOLDER = ("", _("Choose"))

Data = Mapping[str, Any]


class KeepForm(forms.Form):
    """Why a seating is kept although results that it was made from have changed."""

    reason = forms.CharField(
        label=_("Why you keep it"),
        max_length=LONGEST_REASON,
        help_text=_("Everybody can read it."),
        error_messages={"required": ReasonForKeeping.sentence},
    )


class SwapForm(forms.Form):
    """Two people who trade their seats, or one a seat for the other's bye."""

    one = forms.TypedChoiceField(label=_("This person"), coerce=int)
    other = forms.TypedChoiceField(label=_("swaps with"), coerce=int)

    def __init__(self, data: Data | None = None, *, seating: Seating, byes: Sequence[Bye]) -> None:
        super().__init__(data)
        out = [
            (bye.entry_id, with_remark(bye.entry.player.shown_name, bye.get_kind_display()))
            for bye in byes
        ]
        people = [PLACEHOLDER, *seated_choices(seating), *out]
        for name in ("one", "other"):
            offer_choices(self, name, people)


class MoveForm(forms.Form):
    """One person who goes to another table, comes late, or did not come."""

    who = forms.TypedChoiceField(label=_("Who"), coerce=int)
    to = forms.ChoiceField(label=_("Move to"))

    def __init__(
        self, data: Data | None = None, *, seating: Seating, unseated: Sequence[Entry]
    ) -> None:
        super().__init__(data)
        late = [(entry.pk, entry.player.shown_name) for entry in unseated]
        groups = [(_("checked in, without a seat"), late), (_("seated"), seated_choices(seating))]
        tables = [(str(table.number), table_label(table)) for table in seating.tables]
        places = [
            (BEST, _("Best place (for someone without a seat)")),
            (OUT, _("Out: missing")),
            (_("tables"), tables),
        ]
        offer_choices(self, "who", [PLACEHOLDER, *(groups if late else groups[1:])])
        offer_choices(self, "to", [PLACEHOLDER, *places])


class LateForm(forms.Form):
    """Somebody without a seat, and the table to join; or the best place."""

    who = forms.TypedChoiceField(label=_("Who"), coerce=int)
    to = forms.ChoiceField(label=_("Table"))

    def __init__(self, data: Data | None = None, *, arrivals: LateArrivals) -> None:
        # The page has another form that asks who.
        super().__init__(data, auto_id="late_%s")
        people = [place.entry for place in arrivals.places]
        offer_choices(self, "who", [(entry.pk, entry.player.shown_name) for entry in people])
        tables = [(str(table.number), table_label(table)) for table in arrivals.open_tables]
        offer_choices(self, "to", [(BEST, _("The best place")), *tables])


class NewTableForm(forms.Form):
    """Who opens a new table, in turn order as they are listed."""

    people = forms.TypedMultipleChoiceField(
        label=_("Who sits there"), coerce=int, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, data: Data | None = None, *, arrivals: LateArrivals, most: int) -> None:
        chosen = [entry.pk for entry in arrivals.new_table[:most]]
        super().__init__(data, initial={"people": chosen})
        offer_choices(
            self, "people", [(entry.pk, entry.player.shown_name) for entry in arrivals.new_table]
        )


def seated_choices(seating: Seating) -> list[tuple[int, str]]:
    """Everybody with a seat, by name, with the place beside it."""
    return [
        (
            seat.entry_id,
            _("%(name)s (table %(table)s, seat %(seat)s)")
            % {"name": seat.entry.player.shown_name, "table": table.shown, "seat": seat.position},
        )
        for seat, table in seating.by_name
    ]


def table_label(table: Table) -> str:
    """A table with the number of people who sit there."""
    return _("%(table)s (%(people)s people)") % {
        "table": table,
        "people": len(table.seats.all()),
    }


class ListForm(forms.Form):
    """A seating as a list: pasted, or as a file."""

    text = LinesField(
        label=_("The list"),
        required=False,
        max_length=LONGEST_LIST,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
        help_text=_("The first line names the columns: table, seat, player, entry."),
    )
    file = forms.FileField(
        label=_("or a file"),
        required=False,
        help_text=_("CSV, JSON or an Excel workbook (its first sheet)."),
    )

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        file = given.get("file")
        if file:
            given["text"] = self._text_of(file)
        if not given.get("text") and not self.errors:
            self.add_error(None, _("Paste the list, or choose a file."))
        return given

    def _text_of(self, file: "UploadedFile[bytes]") -> str:
        try:
            # One byte more than may be, so that what is too large is refused as that.
            return text_of(file.read(LONGEST_LIST + 1))
        except Refused as refusal:
            self.add_error("file", RefusedInputError(refusal))
            return ""
