"""Waiting, for a bounded time, until the stored standings are those of the results."""

import threading
import time
from collections.abc import Iterator

from tournaments.models import StandingsState
from tournaments.standings.computing import background, throttle

#: So many requests of a process wait at once; each holds a thread. The others get what is stored.
MOST_AT_ONCE = 4
#: Between two looks, in seconds.
PAUSE = 0.05
_turns = threading.BoundedSemaphore(MOST_AT_ONCE)


def until_current(tournament_id: int, *, seconds: float) -> StandingsState:
    """The state of a tournament, current within ``seconds`` if that can be; read it before rows.

    Computes the standings unless a worker is at it already, or has computed too much of late.
    """
    state = _state(tournament_id)
    if state.is_current or not _turns.acquire(blocking=False):
        return state
    try:
        for _look in _looks(seconds):
            if not throttle.time_budget.is_used_up():
                background.compute(tournament_id)
            state = _state(tournament_id)
            if state.is_current:
                break
    finally:
        _turns.release()
    return state


def _state(tournament_id: int) -> StandingsState:
    return StandingsState.objects.get(pk=tournament_id)


def _looks(seconds: float) -> Iterator[None]:
    """One now, and more until the time is over."""
    until = time.monotonic() + seconds
    yield
    while time.monotonic() < until:
        time.sleep(PAUSE)
        yield
