"""Whether a run has time for all, and how many examples Hypothesis tries of a property.

They are a quarter in ``make test``, and all in a long run. They are the same in each run, so that
the first quarter of them finds what it found before. ``make thorough`` tries all of them, and so
does ``make mutants``, which runs none of the tests that are marked ``long``.
"""

import os

#: Whether the run is a long one, which has the tests that are marked ``long``.
LONG = os.environ.get("ROUNDHOUSE_LONG") == "1"
#: Whether a test tries all that it can.
ALL = LONG or os.environ.get("ROUNDHOUSE_ALL_EXAMPLES") == "1"
SHARE, FEWEST = 4, 5


def examples(many: int = 100) -> int:
    """So many in a long run, a quarter of them otherwise, and five at least."""
    return many if ALL else min(many, max(FEWEST, many // SHARE))
