"""Opening a backup: checked against its manifest, and brought to the migrations of this release."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.core.management import call_command
from django.core.management.sql import emit_post_migrate_signal
from django.db.backends.base.base import BaseDatabaseWrapper

from server.backup import archive, copying
from server.backup.archive import BackupError, Manifest
from server.backup.schema import foreign_parts
from server.backup.versions import unapplied, unknown


@contextmanager
def checked(path: Path) -> Iterator[tuple[Manifest, Path]]:
    """The manifest of a backup and its database, ready for this release, until the block ends.

    Raises BackupError with one sentence, or OSError.
    """
    with archive.unpacked(path) as (manifest, database):
        _check_whole(path, database)
        with copying.opened(database, alias="default") as copy:
            _check_counts(path, manifest, copy)
            _bring_up_to_date(path, copy)
            _check_schema(path, copy)
        yield manifest, database


def _check_whole(path: Path, database: Path) -> None:
    try:
        with closing(sqlite3.connect(database)) as connection:
            (answer,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        answer = str(error)
    if answer != "ok":
        raise BackupError(f"The database in {path.name} is damaged: {answer}.")


def _check_counts(path: Path, manifest: Manifest, copy: BaseDatabaseWrapper) -> None:
    if copying.row_counts(copy) != manifest.tables:
        raise BackupError(f"{path.name} does not have the rows that it says it has.")


def _bring_up_to_date(path: Path, copy: BaseDatabaseWrapper) -> None:
    """Apply what the release that made a backup did not have; the file itself stays as it is."""
    if newer := unknown(copy):
        raise BackupError(
            f"{path.name} was made by a newer release of Roundhouse ({newer[-1]})."
            " Install that release, then restore."
        )
    if unapplied(copy):
        call_command("migrate", interactive=False, verbosity=0)
    else:  # a copy of PostgreSQL has tables, and not yet the rules between them
        emit_post_migrate_signal(verbosity=0, interactive=False, db=copy.alias)


def _check_schema(path: Path, copy: BaseDatabaseWrapper) -> None:
    if found := foreign_parts(copy):
        more = f", and {len(found) - 1} more" if len(found) > 1 else ""
        raise BackupError(f"The database in {path.name} was changed: {found[0]}{more}.")
