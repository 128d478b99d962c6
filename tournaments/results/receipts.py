"""Receipts: the answer to a write, the same however often a phone sends the write.

A write that makes a version of a sheet is answered from that version. What changes nothing, because
another phone had done the same before, keeps its answer as an IdempotencyKey.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.db import IntegrityError

from tournaments import persistence
from tournaments.models import IdempotencyKey, ScoreSheet, SheetVersion
from tournaments.persistence import Batch
from tournaments.prepared import Prepared, Question
from tournaments.results import errors, rules
from tournaments.results.table_state import LockedTable

#: The constraint that a key breaks which made another version already.
ONE_PER_KEY = "one_version_per_key"
#: The answer to a key from before answers were kept.
OF_OLD = {"code": "", "number": 0, "act": "report", "status": "reported", "version": 0}


class Made(NamedTuple):
    """The write that made a version of a sheet, and what it left behind."""

    fingerprint: str
    code: str
    number: int
    act: str
    status: str
    version: int


#: No version and no receipt has an empty key.
MADE = Prepared[Made](
    lambda key: (
        SheetVersion.objects.filter(key=key)
        .order_by()
        .values_list(
            "fingerprint", "sheet__table__code", "sheet__number", "act", "status", "number"
        )
    )
)
REPEATED = Prepared[IdempotencyKey](lambda key: IdempotencyKey.objects.filter(key=key).order_by())


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


@dataclass(frozen=True, slots=True)
class Write:
    """A write by the key that its sender made for it, and a digest of what it says.

    Without a key it is done however often it comes.
    """

    key: str
    fingerprint: str

    @classmethod
    def of(
        cls, key: str, act: str, locked: LockedTable, number: int, data: Mapping[str, Any]
    ) -> "Write":
        return cls(key, rules.fingerprint(act, locked.table.code, number, data))

    def first_answer(
        self, made: Sequence[Sequence[Any]], repeated: Sequence[IdempotencyKey]
    ) -> Receipt | None:
        """The first answer to this write, from what ``questions`` found; None for a new one.

        Raises KeyReused if the key was used for something else.
        """
        answers = [(found.fingerprint, Receipt(*found[1:])) for found in (Made(*r) for r in made)]
        answers += [(f.fingerprint, Receipt(**(f.answer or OF_OLD))) for f in repeated]
        for fingerprint, receipt in answers:
            if fingerprint != self.fingerprint:
                raise errors.KeyReused
            return replace(receipt, repeated=True)
        return None

    def repeats(self, locked: LockedTable, receipt: Receipt) -> Receipt:
        """Keep the answer to this write, which changed nothing, in the transaction of the write.

        What is refused keeps nothing, so it can be sent again.
        """
        if self.key:
            with batch() as one:
                one.insert(
                    IdempotencyKey(
                        event_id=locked.tournament.event_id,
                        key=self.key,
                        fingerprint=self.fingerprint,
                        answer=receipt.plain,
                    )
                )
        return receipt


def questions(key: str) -> tuple[Question[Any], Question[Any]]:
    """What is to be known of a key: the version that it made, and the answer kept with it."""
    return MADE.of(key), REPEATED.of(key)


@contextmanager
def batch() -> Iterator[Batch]:
    """As ``persistence.batch``, for what is stored with a key.

    Raises KeyReused if the key was used for something else at the same moment. That was at another
    table: writes at the same one wait for its lock.
    """
    try:
        with persistence.batch() as found:
            yield found
    except IntegrityError as error:
        if persistence.violates(error, SheetVersion, ONE_PER_KEY) or persistence.violates(
            error, IdempotencyKey
        ):
            raise errors.KeyReused from error
        raise
