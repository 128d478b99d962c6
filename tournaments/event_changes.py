"""The tables that pages of one event show, with the way from a row to its event.

Their triggers (``server.database.changes``) write down which event was changed. So a page that
reads nothing else is made again only after a change in its own event. A page that reads another
table depends on every change in the database: a table that is missing here costs renderings, and
never shows what is out of date.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from django.apps import AppConfig
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model
from django.db.models.signals import post_migrate, pre_migrate

from server.database import changes
from server.database.changes import OwnedTable
from tournaments import models

#: The fields that lead from a row to its event, as a lookup names them.
PATHS: dict[type[Model], str] = {
    models.Event: "pk",
    models.Announcement: "event",
    models.HallTable: "event",
    models.Player: "event",
    models.Ranking: "event",
    models.Room: "event",
    models.Session: "event",
    models.Title: "event",
    models.Tournament: "event",
    models.ClockChange: "tournament__event",
    models.ClockWarning: "tournament__event",
    models.Entry: "tournament__event",
    models.FixtureList: "tournament__event",
    models.Round: "tournament__event",
    models.Standing: "tournament__event",
    models.StandingsState: "tournament__event",
    models.RankingClass: "ranking__event",
    models.RankingPart: "ranking__event",
    models.RankingPrize: "ranking__event",
    models.RankingRow: "ranking__event",
    models.RankingTeam: "ranking__event",
    models.RankingTeamMember: "ranking__event",
    models.RankingClassMember: "of_class__ranking__event",
    models.Adjustment: "entry__tournament__event",
    models.Bye: "round__tournament__event",
    models.Match: "round__tournament__event",
    models.Seat: "round__tournament__event",
    models.Table: "round__tournament__event",
    models.ScoreSheet: "table__round__tournament__event",
    models.SheetLine: "seat__round__tournament__event",
    models.FixtureTeam: "fixture_list__tournament__event",
    models.FixtureWeek: "fixture_list__tournament__event",
    models.FixtureMember: "team__fixture_list__tournament__event",
    models.Fixture: "week__fixture_list__tournament__event",
    models.FixtureGame: "fixture__week__fixture_list__tournament__event",
}


def _owned(model: type[Model], path: str) -> OwnedTable:
    columns: list[str] = []
    tables: list[str] = []
    at: Any = model
    for name in path.split("__"):
        options = at._meta  # noqa: SLF001 - public in Django
        field = options.pk if name == "pk" else options.get_field(name)
        tables.append(options.db_table)
        columns.append(field.column)
        at = field.related_model
    steps = tuple(zip(tables[1:], columns[1:], strict=True))
    return OwnedTable(tables[0], steps, columns[0])


TABLES = tuple(_owned(model, path) for model, path in PATHS.items())
NAMES = frozenset(owned.table for owned in TABLES)
#: In SQL of Django's every name of a table is quoted, and most often as part of a column's.
READ = re.compile(r'(?:FROM|JOIN)\s+"?(\w+)"?|"(\w+)"\.', re.IGNORECASE)
MOST_STATEMENTS = 4_096


def connect(app: AppConfig) -> None:
    """Keep the triggers in force across migrations."""
    pre_migrate.connect(_before, sender=app, dispatch_uid=changes.TABLE)
    post_migrate.connect(_after, sender=app, dispatch_uid=changes.TABLE)


def _before(*, using: str, plan: Any, **_more: Any) -> None:
    if plan:
        changes.drop_on_sqlite(connections[using])


def _after(*, using: str, **_more: Any) -> None:
    connection = connections[using]
    if set(connection.introspection.table_names()) >= NAMES:
        changes.create(connection, TABLES)


class Reads:
    """Which tables were read."""

    def __init__(self) -> None:
        self.tables: set[str] = set()

    @property
    def are_of_events(self) -> bool:
        """Whether each row read tells its event when it is changed."""
        return NAMES.issuperset(self.tables)

    def note(self, execute: Any, sql: str, params: Any, many: Any, context: Any) -> Any:
        """Called by Django for each statement."""
        self.tables |= tables_in(sql)
        return execute(sql, params, many, context)


@contextmanager
def noting_reads() -> Iterator[Reads]:
    """Note the tables that are read meanwhile."""
    reads = Reads()
    with connections[DEFAULT_DB_ALIAS].execute_wrapper(reads.note):
        yield reads


@lru_cache(MOST_STATEMENTS)
def tables_in(sql: str) -> frozenset[str]:
    """The names that a query of Django's reads from: those of its tables, or more."""
    return frozenset(first or second for first, second in READ.findall(sql))


class ChangedEvents:
    """The events of which rows were changed since the last look of whoever keeps this."""

    def __init__(self) -> None:
        self._reader = changes.Reader()

    def look(self) -> frozenset[int] | None:
        """Return their keys; None if that may be all events. One query."""
        connection = connections[DEFAULT_DB_ALIAS]
        if connection.in_atomic_block:
            return None
        on_sqlite = connection.vendor == "sqlite"
        read = self._reader.on_sqlite if on_sqlite else self._reader.on_postgres
        with connection.cursor() as cursor:
            found = read(cursor)
        return None if found is None or changes.EVERYBODY in found else found


def forget_old(**_now: Any) -> int:
    """Remove what no web process has still to read."""
    return changes.forget(connections[DEFAULT_DB_ALIAS])
