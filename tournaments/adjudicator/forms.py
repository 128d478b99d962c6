"""The forms of the adjudicator: a new position, a record to load, and a question about a move."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games import catalogue
from games.kernel import SEATS
from games.record import Record
from games.texts import message
from tournaments.access.refusals import RefusedInputError
from tournaments.adjudicator import errors, rules
from tournaments.adjudicator.position_view import name_of
from tournaments.adjudicator.queries import GameInfo
from tournaments.errors import Refused
from tournaments.form_choices import offer_choices
from tournaments.option_fields import chosen_options, option_fields
from tournaments.texts import say

LARGEST_SEED = 2**31 - 1


class SetUpForm(forms.Form):
    """A new game, and how far it is played before the question comes up."""

    players = forms.TypedChoiceField(label=pgettext_lazy("how many", "Players"), coerce=int)
    pack = forms.ChoiceField(label=_("Cards and boards"))
    moves = forms.IntegerField(
        label=_("Opening moves by bots"),
        initial=0,
        min_value=0,
        max_value=rules.MOST_BOT_MOVES,
        help_text=_("0 starts right after the deal."),
    )
    seed = forms.IntegerField(
        label=pgettext_lazy("chance", "Seed"),
        initial=1,
        min_value=0,
        max_value=LARGEST_SEED,
        help_text=_("The same number always deals the same game."),
    )

    def __init__(self, *args: Any, game: GameInfo, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        preferred = min(catalogue.game(game.key).preferred_players, 6)
        self.fields["players"].initial = max(game.players[0], preferred)
        offer_choices(self, "players", [(number, number) for number in game.players])
        offer_choices(self, "pack", [(pack.key, say(pack.title)) for pack in game.packs])
        self.options = catalogue.rules(game.key).options
        self.fields |= option_fields(self.options, {})

    def clean(self) -> dict[str, Any]:
        """Refuse options that do not go together, or not with so many players."""
        if not self.errors:
            said = self.cleaned_data
            position = {name: said[name] for name in ("players", "pack", "moves", "seed")}
            chosen = chosen_options(self.options, said)
            try:
                self._record = rules.set_up(self.game.key, **position, options=chosen)
            except ValueError as fault:
                raise forms.ValidationError(say(message(fault))) from None
        return self.cleaned_data

    def record(self) -> Record[Any]:
        """The requested position; only for a valid form."""
        return self._record


class LoadForm(forms.Form):
    """A record as it was saved here or by ``python -m games``: a file, or its text pasted."""

    file = forms.FileField(
        label=_("Record file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".game,.txt,text/plain"}),
    )
    record = forms.CharField(
        label=_("Or paste it here"),
        required=False,
        strip=False,
        help_text=_("A header line, then one line per move."),
        widget=forms.Textarea(
            attrs={"rows": 6, "spellcheck": "false", "autocapitalize": "none", "wrap": "off"}
        ),
    )

    def clean_file(self) -> str:
        """Refuse a large file by its size, before it is read into memory; else its text."""
        file = self.cleaned_data["file"]
        if not file:
            return ""
        if file.size > rules.MOST_CHARACTERS:
            most = f"{rules.MOST_CHARACTERS:,}"
            raise forms.ValidationError(str(errors.TooLong(size=f"{file.size:,}", most=most)))
        try:
            return str(file.read(), "utf-8-sig")
        except UnicodeDecodeError:
            raise forms.ValidationError(str(errors.NotARecord())) from None

    def clean(self) -> dict[str, Any]:
        if not self.errors and not self.text().strip():
            raise forms.ValidationError(_("Choose a file or paste its text."))
        return self.cleaned_data

    def text(self) -> str:
        """The text of the file, or else the pasted one."""
        text: str = self.cleaned_data.get("file") or self.cleaned_data.get("record", "")
        return text

    def refuse(self, refusal: Refused) -> None:
        """Show the text, also that of a file, ready for correction, with the refusal."""
        self.data = {"record": self.text()}
        self.add_error("record", RefusedInputError(refusal))


class QuestionForm(forms.Form):
    """Is this move legal for this player? ``at`` counts the entries of the record before it."""

    at = forms.IntegerField(
        required=False, min_value=0, max_value=rules.MOST_LINES, widget=forms.HiddenInput
    )
    player = forms.ChoiceField(label=_("Player"))
    move = forms.CharField(
        label=pgettext_lazy("noun", "Move"),
        max_length=rules.LONGEST_MOVE,
        help_text=_("Type it as in the record, or choose it from the list."),
        widget=forms.TextInput(
            attrs={
                "list": "all-moves",
                "autocomplete": "off",
                "autocapitalize": "none",
                "spellcheck": "false",
            }
        ),
    )

    def __init__(self, *args: Any, players: int, actors: tuple[int, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seats = [*range(players), *SEATS.values()]
        order = [*actors, *(seat for seat in seats if seat not in actors)]
        to_act = _("%(player)s (to act)")
        self.players = {
            rules.word_of(seat): to_act % {"player": name_of(seat)}
            if seat in actors
            else name_of(seat)
            for seat in order
        }
        offer_choices(self, "player", self.players.items())
