"""The form of a ruling that needs only a reason."""

from django import forms

from tournaments.results.sheet_forms.fields import ReasonField


class ReasonForm(forms.Form):
    """An act of a conductor that wants a reason."""

    reason = ReasonField()


class ChoiceForm(forms.Form):
    """An act of a conductor that needs no reason: it chooses what somebody at the table said."""

    reason = ReasonField(required=False)
