"""Rules between two tables, which no constraint of one table can hold: triggers on both.

They are created after each ``migrate``. On SQLite they are dropped before it as well, because a
table cannot be rebuilt there while a trigger of another table names it, and loses its own.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.backends.base.base import BaseDatabaseWrapper

FUNCTION = """
CREATE OR REPLACE FUNCTION {trigger}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM {owner} WHERE id = NEW.{owned_by} FOR NO KEY UPDATE;
    IF EXISTS (SELECT 1 FROM {other} AS other WHERE {same}) THEN
        RAISE EXCEPTION '{name}' USING ERRCODE = 'check_violation', CONSTRAINT = '{name}';
    END IF;
    RETURN NEW;
END
$$
"""
ON_POSTGRES = """
CREATE TRIGGER {trigger} BEFORE INSERT OR UPDATE OF {columns} ON {table}
FOR EACH ROW EXECUTE FUNCTION {trigger}()
"""
ON_SQLITE = """
CREATE TRIGGER IF NOT EXISTS {trigger}_{event} BEFORE {when} ON {table}
WHEN EXISTS (SELECT 1 FROM {other} AS other WHERE {same})
BEGIN SELECT RAISE(ABORT, '{name}'); END
"""


@dataclass(frozen=True, slots=True)
class NotInBoth:
    """No row of one of two ``tables`` has the same ``columns`` as a row of the other.

    Whoever writes a row locks that of ``owner``, which the first column names: otherwise two
    transactions that do not see each other could write one each. An error says ``name``.
    """

    name: str
    tables: tuple[str, str]
    columns: tuple[str, ...]
    owner: str

    def create(self, connection: BaseDatabaseWrapper) -> None:
        """Create what is missing; on PostgreSQL replace the functions of an older release."""
        with connection.cursor() as cursor:
            for facts in self._sides():
                if connection.vendor == "sqlite":
                    for event, when in (("insert", "INSERT"), ("update", "UPDATE OF {columns}")):
                        statement = ON_SQLITE.replace("{when}", when)
                        cursor.execute(statement.format(event=event, **facts))
                    continue
                cursor.execute(FUNCTION.format(**facts))
                cursor.execute("SELECT 1 FROM pg_trigger WHERE tgname = %s", [facts["trigger"]])
                if cursor.fetchone() is None:
                    cursor.execute(ON_POSTGRES.format(**facts))

    def drop_on_sqlite(self, connection: BaseDatabaseWrapper) -> None:
        if connection.vendor != "sqlite":
            return
        with connection.cursor() as cursor:
            for facts in self._sides():
                for event in ("insert", "update"):
                    cursor.execute(f"DROP TRIGGER IF EXISTS {facts['trigger']}_{event}")

    def _sides(self) -> Iterator[dict[str, str]]:
        for side, table in enumerate(self.tables, 1):
            yield {
                "name": self.name,
                "trigger": f"{self.name}_{side}",
                "table": table,
                "other": self.tables[2 - side],
                "columns": ", ".join(self.columns),
                "same": " AND ".join(f"other.{column} = NEW.{column}" for column in self.columns),
                "owner": self.owner,
                "owned_by": self.columns[0],
            }
