"""The protocol of a database connection, beyond Django's own interface, for the storage modules.

Django's ORM makes the SQL of a query each time. For the few queries that every reported hand
repeats, ``tournaments.prepared`` makes it once, and ``Statements`` runs it; and it runs the writes
that ``tournaments.at_commit`` sends with the COMMIT. There are two implementations:
``server.database.plain`` on any connection of Django's own backends, which is what our SQLite
backend uses as well, and ``server.database.postgres``, which prepares each statement on the server
and sends those of a batch together. Callers cannot tell them apart but by speed.

SQL is written as Django writes it: ``%s`` for each value, ``%%`` for a percent sign, names quoted.
Values are what ``Field.get_db_prep_save`` makes of them.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, runtime_checkable


class Result:
    """The database's answer to a statement. It is set when the batch has ended."""

    __slots__ = ("rowcount", "rows")

    #: The rows of a query or of a RETURNING clause, as the driver reads them; else none.
    rows: list[tuple[Any, ...]]
    #: How many rows were found, inserted, updated or deleted.
    rowcount: int


class Batch(Protocol):
    """Statements that go to the database together."""

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Result:
        """Add a statement. Its result must not be read before the batch has ended."""


@runtime_checkable
class Statements(Protocol):
    """Runs statements on one connection, inside the transaction of that connection if there is one.

    Errors are those of ``django.db``. A statement that fails leaves the ones before it as they are:
    what must be stored together or not at all belongs in ``transaction.atomic``.
    """

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Result:
        """Run a statement now."""

    def batch(self) -> AbstractContextManager[Batch]:
        """Run all statements of a ``with`` block in their order, at the latest when it ends.

        Where the database is across a network this takes one round trip. The first error is raised,
        at once or at the end of the block, and no later statement is run. If the block itself
        raises an exception, its statements may or may not have been run.
        """

    def at_commit(self, sql: str, values: Sequence[Any] = ()) -> None:
        """Run a statement at the end of the current transaction, at the latest with its COMMIT.

        For what needs no answer, and for a row that many transactions update: its lock is held as
        briefly as possible. Nothing in the transaction may depend on the outcome, and an error
        rolls the transaction back. Runs at once outside of a transaction and inside a savepoint.
        """
