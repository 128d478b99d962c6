"""Copying all rows of a database into a SQLite file, and back into a database."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from django.core.management.color import no_style
from django.core.management.sql import emit_post_migrate_signal
from django.db import connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.backends.utils import CursorWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import load_backend

from server.database import changes

#: Rows that are in memory at a time.
ROWS = 1000

Rows = Iterator[Sequence[Any]]


def copy_to_file(source: BaseDatabaseWrapper, path: Path) -> None:
    """Copy a database, while the site goes on writing, to a SQLite file that does not exist yet."""
    if source.vendor == "sqlite":
        _copy_sqlite(Path(source.settings_dict["NAME"]), path)
        return
    with opened(path) as copy, snapshot(source):
        tables = models_of(source)
        with copy.schema_editor() as editor:
            create_tables(editor, tables)
        with transaction.atomic(using=copy.alias):
            for model in tables:
                insert(copy, model, read(source, model))


def create_tables(editor: BaseDatabaseSchemaEditor, tables: list[type[models.Model]]) -> None:
    """Create the tables of models, with their indexes and constraints."""
    for model in tables:
        if not model._meta.auto_created:  # it comes with the model that has the relation
            editor.create_model(model)


def _copy_sqlite(source: Path, path: Path) -> None:
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as old,
        closing(sqlite3.connect(path)) as new,
    ):
        old.backup(new)
        new.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it


def fill_from_file(path: Path, target: BaseDatabaseWrapper) -> None:
    """Put the tables and rows of a file in place of all tables of a database.

    The database may be of an older or a newer release, whose tables this one does not know: all of
    them go. In one transaction: whatever stops it, the database is the old one or the new one.
    """
    with opened(path) as copy, target.constraint_checks_disabled():
        tables = models_of(copy)
        with transaction.atomic(using=target.alias):
            _drop_tables(target)
            with target.schema_editor(atomic=False) as editor:  # keys and indexes come at its end
                create_tables(editor, tables)
                for model in tables:
                    insert(target, model, read(copy, model))
            with target.cursor() as cursor:
                for statement in target.ops.sequence_reset_sql(no_style(), tables):
                    cursor.execute(statement)
            emit_post_migrate_signal(verbosity=0, interactive=False, db=target.alias)


def _drop_tables(target: BaseDatabaseWrapper) -> None:
    with target.schema_editor(atomic=False) as editor, target.cursor() as cursor:
        for name in target.introspection.table_names(cursor):
            editor.execute(editor.sql_delete_table % {"table": editor.quote_name(name)})


def row_counts(connection: BaseDatabaseWrapper) -> dict[str, int]:
    """How many rows each table has, by name; of what kept pages depend on none are."""
    with connection.cursor() as cursor:
        names = sorted({*connection.introspection.table_names(cursor)} - {changes.TABLE})
        return {name: _count(cursor, connection.ops.quote_name(name)) for name in names}


def _count(cursor: CursorWrapper, quoted: str) -> int:
    cursor.execute(f"SELECT count(*) FROM {quoted}")  # noqa: S608 - a name that the database gave us
    return int(cursor.fetchone()[0])


def models_of(connection: BaseDatabaseWrapper) -> list[type[models.Model]]:
    """The models of all tables as the applied migrations of a database left them."""
    loader = MigrationLoader(connection)
    applied = [key for key in loader.applied_migrations if key in loader.graph.nodes]
    made = loader.project_state(applied).apps.get_models(include_auto_created=True)
    return [*made, MigrationRecorder.Migration]


def read(connection: BaseDatabaseWrapper, model: type[models.Model]) -> Rows:
    """The rows of a model, few at a time, with the values of its columns in their order."""
    names = [field.attname for field in model._meta.concrete_fields]
    rows = model._base_manager.using(connection.alias).order_by("pk").values_list(*names)
    return rows.iterator(chunk_size=ROWS)


def insert(connection: BaseDatabaseWrapper, model: type[models.Model], rows: Rows) -> None:
    """Insert rows as they are: without defaults, stamps or new keys."""
    fields = model._meta.concrete_fields
    quote = connection.ops.quote_name
    columns = ", ".join(quote(str(field.column)) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    sql = f"INSERT INTO {quote(model._meta.db_table)} ({columns}) VALUES ({places})"  # noqa: S608 - names of ours
    with connection.cursor() as cursor:
        while part := list(islice(rows, ROWS)):
            cursor.executemany(sql, [_prepared(connection, fields, row) for row in part])


def _prepared(
    connection: BaseDatabaseWrapper, fields: "Sequence[models.Field[Any, Any]]", row: Sequence[Any]
) -> list[Any]:
    return [
        field.get_db_prep_save(value, connection) for field, value in zip(fields, row, strict=True)
    ]


@contextmanager
def opened(path: Path, *, alias: str = "copy") -> Iterator[BaseDatabaseWrapper]:
    """A SQLite file as a database of Django; as ``default`` it stands in for that of the site."""
    before = connections[alias] if alias in connections.settings else None
    settings = connections["default"].settings_dict | {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path),
        "OPTIONS": {},
    }
    made = load_backend(settings["ENGINE"]).DatabaseWrapper(settings, alias)
    connections[alias] = made
    try:
        yield made
    finally:
        made.close()
        del connections[alias]
        if before is not None:
            connections[alias] = before


@contextmanager
def snapshot(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """A transaction that sees one moment of PostgreSQL, however long it reads."""
    with transaction.atomic(using=connection.alias):
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield
