"""The form in which a game without an engine is defined."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.titles import MOST_PLAYERS
from tournaments.events.rules import SMALLEST_TABLE
from tournaments.events.settings.declaring import Label
from tournaments.events.settings.inputs import MinutesField
from tournaments.events.settings.limits import HIGHEST_TARGET, MOST_MINUTES
from tournaments.events.titles import rules
from tournaments.models import Title


def _players(label: Label) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=SMALLEST_TABLE, max_value=MOST_PLAYERS)


def _tie_break(label: Label, help_text: Label = "") -> forms.CharField:
    return forms.CharField(
        label=label, max_length=rules.LONGEST_TIE_BREAK, required=False, help_text=help_text
    )


def _fewer() -> forms.BooleanField:
    return forms.BooleanField(label=_("Fewer is better"), required=False)


class TitleForm(forms.Form):
    """The sheet that a table of the game writes, and how long the game plays."""

    name = forms.CharField(
        label=_("Name of the game"),
        max_length=rules.LONGEST_NAME,
        help_text=_("For example: Best of 18xx"),
    )
    players_min = _players(_("Fewest players at a table"))
    players_max = _players(_("Most players at a table"))
    slot = MinutesField(
        label=_("Time on the clock, in minutes"),
        min_value=1,
        max_value=MOST_MINUTES,
        help_text=_("Each tournament starts with this time and can change it."),
    )
    sheet_per = forms.ChoiceField(
        label=_("One score sheet"),
        choices=[(Title.Per.GAME, _("for the whole game")), (Title.Per.HAND, _("for each hand"))],
        widget=forms.RadioSelect,
        initial=Title.Per.GAME,
    )
    counting = forms.ChoiceField(
        label=_("Scored by"),
        choices=Title.Counting.choices,
        widget=forms.RadioSelect,
        initial=Title.Counting.MORE,
    )
    target = forms.IntegerField(
        label=_("Target, in points"),
        min_value=0,
        max_value=HIGHEST_TARGET,
        required=False,
        help_text=_(
            "Only with a sheet for each hand: the game ends with the hand that reaches it."
        ),
    )
    tie_break_1 = _tie_break(
        _("First tie-break"),
        _("A second number that players write down, such as trains. Empty if only places count."),
    )
    fewer_1 = _fewer()
    tie_break_2 = _tie_break(_("Second tie-break"))
    fewer_2 = _fewer()
    tie_break_3 = _tie_break(_("Third tie-break"))
    fewer_3 = _fewer()

    THE_GAME = ("name", "players_min", "players_max", "slot")
    THE_SHEET = ("sheet_per", "counting", "target")
    TIE_BREAKS = ("tie_break_1", "fewer_1", "tie_break_2", "fewer_2", "tie_break_3", "fewer_3")

    def clean_target(self) -> int:
        return self.cleaned_data["target"] or 0

    def clean(self) -> dict[str, Any]:
        for name in rules.TEXTS:
            if name in self.cleaned_data:
                self.cleaned_data[name] = " ".join(self.cleaned_data[name].split())
        if set(rules.VALUES) <= self.cleaned_data.keys():
            for fault in rules.faults(rules.TitleValues(**self.cleaned_data)):
                self.add_error(fault.field, str(fault))
        return self.cleaned_data

    def panels(self) -> list[tuple[Label, list[forms.BoundField]]]:
        """The fields of each panel, under its heading."""
        return [
            (_("The game"), [self[name] for name in self.THE_GAME]),
            (_("The score sheet"), [self[name] for name in self.THE_SHEET]),
            (_("Equal points"), [self[name] for name in self.TIE_BREAKS]),
        ]
