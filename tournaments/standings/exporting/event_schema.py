"""The JSON Schema of an event file, made from the models; published as docs/event-file.schema.json.

A column with a default may be missing, so a file of an older release stays valid.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from django.db import models

from tournaments.models import (
    Adjustment,
    Event,
    HallTable,
    LedgerEntry,
    Player,
    Ranking,
    ScoreSheet,
    SheetLine,
    SheetVersion,
    Standing,
    StandingsState,
    Table,
    Tournament,
)
from tournaments.registration.rules import MEMBER_NUMBER
from tournaments.standings.exporting.event_writer import (
    FIRST_VERSION,
    FORMAT,
    LISTS,
    NOT_OF_THE_EVENT,
    OF_THE_LEDGER,
    RESULTS_CHANGED,
    STANDINGS_STATE,
    VERSION,
    name_in_file,
)

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
#: Years in which every time zone can be computed. Times are in UTC.
DAY = "(19|20|21)[0-9]{2}-[0-9]{2}-[0-9]{2}"
MOMENT = DAY + r"T[0-9]{2}:[0-5][0-9]:[0-5][0-9](\.[0-9]{1,6})?(Z|[+]00:00)"
#: An exact number: "7", "-3/2". The sum of many fractions is long.
EXACT = "-?[0-9]{1,120}(/[1-9][0-9]{0,119})?"
CODE = "[0-9A-Z]{1,8}"
UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
SLUG = "[-a-zA-Z0-9_]+"
LONGEST_TEXT = 5000
LONGEST_DURATION = 24 * 3600
#: More points than any game gives in one hand. Sums of them fit their columns.
MOST_POINTS = 100_000
MOST_TIE_BREAK = 10**9
#: Lists and objects inside one another in an entry of the ledger.
LEVELS = 8
LONG = 2**63 - 1
RANGES: dict[str, tuple[int, int]] = {
    "BigAutoField": (1, LONG),
    "BigIntegerField": (-(2**63), LONG),
    "IntegerField": (-(2**31), 2**31 - 1),
    "PositiveBigIntegerField": (0, LONG),
    "PositiveIntegerField": (0, 2**31 - 1),
    "PositiveSmallIntegerField": (0, 2**15 - 1),
}


def text(longest: int, *, least: int = 0) -> Schema:
    found: Schema = {"type": "string", "maxLength": longest}
    return found | {"minLength": least} if least else found


def written(pattern: str, longest: int | None = None) -> Schema:
    found: Schema = {"type": "string", "pattern": f"^{pattern}$"}
    return found | {"maxLength": longest} if longest else found


def whole(low: int, high: int) -> Schema:
    return {"type": "integer", "minimum": low, "maximum": high}


def or_null(schema: Schema) -> Schema:
    """``schema``, or null instead."""
    if "enum" in schema:
        return schema | {"enum": [*schema["enum"], None]}
    return schema | {"type": [schema["type"], "null"]}


def _plain(levels: int) -> Schema:
    """Anything that an entry of the ledger or a sheet may say."""
    found: Schema = {"type": ["null", "boolean", "number", "string"], "maxLength": LONGEST_TEXT}
    if not levels:
        return found
    more = {"type": [*found["type"], "array", "object"], "items": _inside(levels)}
    return found | more | _members(levels)


def _inside(levels: int) -> Schema:
    return {"$ref": f"#/$defs/plain{levels - 1}"}


def _members(levels: int) -> Schema:
    return {"additionalProperties": _inside(levels), "propertyNames": {"maxLength": 80}}


#: What the file has of a sentence that was computed.
SENTENCE = (
    'A sentence. Since version 10 as JSON of what it is made from: {"text", "plural", "number", '
    '"values"}, without those it does not have; values are such objects, strings or whole numbers.'
)
PLAIN_OBJECT: Schema = {"type": "object"} | _members(LEVELS)


#: Columns about which the model says too little.
COLUMNS: dict[tuple[type[models.Model], str], Schema] = {
    (Tournament, "options"): {
        "type": "object",
        "additionalProperties": {"type": ["boolean", "integer", "string"], "maxLength": 80},
        "propertyNames": {"maxLength": 40},
    },
    (Tournament, "tie_breaks"): or_null(
        {"type": "array", "items": text(40, least=1), "uniqueItems": True, "maxItems": 40}
    ),
    (Ranking, "tie_breaks"): {"type": "array", "items": text(40, least=1), "maxItems": 10},
    (Player, "member_number"): written(f"({MEMBER_NUMBER})?", 40),
    (Table, "code"): written(CODE),
    (HallTable, "code"): written(CODE),
    (ScoreSheet, "data"): PLAIN_OBJECT,
    (SheetVersion, "data"): PLAIN_OBJECT,
    (SheetVersion, "proposal"): or_null(PLAIN_OBJECT),
    (SheetLine, "points"): whole(-MOST_POINTS, MOST_POINTS),
    (SheetLine, "tie_breaks"): or_null(
        {"type": "array", "items": whole(-MOST_TIE_BREAK, MOST_TIE_BREAK), "maxItems": 40}
    ),
    (Standing, "score"): written(EXACT),
    (Standing, "measures"): {
        "type": "object",
        "additionalProperties": written(EXACT),
        "propertyNames": {"maxLength": 40},
    },
    (Standing, "why"): text(LONGEST_TEXT) | {"description": SENTENCE},
    (Adjustment, "points"): written("[0-9]{1,16}(/[1-9][0-9]{0,13})?", 16),
    (LedgerEntry, "before"): PLAIN_OBJECT,
    (LedgerEntry, "after"): PLAIN_OBJECT,
}


#: Lists that the files of older releases lack, and what only people read.
LATER = frozenset(
    {
        "versions",
        "staff",
        "heats",
        "byes",
        "titles",
        "parties",
        "party_members",
        "rooms",
        "hall_tables",
        "sessions",
        "party_bookings",
        "bookings",
        "announcements",
        "pickups",
        "pickup_players",
        "rankings",
        "ranking_parts",
        "ranking_classes",
        "ranking_class_members",
        "ranking_teams",
        "ranking_team_members",
        "ranking_prizes",
        "seating_needs",
        "fixture_lists",
        "fixture_teams",
        "fixture_members",
        "fixture_weeks",
        "fixtures",
        "fixture_games",
    }
)


@cache
def schema() -> Schema:
    """The schema of a whole file."""
    lists = {name: (model, left_out) for name, model, _path, left_out in LISTS}
    rows = {name: row_of(model, left_out) for name, (model, left_out) in lists.items()}
    rows["staff"] = {"type": "object"}
    rows["ledger"] = _ledger_row()
    state = {
        name: _column(StandingsState, _field(StandingsState, name)) for name in STANDINGS_STATE
    }
    rows["tournaments"]["properties"] |= state
    rows["rounds"]["properties"][RESULTS_CHANGED] = {"type": "boolean"}
    return {
        "$schema": DIALECT,
        "title": "A Roundhouse event",
        "description": "Everything about one event. Numbers of rows mean nothing outside the file.",
        "type": "object",
        "required": ["format", "version", "event", *(name for name in rows if name not in LATER)],
        "additionalProperties": False,
        "properties": {
            "format": {"const": FORMAT},
            "version": versions(VERSION),
            "exported_at": _moment(None),
            "source": {
                "type": "object",
                "required": ["uid", "name"],
                "additionalProperties": False,
                "properties": {"uid": _uuid(None), "name": text(80, least=1)},
            },
            "event": row_of(Event, NOT_OF_THE_EVENT),
            **{name: {"type": "array", "items": row} for name, row in rows.items()},
        },
        "$defs": {f"plain{levels}": _plain(levels) for levels in range(LEVELS)},
    }


def versions(newest: int) -> Schema:
    """The versions of a file that can be read: the newest and all before it."""
    if newest == FIRST_VERSION:
        return {"const": newest}
    return {"enum": list(range(FIRST_VERSION, newest + 1))}


def row_of(model: type[models.Model], left_out: set[str]) -> Schema:
    """A row of a list. What is left out of it, and what has a default, is not required."""
    fields = [field for field in model._meta.concrete_fields if field.name not in left_out]  # noqa: SLF001 - Django's documented API
    return {
        "type": "object",
        "required": [name_in_file(model, field.attname) for field in fields if is_required(field)],
        "additionalProperties": False,
        "properties": {
            name_in_file(model, field.attname): _column(model, field) for field in fields
        },
    }


def is_required(field: Any) -> bool:
    """Whether a row cannot do without this column."""
    is_automatic = getattr(field, "auto_now_add", False)
    return not (field.null or field.has_default() or field.blank or is_automatic)


def _ledger_row() -> Schema:
    fields = [_field(LedgerEntry, name) for name in OF_THE_LEDGER]
    return {
        "type": "object",
        "required": [field.name for field in fields if is_required(field)],
        "additionalProperties": False,
        "properties": {
            **{field.name: _column(LedgerEntry, field) for field in fields},
            "user__email": or_null(text(254)),
        },
    }


def _field(model: type[models.Model], column: str) -> Any:
    fields = {field.attname: field for field in model._meta.concrete_fields}  # noqa: SLF001 - Django's documented API
    return fields[column]


def _column(model: type[models.Model], field: Any) -> Schema:
    found = COLUMNS.get((model, field.name))
    if found is None:
        found = _relation(field) if field.is_relation else KINDS[field.get_internal_type()](field)
        found = or_null(found) if field.null else found
    return found


def _relation(_field: Any) -> Schema:
    return whole(1, LONG)


def _whole(field: Any) -> Schema:
    return whole(*RANGES[field.get_internal_type()])


def _string(field: Any) -> Schema:
    if field.choices:
        values = [value for value, _label in field.flatchoices]
        return {"enum": [*values, ""] if field.blank and "" not in values else values}
    return text(field.max_length or LONGEST_TEXT, least=0 if field.blank else 1)


def _slug(field: Any) -> Schema:
    return written(SLUG, field.max_length)


def _moment(_field: Any) -> Schema:
    return written(MOMENT) | {"format": "date-time"}


def _day(_field: Any) -> Schema:
    return written(DAY) | {"format": "date"}


def _seconds(_field: Any) -> Schema:
    return {"type": "number", "minimum": 0, "maximum": LONGEST_DURATION}


def _uuid(_field: Any) -> Schema:
    return written(UUID) | {"format": "uuid"}


def _flag(_field: Any) -> Schema:
    return {"type": "boolean"}


#: The schema of a column by the internal type of its field.
KINDS: Mapping[str, Callable[[Any], Schema]] = {
    **dict.fromkeys(RANGES, _whole),
    "BooleanField": _flag,
    "CharField": _string,
    "DateField": _day,
    "DateTimeField": _moment,
    "DurationField": _seconds,
    "SlugField": _slug,
    "TextField": _string,
    "UUIDField": _uuid,
}
