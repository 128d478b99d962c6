"""Entering a score sheet: a form made from the fields that the game declares."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.sheet import Field as SheetField
from tournaments.access.refusals import refuse
from tournaments.errors import Refused
from tournaments.results.errors import InvalidHand
from tournaments.results.queries import ShownTable
from tournaments.results.sheet_data import ENDED_EARLY
from tournaments.results.sheet_forms.fields import (
    ChosenField,
    KeyField,
    PointsField,
    WordsField,
)
from tournaments.results.sheet_forms.quick import NOBODY, went_out_field
from tournaments.texts import say

#: Rows of a sheet that are shown at once; the others unfold.
ROWS_SHOWN = 2
#: Fields of each player that are laid out field by field. Where there are more, or rows, every
#: player has a part of the form, as everybody has a sheet of paper.
FIELDS_ACROSS = 4


class GameForm(forms.Form):
    """A sheet of a game, as so many players write it down.

    A field of each player becomes one input per seat, ``completed-1``, ``completed-2``, …; a field
    of the table one input. A field of rows becomes the inputs of each row that there may be:
    ``trains-1-1-cars``, ``trains-1-1-diesel``, ``trains-1-2-cars``, ….
    A row with nothing in it is none. A computed field has no input: see ``results/_score.html``.
    """

    template = "results/_game_fields.html"
    #: Fields of the sheet that have no input made from them.
    left_out: frozenset[str] = frozenset()

    key = KeyField()

    def __init__(
        self,
        *args: Any,
        state: ShownTable,
        ended_early: bool,
        sheet_name: str = "",
        **kwargs: Any,
    ) -> None:
        """``sheet_name`` is empty for the sheet that the game is played with."""
        super().__init__(*args, **kwargs)
        #: The game is scored as it stands; what that means its own fields say.
        self.ended_early = ended_early
        self._seats = {score.seat.position: score.name for score in state.seats}
        setup = state.table.round.tournament.setup
        self.sheet = setup.sheets[sheet_name or setup.info.sheet_name]
        declared = self.sheet.fields_for(len(self._seats))
        self._sheet_fields = [f for f in declared if not f.computed and f.name not in self.left_out]
        own = [field for field in self._sheet_fields if field.per == "player"]
        has_rows = any(field.kind == "rows" for field in own)
        #: The fields that are laid out in a part of the form for each player.
        self._of_seat = own if has_rows or len(own) > FIELDS_ACROSS else []
        for field in self._sheet_fields:
            for name, player in self._inputs(field):
                label = say(field.label) if field in self._of_seat else player
                for part, made in _form_fields(field, name, label):
                    self.fields[part] = made

    def _inputs(self, field: SheetField) -> list[tuple[str, str]]:
        """The names and labels of the inputs of a field."""
        if field.per == "table":
            return [(field.name, say(field.label))]
        return [(f"{field.name}-{position}", name) for position, name in self._seats.items()]

    @property
    def groups(self) -> Iterator[dict[str, Any]]:
        """Each field that all players have side by side, with its inputs, or its rows, in the order
        of the sheet."""
        for field in self._sheet_fields:
            if field not in self._of_seat:
                yield self._group(field, self._inputs(field))

    @property
    def seats(self) -> Iterator[dict[str, Any]]:
        """The part of each player, if they have one. At most one is open: the first, or the first
        that needs correcting."""
        positions = list(self._seats) if self._of_seat else []
        wrong = [position for position in positions if self._is_wrong(position)]
        shown = wrong[:1] if self.errors else positions[:1]
        for position in positions:
            groups = [
                self._group(field, [(f"{field.name}-{position}", say(field.label))])
                for field in self._of_seat
            ]
            yield {
                "position": position,
                "name": self._seats[position],
                "groups": groups,
                "is_wrong": position in wrong,
                "is_open": position in shown,
            }

    def _is_wrong(self, position: int) -> bool:
        """Whether something in the part of a player needs correcting."""
        return any(_is_of(name, self._prefixes(position)) for name in self.errors)

    @property
    def has_parts(self) -> bool:
        """Whether each player has a part of the form."""
        return bool(self._of_seat)

    @property
    def not_begun(self) -> list[int]:
        """The seats, from 0, in whose part nothing has been typed."""
        return [
            seat
            for seat, position in enumerate(self._seats if self._of_seat else ())
            if not any(_is_of(name, self._prefixes(position)) for name in self.changed_data)
        ]

    def _prefixes(self, position: int) -> tuple[str, ...]:
        """Return the beginnings of the names of the inputs in the part of a player."""
        return tuple(f"{field.name}-{position}" for field in self._of_seat)

    def _group(self, field: SheetField, inputs: list[tuple[str, str]]) -> dict[str, Any]:
        """A field with its inputs, or with the rows of each of them."""
        if field.kind != "rows":
            return {"field": field, "inputs": [self[name] for name, _label in inputs]}
        is_grid = all(part.kind != "choices" for part in field.fields)
        seats = [self._seat_rows(field, *one) for one in inputs]
        return {"field": field, "seats": seats, "is_grid": is_grid}

    def _seat_rows(self, field: SheetField, name: str, label: str) -> dict[str, Any]:
        rows: list[dict[str, Any]] = [
            {
                "number": number,
                "parts": [
                    (self[f"{name}-{number}-{part.name}"], part.label) for part in field.fields
                ],
            }
            for number in range(1, field.high + 1)
        ]
        used = [
            row["number"]
            for row in rows
            if any(is_filled(one.value()) or one.errors for one, _label in row["parts"])
        ]
        shown = max(ROWS_SHOWN, field.low, *used, 0)
        return {"name": label, "rows": rows[:shown], "more": rows[shown:]}

    def hand(self) -> dict[str, Any]:
        """The data of the sheet as far as it was filled in; all of it for a valid form."""
        data = {}
        for field in self._sheet_fields:
            values = [self._value(field, name) for name, _label in self._inputs(field)]
            data[field.name] = values if field.per == "player" else values[0]
        return data

    def _value(self, field: SheetField, name: str) -> Any:
        if field.kind != "rows":
            return self.cleaned_data.get(name)
        return [row for _number, row in self._filled_rows(field, name)]

    def _filled_rows(self, field: SheetField, name: str) -> list[tuple[int, dict[str, Any]]]:
        """The rows that are not empty, with their numbers on the form."""
        found = []
        for number in range(1, field.high + 1):
            row = {
                part.name: self.cleaned_data.get(f"{name}-{number}-{part.name}")
                for part in field.fields
            }
            if any(map(is_filled, row.values())):
                found.append((number, row))
        return found

    def refuse(self, refusal: Refused) -> None:
        """Put each thing that the game's sheet finds wrong to its input."""
        if not isinstance(refusal, InvalidHand):
            refuse(self, refusal)
            return
        for issue in refusal.issues:
            self.add_error(self._input_of(issue.where), say(issue.text))

    def _input_of(self, where: str) -> str | None:
        """The input that a place on the sheet is about, as far as there is one."""
        name, *path = where.split(".")
        field = next((f for f in self._sheet_fields if f.name == name), None)
        if field and field.per == "player" and path and path[0].isdigit():
            index, *path = path
            if int(index) < len(self._seats):
                name = f"{name}-{list(self._seats)[int(index)]}"
        if field and field.kind == "rows" and path and path[0].isdigit():
            filled = self._filled_rows(field, name)
            if int(path[0]) < len(filled):
                parts = [part.name for part in field.fields]
                part = path[1] if len(path) > 1 and path[1] in parts else parts[0]
                name = f"{name}-{filled[int(path[0])][0]}-{part}"
        return name if name in self.fields else None


