"""An empty database for one test of migrations, which begins there instead of going back."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import StateApps


@contextmanager
def empty_database(folder: Path) -> Iterator[None]:
    """Django's connection goes to an empty database meanwhile, which is gone afterwards."""
    usual = connection.settings_dict["NAME"]
    connection.close()
    if connection.vendor == "sqlite":
        name = str(folder / "empty.sqlite3")
    else:
        name = f"{usual}_empty"
        _run(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)", f"CREATE DATABASE {name}")
    connection.settings_dict["NAME"] = name
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = usual
        if connection.vendor != "sqlite":
            _run(f"DROP DATABASE {name} WITH (FORCE)")


def _run(*statements: str) -> None:
    with connection._nodb_cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def migrate(name: str) -> StateApps:
    """Bring the database to one migration of ours, forth or back; the models as they were then."""
    target = [("tournaments", name)]
    MigrationExecutor(connection).migrate(target)
    return MigrationExecutor(connection).loader.project_state(target).apps


def migrate_to_now() -> None:
    """Bring the database to the newest migration of every app."""
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
