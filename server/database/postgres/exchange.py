"""Many queries in one way to the server and back, each prepared once for a connection.

What an entry of a hand asks and stores is some fifteen small queries. A cursor of psycopg costs
more than most of them, so here they go to libpq as they are (psycopg.pq), with the values as
psycopg writes and reads them, all that belongs together in one message (libpq: "Pipeline Mode").
"""

import re
import select
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import count
from typing import Any

import psycopg
from psycopg import errors
from psycopg.adapt import PyFormat, Transformer
from psycopg.pq import ConnStatus, ExecStatus, Format, PGresult, TransactionStatus

#: What stands for a value in the SQL of Django, and its way to write a percent sign.
PLACE = re.compile("%(.)")
FAILED = {ExecStatus.FATAL_ERROR, ExecStatus.BAD_RESPONSE}

#: What is prepared has a name for its SQL with the types of its values (PostgreSQL's OIDs).
Key = tuple[bytes, tuple[int, ...]]
Hear = Callable[[PGresult], None]


class Asked:
    """A query that was handed in, and what the server says to it once it was sent."""

    __slots__ = ("formats", "query", "result", "types", "values")

    def __init__(
        self,
        query: bytes,
        values: Sequence[Any],
        types: Sequence[int],
        formats: Sequence[Format],
    ) -> None:
        self.query, self.values, self.types, self.formats = query, values, types, formats
        self.result: PGresult | None = None

    def hear(self, answer: PGresult) -> None:
        """Take the answer."""
        self.result = answer


class Exchange:
    """The queries of one connection that were not sent yet, and the names of those it knows."""

    def __init__(self, connection: psycopg.Connection) -> None:
        self.connection = connection
        self._libpq = connection.pgconn
        self._adapter = Transformer(connection)
        self._names: dict[Key, bytes] = {}
        self._numbers = count(1)
        self._waiting: list[Asked] = []

    @property
    def is_empty(self) -> bool:
        """Whether all was sent that was asked."""
        return not self._waiting

    def ask(self, sql: str, rows: Iterable[Sequence[Any]]) -> list[Asked]:
        """Hand in a query for each row of values; all are sent with the others by ``send``.

        Where a value cannot be written, none is handed in.
        """
        query = _numbered(sql)
        asked = [self._written(query, values) for values in rows]
        self._waiting += asked
        return asked

    def _written(self, query: bytes, values: Sequence[Any]) -> Asked:
        adapter = self._adapter
        written = adapter.dump_sequence(values, [PyFormat.AUTO] * len(values))
        return Asked(query, written, adapter.types or (), adapter.formats or ())

    def rows(self, asked: Asked) -> list[tuple]:
        """The rows of an answer."""
        self._adapter.set_pgresult(asked.result)
        return self._adapter.load_rows(0, asked.result.ntuples, tuple)

    def forget(self) -> None:
        """Never send what waits."""
        self._waiting = []

    def send(self, *then: bytes) -> None:
        """Send all that waits, and ``then`` commands without values; read what the server says.

        Raises what went wrong first: the server does nothing of what comes after that.
        """
        waiting, self._waiting = self._waiting, []
        libpq = self._libpq
        begins = [b"BEGIN"] if self._is_to_begin() else []
        libpq.enter_pipeline_mode()
        try:
            heard = [self._command(sql) for sql in begins]
            heard += self._hand_over(waiting)
            heard += [self._command(sql) for sql in then]
            libpq.pipeline_sync()
            self._write()
            answers = [self._answer() for _hear in heard]
            self._one()  # that the pipeline ends here
        finally:
            if libpq.status != ConnStatus.BAD:
                libpq.exit_pipeline_mode()
        self._check(heard, answers)

    def _is_to_begin(self) -> bool:
        idle = self._libpq.transaction_status == TransactionStatus.IDLE
        return idle and not self.connection.autocommit

    def _command(self, sql: bytes) -> Hear:
        self._libpq.send_query_params(sql, None)
        return _nothing

    def _hand_over(self, waiting: Sequence[Asked]) -> Iterator[Hear]:
        """Give queries to libpq; for each answer that will come, who hears it."""
        libpq = self._libpq
        if self.connection.prepare_threshold is None:
            for asked in waiting:
                libpq.send_query_params(asked.query, asked.values, asked.types, asked.formats)
                yield asked.hear
            return
        new: dict[Key, bytes] = {}
        for asked in waiting:
            key = asked.query, tuple(asked.types)
            name = self._names.get(key) or new.get(key)
            if name is None:
                name = new[key] = b"house_%d" % next(self._numbers)
                libpq.send_prepare(name, asked.query, asked.types)
                yield partial(self._is_prepared, key, name)
            libpq.send_query_prepared(name, asked.values, asked.formats)
            yield asked.hear

    def _is_prepared(self, key: Key, name: bytes, _answer: PGresult) -> None:
        self._names[key] = name

    def _answer(self) -> PGresult:
        """The answer to the next query, which is followed by a word that there is no other."""
        found = self._one()
        if found is None:
            raise errors.OperationalError("the server says nothing more")
        self._one()
        return found

    def _one(self) -> PGresult | None:
        libpq = self._libpq
        while libpq.is_busy():
            self._poll(select.POLLIN)
            libpq.consume_input()
        return libpq.get_result()

    def _write(self) -> None:
        libpq = self._libpq
        while libpq.flush():
            # The server may want to be heard before it hears more.
            if self._poll(select.POLLIN | select.POLLOUT) & select.POLLIN:
                libpq.consume_input()

    def _poll(self, what: int) -> int:
        poll = select.poll()
        poll.register(self._libpq.socket, what)
        ((_socket, event),) = poll.poll()
        return event

    def _check(self, heard: Sequence[Hear], answers: Sequence[PGresult]) -> None:
        """Tell everybody the answer that is theirs, up to the first error, which is raised."""
        for hear, answer in zip(heard, answers, strict=True):
            if answer.status in FAILED:
                raise errors.error_from_result(answer, encoding=self.connection.info.encoding)
            hear(answer)


