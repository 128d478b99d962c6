"""The score sheets of the games as JSON schemas, made from what each game declares."""

from collections.abc import Iterable
from datetime import timedelta
from functools import cache, partial
from typing import Any

from games.catalogue import GameInfo, Setup, games, options, setup
from games.sheet import Field, Sheet
from games.titles import MOST_PLAYERS, MOST_TIE_BREAKS, PREFIX, TieBreak, title

ENDED_EARLY = "ended_early"
SCHEMAS = "#/components/schemas/"
#: What an example needs so that nothing is wrong with it, where the least of each field is not it.
SAID: dict[str, dict[str, Any]] = {
    "ExpectDelaysFinalSheet": {"points": [10, 4], "riders": [2, 1]},
    "ExpressFullSheet": {"went_out": [False, False, False, False], ENDED_EARLY: True},
    "ExpressQuickSheet": {"points": [-4, 12, 30, 7], "went_out": [False, False, True, False]},
    "MetroXBoardSheet": {"transfers": [12, 8, 14, 6], "empty": [5, 7, 4, 9]},
    "MetroXTotalsSheet": {"completed": [14, 9, 11, 6], "empty": [5, 7, 4, 9]},
    "TitlePointsSheet": {"points": [310, 295, 402, 150]},
    "TitlePlacesSheet": {"places": [2, 1, 2, 4]},
}


def sheet_schemas() -> dict[str, dict[str, Any]]:
    """The components of an API schema: one for each sheet of each game, by name."""
    return {
        _name(key, name): _schema(info, variants, _name(key, name))
        for key, info in games().items()
        for name, variants in _variants(key).items()
    } | {name: _schema(setups[0].info, _sheets(setups), name) for name, setups in _titles().items()}


def _titles() -> dict[str, list[Setup]]:
    """The sheets of games without an engine, which conductors define: with the fewest and the most
    fields that they can have."""
    decides = tuple(TieBreak(f"Tie-break {number}") for number in range(1, MOST_TIE_BREAKS + 1))
    of_any = partial(
        title,
        PREFIX,
        "a game without an engine",
        players=range(2, MOST_PLAYERS + 1),
        per="game",
        slot=timedelta(hours=1),
    )
    return {
        "TitlePointsSheet": [of_any(counting="more"), of_any(counting="more", decides=decides)],
        "TitlePlacesSheet": [of_any(counting="places")],
    }


def _sheets(setups: Iterable[Setup]) -> list[Sheet]:
    return [one.sheet for one in setups]


@cache
def _variants(key: str) -> dict[str, list[Sheet]]:
    """Each sheet of a game, as it is with one choice after another of what it depends on."""
    usual = setup(key).options
    chosen = [
        usual,
        *(dict(usual) | {one.key: value} for one in options(key) for value in one.some),
    ]
    found: dict[str, list[Sheet]] = {}
    for choice in chosen:
        for name, sheet in setup(key, choice).sheets.items():
            found.setdefault(name, []).append(sheet)
    return found


def sheets_of(key: str) -> dict[str, str]:
    """The names of the sheets of a game, each with that of its component."""
    return {name: _name(key, name) for name in _variants(key)}


@cache
def any_sheet() -> dict[str, Any]:
    """The schema of a sheet of any game."""
    of_games = [_name(key, name) for key in games() for name in _variants(key)]
    names = [*of_games, *_titles()]
    return {"anyOf": [{"$ref": SCHEMAS + name} for name in names]}


def _name(game: str, sheet: str) -> str:
    return "".join(word.title() for word in (*game.split("_"), sheet)) + "Sheet"


def _schema(info: GameInfo, variants: list[Sheet], name: str) -> dict[str, Any]:
    sheet, always = variants[0], _always(info, variants)
    fields = list({field.name: field for one in variants for field in one.fields}.values())
    found: dict[str, Any] = {
        "type": "object",
        "description": f"A score sheet of {info.name}; lists have one entry for each seat.",
        "properties": {field.name: _per(field, info.players) for field in fields},
        # Whether the conductor ended a hand, the site knows itself.
        "required": [field.name for field in fields if field.name in always - {ENDED_EARLY}],
        "additionalProperties": False,
    }
    players = info.preferred_players
    asked = [field for field in sheet.fields_for(players) if not field.computed]
    example = {field.name: _least_of(field, players) for field in asked} | SAID.get(name, {})
    return found if sheet.clean(example, players) else found | {"example": example}


def _always(info: GameInfo, variants: list[Sheet]) -> set[str]:
    """The fields that nobody can leave out, whatever was chosen and however many play."""
    asked = [
        {field.name for field in sheet.fields_for(players) if field.required and not field.computed}
        for sheet in variants
        for players in info.players
    ]
    return set.intersection(*asked)


def _per(field: Field, players: range) -> dict[str, Any]:
    about: dict[str, Any] = {"title": field.label} | (
        {"description": field.help} if field.help else {}
    )
    about |= {"readOnly": True} if field.computed else {}
    if field.per == "table":
        return _value_or_null(field) | about
    sizes = {"minItems": players.start, "maxItems": players.stop - 1}
    return {"type": "array", "items": _value_or_null(field), **sizes} | about


def _value_or_null(field: Field) -> dict[str, Any]:
    """Null says that it was left empty, where that may be."""
    found = _value(field)
    if field.required:
        return found
    if "enum" in found:
        found["enum"] = [*found["enum"], None]
    return found | {"nullable": True}


def _value(field: Field) -> dict[str, Any]:
    if field.kind == "whole":
        return {"type": "integer", "minimum": field.low, "maximum": field.high}
    if field.kind == "choice":
        return {"type": "string", "enum": list(field.options)}
    if field.kind == "flag":
        return {"type": "boolean"}
    each = _row(field.fields) if field.kind == "rows" else _value_of_choices(field)
    return {"type": "array", "items": each, "minItems": field.low, "maxItems": field.high}


def _value_of_choices(field: Field) -> dict[str, Any]:
    return {"type": "string", "enum": list(field.options)}


def _row(fields: tuple[Field, ...]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            field.name: _value_or_null(field) | {"title": field.label} for field in fields
        },
        "required": [field.name for field in fields if field.required],
        "additionalProperties": False,
    }


def _least_of(field: Field, players: int) -> Any:
    return _least(field) if field.per == "table" else [_least(field) for _ in range(players)]


def _least(field: Field) -> Any:
    if field.kind == "whole":
        return max(field.low, min(field.high, 0))
    if field.kind == "choice":
        return field.options[0]
    if field.kind == "flag":
        return False
    if field.kind == "choices":
        return [field.options[0]] * field.low
    return [{one.name: _least(one) for one in field.fields} for _ in range(field.low)]
