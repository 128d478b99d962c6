"""Inputs for what can be chosen about a game, made from what the game declares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.options import NO, YES, Option, Value
from tournaments.texts import say

PREFIX = "option_"


def option_fields(options: Iterable[Option], chosen: Mapping[str, Any]) -> dict[str, forms.Field]:
    """An input for each option, by its name, beginning with what was chosen or else the default.

    An input that is left empty chooses nothing.
    """
    return {
        PREFIX + option.key: _field(option, chosen.get(option.key, option.default))
        for option in options
    }


def chosen_options(options: Iterable[Option], cleaned: Mapping[str, Any]) -> dict[str, Value]:
    """Return the values of a valid form's inputs, by option."""
    return dict(_chosen(options, cleaned))


def _chosen(options: Iterable[Option], cleaned: Mapping[str, Any]) -> Iterator[tuple[str, Value]]:
    for option in options:
        value = cleaned.get(PREFIX + option.key)
        if value is not None and value != "":
            yield option.key, option.read(str(value))


def _field(option: Option, value: Value | None) -> forms.Field:
    about: dict[str, Any] = {
        "label": say(option.label),
        "help_text": say(option.sentence),
        "required": False,
    }
    if option.kind == "whole":
        low, high = option.low, option.high
        return forms.IntegerField(initial=value, min_value=low, max_value=high, **about)
    if option.kind == "flag":
        # No checkbox: one that is missing from an address would say no, whatever the default.
        yes_or_no = [(YES, _("Yes")), (NO, _("No"))]
        return forms.ChoiceField(choices=yes_or_no, initial=YES if value else NO, **about)
    choices = [(one, say(one)) for one in option.choices]
    return forms.ChoiceField(choices=choices, initial=value, **about)
