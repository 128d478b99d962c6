"""The forms of the roster."""

from typing import Any, ClassVar, cast

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.access.refusals import RefusedInputError, refuse
from tournaments.errors import Refused
from tournaments.lines_field import LinesField
from tournaments.models import Entry, Tournament
from tournaments.person_fields import PERSON_FIELDS, Asked, Form, Kind, PersonField, Text
from tournaments.punctuation import listed
from tournaments.registration import errors, roster_choice, roster_file, rules
from tournaments.text_files import too_large


def posted(request: HttpRequest) -> QueryDict | None:
    """The data for a form: None on GET, so that the form stays unbound."""
    return request.POST if request.method == "POST" else None


def person_input(field: PersonField, asked: Asked) -> forms.CharField:
    """The input of a person's field, as a form asks for it."""
    kind = LinesField if field.kind is Kind.LINES else forms.CharField
    return kind(
        label=asked.label or field.label,
        required=field.is_required,
        max_length=field.longest,
        help_text=asked.help_text,
        widget=_widget(field, asked),
    )


def _widget(field: PersonField, asked: Asked) -> forms.Widget:
    if field.kind is Kind.LINES:
        return forms.Textarea(attrs={"rows": 3})
    attrs = {"autocomplete": asked.autocomplete}
    if field.kind is Kind.EMAIL:
        attrs["type"] = "email"
    if field.kind is Kind.NUMBER:
        attrs["inputmode"] = "numeric"
    if field.autocapitalize:
        attrs["autocapitalize"] = field.autocapitalize
    return forms.TextInput(attrs=attrs)


class TournamentField(forms.ChoiceField):
    """One of the offered tournaments, by its slug, or none of them, labelled ``empty``.

    Choices are compared in memory, so that what was sent never reaches the database.
    """

    default_error_messages = {"invalid_choice": _("That is not an open tournament of this event.")}

    def offer(self, tournaments: list[Tournament], *, empty: Text) -> None:
        """Set the choices."""
        self._found = {tournament.slug: tournament for tournament in tournaments}
        self.choices = [("", empty), *((t.slug, t.name) for t in tournaments)]

    def clean(self, value: Any) -> Tournament | None:
        return self._found.get(super().clean(value))


class TournamentsField(forms.MultipleChoiceField):
    """Some of the offered tournaments, as checkboxes. A single one is ticked from the start."""

    widget = forms.CheckboxSelectMultiple
    default_error_messages = {
        "required": _("Choose at least one tournament."),
        "invalid_choice": _("That is not an open tournament of this event."),
    }

    def offer(self, tournaments: list[Tournament]) -> None:
        """Set the choices."""
        self._found = {tournament.slug: tournament for tournament in tournaments}
        self.choices = [(tournament.slug, tournament.name) for tournament in tournaments]
        if len(tournaments) == 1:
            self.initial = list(self._found)

    def clean(self, value: Any) -> list[Tournament]:
        return [self._found[slug] for slug in dict.fromkeys(super().clean(value))]


def offer(form: forms.Form, tournaments: list[Tournament], *, empty: Text) -> None:
    """Set the choices of the field ``tournament`` of a form."""
    cast(TournamentField, form.fields["tournament"]).offer(tournaments, empty=empty)


class SaidField(forms.CharField):
    """Whom a name means (``rules.Said``); hidden while nobody has to be asked."""

    def __init__(self) -> None:
        super().__init__(required=False, max_length=40, widget=forms.HiddenInput)

    def clean(self, value: Any) -> rules.Said[int]:
        text = super().clean(value)
        if text == rules.SOMEBODY_ELSE:
            return rules.SOMEBODY_ELSE
        return int(text) if text.isascii() and text.isdigit() else None


class PersonForm(forms.Form):
    """The fields of a person that ``form`` asks for, the name first.

    Each reason of the rules becomes an error of its field.
    """

    form: ClassVar[Form]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in PERSON_FIELDS:
            if self.form in field.asked:
                self.fields[field.key] = person_input(field, field.asked[self.form])
        self.order_fields(["name"])

    def clean(self) -> dict[str, Any]:
        _person, reasons = rules.read_person(self.cleaned_data)
        for reason in reasons:
            if reason.field in self.fields and reason.field not in self.errors:
                self.add_error(reason.field, str(reason))
        return self.cleaned_data


