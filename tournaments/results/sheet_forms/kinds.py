"""Which form a hand is reported with, and the values it starts with."""

import secrets
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext

from tournaments.models import ScoreSheet
from tournaments.results.queries import ShownTable
from tournaments.results.sheet_data import game_sheet
from tournaments.results.sheet_forms.declared import FullForm, GameForm
from tournaments.results.sheet_forms.fields import ReasonField
from tournaments.results.sheet_forms.quick import NOBODY, HandForm

QUICK, FULL = "quick", "full"

#: The form of a hand, or of the whole sheet of a game.
SheetForm = HandForm | GameForm


def kinds(state: ShownTable) -> dict[str, str]:
    """The kinds of forms that this game has for a sheet, with what people call them; the first is
    the usual one, with an empty name unless hands are called out."""
    setup = state.table.round.tournament.setup
    if state.is_called_out:
        words = {QUICK: gettext("Quick"), FULL: gettext("Full")}
        return words if FULL in setup.sheets else {QUICK: words[QUICK]}
    usual = setup.info.sheet_name
    others = {name: _title(name) for name in setup.sheets if name != usual}
    return {"": _title(usual)} | others


def sheet_name(state: ShownTable, kind: str) -> str:
    """The sheet that a kind of form is for."""
    return kind or state.table.round.tournament.setup.info.sheet_name


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()


def kind_of(state: ShownTable, wanted: str) -> str:
    """The kind that is wanted, if this game has it."""
    found = kinds(state)
    return wanted if wanted in found else next(iter(found))


def kind_of_data(state: ShownTable, data: dict[str, Any]) -> str:
    """The kind of form that a hand was reported with."""
    if not state.is_called_out:
        setup = state.table.round.tournament.setup
        fit = game_sheet(setup, data)
        name = next(name for name, sheet in setup.sheets.items() if sheet is fit)
        return "" if name == setup.info.sheet_name else name
    return QUICK if "points" in data or not data else FULL


def form_for(
    state: ShownTable,
    sheet: ScoreSheet,
    data: Mapping[str, Any] | None = None,
    *,
    kind: str,
    begins_with: dict[str, Any] | None = None,
    reason: bool | None = None,
) -> SheetForm:
    """The form of a hand. ``begins_with`` is the data of a sheet to start from, or None.

    ``reason``: True asks for one, False lets it be empty, None has no such field.
    """
    initial = {"key": secrets.token_hex(16)}
    if begins_with:
        initial |= initial_of(state, begins_with)
    form = _blank(state, kind, data, ended_early=sheet.ended_early, initial=initial)
    if isinstance(form, HandForm):
        form.counted = state.points_of(sheet)
    form.fields["version"] = forms.IntegerField(
        required=False, min_value=1, widget=forms.HiddenInput, initial=sheet.version
    )
    if reason is not None:
        form.fields["reason"] = ReasonField(required=reason)
    return form


def _blank(
    state: ShownTable,
    kind: str,
    data: Mapping[str, Any] | None,
    *,
    ended_early: bool,
    initial: dict[str, Any],
) -> SheetForm:
    shared: dict[str, Any] = {"state": state, "ended_early": ended_early, "initial": initial}
    if kind == QUICK and state.is_called_out:
        return HandForm(data, **shared)
    form_class = FullForm if state.is_called_out else GameForm
    return form_class(data, sheet_name=kind, **shared)


def initial_of(state: ShownTable, data: dict[str, Any]) -> dict[str, Any]:
    """The data of a sheet as the values of the inputs of its form."""
    values: dict[str, Any] = {}
    for name, value in data.items():
        if not isinstance(value, list):
            values[name] = value
            continue
        for score, each in zip(state.seats, value, strict=False):
            values |= _input_values(f"{name}-{score.seat.position}", each)
    if state.is_called_out:
        flags = zip(state.seats, data.get("went_out", ()), strict=False)
        out = next((str(score.seat.position) for score, flag in flags if flag), NOBODY)
        values["went_out"] = out
    return values


def _input_values(name: str, value: Any) -> dict[str, Any]:
    """The value of a field, or the inputs of its rows."""
    if not (isinstance(value, list) and value and isinstance(value[0], dict)):
        return {name: value}
    return {
        f"{name}-{number}-{part}": each
        for number, row in enumerate(value, start=1)
        for part, each in row.items()
    }
