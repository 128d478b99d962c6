"""What the supervisor says to the person who started it."""

import sys
from contextlib import suppress
from pathlib import Path


def say(sentence: str) -> None:
    """Print a line at once. A terminal that has gone away is no reason to stop the house."""
    with suppress(OSError, ValueError):
        sys.stdout.write(sentence + "\n")
        sys.stdout.flush()


def short(path: Path) -> str:
    """``path`` as seen from where the person stands, if it is below."""
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)


class CannotStart(Exception):  # noqa: N818 - named by what it says, as everywhere here
    """The house cannot open; the sentence says why and what to do."""
