"""The form of a pick-up game: what is played, and by whom, in turn order."""

import secrets
from itertools import islice
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.numbers import KEY_DIGITS, whole_number
from games.titles import MOST_PLAYERS
from tournaments.form_choices import offer_choices
from tournaments.models import Event, PickUp, Player
from tournaments.pickups import queries

#: The acts of the buttons beside somebody's name, before the key of the player.
UP, OUT, CHOOSE = "up-", "out-", "choose-"
ADD, GO = "add", "go"
#: Longer than any list of keys of players that play one game.
LONGEST = 400
#: Each is looked for in the whole roster.
MOST_CODES = 3 * MOST_PLAYERS


class PickUpForm(forms.Form):
    """A list that grows: each button but the last changes who plays, and shows the form again.

    ``players`` are keys in turn order. ``codes`` are badges, one a line, that a phone scanned while
    it had no network; they are added to the list first.
    """

    key = forms.CharField(max_length=64, widget=forms.HiddenInput)
    # No part of the pattern repeats what repeats: that would be tried for hours where it fails.
    players = forms.RegexField(r"^[\d,]*$", required=False, max_length=LONGEST,
                               widget=forms.HiddenInput)  # fmt: skip
    codes = forms.CharField(required=False, max_length=5 * LONGEST, widget=forms.HiddenInput)
    game = forms.ChoiceField(label=gettext_lazy("What you play"))
    who = forms.CharField(
        label=gettext_lazy("Badge or name of the next player"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(
        self, data: QueryDict | None, *, event: Event, first: Player | None, pins: bool
    ) -> None:
        initial = {"key": secrets.token_hex(16), "players": str(first.pk) if first else ""}
        super().__init__(data, initial=initial)
        offer_choices(
            self,
            "game",
            [("", _("Choose a game")), *queries.choices_of_games(event)],
        )
        self.event, self.pins = event, pins
        #: Those who may be meant by a name that several have.
        self.choices: list[Player] = []
        self.people = self._people(str(self["players"].value() or ""))

    def _people(self, text: str) -> list[Player]:
        keys = (whole_number(part, most_digits=KEY_DIGITS) for part in text.split(","))
        return queries.in_order(self.event, list(islice(filter(None, keys), MOST_PLAYERS)))

    def clean(self) -> dict[str, Any]:
        codes = filter(str.strip, self.cleaned_data.get("codes", "").split("\n"))
        for code in islice(dict.fromkeys(codes), MOST_CODES):
            self.add(code)
        return self.cleaned_data

    def do(self, act: str) -> None:
        """Change the list as a button says."""
        if act == ADD:
            self.add(self.cleaned_data.get("who", ""))
            return
        for start in (UP, OUT, CHOOSE):
            key = act.removeprefix(start)
            if key != act and (number := whole_number(key, most_digits=KEY_DIGITS)):
                self._change(start, number)

    def _change(self, start: str, key: int) -> None:
        if start == CHOOSE:
            self._append(*queries.in_order(self.event, [key]))
        keys = [one.pk for one in self.people]
        if key not in keys:
            return
        at = keys.index(key)
        if start == OUT:
            del self.people[at]
        elif start == UP and at:
            self.people.insert(at - 1, self.people.pop(at))

    def add(self, sought: str) -> None:
        """Add whom a badge or a name means; of several, ``choices`` has them all."""
        if not sought.strip():
            self.add_error("who", _("Scan a badge, or enter a name."))
            return
        found = queries.meant(self.event, sought, pins=self.pins)
        if found.chosen:
            self._append(found.chosen)
        elif found.others:
            self.choices = found.others
        else:
            self.add_error("who", _("Nobody on the roster is found by that."))

    def _append(self, *players: Player) -> None:
        if self.is_bound:
            # The field is free for the next one.
            self.data = {name: self.data[name] for name in self.data} | {"who": ""}
        known = {one.pk for one in self.people}
        self.people += [one for one in players if one.pk not in known]

    @property
    def again(self) -> "dict[str, str]":
        """The hidden values of the page that is shown next."""
        return {
            "key": str(self["key"].value() or ""),
            "players": ",".join(str(one.pk) for one in self.people),
        }


class RefuseForm(forms.Form):
    """Why a game is refused."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=PickUp.LONGEST_REASON)
