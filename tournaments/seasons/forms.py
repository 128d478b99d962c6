"""The forms of seasons and people."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from scoring.leagues import leagues
from scoring.ratings import LONGEST_FADE, SHORTEST_FADE
from scoring.season_lines import TIE_BREAKS
from tournaments.email_addresses import check_email
from tournaments.form_choices import offer_choices, offer_rows
from tournaments.lines_field import LinesField
from tournaments.models import Player, Season, SeasonAdjustment, SeasonStanding, Tournament
from tournaments.name_fields import PersonChoiceField
from tournaments.punctuation import labelled
from tournaments.reasons import LONGEST_REASON
from tournaments.seasons.rules import LONGEST_POINTS
from tournaments.seasons.services import values_of
from tournaments.standings.deciding.forms import TieForm
from tournaments.texts import say

MOST = 99
MOST_TIE_BREAKS = 5
TIE_BREAK_FIELDS = tuple(f"tie_break_{number}" for number in range(1, MOST_TIE_BREAKS + 1))


def _names(found: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(key, say(one.name)) for key, one in found.items()]


def _points(label: Any, help_text: Any) -> forms.CharField:
    return forms.CharField(
        label=label, max_length=LONGEST_POINTS, required=False, help_text=help_text
    )


def _count(label: Any, help_text: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, min_value=0, max_value=MOST, initial=0, required=False, help_text=help_text
    )


class SeasonForm(forms.Form):
    """A season: what counts, and how much of it."""

    name = forms.CharField(label=_("Name"), max_length=120)
    rule = forms.ChoiceField(
        label=_("What a tournament is worth"), choices=lambda: _names(leagues())
    )
    points = LinesField(
        label=_("Points for places"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_(
            "From first place down, such as 25 18 15. Add a line for other field sizes: “12: 30 "
            "24 20” applies to 12 players or more."
        ),
    )
    taking_part = _points(_("For taking part"), _("Everyone who plays gets these."))
    each_below = _points(_("For each player beaten"), _("More players, more points."))
    best = forms.IntegerField(
        label=_("Results that count"),
        min_value=0,
        max_value=MOST,
        required=False,
        help_text=_(
            "Each person's best results. Empty: two thirds of the tournaments so far. 0: all."
        ),
    )
    minimum_events = _count(_("Minimum events"), _("People with fewer have no place yet."))
    counts_running = forms.BooleanField(
        label=_("Count unfinished tournaments"),
        required=False,
        help_text=_("Their results are marked as provisional."),
    )
    ratings_fade = forms.IntegerField(
        label=_("Ratings fade within (days)"),
        min_value=SHORTEST_FADE,
        max_value=LONGEST_FADE,
        required=False,
        help_text=_(
            "After so many days without a game a rating says no more than that of a newcomer. "
            "Empty: ratings do not fade."
        ),
    )
    promoted = _count(_("Go up"), _("This many go up to the higher division."))
    relegated = _count(_("Go down"), _("This many go down to the lower division."))

    #: What stands apart from the rest on the page.
    TABLE = ("points", "taking_part", "each_below")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", pgettext("tie-break", "none")), *_names(TIE_BREAKS)]
        for name, number in zip(TIE_BREAK_FIELDS, range(1, MOST_TIE_BREAKS + 1), strict=True):
            self.fields[name] = forms.ChoiceField(
                label=_("Tie-break %(number)s") % {"number": number},
                choices=choices,
                required=False,
            )

    @staticmethod
    def values(season: Season) -> dict[str, Any]:
        """Return the values of the form for a season as it is."""
        values = values_of(season)
        del values["tie_breaks"]
        return values | dict(zip(TIE_BREAK_FIELDS, season.tie_breaks or (), strict=False))

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        for name in ("minimum_events", "promoted", "relegated"):
            given[name] = given.get(name) or 0
        for name in ("taking_part", "each_below"):
            given[name] = given.get(name) or "0"
        given["tie_breaks"] = [
            key for name in TIE_BREAK_FIELDS if (key := given.pop(name, ""))
        ] or None
        return given

    def main(self) -> list[forms.BoundField]:
        apart = {*self.TABLE, *TIE_BREAK_FIELDS}
        return [field for field in self if field.name not in apart]

    def table(self) -> list[forms.BoundField]:
        return [self[name] for name in self.TABLE]

    def tie_breaks(self) -> list[forms.BoundField]:
        return [self[name] for name in TIE_BREAK_FIELDS]

    def shows_table(self) -> bool:
        chosen = leagues().get(self["rule"].value() or "")
        return bool(chosen and chosen.own_table) or any(self[name].errors for name in self.TABLE)

    def shows_tie_breaks(self) -> bool:
        return any(self[name].value() for name in TIE_BREAK_FIELDS)


class OwnerForm(forms.Form):
    """Another owner of a season."""

    email = forms.EmailField(label=_("E-mail of the account"), validators=[check_email])


class SeasonAdjustmentForm(forms.Form):
    """A penalty or a disqualification for somebody in a season."""

    player = PersonChoiceField(label=_("Person"), queryset=Player.objects.none())
    kind = forms.ChoiceField(
        label=_("Kind"),
        choices=[
            one for one in SeasonAdjustment.Kind.choices if one[0] not in SeasonAdjustment.ORDER
        ],
    )
    points = _points(_("Points off the total"), _("For a penalty only."))
    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON)

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rows = season.standings.filter(player__isnull=False)
        offer_rows(self, "player", Player.objects.filter(pk__in=rows.values("player")))


class PartForm(forms.Form):
    """A tournament that shall count for a season."""

    tournament = forms.ChoiceField(label=_("Tournament"))
    category = forms.CharField(
        label=_("Category"),
        max_length=60,
        required=False,
        help_text=_("For seasons by category. Empty: a category of its own."),
    )
    level = forms.IntegerField(
        label=_("Level"),
        min_value=1,
        max_value=MOST,
        initial=1,
        help_text=_("How many times it counts."),
    )

    def __init__(self, *args: Any, tournaments: Iterable[Tournament], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournaments = {str(found.pk): found for found in tournaments}
        names = [(pk, labelled(found.event, found)) for pk, found in self.tournaments.items()]
        offer_choices(self, "tournament", names)

    def clean_tournament(self) -> Tournament:
        return self.tournaments[self.cleaned_data["tournament"]]


class AboveForm(forms.Form):
    """The division that stands above a season."""

    above = forms.ChoiceField(
        label=_("Division above"),
        required=False,
        error_messages={"invalid_choice": _("Choose one of your seasons.")},
    )

    def __init__(self, *args: Any, seasons: Iterable[Season], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seasons = {str(found.pk): found for found in seasons}
        names = [(pk, found.name) for pk, found in self.seasons.items()]
        offer_choices(self, "above", [("", _("none: this is the top division")), *names])

    def clean_above(self) -> Season | None:
        return self.seasons.get(self.cleaned_data["above"])


class NextForm(forms.Form):
    """The name of the following season."""

    name = forms.CharField(label=_("Name"), max_length=120)


class SeasonTieForm(TieForm[SeasonStanding]):
    """How people of a season who are equal where some go up or down are put in an order.

    ``seen`` is who they are, in short.
    """

    seen = ""
    by_lot = _("Draw lots from the seed of the last tournament that counts")

    @staticmethod
    def label(one: SeasonStanding) -> str:
        return one.shown_name

    @staticmethod
    def key(one: SeasonStanding) -> int:
        """The player: a row has another key whenever the season is computed."""
        return one.player_id or 0
