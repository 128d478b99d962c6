"""Whether results and seats are written under a lock that keeps others out meanwhile.

One connection after the other cannot show what two at once would do. So the simulation asks at each
statement what it would take: a lock of the table that it writes, or of something above it.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

from tournaments.lock_order import Level, Strength, held_now

WRITTEN = re.compile(
    r'^(?:INSERT(?: OR IGNORE)? INTO|UPDATE|DELETE FROM) "tournaments_'
    r'(scoresheet|sheetline|sheetversion|seat|table|round|clockchange|consent)"'
)

#: What a round would be made from now: whoever computed standings says so of the round that it read
#: (``sources.store``), while nobody can make it again, and of two the later one is right.
COMPARED = re.compile(r' SET "updated_at" = %s, "made_now" = %s WHERE .*"made_from" = %s')


class WrittenWithoutLockError(AssertionError):
    """A statement that another could run at the same moment."""


@contextmanager
def watching() -> Iterator[None]:
    with connection.execute_wrapper(_check):
        yield


def _check(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:  # noqa: FBT001 - Django's signature
    written = WRITTEN.match(sql)
    if (
        written
        and not COMPARED.search(sql)
        and not any(
            held.level <= Level.TABLE and held.strength >= Strength.UPDATE for held in held_now()
        )
    ):
        raise WrittenWithoutLockError(f"{written[1]} is written while nothing is locked for it")
    return execute(sql, params, many, context)
