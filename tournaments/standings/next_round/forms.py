"""Forms for seating the next round."""

from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import Round, Tournament
from tournaments.seating.formats.outlook import Outlook, PairOutlook
from tournaments.seating.wording import sizes_in_words


def size_choices(outlook: Outlook) -> list[tuple[str, str]]:
    """The table sizes to choose from, each with what it would mean if all rounds were like this."""
    choices: list[tuple[str, str]] = []
    for choice in outlook.choices:
        if choice.repeats == 0:
            meaning = gettext("over all rounds, no repeats needed")
        elif choice.bound.repeats:
            meaning = gettext(
                "over all rounds, at least %(least)s repeats; the best known plan has %(known)s"
            ) % {
                "least": choice.bound.repeats,
                "known": choice.repeats,
            }
        else:
            meaning = gettext("over all rounds, the best known plan has %(known)s repeats") % {
                "known": choice.repeats
            }
        sentence = gettext("%(sizes)s: %(meaning)s") % {
            "sizes": sizes_in_words(choice.sizes),
            "meaning": meaning,
        }
        choices.append((",".join(map(str, choice.sizes)) if choices else "", sentence))
    return choices or [("", gettext("As usual"))]


class NextRoundForm(forms.Form):
    """Whether the next round is what the plan says, or otherwise."""

    PLANNED, MORE, FINAL = "", "more", "final"
    page = "seating/seat.html"

    kind = forms.ChoiceField(
        label=_("Round to seat"),
        required=False,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": _("Choose one of these.")},
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, outlook: Outlook) -> None:
        super().__init__(data)
        self._has_heats = outlook.has_heats
        if outlook.has_heats:
            # Heats are seated from those who are here: no standings, and no round that is planned.
            del self.fields["kind"]
            return
        if outlook.final_is_due:
            planned = gettext("The final, as planned")
            otherwise = (self.MORE, gettext("Another round first"))
        else:
            planned = gettext("Round %(number)s, as planned") % {"number": outlook.number}
            otherwise = (self.FINAL, gettext("The final now"))
        kinds = [(self.PLANNED, planned), otherwise]
        kind = cast(forms.ChoiceField, self.fields["kind"])
        kind.choices = kinds if outlook.number > 1 else kinds[:1]
        self.fields["mode"] = forms.ChoiceField(
            label=_("How"),
            required=False,
            choices=[
                ("", _("As usual: first round social, later rounds by standings")),
                *Round.SeatingMode.choices,
            ],
        )
        if not outlook.final_is_due:
            self.fields["sizes"] = self._sizes(outlook)

    @staticmethod
    def _sizes(outlook: Outlook) -> forms.ChoiceField:
        return forms.ChoiceField(
            label=_("Tables"),
            required=False,
            choices=size_choices(outlook),
            help_text=_("Table sizes are for rounds; those of the final follow from who plays it."),
            error_messages={"invalid_choice": _("The number of people has changed. Choose again.")},
        )

    @property
    def mode(self) -> str:
        return str(self.cleaned_data.get("mode", ""))

    @property
    def sizes(self) -> tuple[int, ...]:
        """The table sizes that were chosen; empty for the usual ones."""
        text = self.cleaned_data.get("sizes", "")
        return tuple(int(size) for size in text.split(",")) if text else ()

    @property
    def final(self) -> bool | None:
        """The choice as ``services.seat_next_round`` takes it."""
        if self._has_heats:
            return True
        return {self.PLANNED: None, self.MORE: False, self.FINAL: True}[self.cleaned_data["kind"]]


class NextPairsForm(forms.Form):
    """The next round of a format for two, perhaps one more than planned, and by which rules."""

    sizes: tuple[int, ...] = ()
    page = "seating/seat_pairs.html"

    def __init__(self, data: Mapping[str, Any] | None = None, *, outlook: PairOutlook) -> None:
        super().__init__(data)
        self.more = outlook.may_add
        if outlook.others:
            self.fields["mode"] = forms.ChoiceField(
                label=_("Who plays whom"),
                required=False,
                choices=[
                    ("", Tournament.Pairing(outlook.system).label),
                    *((key, Tournament.Pairing(key).label) for key in outlook.others),
                ],
                help_text=_(
                    "Use the other Swiss for this round if the usual one finds no pairing."
                ),
            )

    @property
    def mode(self) -> str:
        return str(self.cleaned_data.get("mode", ""))

    @property
    def final(self) -> bool | None:
        return False if self.more else None


def form_for(
    outlook: Outlook | PairOutlook, sent: Mapping[str, Any] | None
) -> NextRoundForm | NextPairsForm:
    """The form to seat the round of an outlook; ``page`` is the template that shows it."""
    if isinstance(outlook, PairOutlook):
        return NextPairsForm(sent, outlook=outlook)
    return NextRoundForm(sent, outlook=outlook)
