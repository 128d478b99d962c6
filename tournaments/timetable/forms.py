"""The form of a session: by the keyboard alone, field after field."""

from datetime import date, datetime
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.access.refusals import RefusedInputError
from tournaments.days import in_words
from tournaments.errors import Refused
from tournaments.events.settings.inputs import LEFT_OUT, MinutesField, moment_field
from tournaments.form_choices import offer_choices, offer_rows
from tournaments.lines_field import LinesField
from tournaments.local_times import meant
from tournaments.models import Event, HallTable, Room, Session, Tournament
from tournaments.timetable import rules, spreadsheet
from tournaments.timetable.errors import LinesRefused
from tournaments.timetable.queries import days_of

LARGEST = 9_999
#: The fields that say when and how long, which become two moments.
TIME = ("day", "time", "length")


def _whole(label: Any, **more: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, **more)


class SessionForm(forms.Form):
    """A session of an event. What it is a session of is asked for a new one only."""

    tournament = forms.ModelChoiceField(
        Tournament.objects.none(),
        label=_("Tournament"),
        required=False,
        empty_label=_("Something else, with a name"),
    )
    kind = forms.ChoiceField(
        label=_("Kind"),
        choices=[
            (Session.Kind.HEAT, _("Heat")),
            (Session.Kind.SEMIFINAL, _("Semifinal")),
            (Session.Kind.FINAL, _("Final")),
        ],
    )
    name = forms.CharField(label=_("Name"), required=False, max_length=rules.LONGEST_NAME)
    day = forms.ChoiceField(label=_("Day"))
    time = forms.TimeField(
        label=_("Start"),
        widget=forms.TimeInput(attrs={"type": "time", "step": 900}, format="%H:%M"),
    )
    length = MinutesField(
        label=_("Length, in minutes"), min_value=15, max_value=24 * 60, step_size=15
    )
    capacity = _whole(
        _("Places"),
        min_value=1,
        max_value=rules.MOST_PLACES,
        help_text=_("empty: no limit"),
    )
    release_minutes = _whole(
        _("Release no-shows after, in minutes"),
        min_value=0,
        max_value=rules.MOST_RELEASE_MINUTES,
        help_text=_("empty: never"),
    )
    room = forms.ModelChoiceField(
        Room.objects.none(), label=_("Room"), required=False, empty_label=_("No room")
    )
    first_table = _whole(_("First table of the hall"), min_value=1, max_value=LARGEST)
    last_table = _whole(_("Last table of the hall"), min_value=1, max_value=LARGEST)
    joins = forms.BooleanField(label=_("Players sign up by themselves"), required=False)
    opens_at = moment_field(
        label=_("Sign-up opens"), required=False, help_text=_("empty: with the timetable")
    )
    closes_at = moment_field(
        label=_("Sign-up closes"), required=False, help_text=_("empty: at the end of the session")
    )

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        event: Event,
        initial: dict[str, Any],
        is_new: bool = True,
    ) -> None:
        super().__init__(data, initial=initial)
        self._zone = event.zone
        days = days_of(event)
        if initial.get("day") and date.fromisoformat(initial["day"]) not in days:
            days.append(date.fromisoformat(initial["day"]))
        offer_choices(self, "day", [(day.isoformat(), in_words(day, "l, j F")) for day in days])
        offer_rows(self, "room", event.rooms.all())
        going = event.tournaments.exclude(status__in=Tournament.ENDED).order_by("name", "pk")
        offer_rows(self, "tournament", going)
        if not event.rooms.exists():
            del self.fields["room"]
        if not HallTable.objects.filter(event=event).exists():
            del self.fields["first_table"], self.fields["last_table"]
        if not is_new:
            del self.fields["tournament"], self.fields["kind"]

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        if set(TIME) <= said.keys():
            shown = datetime.combine(date.fromisoformat(said["day"]), said["time"])
            start = meant(shown, self._zone, now=self.initial.get("starts_at"))
            if start:
                said["starts_at"], said["ends_at"] = start, start + said["length"]
            else:
                self.add_error("time", LEFT_OUT)
        return said

    def values(self) -> dict[str, Any]:
        """The values of the session, for the verb; what has no field is not among them."""
        said = {key: value for key, value in self.cleaned_data.items() if key not in TIME}
        for key in ("room", "tournament"):
            if key in said:
                said[key] = said[key] and said[key].pk
        if "tournament" in said and said["tournament"] is None:
            said["kind"] = Session.Kind.OTHER
        said["joins"] = Session.Joins.FREE if said["joins"] else Session.Joins.NONE
        return said

    def refuse(self, refusal: Refused) -> None:
        """Show a refusal at the field that says the time, where the form has one for it."""
        field = {"starts_at": "time", "ends_at": "length"}.get(refusal.field, refusal.field)
        self.add_error(field if field in self.fields else None, RefusedInputError(refusal))


class TimetableFileForm(forms.Form):
    """A timetable as a file, or its text pasted: first a preview, then the sessions are planned."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        allow_empty_file=True,
        help_text=_("CSV or an Excel workbook (its first sheet), with the columns by name."),
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx,text/csv,text/plain"}),
    )
    text = LinesField(
        label=_("Or paste it here"),
        required=False,
        strip=False,
        max_length=spreadsheet.MOST_BYTES,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
    )

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        file: UploadedFile[bytes] | None = said.get("file")
        if file:
            said["text"] = self._text_of(file)
        if not self.errors and not said.get("text", "").strip():
            raise forms.ValidationError(_("Choose a file or paste its text."))
        return said

    def _text_of(self, file: "UploadedFile[bytes]") -> str:
        most = spreadsheet.MOST_BYTES
        try:
            # One byte more than may be, so that what is too large is refused as that.
            return spreadsheet.text_of(file.read(most + 1))
        except Refused as refusal:
            self.add_error("file", RefusedInputError(refusal))
            return ""

    def refuse(self, refusal: Refused) -> None:
        """Show a sentence for each line that is wrong."""
        for one in refusal.lines if isinstance(refusal, LinesRefused) else [refusal]:
            self.add_error(None, RefusedInputError(one))
