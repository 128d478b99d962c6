"""Transactions that are run again where the database has aborted them.

With one order of locks (``lock_order``) no two transactions of the site wait for each other. But a
person at the database's console can lock rows too, and the database may have reasons of its own. So
what it aborted is done again, a few times, each time from what is stored by then. If that does not
help, the error goes on, and the middleware answers "busy, try again".
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from django.db import (
    DEFAULT_DB_ALIAS,
    IntegrityError,
    OperationalError,
    connections,
    transaction,
)

from tournaments.violations import refusal_of

logger = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

ATTEMPTS = 4
#: PostgreSQL's deadlock_detected, serialization_failure and lock_not_available.
POSTGRES_ABORTED = frozenset({"40P01", "40001", "55P03"})
#: SQLite's primary result codes BUSY and LOCKED (sqlite.org/rescode.html).
SQLITE_ABORTED = frozenset({5, 6})


def was_aborted(error: BaseException | None) -> bool:
    """Whether the database gave a transaction up because of others at the same moment."""
    if not isinstance(error, OperationalError):
        return False
    cause = error.__cause__
    if getattr(cause, "sqlstate", None) in POSTGRES_ABORTED:
        return True
    code = getattr(cause, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in SQLITE_ABORTED


def atomic(verb: Callable[P, T]) -> Callable[P, T]:
    """As Django's ``transaction.atomic``, as a decorator, for what may be aborted and done again.

    ``verb`` must read what it changes inside, under its locks. Inside of another transaction it is
    a savepoint, and the outermost one is what is done again. What a rule of the database refuses
    is raised as a refusal.
    """

    @wraps(verb)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        if connections[DEFAULT_DB_ALIAS].in_atomic_block:
            with _transaction():
                return verb(*args, **kwargs)
        # The first attempt would use an iterator up.
        given: Any = [_kept(value) for value in args]
        named: Any = {name: _kept(value) for name, value in kwargs.items()}
        for _attempt in range(1, ATTEMPTS):
            try:
                with _transaction():
                    return verb(*given, **named)
            except OperationalError as error:
                if not was_aborted(error):
                    raise
                name = getattr(verb, "__qualname__", verb)  # a partial has none
                logger.warning("aborted, and done again: %s: %s", name, error)
        with _transaction():
            return verb(*given, **named)

    return run


def after_commit(verb: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
    """Do something once the transaction is committed.

    Whatever goes wrong in it is logged, since the transaction is done. A worker does later what
    was not done.
    """

    @wraps(verb)  # the log says its name
    def call() -> None:
        verb(*args, **kwargs)

    transaction.on_commit(call, robust=True)


@contextmanager
def _transaction() -> Iterator[None]:
    """As ``transaction.atomic``; what a rule of the database refuses is a Refused."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        if refusal := refusal_of(error):
            raise refusal from error
        raise


def _kept(value: Any) -> Any:
    return tuple(value) if isinstance(value, Iterator) else value
