"""The packages that the site runs on, by the lock file."""

from __future__ import annotations

import re
from importlib.metadata import Distribution, PackageNotFoundError, distribution

from server.paths import BASE_DIR

LOCK = BASE_DIR / "requirements" / "run.txt"
PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)", re.MULTILINE)


def locked_packages(text: str) -> list[tuple[str, str]]:
    """Names and versions in the text of a lock file, each pair once; a name may have two."""
    return sorted(set(PINNED.findall(text)))


def installed(name: str) -> Distribution | None:
    """The installed version of a package; nothing if it is for another system or Python."""
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None
