"""Which systems the site runs on."""

import os
import sys

REFUSAL = (
    "Roundhouse runs on Linux and macOS. On Windows start it inside WSL or Docker Desktop:"
    " docs/windows.md says how."
)


def refuse_windows() -> None:
    """End with a sentence where there is no POSIX, before a module that needs it is imported."""
    if os.name != "posix":
        sys.exit(REFUSAL)
