"""The fields of the API for settings of events and tournaments, made from what they declare."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import models
from rest_framework import serializers

from tournaments.api.reading.serializers import OptionsField
from tournaments.events.settings.declaring import (
    NO_DEFAULT,
    Choice,
    Day,
    Label,
    Line,
    Minutes,
    Moment,
    OfTheGame,
    Setting,
    Settings,
    Text,
    Whole,
    YesNo,
    choices_of,
)

PLAIN = {YesNo: serializers.BooleanField, OfTheGame: OptionsField}
DATES = {Day: serializers.DateField, Moment: serializers.DateTimeField}


def written_fields(
    settings: Settings, model: type[models.Model], *, defaults_here: bool
) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
    """A field for each setting of a new row of ``model``, by its key.

    Whole numbers and durations begin at 0: the rules refuse what is too low, in a sentence. With
    ``defaults_here`` a setting without a default is required; else a service has the defaults.
    """
    return {
        key: _field(setting, choices_of(setting, model, key), _needs(setting, defaults_here))
        for key, setting in settings.items()
    }


def durations(settings: Settings, said: Mapping[str, Any]) -> dict[str, timedelta]:
    """Return the settings that were given in minutes, as durations."""
    return {
        key: timedelta(minutes=said[key])
        for key, setting in settings.items()
        if isinstance(setting.kind, Minutes) and key in said
    }


def _needs(setting: Setting, defaults_here: bool) -> dict[str, Any]:  # noqa: FBT001 - one caller
    if not defaults_here:
        return {"required": False}
    return {} if setting.default is NO_DEFAULT else {"default": setting.default}


def _field(
    setting: Setting, choices: list[tuple[Any, Label]], needs: dict[str, Any]
) -> serializers.Field[Any, Any, Any, Any]:
    match setting.kind:
        case Whole(_, high, or_none=True):
            return serializers.IntegerField(min_value=0, max_value=high, allow_null=True, **needs)
        case Whole(_, high) | Minutes(_, high):
            return serializers.IntegerField(min_value=0, max_value=high, **needs)
        case Choice(choices=listed):
            keys = sorted(key for key, _label in choices)
            return serializers.ChoiceField(choices=keys if listed else choices, **needs)
        case Day() | Moment():
            kind = DATES[type(setting.kind)]
            return kind(**needs | _may_be_empty(setting, allow_null=True))
        case Line(longest) | Text(longest):
            empty = _may_be_empty(setting, allow_blank=True)
            return serializers.CharField(max_length=longest, **needs | empty)
        case YesNo() | OfTheGame():
            return PLAIN[type(setting.kind)](**needs)


def _may_be_empty(setting: Setting, **how: bool) -> dict[str, bool]:
    return {} if setting.is_needed else how
