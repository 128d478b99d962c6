"""The forms of seasons and people."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.seasons import leagues
from tournaments.models import Season, Tournament

MOST = 99


def _count(label: Any, help_text: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, min_value=0, max_value=MOST, initial=0, required=False, help_text=help_text
    )


class SeasonForm(forms.Form):
    """A season: what counts, and how much of it."""

    name = forms.CharField(label=_("Name"), max_length=120)
    rule = forms.ChoiceField(label=_("What a tournament is worth"))
    best = _count(_("Results that count"), _("The best of each person. 0: all."))
    minimum_events = _count(_("Events to be at"), _("Who was at fewer has no place yet."))
    promoted = _count(_("Go up"), _("The first so many go up to a higher division."))
    relegated = _count(_("Go down"), _("The last so many go down to a lower division."))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["rule"].choices = [(key, found.name) for key, found in leagues().items()]

    def clean(self) -> dict[str, Any]:
        for name in ("best", "minimum_events", "promoted", "relegated"):
            self.cleaned_data[name] = self.cleaned_data.get(name) or 0
        return self.cleaned_data


class PartForm(forms.Form):
    """A tournament that shall count for a season."""

    tournament = forms.ChoiceField(label=_("Tournament"))
    category = forms.CharField(
        label=_("Category"),
        max_length=60,
        required=False,
        help_text=_("For seasons by category; empty: one of its own."),
    )
    level = forms.IntegerField(
        label=_("Level"), min_value=1, max_value=MOST, initial=1, help_text=_("Counts so often.")
    )

    def __init__(self, *args: Any, tournaments: Iterable[Tournament], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournaments = {str(found.pk): found for found in tournaments}
        self.fields["tournament"].choices = [
            (pk, f"{found.event}: {found}") for pk, found in self.tournaments.items()
        ]

    def clean_tournament(self) -> Tournament:
        return self.tournaments[self.cleaned_data["tournament"]]


class AboveForm(forms.Form):
    """The division that stands above a season."""

    above = forms.ChoiceField(label=_("Division above"), required=False)

    def __init__(self, *args: Any, seasons: Iterable[Season], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seasons = {str(found.pk): found for found in seasons}
        names = [(pk, found.name) for pk, found in self.seasons.items()]
        self.fields["above"].choices = [("", _("none: this is the highest")), *names]

    def clean_above(self) -> Season | None:
        return self.seasons.get(self.cleaned_data["above"])


class NextForm(forms.Form):
    """The name of the following season."""

    name = forms.CharField(label=_("Name"), max_length=120)
