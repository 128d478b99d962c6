"""Which owners have had rows changed: triggers write it down, whoever changes the rows and how.

A table that belongs to an owner, such as the score sheets of an event, has triggers that put the
key of the owner into ``TABLE``, in the transaction of the change. The owner EVERYBODY stands for
all. A ``Reader`` reads which owners had changes committed since it read the last time.

- On PostgreSQL there is a row for each owner and transaction, so that no transaction waits for
  another; ``number`` is that of the transaction, and ``forget`` removes old rows. The table is not
  logged: after a crash it is empty, which the reader notices.
- On SQLite, which has one writer, there is a row for each owner, and ``number`` counts.

Nothing in the table is lost with it: a reader that finds it empty takes everything for changed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper

TABLE = "change_of_owner"
EVERYBODY = 0
#: So many rows stay on PostgreSQL: those of a minute with hundreds of commits a second.
KEPT_ROWS = 50_000

ON_POSTGRES = """
CREATE UNLOGGED TABLE IF NOT EXISTS change_of_owner (
    number bigint NOT NULL, owner bigint NOT NULL, PRIMARY KEY (number, owner)
)
"""
ON_SQLITE = """
CREATE TABLE IF NOT EXISTS change_of_owner (
    owner integer NOT NULL PRIMARY KEY, number integer NOT NULL
)
"""
INDEX_ON_SQLITE = "CREATE INDEX IF NOT EXISTS change_of_owner_number ON change_of_owner (number)"

#: Rows may have changed while there were no triggers. On SQLite numbers begin with the time, in
#: microseconds, so that those of a table that was made again are higher than those before.
ALL_ON_POSTGRES = """
INSERT INTO change_of_owner (number, owner)
VALUES (pg_current_xact_id()::text::bigint, 0) ON CONFLICT DO NOTHING
"""
ALL_ON_SQLITE = """
INSERT INTO change_of_owner (owner, number)
SELECT 0, max(
    CAST(strftime('%s', 'now') AS integer) * 1000000,
    (SELECT coalesce(max(number), 0) + 1 FROM change_of_owner)
)
WHERE true ON CONFLICT (owner) DO UPDATE SET number = excluded.number
"""

FUNCTION = """
CREATE OR REPLACE FUNCTION {trigger}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        INSERT INTO change_of_owner (number, owner)
        SELECT DISTINCT pg_current_xact_id()::text::bigint, {owner}
        FROM (SELECT {column} AS key FROM changed UNION SELECT {column} FROM earlier) AS row_
        {joins} ON CONFLICT DO NOTHING;
    ELSE
        INSERT INTO change_of_owner (number, owner)
        SELECT DISTINCT pg_current_xact_id()::text::bigint, {owner}
        FROM (SELECT DISTINCT {column} AS key FROM changed) AS row_
        {joins} ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
END
$$
"""
TRIGGER_ON_POSTGRES = """
CREATE TRIGGER {trigger}_{act} AFTER {act} ON {table} REFERENCING {rows}
FOR EACH STATEMENT EXECUTE FUNCTION {trigger}()
"""
TRIGGER_ON_SQLITE = """
CREATE TRIGGER {trigger}_{act} AFTER {act} ON {table} BEGIN
    INSERT INTO change_of_owner (owner, number)
    SELECT {owner}, (SELECT coalesce(max(number), 0) + 1 FROM change_of_owner)
    FROM ({rows}) AS row_ {joins}
    WHERE true ON CONFLICT (owner) DO UPDATE SET number = excluded.number;
