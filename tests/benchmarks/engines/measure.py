"""The yardstick, and how long a thing takes in its loops."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

WINDOW = 0.1
LOOPS = 100_000


class Rate(NamedTuple):
    """How often something is done per second of processor time, and in how many loops each."""

    per_second: float
    loops: float


def loops() -> float:
    """Loops of the yardstick per second, in one window."""
    began, x = time.process_time(), 0
    for i in range(LOOPS):
        x += i & 3
    return LOOPS / (time.process_time() - began)


def rate(work: Callable[[], int], seconds: float) -> Rate:
    """``work`` does something some times and says how often; it is measured for ``seconds``."""
    work()
    best = yardstick = 0.0
    until = time.process_time() + seconds
    while time.process_time() < until:
        yardstick = max(yardstick, loops())
        done, began = 0, time.process_time()
        while (took := time.process_time() - began) < WINDOW:
            done += work()
        best = max(best, done / took)
    return Rate(best, yardstick / best)
