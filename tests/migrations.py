"""An empty database for one test of migrations, which begins there instead of going back.

All migrations of ours take half a minute of a slow processor. So ``make test``, which carries them
out once, keeps what was there a few of them before the end, for tests that begin there.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import StateApps

from tests.quick_states import quick_states

#: Tests begin so many versions before there is nothing newer.
VERSIONS = 3
#: Where ``make test`` keeps a database of SQLite as the oldest of these versions leaves it.
KEPT_AT = "ROUNDHOUSE_OLDER"


def newest_names() -> list[str]:
    """The newest of our migrations, the last of them last."""
    names = (name for app, name in MigrationLoader(None).disk_migrations if app == "tournaments")
    return sorted(names)[-VERSIONS:]


def migrate_and_keep(path: str) -> None:
    """Migrate the database of SQLite to now, and keep what the oldest of these versions left."""
    migrate(newest_names()[0])
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    shutil.copy(connection.settings_dict["NAME"], path)
    migrate_new()


@quick_states()
def migrate_new() -> None:
    """Migrate a database to now, with all that the site does after it."""
    call_command("migrate", verbosity=0)


def begin_older(path: Path) -> None:
    """Begin a database of SQLite at ``path`` with what was kept, if anything was."""
    if kept := os.environ.get(KEPT_AT):
        shutil.copy(kept, path)


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
    target = ("tournaments", name)
    executor = _executor(target)
    goes_back = target in executor.loader.applied_migrations
    with nullcontext() if goes_back else quick_states():
        executor.migrate([target])
        return _executor(target).loader.project_state([target]).apps


def _executor(target: tuple[str, str]) -> MigrationExecutor:
    executor = MigrationExecutor(connection)
    if target not in executor.loader.graph.nodes:  # a new site goes past it in one step
        executor.loader.replace_migrations = False
        executor.loader.build_graph()
    return executor


@quick_states()
def migrate_to_now() -> None:
    """Bring the database to the newest migration of every app."""
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
