"""Entering the score sheet of a whole game: a form made from the fields that the game declares."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games import catalogue
from games.sheet import Field as SheetField
from tournaments.results.errors import InvalidHand
from tournaments.results.fields import KeyField, PointsField, ReasonField
from tournaments.results.queries import TableState


class GameForm(forms.Form):
    """The sheet of a game.

    A field of each player becomes one input per seat, ``completed-1``, ``completed-2``, …; a field
    of the table one input.
    """

    key = KeyField()

    def __init__(self, *args, state: TableState, ended_early: bool, **kwargs):
        super().__init__(*args, **kwargs)
        #: The game is scored as it stands; what that means its own fields say.
        self.ended_early = ended_early
        self._seats = {score.seat.position: score.name for score in state.seats}
        self._sheet_fields = catalogue.sheet(state.table.round.tournament.game).fields
        for field in self._sheet_fields:
            for name, label in self._inputs(field):
                self.fields[name] = _form_field(field, label)

    def _inputs(self, field: SheetField) -> list[tuple[str, str]]:
        """The names and labels of the inputs of a field."""
        if field.per == "table":
            return [(field.name, field.label)]
        return [(f"{field.name}-{position}", name) for position, name in self._seats.items()]

    @property
    def groups(self):
        """Each field of the sheet with its inputs, in the order of the sheet."""
        for field in self._sheet_fields:
            yield {"field": field, "inputs": [self[name] for name, _label in self._inputs(field)]}

    def hand(self) -> dict:
        """The data of the sheet that was entered. Only for a valid form."""
        data = {}
        for field in self._sheet_fields:
            values = [self.cleaned_data[name] for name, _label in self._inputs(field)]
            data[field.name] = values if field.per == "player" else values[0]
        return data

    def refuse(self, refusal: InvalidHand) -> None:
        """Put each thing that the game's sheet finds wrong to its input."""
        for issue in refusal.issues:
            name, _dot, index = issue.where.partition(".")
            if index.isdigit() and int(index) < len(self._seats):
                name = f"{name}-{list(self._seats)[int(index)]}"
            self.add_error(name if name in self.fields else None, issue.text)


class GameCorrection(GameForm):
    """A conductor's correction of the sheet of a game."""

    reason = ReasonField()


def _form_field(field: SheetField, label: str) -> forms.Field:
    if field.kind == "whole":
        return PointsField(label=label, min_value=field.low, max_value=field.high)
    if field.kind == "choice":
        choices = [("", _("Choose")), *((option, option) for option in field.options)]
        return forms.ChoiceField(label=label, choices=choices)
    if field.kind == "flag":
        return forms.BooleanField(label=label, required=False)
    raise NotImplementedError(f"no input for {field.name}, a field of {field.kind}")