class PreparedCursor:
    """As much of a cursor as prepared queries need, and the wrapper of Django around one looks at.

    Inside of ``answering_at_the_end`` a query is sent with the others, or when its rows are read.
    """

    def __init__(self, database) -> None:
        self._database = database
        self._exchange: Exchange = database.exchange
        self._all: list[Asked] = []

    def execute(self, sql: str, values: Sequence[Any]) -> None:
        """Run a query."""
        self.executemany(sql, [values])

    def executemany(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run a query for each row of values."""
        self._database.validate_no_broken_transaction()
        with self._database.wrap_database_errors:
            self._all = self._exchange.ask(sql, rows)
            if not self._database.answers_at_the_end:
                self._exchange.send()

    @property
    def _query(self) -> Asked | None:
        """What Django's log of queries looks at."""
        return self._all[-1] if self._all else None

    def _hear(self) -> None:
        if self._all and self._all[-1].result is None:
            with self._database.wrap_database_errors:
                self._exchange.send()

    def fetchall(self) -> list[tuple]:
        """The rows of the last query."""
        self._hear()
        with self._database.wrap_database_errors:
            return self._exchange.rows(self._all[-1])

    @property
    def rowcount(self) -> int:
        """How many rows were found or changed."""
        self._hear()
        return sum(asked.result.command_tuples or 0 for asked in self._all)

    def close(self) -> None:
        """Nothing is held open."""

    def __enter__(self) -> "PreparedCursor":
        return self

    def __exit__(self, *_error) -> None:
        self.close()


def _nothing(_answer: PGresult) -> None:
    """What BEGIN and COMMIT say, if they do not fail, is of interest to nobody."""


@cache
def _numbered(sql: str) -> bytes:
    """The SQL with its places numbered, as the server wants them."""
    numbers = count(1)
    return PLACE.sub(lambda m: f"${next(numbers)}" if m[1] == "s" else m[1], sql).encode()
