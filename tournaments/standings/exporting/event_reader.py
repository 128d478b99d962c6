"""An event from a file of ``event_writer``: the same people, tables, hands and standings.

Rows get new primary keys. Accounts do not come along: the uploader becomes the owner, and the
ledger keeps the names without accounts, because anybody could have written the file. A table keeps
its code unless a table of this site has the same one, and the event its UUID, likewise.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import Any
from uuid import UUID, uuid4

from django.core.exceptions import ValidationError
from django.db import DatabaseError, models, transaction
from django.utils.translation import gettext as _

from tournaments import holds, ledger
from tournaments.clock.warnings.from_file import plan_for_new
from tournaments.events.rules import free_slug
from tournaments.ledger import Actor
from tournaments.models import (
    Event,
    HallTable,
    KeptApart,
    LedgerEntry,
    Role,
    Staff,
    StandingsState,
    Table,
)
from tournaments.standings import errors
from tournaments.standings.exporting.event_checks import faults_of_rows
from tournaments.standings.exporting.event_rows import EventRows, Row, relations
from tournaments.standings.exporting.event_shape import faults_of_shape
from tournaments.standings.exporting.event_sources import Keys, Source, remember
from tournaments.standings.exporting.event_text import Fault, faults_of_text
from tournaments.standings.exporting.event_writer import LISTS, STANDINGS_STATE
from tournaments.timetable.hall.codes import give_codes, new_codes
from tournaments.verbs import Verb

BATCH = 500
#: So many faults of a file are listed.
MOST_FAULTS = 100


def load(data: Any, *, by: Actor, at: datetime, only_as: UUID | None = None) -> Event:
    """Make an event from the content of a file. Raises NotAnEventFile; then nothing is stored.

    It has another identity than the file says where the site has one of that, unless it is made
    ``only_as`` this one: then the site that wrote the file goes on running it.
    """
    rows = checked(data)
    try:
        with transaction.atomic():
            loading = _Loading(rows)
            source = Source.of(data)
            runs_at = source.name if source and only_as else ""
            event = loading.event(by, at, only_as, runs_at)
            if source and event.uid == rows.event["uid"]:
                remember(event, source, loading.keys(), at=at)
            return event
    except (ValidationError, DatabaseError) as fault:
        # Another import may have taken what was free a moment ago.
        text = _("The database refused it: %(why)s") % {"why": str(fault)[:200]}
        raise errors.NotAnEventFile([Fault("", text)], field="file") from fault


def checked(data: Any) -> EventRows:
    """The rows of a file that nothing is wrong with. Raises NotAnEventFile with every fault."""
    _refuse(faults_of_text(data))
    _refuse(faults_of_shape(data))
    rows = EventRows(data)
    _refuse(faults_of_rows(rows))
    return rows


def _refuse(faults: Iterator[Fault]) -> None:
    found = [*islice(faults, MOST_FAULTS + 1)]
    if found:
        are_all = len(found) <= MOST_FAULTS
        raise errors.NotAnEventFile(found[:MOST_FAULTS], are_all=are_all, field="file")


class _Loading:
    """One event being stored; ``made`` has its rows by list and by their numbers in the file."""

    def __init__(self, rows: EventRows) -> None:
        self.rows = rows
        self.made: dict[str, dict[int, Any]] = {}

    def event(self, by: Actor, at: datetime, only_as: UUID | None, runs_at: str) -> Event:
        head = {
            name: value for name, value in self.rows.event.items() if name not in ("id", "slug")
        }
        taken = set(Event.objects.values_list("slug", flat=True))
        head["slug"] = free_slug(self.rows.event["slug"], taken, otherwise="event")
        if only_as is None and Event.objects.filter(uid=head["uid"]).exists():
            head["uid"] = uuid4()  # they import it as another event
        created_at = head.pop("created_at")
        event = Event.objects.create(**head | {"is_demo": False, "runs_at": runs_at})
        if created_at:
            # auto_now_add wrote the moment of the import.
            Event.objects.filter(pk=event.pk).update(created_at=created_at)
        for name, model, _path, _left_out in LISTS:
            self._list(name, model, event)
        holds.rebuild(event.pk)
        self._standings_states()
        if not event.is_copy:
            plan_for_new(event, now=at)
        LedgerEntry.objects.bulk_create(
            (LedgerEntry(event=event, **row) for row in self.rows.ledger), batch_size=BATCH
        )
        if by.user:
            Staff.objects.create(event=event, user=by.user, role=Role.OWNER)
        ledger.record(event, Verb.BRING_EVENT, event, by=by, at=at)
        return event

    def keys(self) -> Keys:
        """The keys of all rows, by list and by their numbers in the file."""
        return {
            name: {number: one.pk for number, one in made.items()}
            for name, made in self.made.items()
        }

    def _list(self, name: str, model: type[models.Model], event: Event) -> None:
        rows = self.rows[name]
        made = [self._row(model, row, event) for row in rows]
        if model in (Table, HallTable):
            free_codes(made)
        manager = model._default_manager  # noqa: SLF001 - Django's documented API
        manager.bulk_create(made, batch_size=BATCH)
        if model is Table:
            give_codes(event.pk, (table.number for table in made))
        self.made[name] = {row["id"]: one for row, one in zip(rows, made, strict=True)}
        moments = {row["id"]: row["created_at"] for row in rows if row.get("created_at")}
        for number, moment in moments.items():
            self.made[name][number].created_at = moment
        if moments:
            manager.bulk_update(made, ["created_at"], batch_size=BATCH)

    def _row(self, model: type[models.Model], row: Row, event: Event) -> Any:
        values = {name: value for name, value in row.items() if name not in ("id", "created_at")}
        for column, target in relations(model).items():
            if values.get(column) is not None:
                values[column] = self.made[target][values[column]].pk
        if model is KeptApart:
            # New numbers may be in another order, and the smaller one comes first.
            values["one_id"], values["other_id"] = sorted((values["one_id"], values["other_id"]))
        columns = {field.attname for field in model._meta.concrete_fields}  # noqa: SLF001 - Django's documented API
        return model(**values | ({"event_id": event.pk} if "event_id" in columns else {}))

    def _standings_states(self) -> None:
        """Store the file's results of a tournament beside its rows here."""
        states = []
        for number, row in self.rows.states.items():
            state = StandingsState(tournament=self.made["tournaments"][number], **row)
            if state.champion_id is not None:
                state.champion = self.made["entries"][state.champion_id]
            states.append(state)
        StandingsState.objects.bulk_update(states, STANDINGS_STATE)


def free_codes(tables: Sequence[Table] | Sequence[HallTable]) -> None:
    """Give a new code to each table whose code is taken on this site."""
    codes = [table.code for table in tables]
    taken: set[str] = set()
    for start in range(0, len(codes), BATCH):
        for model in (Table, HallTable):
            some = model.objects.filter(code__in=codes[start : start + BATCH])
            taken |= set(some.values_list("code", flat=True))
    again = [table for table in tables if table.code in taken]
    for table, code in zip(again, new_codes(len(again)), strict=True):
        table.code = code
