"""Bringing an event up to a file of it: rows that it has keep their keys, so that what this site
knows of them stays.

Players, tournaments, games and rankings are changed in place. Other rows that differ are deleted
and stored again under their keys, with all that belongs to them: no unique key is in the way then.
"""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import models
from django.db.models import CharField, F, Value
from django.db.models.functions import Cast, Concat

from tournaments import holds
from tournaments.models import (
    Event,
    HallTable,
    LedgerEntry,
    Player,
    PlayerHold,
    StandingsState,
    Table,
    TableHold,
)
from tournaments.models.players import tell_apart
from tournaments.standings.exporting.event_comparing import Comparison, values_of
from tournaments.standings.exporting.event_reader import BATCH, free_codes
from tournaments.standings.exporting.event_rows import EventRows, Row, relations
from tournaments.standings.exporting.event_sources import Keys
from tournaments.standings.exporting.event_writer import LISTS, OF_THE_LEDGER
from tournaments.timetable.hall.codes import give_codes

#: Lists that other rows of this site refer to: people joined, seasons, staff, webhooks.
IN_PLACE = frozenset({"players", "titles", "tournaments", "rankings"})
#: Lists that holds, counters of sessions and names of rounds follow from.
HELD = ("hall_tables", "sessions", "bookings", "rounds")
#: Lists that the standings of a tournament are computed from, or are.
COUNTED = (
    *("entries", "adjustments", "rounds", "seats", "byes", "heats", "sheets", "lines"),
    *("standings", "fixtures", "fixture_games"),
)
#: Two people who change their names or numbers with one another go by this meanwhile.
MOVING = "moving "


def update(event: Event, rows: EventRows, compared: Comparison) -> Keys:
    """Store what differs, in the transaction of the caller; the keys of all rows of the file."""
    return _Updating(event, rows, compared).everything()


