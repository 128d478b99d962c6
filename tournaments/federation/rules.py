"""When an event publishes itself again. Pure."""

from datetime import date, timedelta

#: While the event runs, and on the day after, when the last results are looked through.
RUNNING = timedelta(minutes=1)
RESTING = timedelta(minutes=10)
#: The pauses after attempts that failed for the network or the other site; the last one repeats.
PAUSES = tuple(timedelta(seconds=s) for s in (5, 10, 20, 40, 60, 120))
MOST_COUNTED = 10_000


def pause(starts_on: date, ends_on: date, today: date) -> timedelta:
    """The time from one look at what has changed to the next."""
    is_on = starts_on <= today <= ends_on + timedelta(days=1)
    return RUNNING if is_on else RESTING


def pause_after(attempts: int) -> timedelta:
    """The time until another attempt, after so many that failed, one at least."""
    return PAUSES[min(attempts, len(PAUSES)) - 1]
