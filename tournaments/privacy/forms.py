"""The form of an owner who erases a player."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Player
from tournaments.privacy.errors import NameNotRepeated


class EraseForm(forms.Form):
    """Repeating the name is the confirmation."""

    name = forms.CharField(
        label=_("Type the name to confirm"),
        max_length=80,
        widget=forms.TextInput({"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._player = player

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if " ".join(name.split()) != " ".join(self._player.name.split()):
            raise forms.ValidationError(str(NameNotRepeated()))
        return name
