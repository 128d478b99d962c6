"""The key of a site without SECRET_KEY: made on first use, readable by its owner alone."""

import os
import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

#: 50 bytes as ``secrets.token_urlsafe`` writes them.
WHOLE = re.compile(r"[\w-]{67}", re.ASCII)


def embedded_secret_key(path: Path) -> str:
    """The key in the file at ``path``. A damaged one is replaced: everybody signs in again.

    Raises OSError if there is none and none can be written.
    """
    return kept_secret(path, WHOLE, lambda: secrets.token_urlsafe(50))


def kept_secret(path: Path, whole: re.Pattern[str], make: Callable[[], str]) -> str:
    """The secret in the file at ``path``, a new one if what is there is not ``whole``.

    Raises OSError if there is none and none can be written.
    """
    if known := _read(path, whole):
        return known
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        draft.touch(mode=0o600)
        draft.write_text(make())
        if path.exists():
            draft.replace(path)
        else:
            with suppress(FileExistsError):  # another process was faster
                path.hardlink_to(draft)
    finally:
        draft.unlink(missing_ok=True)
    return _read(path, whole) or path.read_text()


def _read(path: Path, whole: re.Pattern[str]) -> str | None:
    try:
        text = path.read_bytes().decode("ascii", errors="replace")
    except FileNotFoundError:
        return None
    return text if whole.fullmatch(text) else None
