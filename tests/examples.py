"""How many examples Hypothesis tries of a property: a quarter in ``make test``, all in a long run.

The examples are the same in each run, so that the first quarter of them finds what it found before.
``make thorough`` tries all of them, and so does ``make mutants``.
"""

import os

ALL = os.environ.get("ROUNDHOUSE_LONG") == "1" or os.environ.get("ROUNDHOUSE_ALL_EXAMPLES") == "1"
SHARE, FEWEST = 4, 5


def examples(many: int = 100) -> int:
    """So many in a long run, a quarter of them otherwise, and five at least."""
    return many if ALL else min(many, max(FEWEST, many // SHARE))
