"""The forms of the roster."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.errors import Refused
from tournaments.models import Entry, Tournament
from tournaments.registration import roster_file, rules


def posted(request):
    """The data for a form: None on GET, so that the form stays unbound."""
    return request.POST if request.method == "POST" else None


def text(field: str, label, *, required=False, help_text="", **attrs) -> forms.CharField:
    """A line of text with the length limit of ``rules.LONGEST``."""
    return forms.CharField(
        label=label,
        required=required,
        max_length=rules.LONGEST[field],
        help_text=help_text,
        widget=forms.TextInput(attrs=attrs),
    )


class TournamentField(forms.ChoiceField):
    """One of the offered tournaments, by its slug, or none of them, labelled ``empty``.

    Choices are compared in memory, so that what was sent never reaches the database.
    """

    default_error_messages = {"invalid_choice": _("That is not an open tournament of this event.")}

    def offer(self, tournaments: list[Tournament], *, empty) -> None:
        """Set the choices."""
        self._found = {tournament.slug: tournament for tournament in tournaments}
        self.choices = [("", empty), *((t.slug, t.name) for t in tournaments)]

    def clean(self, value):
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

    def clean(self, value):
        return [self._found[slug] for slug in dict.fromkeys(super().clean(value))]


class PersonForm(forms.Form):
    """The data of a person; each reason of the rules becomes an error of its field."""

    def clean(self):
        _person, reasons = rules.read_person(self.cleaned_data)
        for reason in reasons:
            if reason.field in self.fields and reason.field not in self.errors:
                self.add_error(reason.field, str(reason))
        return self.cleaned_data

    def refuse(self, refusal: Refused) -> None:
        """Add a service's refusal as an error, at its field if it has one."""
        self.add_error(refusal.field if refusal.field in self.fields else None, str(refusal))


class EnteringForm(PersonForm):
    """A person who enters some of ``tournaments``."""

    def __init__(self, *args, tournaments: list[Tournament], **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["tournaments"].offer(tournaments)


class JoinForm(EnteringForm):
    """A person registers themselves."""

    name = text("name", _("Your name"), required=True, autocomplete="name")
    tournaments = TournamentsField(label=_("Tournaments"))
    handle = text(
        "handle",
        _("Handle"),
        help_text=_("A short name for boards, if you have one. Everyone can see it."),
        autocomplete="nickname",
        autocapitalize="none",
    )
    home_town = text(
        "home_town",
        _("Home town"),
        help_text=_("Tells people with the same name apart. Everyone can see it."),
        autocomplete="address-level2",
    )
    email = text(
        "email",
        _("E-mail"),
        help_text=_(
            "Only for the conductor to reach you about this event. Nobody else can see it."
        ),
        type="email",
        autocomplete="email",
    )
    household = text(
        "household",
        _("Household"),
        help_text=_(
            "Came with people you play with at home? All enter the same word here to be seated "
            "apart. Only conductors see it."
        ),
        autocomplete="off",
    )


class WalkInForm(EnteringForm):
    """A conductor enters a person who is at the desk."""

    name = text("name", _("Name"), required=True, autocomplete="off")
    tournaments = TournamentsField(label=_("Tournaments"))
    handle = text("handle", _("Handle"), autocomplete="off", autocapitalize="none")
    home_town = text("home_town", _("Home town"), autocomplete="off")
    household = text(
        "household",
        _("Household"),
        help_text=_("People of one household sit apart."),
        autocomplete="off",
    )


class PlayerForm(PersonForm):
    """A conductor changes what the roster says about a player."""

    name = text("name", _("Name"), required=True, autocomplete="off")
    handle = text("handle", _("Handle"), autocomplete="off", autocapitalize="none")
    home_town = text("home_town", _("Home town"), autocomplete="off")
    email = text("email", _("E-mail"), type="email", autocomplete="off")
    household = text(
        "household",
        _("Household"),
        help_text=_("People of one household sit apart."),
        autocomplete="off",
    )
    notes = forms.CharField(
        label=_("Notes"),
        required=False,
        max_length=rules.LONGEST["notes"],
        help_text=_("Only conductors see them."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )


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

    def __init__(self, data, *, tournaments: list[Tournament]):
        super().__init__(data)
        self.fields["tournament"].offer(tournaments, empty=_("All tournaments"))


class ImportForm(forms.Form):
    """A roster file, or its text pasted: first a preview, then the import."""

    file = forms.FileField(
        label=_("Roster file"),
        required=False,
        allow_empty_file=True,
        help_text=_("An Excel workbook (.xlsx, its first sheet) or CSV."),
        widget=forms.FileInput(attrs={"accept": ".xlsx,.csv,.tsv,.txt,text/csv,text/plain"}),
    )
    text = forms.CharField(
        label=_("Or paste it here"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
    )
    tournament = TournamentField(label=_("Register them for"), required=False)

    def __init__(self, *args, tournaments: list[Tournament], **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["tournament"].offer(tournaments, empty=_("no tournament yet"))
        if len(tournaments) == 1:
            self.fields["tournament"].initial = tournaments[0].slug

    def clean_file(self):
        """Refuse a large file by its size, before it is read into memory."""
        file = self.cleaned_data["file"]
        if file and file.size > roster_file.MOST_BYTES:
            raise forms.ValidationError(str(roster_file.too_large()))
        return file

    def clean(self):
        if not self.errors and not self.cleaned_data.get("file") and not self.has_text():
            raise forms.ValidationError(_("Choose a file or paste its text."))
        return self.cleaned_data

    def has_text(self) -> bool:
        return bool(self.cleaned_data.get("text", "").strip())

    def data_of_roster(self) -> bytes:
        """The bytes of the file, or of the pasted text."""
        file = self.cleaned_data["file"]
        return file.read() if file else self.cleaned_data["text"].encode()

    def refuse(self, refusal: Refused) -> None:
        """Add the reason why the file or the text cannot be read."""
        field = "file" if self.cleaned_data.get("file") else "text"
        self.add_error(refusal.field if refusal.field == "tournament" else field, str(refusal))
