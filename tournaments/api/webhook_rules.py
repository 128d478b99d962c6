"""When a message of a webhook is tried again, and when its address is left alone. Pure.

Two schedules work together. Each message has its own, by the number of its attempts. An address has
a circuit: a failure opens it for a while, in which nothing is sent there, and then its oldest
message that is due probes it. So no message uses up its tries while the address is down.
"""

from datetime import datetime, timedelta

#: The pause of a message after each of its failed attempts. After the last one it is given up.
PAUSES = tuple(
    timedelta(seconds=seconds)
    for seconds in (10, 60, 5 * 60, 30 * 60, 2 * 3600, 6 * 3600, 12 * 3600, 24 * 3600)
)
#: The pause of an address after each failure in a row; the last one again and again.
CIRCUIT = PAUSES[:3]
#: An address works again when it accepts a message: those that failed before wait no longer.
ONCE_IT_WORKS = CIRCUIT[-1]
#: A webhook that has accepted nothing for so long is stopped: nothing is retried for ever.
STOP_AFTER = sum(PAUSES, timedelta(0))
#: A receiver that asks for more patience than this is tried again all the same.
LONGEST_ASKED = timedelta(hours=1)

GONE = 410
#: Answers in the 400s that are about the address, not about this message.
LATER = frozenset({408, 425, 429})


def pause_of_message(attempts: int, asked: timedelta) -> timedelta | None:
    """How long a message waits after so many failed attempts; None: it is given up."""
    return max(PAUSES[attempts - 1], asked) if attempts <= len(PAUSES) else None


def pause_of_address(failures: int, status: int | None, asked: timedelta) -> timedelta | None:
    """How long nothing is sent to an address after so many failures in a row.

    None if only this message was refused: the others need not wait for it.
    """
    if status and 400 <= status < 500 and status not in LATER and not asked:
        return None
    return max(CIRCUIT[min(failures, len(CIRCUIT)) - 1], asked)


def is_over(failing_since: datetime, at: datetime) -> bool:
    """Whether an address has failed for too long."""
    return at - failing_since >= STOP_AFTER
