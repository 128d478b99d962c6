"""The tables, constraints and triggers of a SQLite database, compared with those of its migrations.

Rows are counted and sealed. A trigger is no row: it would change those of the site for good.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from django.core.management.sql import emit_post_migrate_signal
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper

from server.backup import copying

MEMORY = Path(":memory:")
#: Those that SQLite makes itself have a name of this beginning.
OBJECTS = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%%'"
CONSTRAINT = re.compile(r'CONSTRAINT "(\w+)"')


def foreign_parts(connection: BaseDatabaseWrapper) -> list[str]:
    """The parts that a database has and its migrations do not make, or lacks, in words."""
    with copying.opened(MEMORY) as fresh:
        with fresh.schema_editor() as editor:
            copying.create_tables(editor, copying.models_of(connection))
        emit_post_migrate_signal(verbosity=0, interactive=False, db=fresh.alias)
        expected = parts(fresh)
    found = parts(connection)
    return sorted(
        [f"{name} is none of ours" for name in found - expected]
        + [f"{name} is missing" for name in expected - found]
    )


def parts(connection: BaseDatabaseWrapper) -> set[str]:
    """The parts of a schema, each in words; of triggers, views and indexes all that they say."""
    with connection.cursor() as cursor:
        cursor.execute(OBJECTS)
        return {part for row in cursor.fetchall() for part in _parts_of(cursor, *row)}


def _parts_of(cursor: CursorWrapper, kind: str, name: str, table: str, sql: str) -> Iterator[str]:
    if kind == "table":
        yield f"the table {name}"
        cursor.execute("SELECT name FROM pragma_table_xinfo(%s)", [name])
        for (column,) in cursor.fetchall():
            yield f"the column {column} of {name}"
        for constraint in CONSTRAINT.findall(sql):
            yield f"the constraint {constraint} of {name}"
    elif kind == "index":  # its name may be that of a column before it was renamed
        yield f"the index of {table} that is {_plain(sql).replace(name, '…')}"
    else:
        yield f"the {kind} {name}: {_plain(sql)}"


def _plain(sql: str) -> str:
    return " ".join(sql.split())
