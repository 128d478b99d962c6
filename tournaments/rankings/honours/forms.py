"""The forms of classes, teams and prizes."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.form_choices import offer_choices
from tournaments.lines_field import LinesField
from tournaments.models import Ranking, RankingPrize
from tournaments.rankings.honours.services import LAST_PLACE
from tournaments.reasons import LONGEST_REASON

#: Before the key of a class in the select of lists.
CLASS = "class-"


def _people(help_text: Any, *, required: bool) -> forms.CharField:
    return LinesField(
        label=gettext_lazy("Members"),
        max_length=20_000,
        required=required,
        widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off", "spellcheck": "false"}),
        help_text=help_text,
    )


class ClassForm(forms.Form):
    """A class of a ranking, and its members by name."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=60,
        help_text=gettext_lazy("Such as Challenger, Novices or Juniors."),
    )
    rule = forms.CharField(
        label=gettext_lazy("Who belongs to it"),
        max_length=200,
        required=False,
        help_text=gettext_lazy(
            "The TGA has Challengers: those who never won a major tournament. Every other class, "
            "and who is in it, is ours."
        ),
    )
    members = _people(gettext_lazy("Names of the roster, one a line."), required=False)

    def clean_members(self) -> str:
        lines = (" ".join(line.split()) for line in self.cleaned_data["members"].splitlines())
        return "\n".join(line for line in lines if line)


class TeamForm(forms.Form):
    """A team that registers now."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=60)
    members = _people(
        gettext_lazy("Names of the roster, one a line. Games that have begun do not count for it."),
        required=True,
    )


class PrizeForm(forms.Form):
    """A prize, for a place of one of the lists."""

    of = forms.ChoiceField(label=gettext_lazy("List"))
    place = forms.IntegerField(
        label=gettext_lazy("Place"), min_value=1, max_value=LAST_PLACE, initial=1
    )
    label = forms.CharField(
        label=gettext_lazy("Prize"),
        max_length=120,
        help_text=gettext_lazy("Prizes are ours: the TGA leaves them to each convention."),
    )

    def __init__(self, data: QueryDict | None, *, ranking: Ranking) -> None:
        super().__init__(data)
        plain = [one for one in RankingPrize.Of if one != RankingPrize.Of.CLASS]
        choices = [(one.value, str(one.label)) for one in plain]
        classes = ranking.classes.order_by("name", "pk").values_list("pk", "name")
        choices += [(f"{CLASS}{pk}", name) for pk, name in classes]
        offer_choices(self, "of", choices)

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        of = given.get("of", "")
        given["of_class"] = int(of.removeprefix(CLASS)) if of.startswith(CLASS) else None
        if given["of_class"]:
            given["of"] = RankingPrize.Of.CLASS.value
        return given


class GiveForm(forms.Form):
    """Who got a prize, and why."""

    to = forms.ChoiceField(label=gettext_lazy("Who got it"), required=False)
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=gettext_lazy(
            "Needed where several stand at this place, or somebody else gets the prize. Everybody "
            "sees it."
        ),
    )

    def __init__(
        self, data: QueryDict | None, *, winners: Mapping[str, str], now: Mapping[str, str]
    ) -> None:
        super().__init__(data, initial=dict(now))
        offer_choices(self, "to", [("", _("nobody yet")), *winners.items()])
