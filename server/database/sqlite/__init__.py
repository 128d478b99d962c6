"""SQLite as the house uses it: one file, one writer at a time, many threads."""

import sys

# Whoever writes holds the one lock of SQLite between its queries, and must get the interpreter back
# quickly after each: at Python's usual five milliseconds fifty writers wait for each other's pages.
SWITCH_SECONDS = 0.0005


def hand_over_quickly() -> None:
    """Let the threads of this process have the interpreter in turns that are short enough."""
    sys.setswitchinterval(SWITCH_SECONDS)