class _Updating:
    def __init__(self, event: Event, rows: EventRows, compared: Comparison) -> None:
        self.event, self.rows, self.compared = event, rows, compared
        self.keys = compared.keys
        self.codes: dict[int, str] = {}
        #: The numbers of stored rows that are stored again, by list.
        self.again: dict[str, set[int]] = {}

    def everything(self) -> Keys:
        lists = self.compared.lists
        self._event()
        for name, model, _path, _left_out in LISTS:
            self.again[name] = set() if name in IN_PLACE else self._again(name, model)
        is_held_again = any(lists[name] or self.again[name] for name in HELD)
        if is_held_again:
            for model in (PlayerHold, TableHold):
                models.QuerySet(model).filter(session__event=self.event).delete()
        self._make_room()
        for name, model, _path, _left_out in reversed(LISTS):
            self._delete(name, model)
        for name, model, _path, _left_out in LISTS:
            self._store(name, model)
        if is_held_again:
            holds.rebuild(self.event.pk)
        self._states()
        if lists["players"]:
            tell_apart([self.event.pk])
        return self.keys

    def _event(self) -> None:
        if self.compared.event:
            Event.objects.filter(pk=self.event.pk).update(**self.compared.event)

    def _again(self, name: str, model: type[models.Model]) -> set[int]:
        """Rows that changed, and those that belong to a row which is stored again."""
        found = set(self.compared.lists[name].changed)
        for column, target in relations(model).items():
            if again := self.again.get(target):
                found |= {row["id"] for row in self.rows[name] if row.get(column) in again}
        return found & self.keys[name].keys()

    def _make_room(self) -> None:
        changed = [self.keys["players"][n] for n in self.compared.lists["players"].changed]
        for some in _batches(changed):
            models.QuerySet(Player).filter(pk__in=some).update(
                identity=Concat(Value(MOVING), Cast(F("pk"), CharField())), member_number=""
            )

    def _delete(self, name: str, model: type[models.Model]) -> None:
        keys = {self.keys[name][number] for number in self.again[name]}
        rows: models.QuerySet[Any] = models.QuerySet(model)  # past managers that delete nothing
        if model in (Table, HallTable):
            for some in _batches(keys):
                self.codes |= dict(rows.filter(pk__in=some).values_list("pk", "code"))
        for some in _batches(keys | self.compared.lists[name].gone):
            rows.filter(pk__in=some).delete()

    def _store(self, name: str, model: type[models.Model]) -> None:
        changes, manager = self.compared.lists[name], model._default_manager  # noqa: SLF001 - Django's documented API
        wanted = changes.new | self.again[name]
        rows = [row for row in self.rows[name] if row["id"] in wanted]
        made = [self._instance(name, model, row) for row in rows]
        if model in (Table, HallTable):
            free_codes([one for one in made if one.pk is None])
        manager.bulk_create(made, batch_size=BATCH)
        if model is Table and made:
            give_codes(self.event.pk, (table.number for table in made))
        for row, one in zip(rows, made, strict=True):
            self.keys[name][row["id"]] = one.pk
        moments = [
            (one, row["created_at"])
            for row, one in zip(rows, made, strict=True)
            if row.get("created_at")
        ]
        for one, moment in moments:
            one.created_at = moment
        if moments:
            manager.bulk_update([one for one, _moment in moments], ["created_at"], BATCH)
        if name in IN_PLACE:
            self._change(name, model)

    def _change(self, name: str, model: type[models.Model]) -> None:
        changed = self.compared.lists[name].changed
        rows = [row for row in self.rows[name] if row["id"] in changed]
        if not rows:
            return
        found = [self._instance(name, model, row) for row in rows]
        columns = values_of(model, rows[0], self.keys)
        fields = {field.attname: field.name for field in model._meta.concrete_fields}  # noqa: SLF001 - Django's documented API
        names = [fields[column] for column in columns]
        model._default_manager.bulk_update(found, names, BATCH)  # noqa: SLF001 - Django's documented API

    def _instance(self, name: str, model: type[models.Model], row: Row) -> Any:
        code = {"code": row["code"]} if "code" in row else {}
        values = code | values_of(model, row, self.keys)
        key = self.keys[name].get(row["id"])
        if key in self.codes:
            values["code"] = self.codes[key]
        columns = {field.attname for field in model._meta.concrete_fields}  # noqa: SLF001 - Django's documented API
        of_event = {"event_id": self.event.pk} if "event_id" in columns else {}
        return model(pk=key, **values | of_event)

    def _states(self) -> None:
        """Store how current the standings are; versions never go back here, as copies name them."""
        counted = any(self.compared.lists[name] for name in COUNTED)
        for number, wanted in self.rows.states.items():
            state = StandingsState.objects.get(pk=self.keys["tournaments"][number])
            champion = wanted["champion_id"]
            version = wanted["results_version"]
            if version < state.results_version or (version == state.results_version and counted):
                version = state.results_version + counted
            behind = wanted["results_version"] - wanted["standings_version"]
            state.results_version, state.standings_version = version, version - behind
            state.results_at, state.standings_at = wanted["results_at"], wanted["standings_at"]
            state.champion_id = champion and self.keys["entries"][champion]
            state.save()


def append_to_ledger(event: Event, rows: EventRows) -> int:
    """Append what the ledger here lacks of that of the file, in its order; how many entries."""
    known = Counter(
        _entry(row) for row in LedgerEntry.objects.filter(event=event).values(*OF_THE_LEDGER)
    )
    missing = []
    for row in rows.ledger:
        entry = _entry(row)
        if known[entry]:
            known[entry] -= 1
        else:
            missing.append(LedgerEntry(event=event, **row))
    LedgerEntry.objects.bulk_create(missing, batch_size=BATCH)
    return len(missing)


def _entry(row: dict[str, Any]) -> str:
    return json.dumps(row, sort_keys=True, default=str)


def _batches(keys: Iterable[int]) -> Iterable[Sequence[int]]:
    ordered = sorted(keys)
    return (ordered[start : start + BATCH] for start in range(0, len(ordered), BATCH))
