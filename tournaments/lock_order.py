"""The one order in which rows are locked, and the check that it is kept.

Two transactions that lock the same rows in two orders can wait for each other, and PostgreSQL
aborts one of them. With one order for everything that cannot happen. The order is that of
``Level``, and within a level that of the primary keys. A transaction may skip levels, and it may
ask again for what it holds; it never goes back up, and it never makes a lock stronger.

The check is switched on by ``settings.CHECK_LOCK_ORDER``: all tests run with it, on both databases,
although SQLite has a single writer and takes no row locks.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections, transaction


class Level(IntEnum):
    """The levels of locks, from the top down."""

    SEASON = 1
    #: Its roster, its staff, the guesses at its PINs, and the seals of its ledger.
    EVENT = 2
    #: Those of one event by key: so nobody is seated in two of them at the same moment.
    TOURNAMENT = 3
    #: With its seats, byes, matches and clock.
    ROUND = 4
    #: With its score sheets and its own clock: sheets have no lock of their own.
    TABLE = 5
    #: The game of a fixture: a tournament has either these or rounds with tables.
    FIXTURE_GAME = 6
    PLAYER = 7
    #: With its bookings, and with the time that it takes of people and tables.
    SESSION = 8
    ENTRY = 9
    PHONE = 10
    #: For a conductor.
    CALL = 11
    #: Of a clock.
    WARNING = 12
    #: How many results a tournament has, and its stored standings. Every report writes it, so it
    #: comes last and is held for a moment only.
    STANDINGS = 13


class Strength(IntEnum):
    """How much a lock keeps out, as PostgreSQL's row locks do."""

    #: FOR KEY SHARE: many may hold it; it keeps out FULL alone.
    SHARED = 1
    #: FOR NO KEY UPDATE: one at a time, beside those who share.
    UPDATE = 2
    #: FOR UPDATE: alone.
    FULL = 3


class LockOrderError(RuntimeError):
    """A transaction has locked rows in another order than all the others."""


@dataclass(frozen=True, slots=True)
class Held:
    """Rows that a transaction has locked.

    It is registered as a hook of the commit that does nothing: Django forgets such a hook when the
    savepoint or transaction around it is rolled back, which is when the database drops the locks.
    """

    level: Level
    keys: tuple[int, ...]
    strength: Strength

    def __call__(self) -> None:
        """The transaction has ended, and the locks with it."""


def check(level: Level, keys: Iterable[int], strength: Strength, *, waits: bool = True) -> None:
    """Note that rows are about to be locked. Raises LockOrderError if that breaks the order.

    ``waits`` is False for locks that skip what others have locked: they can come at any time.
    """
    if not settings.CHECK_LOCK_ORDER:
        return
    wanted = tuple(keys)
    if list(wanted) != sorted(wanted):
        raise LockOrderError(f"{level.name} by another order than their keys: {wanted}")
    held = held_now()
    mine = {key: one.strength for one in held if one.level == level for key in one.keys}
    new = tuple(key for key in wanted if key not in mine)
    if weaker := [key for key in wanted if mine.get(key, strength) < strength]:
        raise LockOrderError(f"{level.name} {weaker} would be locked more strongly than before")
    if new and waits:
        _check_below(held, level, new[0])
    if new:
        transaction.on_commit(Held(level, new, strength))


def _check_below(held: list[Held], level: Level, key: int) -> None:
    last = max(((one.level, max(one.keys)) for one in held), default=None)
    if last is not None and (level, key) < last:
        raise LockOrderError(
            f"{level.name} {key} is locked after {last[0].name} {last[1]}: the order is"
            f" {', '.join(one.name for one in Level)}"
        )


def held_now() -> list[Held]:
    """Return the locks of the transaction of this thread. Raises LockOrderError outside of one.

    The transaction that a test runs in as a whole is not counted: there, what would be the
    outermost transaction is a savepoint.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    blocks: list[Any] = connection.atomic_blocks
    of_test = sum(block._from_testcase for block in blocks)  # noqa: SLF001 - no public mark
    if len(connection.atomic_blocks) == of_test:
        raise LockOrderError("rows are locked outside of a transaction")
    ours = {connection.savepoint_ids[of_test - 1]} if of_test else set()
    held: list[Held] = []
    for one in reversed(connection.run_on_commit):
        if not ours <= set(one[0]):
            break  # it and all before it came before this transaction: a test may have thousands
        if isinstance(one[1], Held):
            held.append(one[1])
    return held[::-1]
