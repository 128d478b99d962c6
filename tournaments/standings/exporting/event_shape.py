"""Whether the data of a file has the shape that the schema says, each fault in a sentence."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from jsonschema_rs import Draft202012Validator, ValidationError

from tournaments.punctuation import listed
from tournaments.registration.rules import MEMBER_NUMBER
from tournaments.standings.exporting.event_schema import (
    CODE,
    DAY,
    EXACT,
    MOMENT,
    SLUG,
    UUID,
    Schema,
    schema,
)
from tournaments.standings.exporting.event_text import Fault, path_of

MOST_OPTIONS_SHOWN = 12
#: What people are shown instead of a pattern.
EXAMPLES = {
    f"^{DAY}$": "2026-11-21",
    f"^{MOMENT}$": "2026-11-21T12:00:00+00:00",
    f"^{EXACT}$": "7/2",
    f"^{CODE}$": "GTAP39",
    f"^{SLUG}$": "express-open",
    f"^({MEMBER_NUMBER})?$": "TGA 1234",
    f"^{UUID}$": "5b0f8c2e-93d1-4a57-8e6c-1f2a3b4c5d6e",
}
#: Members of one list or object inside a row. A fault of each of more would take too much memory.
MOST_MEMBERS = 2000


@cache
def _validators() -> tuple[Draft202012Validator, dict[str, Draft202012Validator]]:
    """One for the file as a whole, without the rows of its lists, and one for each kind of row."""
    whole = schema()
    lists = {name: one["items"] for name, one in whole["properties"].items() if "items" in one}
    frame = whole["properties"] | {name: {"type": "array"} for name in lists}
    return (
        _validator(whole | {"properties": frame}),
        {name: _validator(row | {"$defs": whole["$defs"]}) for name, row in lists.items()},
    )


def _validator(of: Schema) -> Draft202012Validator:
    # The mask keeps what was uploaded out of messages that nobody reads.
    return Draft202012Validator(of, validate_formats=True, mask="-")


def faults_of_shape(data: Any) -> Iterator[Fault]:
    """Where ``data``, which has no fault of text, is not what the schema allows."""
    frame, rows = _validators()
    found = [*_faults(frame, data, ())]
    yield from found
    if found:
        return
    for name, validator in rows.items():
        for number, row in enumerate(data.get(name, ())):
            if not validator.is_valid(row):
                yield from _faults_of_row(validator, row, (name, number))


def _faults_of_row(
    validator: Draft202012Validator, row: Any, way: tuple[str | int, ...]
) -> Iterator[Fault]:
    parts = {"": row} | (row if isinstance(row, dict) else {})
    for name, part in parts.items():
        if isinstance(part, (dict, list)) and len(part) > MOST_MEMBERS:
            where = (*way, name) if name else way
            yield Fault(path_of(where), SENTENCES["maxItems"]({"limit": MOST_MEMBERS}))
            return
    yield from _faults(validator, row, way)


def _faults(
    validator: Draft202012Validator, data: Any, way: tuple[str | int, ...]
) -> Iterator[Fault]:
    seen = set()
    for error in validator.iter_errors(data):
        fault = _in_words(error, way)
        # A time that does not fit its pattern is no time either.
        if fault.path not in seen:
            seen.add(fault.path)
            yield fault


def _in_words(error: ValidationError, way: tuple[str | int, ...]) -> Fault:
    kind = error.kind.name
    steps, facts = [*way, *error.instance_path], error.kind.as_dict()
    if kind == "required":
        return Fault(path_of([*steps, facts["property"]]), _("this is missing."))
    if kind == "additionalProperties":
        name = facts["unexpected"][0]
        return Fault(path_of([*steps, name]), _("this does not belong in an event file."))
    say = SENTENCES.get(kind)
    return Fault(path_of(steps), say(facts) if say else _("this is not valid."))


def _type(facts: dict[str, Any]) -> str:
    names = {
        "array": _("a list"),
        "boolean": _("true or false"),
        "integer": _("a whole number"),
        "null": _("null"),
        "number": _("a number"),
        "object": _("an object"),
        "string": _("text"),
    }
    return _("this must be %(kinds)s.") % {
        "kinds": get_text_list([names[name] for name in facts["types"]], _("or"))
    }


def _enum(facts: dict[str, Any]) -> str:
    options = [str(option) for option in facts["options"][:MOST_OPTIONS_SHOWN] if option]
    return _("this must be one of: %(options)s.") % {"options": listed(options)}


SENTENCES: dict[str, Callable[[dict[str, Any]], str]] = {
    "const": lambda facts: _("this must be “%(value)s”.") % {"value": facts["expected_value"]},
    "enum": _enum,
    "format": lambda _facts: _("there is no such date or time."),
    "maxItems": lambda facts: _("at most %(most)s are allowed here.") % {"most": facts["limit"]},
    "maxLength": lambda facts: (
        _("at most %(most)s characters fit here.") % {"most": facts["limit"]}
    ),
    "maximum": lambda facts: _("this must be at most %(most)s.") % {"most": facts["limit"]},
    "minLength": lambda _facts: _("this must not be empty."),
    "minimum": lambda facts: _("this must be at least %(least)s.") % {"least": facts["limit"]},
    "pattern": lambda facts: (
        _("this must be written like %(example)s.")
        % {"example": EXAMPLES.get(facts["pattern"], facts["pattern"])}
    ),
    "propertyNames": lambda _facts: _("a name in it is too long."),
    "type": _type,
    "uniqueItems": lambda _facts: _("something is listed twice."),
}
