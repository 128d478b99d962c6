"""The verb that sets up an event as another one was."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import models

from tournaments import holds, ledger, locking
from tournaments.copying import rules
from tournaments.copying.contents import COPIED, Copied
from tournaments.events.services import create_event
from tournaments.events.settings.declaring import values_of
from tournaments.events.settings.of_event import OF_EVENT
from tournaments.ledger import Actor
from tournaments.models import Event, HallTable, Session
from tournaments.timetable.hall.codes import new_codes
from tournaments.transactions import atomic
from tournaments.verbs import Verb

BATCH = 500


@atomic
def copy_event(
    event: Event,
    *,
    name: str,
    starts_on: date,
    by: Actor,
    at: datetime,
    seen: int | None = None,
) -> Event:
    """Set up an event with the rooms, games, tournaments, sessions and rankings of another one.

    It begins on ``starts_on`` as a draft of whoever copies it; sessions are at the same time on the
    clock, days later, and not published. Nobody comes along, and nothing that was played. A session
    whose hall tables another one has at its time has none (``queries.without_tables``). Raises as
    ``create_event``; then nothing is stored.
    """
    event = locking.lock_event(event)
    days = starts_on - event.starts_on
    made = create_event(**_settings(event, name, days), is_draft=True, seen=seen, by=by, at=at)
    made.code_of_conduct = event.code_of_conduct
    made.save(update_fields=["code_of_conduct"])
    rows = _Rows(event, made, days)
    counts = {key: rows.copy(kind) for key, kind in COPIED.items()}
    after: dict[str, Any] = {"from": event.name, "days": days.days}
    after |= {key: n for key, n in counts.items() if n}
    if lost := _take_tables(made):
        after["tables_taken"] = lost
    ledger.record(made, Verb.COPY_EVENT, made, by=by, at=at, after=after)
    return made


def _take_tables(made: Event) -> list[Session]:
    """Let the sessions of a copy take their tables, the first to begin first. Those that have none.

    Tables are free once the games at them have ended, and then another session may have them before
    the first is over. In a copy nothing has ended yet.
    """
    lost = []
    for session in made.sessions.select_related("tournament").order_by("starts_at", "pk"):
        if holds.table_in_the_way(session):
            session.first_table = session.last_table = None
            session.save(update_fields=["first_table", "last_table"])
            lost.append(session)
        else:
            holds.take_tables(session)
    return lost


def _settings(event: Event, name: str, days: timedelta) -> dict[str, Any]:
    try:
        ends_on = event.ends_on + days
    except OverflowError:
        # Past the last year there is; the first day is refused for the same reason.
        ends_on = date.max
    own = {"name": name, "starts_on": event.starts_on + days, "ends_on": ends_on}
    return values_of(event, OF_EVENT) | own


class _Rows:
    """The rows of a copy being stored; ``made`` has their keys by model and by the old keys."""

    def __init__(self, event: Event, copy: Event, days: timedelta) -> None:
        self.event, self.days = event, days
        self.zone: ZoneInfo = event.zone
        self.made: dict[type[models.Model], dict[int, int]] = {Event: {event.pk: copy.pk}}

    def copy(self, kind: Copied) -> int:
        """Store the rows of one kind again, and return how many these are."""
        old = [row for row in kind.rows(self.event) if self._has_its_parents(row, kind)]
        new = [kind.model(**dict(self._values(row, kind))) for row in old]
        if kind.model is HallTable:
            for table, code in zip(new, new_codes(len(new)), strict=True):
                table.code = code  # type: ignore[attr-defined]
        manager = kind.model._default_manager  # noqa: SLF001 - Django's documented API
        manager.bulk_create(new, batch_size=BATCH)
        self.made[kind.model] = {one.pk: row.pk for one, row in zip(old, new, strict=True)}
        return len(new)

    def _has_its_parents(self, row: models.Model, kind: Copied) -> bool:
        """Whether each row that this one names is in the copy, too."""
        keys = ((getattr(row, one.attname), one) for one in _relations(kind))
        return all(key is None or key in self._keys(one) for key, one in keys)

    def _keys(self, field: Any) -> dict[int, int]:
        return self.made[field.related_model]

    def _values(self, row: models.Model, kind: Copied) -> Iterator[tuple[str, Any]]:
        moved = self._moved(row, kind)
        related = {one.attname: one for one in _relations(kind)}
        for field in _columns(kind):
            value = getattr(row, field.attname)
            if field.attname in related and value is not None:
                value = self._keys(field)[value]
            yield field.attname, moved.get(field.attname, value)

    def _moved(self, row: models.Model, kind: Copied) -> dict[str, datetime]:
        found: dict[str, datetime] = {}
        singles = [*kind.moments]
        for start, end in kind.spans:
            both = getattr(row, start), getattr(row, end)
            if all(both):
                span = rules.moved_span(*both, self.days, self.zone)
                found |= dict(zip((start, end), span, strict=True))
            else:
                singles += [start, end]
        for name in singles:
            if value := getattr(row, name):
                found[name] = rules.moved(value, self.days, self.zone)
        return found


def _columns(kind: Copied) -> Iterator[Any]:
    """The columns of a model that a copy takes over."""
    for field in kind.model._meta.concrete_fields:  # noqa: SLF001 - Django's documented API
        written = getattr(field, "auto_now", False) or getattr(field, "auto_now_add", False)
        if not (field.primary_key or written or field.attname in kind.fresh):
            yield field


def _relations(kind: Copied) -> list[Any]:
    return [field for field in _columns(kind) if field.is_relation]
