"""The rows of an event file in the types of their models, by list and by their number there."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import models

from tournaments.models import (
    Event,
    LedgerEntry,
    StandingsState,
)
from tournaments.standings.exporting.event_writer import (
    LISTS,
    NOT_OF_THE_EVENT,
    OF_THE_LEDGER,
    ONE_PLACE_SINCE,
    RESULTS_CHANGED,
    STANDINGS_STATE,
    name_in_file,
)

Row = dict[str, Any]
MODELS = {name: model for name, model, _path, _left_out in LISTS}
#: In the place of a digest: results of the site that a file came from.
OTHERS = "elsewhere"
LIST_OF = {model: name for name, model in MODELS.items()}


class EventRows:
    """All rows of a file that has the shape of the schema.

    ``event`` and ``ledger`` are rows without a number, ``states`` those of ``StandingsState`` by
    the number of their tournament; ``lists`` has the others by the name of their list. A row has
    every column of its model that a file may have, and the default where the file says nothing.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.event = _row(Event, data["event"], {"is_demo"} | NOT_OF_THE_EVENT)
        self.lists: dict[str, list[Row]] = {
            name: [_row(model, row, left_out) for row in data.get(name, ())]
            for name, model, _path, left_out in LISTS
        }
        if data["version"] < ONE_PLACE_SINCE:
            # As our migration does: whoever has both has played the round.
            played = self.beside_a_seat()
            self.lists["byes"] = [row for row in self["byes"] if row not in played]
        for row, given in zip(self["rounds"], data["rounds"], strict=True):
            row.update(_made_from(row, changed=given.get(RESULTS_CHANGED, False)))
        self.states = {row["id"]: _state(row) for row in data["tournaments"]}
        self.ledger = [_ledger_row(row) for row in data["ledger"]]
        self._by_number = {
            name: {row["id"]: row for row in rows} for name, rows in self.lists.items()
        }

    def __getitem__(self, name: str) -> list[Row]:
        return self.lists[name]

    def beside_a_seat(self) -> list[Row]:
        """The byes of people who have a seat in that round as well."""
        round_of = {table["id"]: table["round_id"] for table in self["tables"]}
        seated = {(round_of.get(seat["table_id"]), seat["entry_id"]) for seat in self["seats"]}
        return [bye for bye in self["byes"] if (bye["round_id"], bye["entry_id"]) in seated]

    def row(self, name: str, number: int | None) -> Row | None:
        """The row of a list with this number, if there is one."""
        return None if number is None else self._by_number[name].get(number)


def relations(model: type[models.Model]) -> dict[str, str]:
    """The columns of a model that name a row of a list, each with that list."""
    fields = model._meta.concrete_fields  # noqa: SLF001 - Django's documented API
    return {
        field.attname: LIST_OF[field.related_model]
        for field in fields
        if field.is_relation and field.related_model in LIST_OF
    }


def _row(model: type[models.Model], row: Mapping[str, Any], left_out: set[str]) -> Row:
    fields = model._meta.concrete_fields  # noqa: SLF001 - Django's documented API
    return {
        field.attname: _value(model, field, row)
        for field in fields
        if field.name not in left_out and field.related_model is not Event
    }


def _value(model: type[models.Model], field: Any, row: Mapping[str, Any]) -> Any:
    name = name_in_file(model, field.attname)
    if name not in row:
        # One that is written by itself stays open: it is the moment of the import.
        return None if getattr(field, "auto_now_add", False) else field.get_default()
    value = row[name]
    if isinstance(field, models.DurationField):
        return timedelta(seconds=value)
    is_as_it_is = value is None or field.is_relation or isinstance(field, models.JSONField)
    return value if is_as_it_is else field.to_python(value)


def _state(row: Mapping[str, Any]) -> Row:
    fields = {field.attname: field for field in StandingsState._meta.concrete_fields}  # noqa: SLF001 - Django's documented API
    return {name: _value(StandingsState, fields[name], row) for name in STANDINGS_STATE}


def _made_from(row: Row, *, changed: bool) -> Row:
    """The columns of a round about the results it was made from, which this site does not know."""
    if changed:
        return {"made_now": OTHERS, "kept_from": "", "kept_reason": ""}
    both = OTHERS if row["kept_reason"] else ""
    return {"made_now": both, "kept_from": both}


def _ledger_row(row: Mapping[str, Any]) -> Row:
    fields = {field.attname: field for field in LedgerEntry._meta.concrete_fields}  # noqa: SLF001 - Django's documented API
    return {name: _value(LedgerEntry, fields[name], row) for name in OF_THE_LEDGER}
