"""The form by which somebody joins a party."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.code_fields import CodeField


class PartyForm(forms.Form):
    """The code of a party."""

    code = CodeField(label=_("Code of the party"))
