"""Receipts: the answer to a write, the same however often a phone sends the write.

A write that makes a version of a sheet is answered from that version. What changes nothing, because
another phone had done the same before, keeps its answer as an IdempotencyKey. Both store the key
as one of its sender and of the address that it was sent to (``own_key``).
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from tournaments import at_commit
from tournaments.idempotency import KEPT, own_key
from tournaments.ledger import Actor
from tournaments.models import IdempotencyKey, ScoreSheet, SheetVersion, Table
from tournaments.prepared import Prepared, Question
from tournaments.results import errors, rules, table_state
from tournaments.results.table_state import LockedTable
from tournaments.results.versions import Receipt, Write

Act = SheetVersion.Act

#: Acts whose address names the hand. A deal and a report say it in what they send.
AT_A_HAND = {Act.CONFIRM, Act.DISPUTE}
#: The answer to a key from before answers were kept.
OF_OLD = {"code": "", "number": 0, "act": "report", "status": "reported", "version": 0}


class Made(NamedTuple):
    """The write that made a version of a sheet, and what it left behind."""

    pk: int
    key: str
    at: datetime
    fingerprint: str
    code: str
    number: int
    act: str
    status: str
    version: int

    @property
    def receipt(self) -> Receipt:
        """The answer to the write."""
        return Receipt(self.code, self.number, self.act, self.status, self.version)


#: By what is stored of a key, and by the key as it was sent, which earlier releases stored. No
#: version and no receipt has an empty key.
MADE = Prepared[tuple[Any, ...]](
    lambda own, sent: (
        SheetVersion.objects.filter(key__in=[own, sent])
        .order_by()
        .values_list(
            "pk",
            "key",
            "at",
            "fingerprint",
            "sheet__table__code",
            "sheet__number",
            "act",
            "status",
            "number",
        )
    )
)
REPEATED = Prepared[IdempotencyKey](
    lambda own, sent: IdempotencyKey.objects.filter(key__in=[own, sent]).order_by()
)


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
    act: Act,
    number: int,
    content: Mapping[str, Any],
    *questions: Question[Any],
    by: Actor,
    at: datetime,
    key: str,
    made_for: int | None = None,
) -> Begun:
    """Lock a table for a write, and look whether the write was done before, in one round trip.

    ``made_for`` is the key of the player for whom the phone kept the write, if it did: once the
    phone is another player's, it gets the answer to a write that was done, and no other is done.

    Raises KeyReused if the key was used for something else, MadeForAnother, and RoundAnnulled.
    """
    address = [act, table.code, *([str(number)] if act in AT_A_HAND else [])]
    own = own_key(_sender(by, made_for), " ".join(address), key)
    locked, (made, repeated, *answers) = table_state.lock_and_ask(
        table, by, MADE.of(own, key), REPEATED.of(own, key), *questions
    )
    write = Write(own, rules.fingerprint(act, locked.table.code, number, content))
    found = [Made(*row) for row in made]
    first = _first_answer(write, found, repeated, at)
    if first is None:
        _check_is_theirs(by, made_for)
        table_state.check_counts(locked)
    return Begun(locked, write, first, answers)


def _check_is_theirs(by: Actor, made_for: int | None) -> None:
    """Refuse what was entered for one player from the phone of another: it would agree for them."""
    if made_for is None or (by.player and by.player.pk == made_for):
        return
    raise errors.MadeForAnother(name=by.player.shown_name if by.player else by.name)


def _sender(by: Actor, made_for: int | None) -> str:
    """The person; the phone only where nobody has said whose it is."""
    player = made_for or (by.player and by.player.pk)
    if player:
        return f"player {player}"
    return f"user {by.user.pk}" if by.user else f"device {by.device}"


def _first_answer(
    write: Write, made: Iterable[Made], repeated: Iterable[IdempotencyKey], at: datetime
) -> Receipt | None:
    first = None
    for version in made:
        if version.at < at - KEPT:
            SheetVersion.objects.filter(pk=version.pk).forget_key()
        elif _is_of(write, version.key, version.fingerprint):
            first = version.receipt
    for kept in repeated:
        if kept.created_at < at - KEPT:
            IdempotencyKey.objects.filter(pk=kept.pk).forget()
        elif _is_of(write, kept.key, kept.fingerprint):
            first = Receipt(**(kept.answer or OF_OLD))
    return replace(first, repeated=True, replayed=True) if first else None


def _is_of(write: Write, key: str, fingerprint: str) -> bool:
    if fingerprint != write.fingerprint and key == write.key:
        raise errors.KeyReused
    return fingerprint == write.fingerprint


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
