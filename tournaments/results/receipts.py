"""Receipts: what a phone is answered for a write, once and whenever it sends the same again."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError

from tournaments import persistence
from tournaments.models import IdempotencyKey, ScoreSheet, Table
from tournaments.persistence import Batch
from tournaments.prepared import Prepared
from tournaments.results import errors

#: The answer to a key of a house that kept no answers yet.
OF_OLD = {"code": "", "number": 0, "act": "report", "status": "reported", "version": 0}
#: Nobody keeps an answer to no key.
ANSWER = Prepared[IdempotencyKey](lambda key: IdempotencyKey.objects.filter(key=key).order_by())


@dataclass(frozen=True, slots=True)
class Receipt:
    """What is stored of a hand after an act.

    ``act`` is what was done: deal, report, confirm, dispute. ``repeated`` says that nothing was
    written this time, because it had been before.
    """

    code: str
    number: int
    act: str
    status: str
    version: int
    stored: bool = True
    repeated: bool = False

    @classmethod
    def of(cls, sheet: ScoreSheet, act: str, *, repeated: bool = False) -> "Receipt":
        return cls(
            sheet.table.code, sheet.number, act, sheet.status, sheet.version, repeated=repeated
        )

    @property
    def plain(self) -> dict[str, Any]:
        """As it is kept and sent: the same whether it is the first answer or a later one."""
        return {name: getattr(self, name) for name in self.__slots__ if name != "repeated"}


def known(answers: list[IdempotencyKey], digest: str) -> Receipt | None:
    """The first answer to a write, of those to its key; None for a new one.

    Raises KeyReused if the key was used for something else.
    """
    for found in answers:
        if found.fingerprint != digest:
            raise errors.KeyReused
        return Receipt(**(found.answer or OF_OLD), repeated=True)
    return None


def keep(table: Table, key: str, digest: str, receipt: Receipt) -> Receipt:
    """Keep the answer to a write with this key, in the transaction of the write.

    What is refused rolls the key back with everything else, so it can be sent again.
    """
    with batch() as one:
        append(one, table, key, digest, receipt)
    return receipt


def append(batch: Batch, table: Table, key: str, digest: str, receipt: Receipt) -> None:
    """As ``keep``, with what else a batch stores."""
    if key:
        event_id, answer = table.round.tournament.event_id, receipt.plain
        kept = {"event_id": event_id, "key": key, "fingerprint": digest, "answer": answer}
        batch.insert(IdempotencyKey(**kept))


@contextmanager
def batch() -> Iterator[Batch]:
    """As ``persistence.batch``, for what is stored beside an answer.

    Raises KeyReused if the key was used for something else.
    """
    try:
        with persistence.batch() as found:
            yield found
    except IntegrityError as error:
        # Taken meanwhile at another table: whoever shares this one waits for its lock.
        if persistence.violates(error, IdempotencyKey):
            raise errors.KeyReused from error
        raise
