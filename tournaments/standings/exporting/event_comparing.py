"""The differences between a file of an event and the event here, by list.

Rows are the same by the keys that were stored with the last file. Codes of tables are those of this
site, and so is whatever a file does not have.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import models

from tournaments.models import Event, HallTable, KeptApart, Table
from tournaments.models.sentence_field import as_stored, sentences_of
from tournaments.standings.exporting.event_rows import EventRows, Row, relations
from tournaments.standings.exporting.event_sources import Keys
from tournaments.standings.exporting.event_writer import LISTS

#: In the place of the key of a row that is not stored yet.
NEW = -1
#: The columns of the event's own row that are of this site.
OF_THIS_SITE = frozenset({"id", "uid", "slug", "is_demo", "created_at"})


@dataclass(slots=True)
class ListChanges:
    """The changes of one list: the numbers in the file of new and changed rows, and the keys of
    rows that the file does not have."""

    new: set[int] = field(default_factory=set)
    changed: set[int] = field(default_factory=set)
    gone: set[int] = field(default_factory=set)

    def __bool__(self) -> bool:
        return bool(self.new or self.changed or self.gone)


@dataclass(slots=True)
class Comparison:
    """``lists`` by their names, ``keys`` of the rows that are stored, and ``event``: the changed
    columns of its own row."""

    lists: dict[str, ListChanges]
    keys: Keys
    event: Row

    def __bool__(self) -> bool:
        return bool(self.event or any(self.lists.values()))


def compare(event: Event, rows: EventRows, known: Keys) -> Comparison:
    """Compare an event with the rows of a file; a query for each list."""
    lists: dict[str, ListChanges] = {}
    keys: Keys = {}
    for name, model, path, _left_out in LISTS:
        stored = _stored(model, path, event, rows[name])
        mine = {n: key for n, key in known.get(name, {}).items() if key in stored}
        keys[name] = {row["id"]: mine[row["id"]] for row in rows[name] if row["id"] in mine}
        found = ListChanges(gone=stored.keys() - keys[name].values())
        for row in rows[name]:
            key = keys[name].get(row["id"])
            if key is None:
                found.new.add(row["id"])
            elif stored[key] != _as_stored(model, values_of(model, row, keys)):
                found.changed.add(row["id"])
        lists[name] = found
    changed = {
        column: value
        for column, value in rows.event.items()
        if column not in OF_THIS_SITE and getattr(event, column) != value
    }
    return Comparison(lists, keys, changed)


def _stored(
    model: type[models.Model], path: str, event: Event, rows: list[Row]
) -> dict[int, dict[str, Any]]:
    """The rows of the event by key, in the columns that a file has."""
    columns = sorted({name for row in rows[:1] for name in row} - _not_compared(model))
    found = model._base_manager.filter(**{path: event}).values("pk", *columns)  # noqa: SLF001 - Django's documented API
    return {row.pop("pk"): _as_stored(model, row) for row in found.iterator()}


def _as_stored(model: type[models.Model], row: Row) -> Row:
    """A row with what its sentences are made from: they may read the same all the same."""
    sentences = {name: as_stored(row[name]) for name in sentences_of(model) if name in row}
    return row | sentences if sentences else row


def _not_compared(model: type[models.Model]) -> set[str]:
    own = {"code"} if model in (Table, HallTable) else set()
    return {"id", "created_at"} | own


def values_of(
    model: type[models.Model], row: Row, keys: Mapping[str, Mapping[int, int]]
) -> dict[str, Any]:
    """The columns of a row that are compared, with the keys of this site."""
    values = {name: value for name, value in row.items() if name not in _not_compared(model)}
    for column, target in relations(model).items():
        if values.get(column) is not None:
            values[column] = keys[target].get(values[column], NEW)
    if model is KeptApart:
        # New numbers may be in another order, and the smaller one comes first.
        values["one_id"], values["other_id"] = sorted((values["one_id"], values["other_id"]))
    return values
