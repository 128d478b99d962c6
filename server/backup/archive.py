"""The file of a backup: a zip of ``manifest.json`` and ``database.sqlite3``."""

import hashlib
import json
import os
import shutil
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

FORMAT = 1
MANIFEST, DATABASE = "manifest.json", "database.sqlite3"
CHUNK_BYTES = 1 << 20
#: Fast, and a database of results still shrinks to a fifth.
COMPRESSION_LEVEL = 1


class BackupError(Exception):
    """A file that is no backup, or a damaged one; the sentence says what is wrong with it."""


@dataclass(frozen=True)
class Manifest:
    """The manifest of a backup."""

    made_at: str  # ISO 8601, UTC
    vendor: str  # of the database that was copied: sqlite or postgresql
    migrations: dict[str, str]  # the newest one of each app
    tables: dict[str, int]  # rows by name
    seals: dict[str, dict[str, int | str]]  # number and digest of the last one of each event
    sha256: str  # of the SQLite database
    format: int = field(default=FORMAT)

    @property
    def rows(self) -> int:
        return sum(self.tables.values())


def write(path: Path, database: Path, manifest: Manifest) -> None:
    """Make the file at ``path`` in one step, readable by its owner alone. Raises OSError."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        draft.touch(mode=0o600)
        with zipfile.ZipFile(
            draft, "w", zipfile.ZIP_DEFLATED, compresslevel=COMPRESSION_LEVEL
        ) as archive:
            archive.writestr(MANIFEST, json.dumps(asdict(manifest), indent=1))
            archive.write(database, DATABASE)
        with draft.open("rb") as written:
            os.fsync(written.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


@contextmanager
def unpacked(path: Path) -> Iterator[tuple[Manifest, Path]]:
    """The manifest, and a checked copy of the database that is gone after the block.

    Raises BackupError, or OSError if the copy cannot be made.
    """
    with TemporaryDirectory(prefix=".unpacked-", dir=path.absolute().parent) as folder:
        database = Path(folder) / DATABASE
        manifest = _unpack(path, database)
        if sha256_of(database) != manifest.sha256:
            raise BackupError(
                f"{path.name} is damaged: its database is not the one it was made with."
            )
        yield manifest, database


def manifest_of(path: Path) -> Manifest:
    """The manifest of a backup, and nothing else. Raises BackupError or OSError."""
    with _read(path) as archive:
        return _read_manifest(path, archive)


def _unpack(path: Path, database: Path) -> Manifest:
    with _read(path) as archive:
        manifest = _read_manifest(path, archive)
        with archive.open(DATABASE) as packed, database.open("xb") as copy:
            shutil.copyfileobj(packed, copy, CHUNK_BYTES)
        return manifest


@contextmanager
def _read(path: Path) -> Iterator[zipfile.ZipFile]:
    """The open zip; what is wrong with it raises BackupError."""
    try:
        with zipfile.ZipFile(path) as archive:
            yield archive
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise BackupError(f"{path.name} is damaged, or is no backup: {error}") from error
    except KeyError as error:
        raise BackupError(f"{path.name} is no backup of Roundhouse.") from error


def _read_manifest(path: Path, archive: zipfile.ZipFile) -> Manifest:
    try:
        manifest = Manifest(**json.loads(archive.read(MANIFEST)))
    except (ValueError, TypeError, RecursionError) as error:
        raise BackupError(
            f"{path.name} was made by a release that this one cannot read."
        ) from error
    if manifest.format != FORMAT:
        raise BackupError(f"{path.name} was made by a newer release of Roundhouse.")
    return manifest


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return _digest(file)


def _digest(file: IO[bytes]) -> str:
    found = hashlib.sha256()
    while piece := file.read(CHUNK_BYTES):
        found.update(piece)
    return found.hexdigest()
