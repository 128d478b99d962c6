"""Receipts: the answer to a write, the same however often a phone sends the write.

A write that makes a version of a sheet is answered from that version. What changes nothing, because
another phone had done the same before, keeps its answer as an IdempotencyKey.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any, NamedTuple, ParamSpec, TypeVar

from django.db import IntegrityError

from tournaments import at_commit
from tournaments.ledger import Actor
from tournaments.models import IdempotencyKey, ScoreSheet, SheetVersion, Table
from tournaments.prepared import Prepared, Question
from tournaments.results import errors, rules, table_state
from tournaments.results.table_state import LockedTable
from tournaments.results.versions import Receipt, Write
from tournaments.transactions import atomic
from tournaments.violations import violates

P = ParamSpec("P")
T = TypeVar("T")

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


class Begun(NamedTuple):
    """A table that is locked for a write, and what is known of that write.

    ``first`` is the answer to the same write when it came first; None for a new one. ``answers``
    are those to the questions that were asked beside it.
    """

    locked: LockedTable
    write: Write
    first: Receipt | None
    answers: list[list[Any]]


def begin(
    table: Table,
    act: str,
    number: int,
    content: Mapping[str, Any],
    *questions: Question[Any],
    by: Actor,
    key: str,
) -> Begun:
    """Lock a table for a write, and look whether the write was done before, in one round trip.

    Raises KeyReused if the key was used for something else.
    """
    locked, (made, repeated, *answers) = table_state.lock_and_ask(
        table, by, MADE.of(key), REPEATED.of(key), *questions
    )
    write = Write(key, rules.fingerprint(act, locked.table.code, number, content))
    return Begun(locked, write, _first_answer(write, made, repeated), answers)


def _first_answer(
    write: Write, made: Iterable[Sequence[Any]], repeated: Iterable[IdempotencyKey]
) -> Receipt | None:
    answers = [(found.fingerprint, Receipt(*found[1:])) for found in (Made(*row) for row in made)]
    answers += [(kept.fingerprint, Receipt(**(kept.answer or OF_OLD))) for kept in repeated]
    for fingerprint, receipt in answers:
        if fingerprint != write.fingerprint:
            raise errors.KeyReused
        return replace(receipt, repeated=True)
    return None


def keep_repeated(locked: LockedTable, write: Write, sheet: ScoreSheet, act: str) -> Receipt:
    """Keep the answer to a write that changed nothing, in the transaction of the write.

    What is refused keeps nothing, so it can be sent again.
    """
    receipt = Receipt.of(sheet, act, repeated=True)
    if write.key:
        kept = IdempotencyKey(
            event_id=locked.tournament.event_id,
            key=write.key,
            fingerprint=write.fingerprint,
            answer=receipt.plain,
        )
        at_commit.insert(kept)
    return receipt


def with_key(verb: Callable[P, T]) -> Callable[P, T]:
    """Make of a verb one transaction, which raises KeyReused if its key is taken meanwhile.

    That is at another table: writes at the same one wait for its lock.
    """
    in_transaction = atomic(verb)

    @wraps(verb)
    def refusing(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return in_transaction(*args, **kwargs)
        except IntegrityError as error:
            if violates(error, SheetVersion, ONE_PER_KEY) or violates(error, IdempotencyKey):
                raise errors.KeyReused from error
            raise

    return refusing
