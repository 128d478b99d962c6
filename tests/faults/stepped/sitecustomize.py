"""A clock that a test sets: all Python of such a site is ahead by what its file ``step`` says."""

import os
import threading
from datetime import UTC, datetime
from pathlib import Path

import time_machine

LOOK_EVERY_SECONDS = 0.05
STEP = Path(os.environ["ROUNDHOUSE_VAR"]) / "step"


def seconds_ahead() -> float:
    try:
        return float(STEP.read_text() or 0)
    except (OSError, ValueError):
        return 0.0


def follow(clock: time_machine.Traveller, ahead: float) -> None:
    pause = threading.Event()
    while not pause.wait(LOOK_EVERY_SECONDS):
        before, ahead = ahead, seconds_ahead()
        if ahead != before:
            clock.shift(ahead - before)


_ahead = seconds_ahead()
_clock = time_machine.travel(datetime.now(UTC), tick=True).start()
if _ahead:
    _clock.shift(_ahead)
threading.Thread(target=follow, args=(_clock, _ahead), daemon=True).start()
