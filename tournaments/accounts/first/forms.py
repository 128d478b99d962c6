"""The form of the first account."""

from django import forms
from django.contrib.auth.forms import BaseUserCreationForm
from django.utils.translation import gettext_lazy as _

from tournaments.email_addresses import check_email
from tournaments.models import User

LONGEST_CODE = 40


class FirstAccountForm(BaseUserCreationForm):  # type: ignore[type-arg]  # no generic class in Django
    """The code of the terminal, and who has it."""

    code = forms.CharField(
        label=_("Code"),
        max_length=LONGEST_CODE,
        help_text=_("The terminal in which Roundhouse was started shows it."),
        widget=forms.TextInput(
            attrs={
                "autocomplete": "one-time-code",
                "autocapitalize": "characters",
                "spellcheck": "false",
                "autofocus": True,
            }
        ),
    )
    field_order = ["code", "name", "email", "password1", "password2"]

    class Meta:
        model = User
        fields = ["name", "email"]
        labels = {"name": _("Your name"), "email": _("E-mail")}
        widgets = {
            "name": forms.TextInput(attrs={"autocomplete": "name"}),
            "email": forms.EmailInput(attrs={"autocomplete": "username"}),
        }

    def clean_email(self) -> str:
        email = str(self.cleaned_data["email"]).strip().lower()
        check_email(email)
        return email
