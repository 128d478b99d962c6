"""Forms for seats, table codes, sign-in links and result slips."""

from collections.abc import Collection
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.code_fields import CodeField
from tournaments.devices.rules import digits
from tournaments.email_addresses import check_email
from tournaments.models import Player
from tournaments.models.players import PIN_DIGITS

#: Longer than it is, so that people may type spaces and dashes.
LONGEST_PIN = 20
LOOKS_LIKE_A_PIN = _(
    "This looks like a PIN. Enter it on the page of your table or your game: tap “This is me”, and "
    "choose your name."
)
#: Result slips printed for each table: unless the conductor says otherwise, and at most.
SLIPS, MOST_SLIPS = 4, 10


class SeatForm(forms.Form):
    """Who a player says they are, and their PIN. Where only one is asked about, they are chosen.

    People are chosen by their own key: their seats may be swapped while somebody types.
    """

    player = forms.ChoiceField(
        label=_("Who are you?"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose your name.")},
    )
    pin = forms.CharField(
        label=_("Your PIN"),
        max_length=LONGEST_PIN,
        help_text=_("Six digits, printed on your badge. The desk has it too."),
        widget=forms.TextInput(
            attrs={
                "class": "pin",
                "inputmode": "numeric",
                "autocomplete": "off",
                "spellcheck": "false",
                "maxlength": LONGEST_PIN,
            }
        ),
    )

    def __init__(self, *args: Any, people: Collection[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        player = cast(forms.ChoiceField, self.fields["player"])
        player.choices = [(str(one.pk), one.shown_name) for one in people]
        if len(people) == 1:
            player.initial = player.choices[0][0]

    def clean_pin(self) -> str:
        pin = digits(self.cleaned_data["pin"])
        if len(pin) != PIN_DIGITS:
            raise forms.ValidationError(_("A PIN has six digits."))
        return pin


class CodeForm(forms.Form):
    """The code of a table."""

    code = CodeField(
        label=_("Code of your table"), help_text=_("Printed on the sheet on your table.")
    )

    def refuse_unknown(self) -> None:
        """Say that no table has this code; also where a PIN belongs, if it has the form of one.

        Of all PINs alike: whether a player has it is not looked up.
        """
        code = self.cleaned_data["code"]
        self.add_error("code", _("No table has this code."))
        if len(code) == PIN_DIGITS and code.isdecimal():
            self.add_error("code", LOOKS_LIKE_A_PIN)


class MailLinkForm(forms.Form):
    """The address to send a sign-in link to."""

    email = forms.EmailField(label=_("E-mail"), max_length=254, validators=[check_email])


class SlipsForm(forms.Form):
    """How many result slips each table gets: one for each hand."""

    hands = forms.IntegerField(
        label=_("Slips per table"),
        min_value=1,
        max_value=MOST_SLIPS,
        initial=SLIPS,
        help_text=_("One for each hand."),
    )

    def count(self) -> int:
        """The number asked for; the default if there is none, or a wrong one."""
        return self.cleaned_data["hands"] if self.is_valid() else SLIPS
