"""The forms of conductors about the standings."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Generic, TypeVar

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from games.numbers import fraction
from scoring.measures import MEASURES
from scoring.schemes import schemes
from tournaments.form_choices import offer_choices, offer_rows
from tournaments.models import Adjustment, Entry, FixtureWeek, Round, Tournament
from tournaments.name_fields import PersonChoiceField
from tournaments.reasons import LONGEST_REASON
from tournaments.standings.deciding.services import LONGEST_POINTS, MOST_TIE_BREAKS
from tournaments.texts import say

#: Somebody who is equal to others: an entry, or a row of a season.
Tied = TypeVar("Tied")


class SchemeForm(forms.Form):
    """A scheme, and tie-breaks in their order instead of its own."""

    scheme = forms.ChoiceField(label=_("Points scheme"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_choices(self, "scheme", [(key, say(found.name)) for key, found in schemes().items()])
        choices = [
            ("", pgettext("tie-break", "none")),
            (_("Any game"), _choices(of_chess=False)),
            (_("Games of two (FIDE C.07)"), _choices(of_chess=True)),
        ]
        for number in range(1, MOST_TIE_BREAKS + 1):
            label = _("Tie-break %(number)s") % {"number": number}
            self.fields[f"tie_break_{number}"] = forms.ChoiceField(
                label=label, choices=choices, required=False
            )

    @staticmethod
    def values(tournament: Tournament) -> dict[str, str]:
        """Return the values of the form for a tournament as it is."""
        chosen = enumerate(tournament.tie_breaks or (), start=1)
        return {"scheme": tournament.scheme} | {f"tie_break_{n}": key for n, key in chosen}

    def tie_breaks(self) -> list[str] | None:
        """Those chosen, in order; None for those of the scheme."""
        names = (f"tie_break_{number}" for number in range(1, MOST_TIE_BREAKS + 1))
        return [key for name in names if (key := self.cleaned_data.get(name))] or None


def _choices(*, of_chess: bool) -> list[tuple[str, str]]:
    """The measures that FIDE defines, or all others."""
    chosen = {key: one for key, one in MEASURES.items() if bool(one.chapter) == of_chess}
    return [(key, say(one.name)) for key, one in chosen.items()]


class FractionField(forms.CharField):
    """An exact number: 2, 0.5 or 1/2. Empty is 0."""

    def clean(self, value: Any) -> Any:
        text = super().clean(value).replace(" ", "")
        try:
            return fraction(text) if text else Fraction(0)
        except ValueError:
            raise forms.ValidationError(_("Enter a number such as 2, 0.5 or 1/2.")) from None


class TieForm(forms.Form, Generic[Tied]):
    """How people who are exactly equal are put in an order."""

    #: Where the published seed comes from.
    by_lot = _("Draw lots from the seed of the tournament")

    kind = forms.ChoiceField(label=_("How"), widget=forms.RadioSelect)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=_("Everybody can read it."),
    )

    def __init__(self, *args: Any, tied: Sequence[Tied], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tied = tied
        ways = [
            (Adjustment.Kind.PLAYOFF, _("They played it out")),
            (Adjustment.Kind.LOT, self.by_lot),
            (Adjustment.Kind.CHOICE, _("I decide, and say why")),
        ]
        offer_choices(self, "kind", ways)
        numbers = [("", "\N{EN DASH}"), *((str(n), str(n)) for n in range(1, len(tied) + 1))]
        for entry in tied:
            self.fields[self._name(entry)] = forms.ChoiceField(
                label=self.label(entry), choices=numbers, required=False
            )
        self.order_fields([*map(self._name, tied), "kind", "reason"])

    @staticmethod
    def label(one: Any) -> str:
        """The name of somebody who is equal to others."""
        return str(one.player.shown_name)

    @staticmethod
    def key(one: Any) -> int:
        return int(one.pk)

    def _name(self, one: Tied) -> str:
        return f"number-{self.key(one)}"

    @property
    def people(self) -> list[forms.BoundField]:
        """The fields of those who are equal."""
        return [self[self._name(entry)] for entry in self.tied]

    def clean(self) -> None:
        chosen = [self.cleaned_data.get(self._name(entry)) for entry in self.tied]
        by_lot = self.cleaned_data.get("kind") == Adjustment.Kind.LOT
        if not by_lot and sorted(map(str, chosen)) != sorted(
            str(n) for n in range(1, len(self.tied) + 1)
        ):
            raise forms.ValidationError(_("Give each of them another number, 1 for the best."))

    def order(self) -> list[Tied]:
        """The people as they were numbered, the best first."""
        return sorted(
            self.tied, key=lambda entry: int(self.cleaned_data.get(self._name(entry)) or 0)
        )


class AdjustmentForm(forms.Form):
    """A penalty, a bye, a forfeit, a warning or a disqualification for somebody in a tournament."""

    entry = PersonChoiceField(label=_("Player"), queryset=Entry.objects.none())
    kind = forms.ChoiceField(
        label=_("Kind"),
        choices=[one for one in Adjustment.Kind.choices if one[0] not in Adjustment.ORDER],
    )
    points = FractionField(
        label=_("Points"),
        required=False,
        max_length=LONGEST_POINTS,
        help_text=_(
            "In points of the scheme: what a penalty takes off, or what an adjusted score is worth."
        ),
    )
    round_number = forms.IntegerField(
        label=_("Round"),
        required=False,
        min_value=1,
        max_value=99,
        widget=forms.Select,
        help_text=_("For a bye, an absence, a forfeit or an adjusted score."),
    )
    whole_table = forms.BooleanField(
        label=_("Adjust the scores of everyone at the player's table"),
        required=False,
        help_text=_("For a table that could not play, by no fault of its own."),
    )
    opponent = PersonChoiceField(
        label=_("Opponent"),
        queryset=Entry.objects.none(),
        required=False,
        help_text=_("For a forfeit only: this player has the other side of it."),
    )
    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        entries = tournament.entries.select_related("player").order_by("pk")
        offer_rows(self, "entry", entries)
        self.fields["round_number"].widget.choices = [("", ""), *_rounds_of(tournament)]
        if tournament.pairing == Tournament.Pairing.FIXTURES:
            self._leave_tables_out()
        if tournament.head_to_head:
            offer_rows(self, "opponent", entries)
        else:
            del self.fields["opponent"]
            kinds = [
                (k, label) for k, label in Adjustment.Kind.choices if k not in Adjustment.FORFEITS
            ]
            offer_choices(self, "kind", kinds)

    def _leave_tables_out(self) -> None:
        """A league has weeks, and no game at a table whose score could be adjusted."""
        del self.fields["whole_table"]
        week = self.fields["round_number"]
        week.label, week.help_text = _("Week"), _("For a bye, an absence or a forfeit.")
        out = (*Adjustment.ORDER, *Adjustment.AWARDS)
        offer_choices(self, "kind", [one for one in Adjustment.Kind.choices if one[0] not in out])


def _rounds_of(tournament: Tournament) -> list[tuple[int, str]]:
    """The numbers of the rounds of a tournament, also of those to come, with their names; of a
    league those of its weeks."""
    if tournament.pairing == Tournament.Pairing.FIXTURES:
        weeks = FixtureWeek.objects.filter(fixture_list__tournament=tournament).order_by("number")
        return [(week.number, str(week)) for week in weeks]
    seated = {one.number: one.name for one in tournament.rounds.all()}
    last = max([tournament.rounds_planned, *seated])
    return [
        (number, seated.get(number) or Round(number=number).name) for number in range(1, last + 1)
    ]
