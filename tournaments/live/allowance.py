"""How much of a process's time may go into telling open pages what changed."""

import time
from collections.abc import Callable

#: Of the time, the rest is for pages and reports.
SHARE = 1 / 6
#: So much is saved up while little changes: some messages may then follow each other closely.
MOST_SAVED_SECONDS = 0.5


class Allowance:
    """The seconds that may go into sending: a sixth of the time on average, and some saved up.

    All events of a process draw on it. ``now`` is a clock in seconds that never jumps.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._counted_at = now()
        self._saved = MOST_SAVED_SECONDS

    def spend(self, seconds: float) -> float:
        """Count that sending took ``seconds``; return for how many seconds it then has to rest."""
        now = self._now()
        earned = (now - self._counted_at) * SHARE
        self._saved = min(MOST_SAVED_SECONDS, self._saved + earned) - seconds
        self._counted_at = now
        return max(0.0, -self._saved / SHARE)
