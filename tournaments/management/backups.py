"""Functions that the commands about backups share."""

import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from django.core.management.base import CommandError
from django.db import DatabaseError, connection

from server.backup import folder
from server.backup.archive import BackupError, Manifest
from tournaments.events.ledger.queries import events_with_broken_seals, last_seals
from tournaments.models import LedgerSeal

#: For a file: standard output or input, the way in and out of a container.
STREAM = Path("-")


@contextmanager
def errors_in_words() -> Iterator[None]:
    """Turn what may go wrong with a file or a database into one sentence."""
    try:
        yield
    except BackupError as error:
        raise CommandError(str(error)) from error
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        raise CommandError(f"{error.strerror or error}{where}") from error
    except (sqlite3.Error, DatabaseError) as error:
        raise CommandError(f"The database could not be read: {error}") from error


@contextmanager
def given(file: Path) -> Iterator[Path]:
    """The file of this name, or one with all of standard input while the block runs."""
    if file != STREAM:
        yield file
        return
    with _beside_backups() as path:
        with path.open("wb") as copy:
            shutil.copyfileobj(sys.stdin.buffer, copy)
        yield path


@contextmanager
def to_output() -> Iterator[Path]:
    """A name for a file that goes to standard output when the block has ended well."""
    with _beside_backups() as path:
        yield path
        with path.open("rb") as made:
            shutil.copyfileobj(made, sys.stdout.buffer)


@contextmanager
def _beside_backups() -> Iterator[Path]:
    """A name on the disk that has room for a backup; a container's /tmp may be memory."""
    folder.FOLDER.mkdir(parents=True, exist_ok=True, mode=0o700)
    with TemporaryDirectory(prefix=".stream-", dir=folder.FOLDER) as scratch:
        yield Path(scratch) / "backup.zip"


def seals() -> dict[str, dict[str, int | str]]:
    """The last seal of each event; none in a database from before there were any."""
    tables = connection.introspection.table_names()
    return last_seals() if LedgerSeal._meta.db_table in tables else {}


def check_seals(manifest: Manifest) -> None:
    """Raise BackupError if the ledger in a backup is not the one that was sealed."""
    if broken := events_with_broken_seals():
        raise BackupError(
            f"The ledger was changed behind the back of the site: {', '.join(broken)}."
        )
    if last_seals() != manifest.seals:
        raise BackupError("The backup has other seals than it says it has.")


def summary(manifest: Manifest) -> str:
    """Summarize a backup in one line."""
    return (
        f"{manifest.rows} rows in {len(manifest.tables)} tables,"
        f" seals of {len(manifest.seals)} events, made {manifest.made_at} from {manifest.vendor}"
    )
