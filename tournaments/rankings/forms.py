"""The forms of an event's ranking."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from scoring.conventions.profile_text import MOST_CATEGORIES, MOST_TEAM
from scoring.schemes import schemes
from tournaments.form_choices import offer_choices
from tournaments.lines_field import LinesField
from tournaments.models import Ranking, Tournament
from tournaments.punctuation import labelled
from tournaments.rankings.profile import ORIGINS, TIE_BREAKS
from tournaments.rankings.services import values_of
from tournaments.texts import say

STEP_FIELDS = tuple(f"tie_break_{number}" for number in range(1, len(TIE_BREAKS) + 1))
#: What a select sends for a tournament that does not count, or counts without a category: the key
#: of a category has no colon, which stands behind it in the profile.
NOT, WITHOUT = ":-", ":="


class RankingForm(forms.Form):
    """The profile of a ranking. Each value says whether the TGA publishes it, or it is ours."""

    name = forms.CharField(label=_("Name"), max_length=120)
    categories = LinesField(
        label=_("Categories"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=format_lazy(
            "{} {}", _("One a line, such as “1: Long games”."), ORIGINS["categories"]
        ),
    )
    by_title = forms.BooleanField(
        label=_("Each title is a category"), required=False, help_text=ORIGINS["by_title"]
    )
    required = forms.IntegerField(
        label=_("Categories that count"),
        min_value=1,
        max_value=MOST_CATEGORIES,
        help_text=ORIGINS["required"],
    )
    scheme = forms.ChoiceField(
        label=_("Points of a game"),
        choices=lambda: [(key, say(one.name)) for key, one in schemes().items()],
        help_text=ORIGINS["scheme"],
    )
    final_bonus = forms.CharField(
        label=_("What a final adds"),
        max_length=80,
        required=False,
        help_text=format_lazy(
            "{} {}", _("From first place down, such as 0.3 0.2 0.1."), ORIGINS["final_bonus"]
        ),
    )
    pick_ups = forms.BooleanField(
        label=_("Pick-up games count"), required=False, help_text=ORIGINS["pick_ups"]
    )

    team_from = forms.IntegerField(
        label=_("Fewest members of a team"),
        min_value=2,
        max_value=MOST_TEAM,
        help_text=ORIGINS["team_from"],
    )
    team_to = forms.IntegerField(
        label=_("Most members of a team"),
        min_value=2,
        max_value=MOST_TEAM,
        help_text=ORIGINS["team_to"],
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number, name in enumerate(STEP_FIELDS, start=1):
            self.fields[name] = forms.ChoiceField(
                label=_("Tie-break %(number)s") % {"number": number},
                choices=[("", pgettext("tie-break", "none")), *TIE_BREAKS.items()],
                required=False,
                help_text=ORIGINS["tie_breaks"] if number == 1 else "",
            )

    @staticmethod
    def initial_of(values: Mapping[str, Any]) -> dict[str, Any]:
        """The values of the form for those of a profile."""
        found = dict(values)
        chosen = [*found.pop("tie_breaks"), *STEP_FIELDS][: len(STEP_FIELDS)]
        steps = [key if key in TIE_BREAKS else "" for key in chosen]
        return found | dict(zip(STEP_FIELDS, steps, strict=True))

    @classmethod
    def values(cls, ranking: Ranking) -> dict[str, Any]:
        return cls.initial_of(values_of(ranking))

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        if "categories" in given:
            given["categories"] = given["categories"].replace("\r\n", "\n").strip()
        given["tie_breaks"] = [key for name in STEP_FIELDS if (key := given.pop(name, ""))]
        return given


class PartsForm(forms.Form):
    """For each tournament of the event the category that it counts in, if it counts."""

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        tournaments: Iterable[Tournament],
        categories: Mapping[str, str],
        counted: Mapping[int, str | None],
    ) -> None:
        self.keys = {f"tournament-{one.pk}": one.pk for one in tournaments}
        names = {one.pk: one.name for one in tournaments}
        initial = {field: _sent(counted.get(key)) for field, key in self.keys.items()}
        super().__init__(data, initial=initial)
        choices = [
            (NOT, _("does not count")),
            (WITHOUT, _("counts, without a category")),
            *((key, labelled(key, name)) for key, name in categories.items()),
        ]
        for field, key in self.keys.items():
            self.fields[field] = forms.ChoiceField(label=names[key], required=False)
            offer_choices(self, field, choices)

    def chosen(self) -> dict[int, str | None]:
        """The category of each tournament by its key, None if it does not count."""
        return {
            key: _read(self.cleaned_data[field])
            for field, key in self.keys.items()
            if self.cleaned_data.get(field)
        }


def _sent(category: str | None) -> str:
    return NOT if category is None else category or WITHOUT


def _read(sent: str) -> str | None:
    return {NOT: None, WITHOUT: ""}.get(sent, sent)
