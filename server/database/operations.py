"""Operations of migrations that a site can run while people play."""

from typing import Any

from django.db import migrations
from django.db.migrations.operations.base import Operation


class _WhilePlaying(Operation):
    """Does it in another way on PostgreSQL, where a large table would keep writers out.

    That takes a migration with ``atomic = False``.
    """

    model_name: str

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        if schema_editor.connection.vendor != "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        model = to_state.apps.get_model(app_label, self.model_name)
        if self.allow_migrate_model(schema_editor.connection.alias, model):
            self.add(model, schema_editor)

    def add(self, model: Any, schema_editor: Any) -> None:
        raise NotImplementedError


class AddIndexWhilePlaying(_WhilePlaying, migrations.AddIndex):
    """Add an index to a large table of PostgreSQL while others write to it."""

    def add(self, model: Any, schema_editor: Any) -> None:
        schema_editor.add_index(model, self.index, concurrently=True)


class AddUniqueWhilePlaying(_WhilePlaying, migrations.AddConstraint):
    """Add a unique constraint with a condition to a large table of PostgreSQL while others write.

    There it is an index.
    """

    def add(self, model: Any, schema_editor: Any) -> None:
        sql = str(self.constraint.create_sql(model, schema_editor))
        schema_editor.execute(sql.replace(" INDEX ", " INDEX CONCURRENTLY ", 1))


class AddCheckWhilePlaying(_WhilePlaying, migrations.AddConstraint):
    """Add a check to a large table of PostgreSQL without keeping writers out of it.

    The rows that are there are checked afterwards, under a lock that lets others write. In one
    transaction the first lock would stay until its end.
    """

    def add(self, model: Any, schema_editor: Any) -> None:
        table = schema_editor.quote_name(model._meta.db_table)
        name = schema_editor.quote_name(self.constraint.name)
        schema_editor.execute(f"{self.constraint.create_sql(model, schema_editor)} NOT VALID")
        schema_editor.execute(f"ALTER TABLE {table} VALIDATE CONSTRAINT {name}")
