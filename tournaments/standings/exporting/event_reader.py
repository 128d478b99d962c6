"""An event from a file of ``event_writer``: the same people, tables, hands and standings.

Rows get new primary keys. Accounts do not come along: the uploader becomes the owner, and the
ledger keeps the names without accounts, because anybody could have written the file. A table keeps
its code unless a table of this site has the same one.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import DatabaseError, models, transaction

from tournaments import ledger
from tournaments.events.rules import free_slug
from tournaments.ledger import Actor
from tournaments.models import (
    Entry,
    Event,
    LedgerEntry,
    Role,
    Staff,
    StandingsState,
    Table,
    Tournament,
)
from tournaments.seating.persistence import new_codes
from tournaments.standings import errors
from tournaments.standings.exporting.event_writer import (
    FORMAT,
    LISTS,
    STANDINGS_STATE,
    VERSION,
    name_in_file,
)

BATCH = 500
#: Lists so long that only the types of their values are checked; the database's constraints hold
#: the rest.
LONG = frozenset({"seats", "lines", "versions", "standings"})
#: What files of older releases lack: a sheet starts without versions, the rest gets defaults.
LISTS_SINCE = frozenset({"versions"})
COLUMNS_SINCE = frozenset(
    {
        "objection_minutes",
        "dealt_offline",
        "confirm_due_at",
        "confirmed_at",
        "reported_by_seat",
        "confirmed_by_seat",
    }
)
LEDGER = ("at", "verb", "subject", "actor", "device", "before", "after")


def load(data: Any, *, by: Actor, at: datetime) -> Event:
    """Make an event from the content of a file. Raises NotAnEventFile; then nothing is stored."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise errors.NotAnEventFile(field="file", fault="format")
    if data.get("version") != VERSION:
        raise errors.NotAnEventFile(field="file", fault=f"version {data.get('version')}")
    try:
        with transaction.atomic():
            return _Loading(data).event(by, at)
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError) as fault:
        raise errors.NotAnEventFile(field="file", fault=_short(fault)) from fault
    except (ValidationError, DatabaseError) as fault:
        raise errors.NotAnEventFile(field="file", fault=_short(fault)) from fault


def _short(fault: Exception) -> str:
    return f"{type(fault).__name__}: {fault}"[:200]


class _Loading:
    """One event being read; ``made`` has its rows by their numbers in the file."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.made: dict[type[models.Model], dict[int, Any]] = {}

    def event(self, by: Actor, at: datetime) -> Event:
        # Files from before events had a code of conduct are valid.
        head = {"code_of_conduct": ""} | dict(self.data["event"])
        taken = set(Event.objects.values_list("slug", flat=True))
        event = Event(**_values(Event, head, skip={"id", "slug", "is_demo", "created_at"}))
        event.slug = free_slug(str(head["slug"]), taken, otherwise="event")
        event.full_clean()
        event.save()
        self.made[Event] = {head["id"]: event}
        for name, model, _path, left_out in LISTS:
            self._list(name, model, left_out, event)
        self._standings_states()
        self._ledger(event)
        if by.user:
            Staff.objects.create(event=event, user=by.user, role=Role.OWNER)
        ledger.record(event, "bring event", event, by=by, at=at)
        return event

    def _list(self, name: str, model: type[models.Model], left_out: set[str], event: Event) -> None:
        rows = self.data.get(name, []) if name in LISTS_SINCE else self.data[name]
        made = [self._row(model, row, left_out, event) for row in rows]
        if model is Table:
            _free_codes(made)
        if name not in LONG:
            for row in made:
                _check_values(row)
        model.objects.bulk_create(made, batch_size=BATCH)
        self.made[model] = {row["id"]: one for row, one in zip(rows, made, strict=True)}
        moments = {row["id"]: row["created_at"] for row in rows if "created_at" in row}
        for number, moment in moments.items():
            # auto_now_add wrote the moment of the import.
            self.made[model][number].created_at = datetime.fromisoformat(moment)
        if moments:
            model.objects.bulk_update(made, ["created_at"], batch_size=BATCH)

    def _row(
        self, model: type[models.Model], row: Mapping[str, Any], left_out: set[str], event: Event
    ) -> Any:
        one: Any = model(**_values(model, row, skip={"id", "created_at", *left_out}))
        for field in model._meta.concrete_fields:  # noqa: SLF001 - Django's documented API
            if not field.is_relation:
                continue
            if field.related_model is Event:
                one.event = event
            elif field.name in COLUMNS_SINCE and field.attname not in row:
                continue
            elif field.name not in left_out and row[field.attname] is not None:
                setattr(one, field.name, self.made[field.related_model][row[field.attname]])
        if "round" in left_out:
            one.round = one.table.round
        return one

    def _standings_states(self) -> None:
        """What the file says of the results of a tournament stands beside it here."""
        states = []
        for row in self.data["tournaments"]:
            state = StandingsState(tournament=self.made[Tournament][row["id"]])
            values = _values(StandingsState, row, skip=set())
            for name, value in values.items():
                setattr(state, name, value)
            if row["champion_id"] is not None:
                state.champion = self.made[Entry][row["champion_id"]]
            _check_values(state)
            states.append(state)
        StandingsState.objects.bulk_update(states, STANDINGS_STATE)

    def _ledger(self, event: Event) -> None:
        rows = [
            LedgerEntry(event=event, **{c: row[c] for c in LEDGER}) for row in self.data["ledger"]
        ]
        for row in rows:
            row.at = datetime.fromisoformat(row.at)
            _check_values(row)
        LedgerEntry.objects.bulk_create(rows, batch_size=BATCH)


def _check_values(row: models.Model) -> None:
    """Raise ValidationError for a value that a form would refuse; what may be empty may."""
    for field in row._meta.concrete_fields:  # noqa: SLF001 - Django's documented API
        value = getattr(row, field.attname)
        is_free = field.is_relation or isinstance(field, models.JSONField)
        if not (is_free or value is None or field.primary_key):
            field.clean(value, row)


def _values(model: type[models.Model], row: Mapping[str, Any], *, skip: set[str]) -> dict[str, Any]:
    """The values of a row, except its relations, in the types of its model."""
    found: dict[str, Any] = {}
    for field in model._meta.concrete_fields:  # noqa: SLF001 - Django's documented API
        if field.is_relation or field.name in skip:
            continue
        if field.name in COLUMNS_SINCE and field.attname not in row:
            continue
        value = row[name_in_file(model, field.attname)]
        if isinstance(field, models.DurationField):
            value = timedelta(seconds=value)
        elif value is not None and not isinstance(field, models.JSONField):
            value = field.to_python(value)
        found[field.attname] = value
    return found


def _free_codes(tables: Sequence[Table]) -> None:
    """Give a new code to each table whose code is taken on this site."""
    codes = [table.code for table in tables]
    taken: set[str] = set()
    for start in range(0, len(codes), BATCH):
        some = Table.objects.filter(code__in=codes[start : start + BATCH])
        taken |= set(some.values_list("code", flat=True))
    again = [table for table in tables if table.code in taken]
    for table, code in zip(again, new_codes(len(again)), strict=True):
        table.code = code
