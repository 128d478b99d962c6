"""The form of a call for a conductor."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.lines_field import LinesField
from tournaments.models import Call
from tournaments.results.calls.services import LONGEST_WORDS


class CallForm(forms.Form):
    """The subject of a call; quietly, if nobody at the table is to notice."""

    kind = forms.ChoiceField(
        label=_("What is it about?"),
        choices=[
            (Call.Kind.RULES, _("A question about the rules")),
            (Call.Kind.SLOW, _("Slow play")),
            (Call.Kind.CONDUCT, _("Conduct: only the owner of the event reads it")),
            (Call.Kind.OTHER, _("Something else")),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose what it is about.")},
    )
    words = LinesField(
        label=_("In a few words"),
        required=False,
        max_length=LONGEST_WORDS,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Required for “Conduct” and “Something else”."),
    )
    silent = forms.BooleanField(
        label=_("Call quietly: do not show this at the table"), required=False
    )