END
"""
#: What a trigger of each act sees of its rows.
ROWS_ON_POSTGRES = {
    "insert": "NEW TABLE AS changed",
    "update": "NEW TABLE AS changed OLD TABLE AS earlier",
    "delete": "OLD TABLE AS changed",
}
ROWS_ON_SQLITE = {
    "insert": "SELECT NEW.{column} AS key",
    "update": "SELECT NEW.{column} AS key UNION SELECT OLD.{column}",
    "delete": "SELECT OLD.{column} AS key",
}

#: What a reader knows of PostgreSQL is the snapshot of its last reading. A row that every later
#: transaction saw must still be there: otherwise rows that it has not read may be gone.
READ_ON_POSTGRES = """
SELECT pg_current_snapshot()::text, CASE WHEN EXISTS (
    SELECT 1 FROM change_of_owner WHERE number < pg_snapshot_xmin(%s::pg_snapshot)::text::bigint
) THEN ARRAY(
    SELECT DISTINCT owner FROM change_of_owner
    WHERE number >= pg_snapshot_xmin(%s::pg_snapshot)::text::bigint
    AND NOT pg_visible_in_snapshot(number::text::xid8, %s::pg_snapshot)
) END
"""
READ_ON_SQLITE = "SELECT owner, number FROM change_of_owner WHERE number > %s"
FORGET = """
DELETE FROM change_of_owner WHERE number < (
    SELECT number FROM change_of_owner ORDER BY number DESC OFFSET %s LIMIT 1
) AND number < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
"""


@dataclass(frozen=True)
class OwnedTable:
    """A table whose rows belong to an owner.

    ``path`` leads there: a column of the table, then for each table on the way its name and the
    column to go on with. A row names its owner by the last of them.
    """

    table: str
    path: tuple[tuple[str, str], ...]
    #: The column of ``table`` that the path begins with.
    column: str

    @property
    def trigger(self) -> str:
        return f"{TABLE}_{self.table}"

    @cached_property
    def facts(self) -> dict[str, str]:
        """The values that the texts of the triggers take."""
        joins, key = [], "row_.key"
        for number, (table, column) in enumerate(self.path):
            joins.append(f"JOIN {table} AS step{number} ON step{number}.id = {key}")
            key = f"step{number}.{column}"
        return {
            "table": self.table,
            "trigger": self.trigger,
            "column": self.column,
            "joins": " ".join(joins),
            "owner": key,
        }


class Reader:
    """Reads which owners had changes committed since it read the last time.

    They are not known at the first time, and when old rows have gone: then that is None. It is not
    used within a transaction, which may not tell its own changes from earlier ones.
    """

    def __init__(self) -> None:
        #: That of PostgreSQL as it last read.
        self.snapshot: str | None = None
        self._number: int | None = None

    def on_postgres(self, cursor: CursorWrapper) -> frozenset[int] | None:
        if self.snapshot is None:
            cursor.execute("SELECT pg_current_snapshot()::text, NULL")
        else:
            cursor.execute(READ_ON_POSTGRES, [self.snapshot] * 3)
        self.snapshot, changed = cursor.fetchone()
        return None if changed is None else frozenset(changed)

    def on_sqlite(self, cursor: CursorWrapper) -> frozenset[int] | None:
        is_first, seen = self._number is None, self._number or 0
        cursor.execute(READ_ON_SQLITE, [seen])
        rows = cursor.fetchall()
        self._number = max([seen, *(number for _owner, number in rows)])
        return None if is_first else frozenset(owner for owner, _number in rows)


def create(connection: BaseDatabaseWrapper, tables: tuple[OwnedTable, ...]) -> None:
    """Create the table and the triggers, or what is missing of them, and count all as changed."""
    if connection.vendor == "sqlite":
        _create_on_sqlite(connection, tables)
        return
    with connection.cursor() as cursor:
        cursor.execute(ON_POSTGRES)
        cursor.execute("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal")
        known = {name for (name,) in cursor.fetchall()}
        for owned in tables:
            cursor.execute(FUNCTION.format(**owned.facts))
            for act, rows in ROWS_ON_POSTGRES.items():
                if f"{owned.trigger}_{act}" not in known:
                    cursor.execute(TRIGGER_ON_POSTGRES.format(act=act, rows=rows, **owned.facts))
        cursor.execute(ALL_ON_POSTGRES)


def _create_on_sqlite(connection: BaseDatabaseWrapper, tables: tuple[OwnedTable, ...]) -> None:
    # One transaction: a site that is killed meanwhile has all triggers or those of before, and the
    # disk is waited for once, not after each of them.
    with transaction.atomic(connection.alias), connection.cursor() as cursor:
        cursor.execute(ON_SQLITE)
        cursor.execute(INDEX_ON_SQLITE)
        drop_on_sqlite(connection)
        for statement in _on_sqlite(tables):
            cursor.execute(statement)
        cursor.execute(ALL_ON_SQLITE)


def _on_sqlite(tables: tuple[OwnedTable, ...]) -> Iterator[str]:
    for owned in tables:
        for act, rows in ROWS_ON_SQLITE.items():
            rows_of_act = rows.format(column=owned.column)
            yield TRIGGER_ON_SQLITE.format(act=act, rows=rows_of_act, **owned.facts)


def drop_on_sqlite(connection: BaseDatabaseWrapper) -> None:
    """Drop the triggers, so that tables can be rebuilt; they come again with ``create``."""
    if connection.vendor != "sqlite":
        return
    with transaction.atomic(connection.alias), connection.cursor() as cursor:
        cursor.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE %s",
            [f"{TABLE}_%"],
        )
        for (name,) in cursor.fetchall():
            cursor.execute(f"DROP TRIGGER {name}")


def forget(connection: BaseDatabaseWrapper, keep: int = KEPT_ROWS) -> int:
    """Remove old rows; how many. A reader that has not read for so long takes all for changed."""
    if connection.vendor == "sqlite":
        return 0
    with connection.cursor() as cursor:
        cursor.execute(FORGET, [keep])
        return int(cursor.rowcount)
