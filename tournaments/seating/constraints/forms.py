"""Forms about who must sit apart, and where."""

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.db.models import Model, QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, Event, HallTable, KeptApart, Player, Staff
from tournaments.name_fields import PersonChoiceField
from tournaments.names import isolated
from tournaments.seating.constraints.services import HIGHEST_TABLE


class _EntryField(PersonChoiceField):
    def label_from_instance(self, entry: Entry) -> str:
        table = entry.fixed_table
        where = f"{isolated(entry.player.shown_name)} · {entry.tournament.name}"
        return f"{where} · {table}" if table else where


class _ConstraintForm(forms.Form):
    """A form about the people of one event; ``act`` tells which of the page's forms it is."""

    act: str

    def __init__(self, data: Mapping[str, Any] | None = None, *, event: Event) -> None:
        super().__init__(data, auto_id=f"id_{self.act}_%s")
        for field in self.fields.values():
            if isinstance(field, forms.ModelChoiceField) and field.queryset is not None:
                field.queryset = _OF_EVENT[field.queryset.model](event)


_OF_EVENT: dict[type[Model], Callable[[Event], QuerySet[Any]]] = {
    Player: lambda event: event.players.order_by("pk"),
    Entry: lambda event: (
        Entry.objects.filter(tournament__event=event)
        .select_related("player", "tournament")
        .order_by("tournament_id", "pk")
    ),
    KeptApart: lambda event: event.kept_apart.order_by("pk"),
    HallTable: lambda event: event.hall_tables.filter(room__isnull=False).order_by("number"),
    Staff: lambda event: event.staff.select_related("user").order_by("pk"),
}


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


class NeedForm(_ConstraintForm):
    """Somebody who has to sit at one table of the hall, or where no step is in the way."""

    act = "need"
    player = PersonChoiceField(Player.objects.none(), label=_("Who"))
    hall_table = forms.ModelChoiceField(
        HallTable.objects.none(),
        label=_("Table of the hall"),
        required=False,
        empty_label=_("any table"),
    )
    step_free = forms.BooleanField(label=_("Reached without a step"), required=False)


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

    def clean_plays(self) -> Player | None:
        player: Player | None = self.cleaned_data["plays"]
        staff: Staff | None = self.cleaned_data.get("staff")
        others = Staff.objects.filter(player=player)
        if staff:
            others = others.exclude(pk=staff.pk)
        if player and others.exists():
            raise forms.ValidationError(_("Another conductor already plays as this person."))
        return player


FORMS = {
    form.act: form for form in (ApartForm, TogetherForm, NeedForm, TableForm, TeamForm, PlaysForm)
}


def all_forms(event: Event) -> dict[str, _ConstraintForm]:
    return {act: form(event=event) for act, form in FORMS.items()}


def sent(event: Event, act: str, data: Mapping[str, Any]) -> _ConstraintForm | None:
    """The form that was sent; None if there is no such act."""
    return FORMS[act](data, event=event) if act in FORMS else None
