"""SQLite as the site uses it: one file, one writer at a time, many threads."""

import sys

# A writer holds the only write lock of SQLite between its queries, and must get the interpreter
# back quickly after each: with Python's default of five milliseconds fifty writers queue up.
SWITCH_SECONDS = 0.0005


def hand_over_quickly() -> None:
    """Switch between the threads of this process in short turns."""
    sys.setswitchinterval(SWITCH_SECONDS)