class FullForm(GameForm):
    """The full sheet of a hand: car by car. Who went out is a field as on the quick one."""

    left_out = frozenset({"went_out", ENDED_EARLY})

    def __init__(self, *args: Any, state: ShownTable, ended_early: bool, **kwargs: Any) -> None:
        super().__init__(*args, state=state, ended_early=ended_early, **kwargs)
        self.fields["went_out"] = went_out_field(state, ended_early=ended_early)

    def hand(self) -> dict[str, Any]:
        out = int(self.cleaned_data.get("went_out") or NOBODY)
        flags = {"went_out": [position == out for position in self._seats]}
        return super().hand() | flags | {ENDED_EARLY: self.ended_early}

    def _input_of(self, where: str) -> str | None:
        if where.partition(".")[0] in self.left_out:
            return "went_out"
        return super()._input_of(where)


def _is_of(name: str, prefixes: tuple[str, ...]) -> bool:
    """Whether an input is one of these, or of a row of theirs."""
    return any(name == prefix or name.startswith(f"{prefix}-") for prefix in prefixes)


def is_filled(value: Any) -> bool:
    """Whether an input of a row says something: a 0 that was typed does."""
    return value is not None and value is not False and value not in ("", [])


def _form_fields(field: SheetField, name: str, label: str) -> Iterator[tuple[str, forms.Field]]:
    """The inputs that one value of a sheet's field needs, with their names."""
    if field.kind != "rows":
        yield name, _form_field(field, label)
        return
    for number in range(1, field.high + 1):
        for part in field.fields:
            words = gettext("%(row)s %(number)s, %(part)s") % {
                "row": label, "number": number, "part": say(part.label)
            }  # fmt: skip
            # An empty row is none; what is missing in another, the sheet says.
            yield f"{name}-{number}-{part.name}", _form_field(part, words, required=False)


def _form_field(field: SheetField, label: str, *, required: bool = True) -> forms.Field:
    required = required and field.required
    if field.kind == "whole":
        return PointsField(
            label=label, min_value=field.low, max_value=field.high, required=required
        )
    if field.kind == "choice":
        choices = [("", _("Choose")), *((option, say(option)) for option in field.options)]
        return ChosenField(label=label, choices=choices, required=required)
    if field.kind == "choices":
        return WordsField(label=label, options=field.options)
    if field.kind == "flag":
        return forms.BooleanField(label=label, required=False)
    raise NotImplementedError(f"no input for {field.name}, a field of {field.kind}")
