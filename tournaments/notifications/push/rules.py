"""When a message is tried again, and for how long it is worth sending. Pure."""

from datetime import datetime, timedelta

from tournaments.outgoing.retry_after import asked_pause

#: A phone gets no more than one message in this time.
BETWEEN = timedelta(seconds=1)
#: The pause after each failure in a row. After the last one the phone gets no messages any more,
#: until its player asks again.
PAUSES = tuple(timedelta(seconds=s) for s in (5, 15, 60, 300, 600, 1800, 3600, 3600))
#: A push service that asks for more patience than this is asked again all the same.
LONGEST_PAUSE = timedelta(hours=1)
#: A reminder comes so long before a session.
BEFORE = timedelta(minutes=10)
#: What a message that says no end is worth: later it would only confuse.
WORTH = timedelta(hours=2)

#: Answers of push services: no such subscription any more; too many, or not now.
GONE = frozenset({404, 410})
LATER = frozenset({408, 425, 429})


def is_accepted(status: int) -> bool:
    return 200 <= status < 300


def is_refused(status: int) -> bool:
    """Whether the same message would be refused again."""
    return 400 <= status < 500 and status not in LATER


def pause_after(failures: int, retry_after: str, now: datetime) -> timedelta | None:
    """How long nothing is sent after so many failures in a row; None: never again.

    ``retry_after`` is what the push service asks for.
    """
    if failures > len(PAUSES):
        return None
    return max(PAUSES[failures - 1], asked_pause(retry_after, now=now, most=LONGEST_PAUSE))
