"""The rows of the world, which each process makes once on SQLite and then puts back."""

import pickle
from datetime import datetime
from types import SimpleNamespace

from django.apps import apps
from django.db import connection

from tournaments.standings.exporting.event_sources import this_installation

#: By table and columns, as they stand in SQL.
Rows = dict[tuple[str, tuple[str, ...]], set[tuple]]


def all_rows() -> Rows:
    """The rows of every model as SQLite stores them: Python would read some values as others."""
    quote, found = connection.ops.quote_name, {}
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            if model._meta.proxy or not model._meta.managed:
                continue
            fields = [one for one in model._meta.local_concrete_fields if not one.generated]
            table, columns = quote(model._meta.db_table), tuple(quote(one.column) for one in fields)
            # An expression has no type that sqlite3 would convert it to.
            stored = ", ".join(f"+{column}" for column in columns)
            cursor.execute(f"SELECT {stored} FROM {table}")  # noqa: S608 - names of our own
            found[table, columns] = set(cursor.fetchall())
    return found


class Kept:
    """A world as it was made at a moment, and the rows that it added to those ``before``."""

    def __init__(self, world: SimpleNamespace, at: datetime, before: Rows) -> None:
        self.at, self._world = at, pickle.dumps(world)
        added = {table: rows - before[table] for table, rows in all_rows().items()}
        self._added = {table: rows for table, rows in added.items() if rows}

    def put_back(self) -> SimpleNamespace:
        """Its rows with the same keys, and a copy of the world that nobody has changed."""
        with connection.cursor() as cursor:
            for (table, columns), rows in self._added.items():
                places = ", ".join(["%s"] * len(columns))
                into = f"{table} ({', '.join(columns)})"
                statement = f"INSERT OR IGNORE INTO {into} VALUES ({places})"  # noqa: S608
                cursor.executemany(statement, list(rows))
        world = pickle.loads(self._world)  # noqa: S301 - pickled above
        world.installation = this_installation()  # tests that empty the database take it away
        return world
