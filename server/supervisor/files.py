"""The checks of the data's folder before the supervisor starts anything.

What can be made again is made again. Of the rest, one sentence says what is wrong and what to do:
a database is never replaced by an empty one without a word.
"""

import json
import os
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from server import environment
from server.backup import folder
from server.secret_key import embedded_secret_key
from server.supervisor.terminal import CannotStart, short

NEEDED_BYTES = 16 << 20  # what the processes write before the first page is shown
#: Of a large database the first part is checked: people wait for the site to open. A quiet machine
#: reads 700 MB in a second.
CHECK_SECONDS = 1.0
STEPS = 10_000  # of SQLite's machine, between two looks at the time
PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700

DATABASE = "roundhouse.sqlite3"
#: With it, the site has been open. The worker of earlier releases left the other one.
OPENED, OPENED_BEFORE = "opened", "worker.heartbeat"
STATIC = "static"
#: Left there when all of them have been collected.
COLLECTED = ".collected"
#: Left by releases whose beat kept a file of what it had sent.
OF_BEFORE = "beat-schedule*"


def check_files(var: Path, *, database: bool) -> list[str]:
    """Repair what may be lost; what the operator should know, a sentence each.

    ``database`` is whether the site's database is the SQLite file in ``var``. Raises CannotStart.
    """
    try:
        return _check_files(var, database=database)
    except OSError as error:
        raise CannotStart(in_words(error)) from error


def in_words(error: OSError) -> str:
    """The fault of a file, and what to do about it."""
    where = short(Path(error.filename)) if isinstance(error.filename, str) else "a file"
    if isinstance(error, PermissionError):
        return f"This user may not write {where}. Give it to the user who starts Roundhouse."
    return f"{where}: {error.strerror or error}. Nothing was changed."


def _check_files(var: Path, *, database: bool) -> list[str]:
    if (free := shutil.disk_usage(var).free) < NEEDED_BYTES:
        raise CannotStart(
            f"The disk of {short(var)} is full: {free >> 20} MB are free and"
            f" {NEEDED_BYTES >> 20} are needed to open. Free some space; nothing was changed."
        )
    remarks: list[str] = []
    _make_private(var)
    if not environment.value("SECRET_KEY"):
        remarks += _check_secret_key(var / "secret_key")
    if (var / OPENED_BEFORE).exists():
        (var / OPENED_BEFORE).replace(var / OPENED)
    if database:
        check_database(var / DATABASE, was_open=(var / OPENED).exists())
    for path in var.glob(OF_BEFORE):
        path.unlink()
    _check_static(var / STATIC)
    return remarks


def _make_private(var: Path) -> None:
    """Close folders and files to others; also those of releases that did not."""
    var.chmod(PRIVATE_FOLDER)
    for path in var.rglob("*"):
        if path.is_file() and not os.access(path, os.R_OK | os.W_OK):
            raise PermissionError(0, "", str(path))
        path.chmod(PRIVATE_FOLDER if path.is_dir() else PRIVATE_FILE)


def _check_secret_key(path: Path) -> list[str]:
    before = path.read_bytes() if path.exists() else None
    key = embedded_secret_key(path)
    if before is None or before == key.encode():
        return []
    return [f"{short(path)} was damaged, so there is a new key and everybody signs in again."]


def _check_static(static: Path) -> None:
    """Remove what was collected if it was not to its end: whole files are not copied again."""
    try:
        json.loads((static / "staticfiles.json").read_bytes())
        whole = (static / COLLECTED).exists()
    except (OSError, ValueError):
        whole = False
    if not whole:
        shutil.rmtree(static, ignore_errors=True)


def check_database(path: Path, *, was_open: bool) -> None:
    """Raise CannotStart if a database that should be there is not, or is damaged."""
    log = path.with_name(f"{path.name}-wal")
    size = path.stat().st_size if path.exists() else None
    if size:
        if fault := _fault(path):
            raise CannotStart(f"The database {short(path)} is damaged ({fault}). {_what_to_do()}")
    elif was_open or log.exists():
        state = "missing" if size is None else "empty"
        raise CannotStart(
            f"The database {short(path)} is {state}. {_what_to_do()}"
            f" For a new, empty site remove the rest of {short(path.parent)} as well."
        )


def _fault(path: Path) -> str | None:
    """The fault that SQLite finds in a database, or None."""
    deadline = time.monotonic() + CHECK_SECONDS
    with closing(sqlite3.connect(path)) as connection:
        connection.set_progress_handler(lambda: time.monotonic() > deadline, STEPS)
        try:
            (answer,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
                return None
            return str(error)
        return None if answer == "ok" else answer.splitlines()[-1]


def _what_to_do() -> str:
    newest = folder.newest()
    if newest is None:
        return "There is no backup of it in the folder of backups; restore one of your own."
    return f"Restore the last backup: manage.py restore --overwrite {short(newest)}"