class EnteringForm(PersonForm):
    """A person who enters some of ``tournaments``: at least one, unless the event alone will do."""

    question: ClassVar[Text]
    the_one_from: ClassVar[Text]
    the_one: ClassVar[Text]
    somebody_else: ClassVar[Text]

    def __init__(
        self, *args: Any, tournaments: list[Tournament], needs_one: bool = True, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.needs_one = needs_one
        offered = TournamentsField(label=_("Tournaments"), required=needs_one)
        offered.offer(tournaments)
        if not needs_one:
            offered.initial = []
            offered.help_text = _("Leave this empty to sign up for single sessions later.")
        self.fields["tournaments"] = offered
        if not (tournaments or needs_one):
            self.fields["tournaments"].widget = forms.MultipleHiddenInput()
        self.fields["said"] = SaidField()
        self.order_fields(["said", "name", "tournaments"])

    def refuse(self, refusal: Refused) -> None:
        """Show a refusal at its field; ask who is meant where the name does not say it."""
        if isinstance(refusal, errors.NameNotClear):
            namesakes: dict[int, rules.Person] = dict(refusal.namesakes)
            choices = [(str(key), self.same_as(one)) for key, one in namesakes.items()]
            choices.append((rules.SOMEBODY_ELSE, str(self.somebody_else)))
            self.fields["said"].widget = forms.RadioSelect(choices=choices)
            self["said"].label = self.question % {"name": self.cleaned_data["name"]}
            refusal.field = "said"
            self.order_fields(["said"])
        refuse(self, refusal)

    def same_as(self, known: rules.Person) -> str:
        """The answer of somebody who means ``known``. It says nothing that only staff may see."""
        facts = {"name": known.name, "details": listed(known.beside_name)}
        text = self.the_one_from if facts["details"] else self.the_one
        return str(text % facts)


class JoinForm(EnteringForm):
    """A person registers themselves."""

    form = Form.JOIN
    question = _("Are you the %(name)s who is on the roster already?")
    the_one_from = _("Yes, I am %(name)s (%(details)s).")
    the_one = _("Yes, I am the %(name)s without a home town.")
    somebody_else = _("No, I am somebody else of the same name.")


class WalkInForm(EnteringForm):
    """A conductor enters a person who is at the desk."""

    form = Form.DESK
    question = _("Is this the %(name)s who is on the roster already?")
    the_one_from = _("Yes, it is %(name)s (%(details)s).")
    the_one = _("Yes, it is the %(name)s without a home town.")
    somebody_else = _("No, it is somebody else of the same name.")


class PlayerForm(PersonForm):
    """A conductor changes what the roster says about a player."""

    form = Form.EDIT


class DropForm(forms.Form):
    """The reason why a player drops out."""

    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=200,
        help_text=_("It goes into the ledger, which only staff can read."),
    )


class FilterForm(forms.Form):
    """Which part of the roster to show. Invalid parameters show all of it."""

    q = forms.CharField(
        label=_("Name, handle or town"),
        required=False,
        max_length=100,
        widget=forms.TextInput(
            attrs={
                "type": "search",
                "autocomplete": "off",
                "placeholder": _("Name, handle or town"),
            }
        ),
    )
    tournament = TournamentField(label=_("Tournament"), required=False)
    status = forms.ChoiceField(
        label=_("Status"), choices=[("", _("Every status")), *Entry.Status.choices], required=False
    )

    def __init__(self, data: QueryDict, *, tournaments: list[Tournament]) -> None:
        super().__init__(data)
        offer(self, tournaments, empty=_("All tournaments"))


class ImportForm(forms.Form):
    """A roster file, or its text pasted: first a preview, then the import."""

    file = forms.FileField(
        label=_("Roster file"),
        required=False,
        allow_empty_file=True,
        help_text=_("An Excel workbook (.xlsx), CSV, JSON, or a tournament report for FIDE (TRF)."),
        widget=forms.FileInput(
            attrs={"accept": ".xlsx,.csv,.tsv,.txt,.json,.trf,.trfx,text/csv,text/plain"}
        ),
    )
    text = forms.CharField(
        label=_("Or paste it here"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
    )
    tournament = TournamentField(label=_("Register them for"), required=False)

    def __init__(self, *args: Any, tournaments: list[Tournament], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, tournaments, empty=_("no tournament yet"))
        if len(tournaments) == 1:
            self.fields["tournament"].initial = tournaments[0].slug

    def clean_file(self) -> "UploadedFile[Any] | None":
        """Refuse a large file by its size, before it is read into memory."""
        file: UploadedFile[Any] | None = self.cleaned_data["file"]
        if file and file.size is not None and file.size > roster_file.MOST_BYTES:
            raise forms.ValidationError(str(too_large(roster_file.MOST_BYTES)))
        return file

    def clean(self) -> dict[str, Any]:
        has_file = self.cleaned_data.get("file") or self.data.get("data")
        if not self.errors and not has_file and not self.has_text():
            raise forms.ValidationError(_("Choose a file or paste its text."))
        return self.cleaned_data

    def has_text(self) -> bool:
        return bool(self.cleaned_data.get("text", "").strip())

    def data_of_roster(self) -> bytes:
        """The bytes of the file, or of the pasted text."""
        file = self.cleaned_data["file"]
        if not file and (kept := self.data.get("data")):
            return roster_choice.sent_back(kept)
        found: bytes = file.read() if file else self.cleaned_data["text"].encode()
        return found

    def refuse(self, refusal: Refused) -> None:
        """Add the reason why the file or the text cannot be read."""
        field = "file" if self.cleaned_data.get("file") else "text"
        field = refusal.field if refusal.field == "tournament" else field
        self.add_error(field, RefusedInputError(refusal))
