"""The form that closes a call for a conductor."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.form_choices import offer_rows
from tournaments.lines_field import LinesField
from tournaments.models import Adjustment, Entry, Table
from tournaments.reasons import LONGEST_REASON
from tournaments.results.calls.services import LONGEST_WORDS
from tournaments.standings.deciding.forms import FractionField
from tournaments.standings.deciding.services import LONGEST_POINTS

KINDS = (Adjustment.Kind.WARNING, Adjustment.Kind.PENALTY, Adjustment.Kind.DISQUALIFIED)


class CloseCallForm(forms.Form):
    """The outcome of a call, and the penalty that it led to, if any."""

    remark = LinesField(
        label=_("Outcome"),
        required=False,
        max_length=LONGEST_WORDS,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Kept with the call, for conductors only."),
    )
    kind = forms.ChoiceField(
        label=_("Penalty"),
        required=False,
        choices=[("", _("none")), *((kind.value, kind.label) for kind in KINDS)],
    )
    entry = forms.ModelChoiceField(
        label=_("Player"), required=False, queryset=Entry.objects.none(), empty_label=_("nobody")
    )
    points = FractionField(
        label=_("Points off the score"),
        required=False,
        max_length=LONGEST_POINTS,
        help_text=_("For a penalty only, in points of the scheme."),
    )
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=LONGEST_REASON,
        help_text=_("Required for a penalty. Everyone can read it next to the standings."),
    )

    def __init__(self, *args: Any, table: Table, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        entries = Entry.objects.filter(seats__table=table).select_related("player", "tournament")
        offer_rows(self, "entry", entries.order_by("seats__position"))

    def clean(self) -> dict[str, Any]:
        if self.cleaned_data.get("kind") and not self.cleaned_data.get("entry"):
            self.add_error("entry", _("Choose who gets the penalty."))
        return self.cleaned_data
