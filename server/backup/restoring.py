"""Putting a backup in place of the database of this process."""

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from django.core.cache import cache
from django.db import connection

from server import environment
from server.backup import copying


def is_there() -> bool:
    """Whether there is a database with tables; to look for one of SQLite does not make it."""
    if connection.vendor == "sqlite" and not _file().exists():
        return False
    return bool(connection.introspection.table_names())


def is_empty() -> bool:
    """Whether the database has no row but those that its migrations make."""
    made_by_migrations = {"django_migrations", "django_content_type", "auth_permission"}
    if not is_there():
        return True
    counts = copying.row_counts(connection)
    return not any(count for name, count in counts.items() if name not in made_by_migrations)


def put_in_place(database: Path) -> Path | None:
    """Replace the whole database by a checked one; where the old one is now, if it is a file.

    In one step: whatever stops it, the old database or the new one is there.
    """
    old = None
    if connection.vendor == "sqlite":
        old = _replace_file(database)
    else:
        copying.fill_from_file(database, connection)
    _forget_copies()
    return old


def _forget_copies() -> None:
    """Empty Redis: copies of pages are named by counters that may have gone back."""
    if environment.value("REDIS_URL"):  # one of the site's own starts empty
        cache.clear()


def _replace_file(database: Path) -> Path | None:
    connection.close()
    target = _file()
    draft = target.with_name(f"{target.name}.new")
    shutil.copyfile(database, draft)
    draft.chmod(0o600)
    with draft.open("rb") as written:
        os.fsync(written.fileno())
    old = _keep(target) if target.exists() else None
    draft.replace(target)
    return old


def _keep(target: Path) -> Path:
    """Give a database another name as well, and its log that name alone."""
    with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(target)) as old:
        old.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # its log is empty now, unless it is damaged
    kept = target.with_name(f"{target.name}.{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}")
    kept.hardlink_to(target)
    for log in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            target.with_name(target.name + log).rename(kept.with_name(kept.name + log))
    return kept


def _file() -> Path:
    return Path(connection.settings_dict["NAME"])
