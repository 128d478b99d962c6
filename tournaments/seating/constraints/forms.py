"""What a conductor fills in about who must sit apart, and where."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, Event, KeptApart, Player, Staff
from tournaments.name_fields import PersonChoiceField
from tournaments.seating.constraints.services import HIGHEST_TABLE


class _EntryField(PersonChoiceField):
    def label_from_instance(self, entry: Entry) -> str:
        table = entry.fixed_table
        where = f"{entry.player.name} · {entry.tournament.name}"
        return f"{where} · {table}" if table else where


class _ConstraintForm(forms.Form):
    """A form about the people of one event; ``act`` tells which of the page's forms it is."""

    def __init__(self, *args, event: Event, **kwargs):
        super().__init__(*args, auto_id=f"id_{self.act}_%s", **kwargs)
        people = Player.objects.filter(event=event).order_by("pk")
        for field in self.fields.values():
            model = getattr(field, "queryset", Player.objects.none()).model
            if model is Player and isinstance(field, forms.ModelChoiceField):
                field.queryset = people
            elif model is Entry and isinstance(field, forms.ModelChoiceField):
                field.queryset = (
                    Entry.objects.filter(tournament__event=event)
                    .select_related("player", "tournament")
                    .order_by("tournament_id", "pk")
                )
            elif isinstance(field, forms.ModelChoiceField):
                field.queryset = model.objects.filter(event=event).order_by("pk")


class ApartForm(_ConstraintForm):
    """Two people who must not sit together."""

    act = "apart"
    one = PersonChoiceField(Player.objects.none(), label=_("This person"))
    other = PersonChoiceField(Player.objects.none(), label=_("is kept apart from"))


class TogetherForm(_ConstraintForm):
    """A pair that may sit together again."""

    act = "together"
    pair = forms.ModelChoiceField(KeptApart.objects.none())


class TableForm(_ConstraintForm):
    """Somebody who has the same table in every round."""

    act = "table"
    entry = _EntryField(Entry.objects.none(), label=_("Who"))
    table = forms.IntegerField(
        label=_("Table"),
        required=False,
        min_value=1,
        max_value=HIGHEST_TABLE,
        help_text=_("Leave empty for any table."),
    )


class TeamForm(_ConstraintForm):
    """Somebody of a team."""

    act = "team"
    player = PersonChoiceField(Player.objects.none(), label=_("Who"))
    team = forms.CharField(
        label=_("Team"), required=False, max_length=60, help_text=_("Leave empty for no team.")
    )


class PlaysForm(_ConstraintForm):
    """A conductor who plays."""

    act = "plays"
    staff = forms.ModelChoiceField(
        Staff.objects.none(), label=_("Conductor"), empty_label=_("Choose")
    )
    plays = PersonChoiceField(
        Player.objects.none(),
        label=_("plays as"),
        required=False,
        empty_label=_("does not play"),
    )

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        staff = self.fields["staff"]
        staff.queryset = staff.queryset.select_related("user")

    def clean_plays(self):
        player = self.cleaned_data["plays"]
        staff = self.cleaned_data.get("staff")
        others = Staff.objects.filter(player=player).exclude(pk=staff and staff.pk)
        if player and others.exists():
            raise forms.ValidationError(_("Another conductor already plays as this person."))
        return player


FORMS = {form.act: form for form in (ApartForm, TogetherForm, TableForm, TeamForm, PlaysForm)}


def all_forms(event: Event) -> dict[str, _ConstraintForm]:
    return {act: form(event=event) for act, form in FORMS.items()}


def sent(event: Event, act: str, data) -> _ConstraintForm | None:
    """The form that was sent; None if there is no such act."""
    return FORMS[act](data, event=event) if act in FORMS else None
