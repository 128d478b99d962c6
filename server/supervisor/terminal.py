"""The lines that the supervisor prints for the person who started it."""

import sys
from contextlib import suppress
from pathlib import Path


def say(sentence: str) -> None:
    """Print a line at once. A terminal that has gone away is no reason to stop the site."""
    with suppress(OSError, ValueError):
        sys.stdout.write(sentence + "\n")
        sys.stdout.flush()


def short(path: Path) -> str:
    """``path`` relative to the current folder, if it is below."""
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)


class CannotStart(Exception):  # noqa: N818 - named by what it says, as everywhere here
    """The site cannot open; the sentence says why and what to do."""
