"""Making a backup of the database of this process."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from django.db import connection

from server.backup import archive, copying, folder
from server.backup.archive import BackupError, Manifest
from server.backup.versions import newest_migrations

#: Number and digest of the last seal of each event, read from Django's default database.
Seals = Callable[[], dict[str, dict[str, int | str]]]


def make_backup(path: Path, *, seals: Seals) -> Manifest:
    """Write a backup to ``path`` while the site goes on; what it says of itself.

    Raises OSError or sqlite3.Error if it cannot be made; then there is no file.
    """
    vendor = connection.vendor
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with TemporaryDirectory(prefix=".backup-", dir=path.absolute().parent) as scratch:
        database = Path(scratch) / archive.DATABASE
        copying.copy_to_file(connection, database)
        with copying.opened(database, alias="default") as copy:
            migrations, tables = newest_migrations(copy), copying.row_counts(copy)
            last_seals = seals()
        manifest = Manifest(
            made_at=datetime.now(UTC).isoformat(timespec="seconds"),
            vendor=vendor,
            migrations=migrations,
            tables=tables,
            seals=last_seals,
            sha256=archive.sha256_of(database),
        )
        archive.write(path, database, manifest)
    return manifest


def make_automatic_backup(*, seals: Seals) -> Path | None:
    """Write one to the folder of the site's own backups and remove the oldest; its path.

    None if they are switched off, or if no table has got or lost a row since the last one: all that
    people do adds to the ledger.
    """
    if not folder.KEEP or not _has_changed():
        return None
    path = folder.next_path(datetime.now(UTC))
    make_backup(path, seals=seals)
    folder.remove_old()
    return path


def _has_changed() -> bool:
    last = folder.newest()
    if last is None:
        return True
    try:
        return archive.manifest_of(last).tables != copying.row_counts(connection)
    except (BackupError, OSError):
        return True
