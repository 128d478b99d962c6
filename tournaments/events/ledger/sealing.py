"""Sealing the ledger: a chain of digests that shows whether somebody tampered with it.

Entries are sealed a few seconds after they were written, all that have no seal yet at once, so
that people who write at the same moment never wait for each other. An entry that commits late comes
under the next seal. What the versions of sheets say is written into the ledger first.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from django.db.models import QuerySet

from tournaments import locking
from tournaments.errors import RowGone
from tournaments.events.ledger.waiting import AT_ONCE, events_waiting, write_waiting
from tournaments.models import Event, LedgerEntry, LedgerSeal
from tournaments.transactions import atomic
from tournaments.verbs import Verb

WHAT_COUNTS = ("pk", "at", "verb", "subject", "user_id", "actor", "device", "before", "after")

#: What the ledger calls it that a person was erased; its entry names the seals it rewrote.
ERASED = Verb.ERASE_PLAYER


def seal_all(*, now: datetime) -> int:
    """Seal what is not sealed yet, of every event; how many entries that were."""
    events = LedgerEntry.objects.filter(seal=None).order_by().values_list("event_id", flat=True)
    return sum(_seal_whole(event_id, now) for event_id in sorted({*events, *events_waiting()}))


def _seal_whole(event_id: int, now: datetime) -> int:
    count = total = seal(event_id, now=now)
    while count == AT_ONCE:
        count = seal(event_id, now=now)
        total += count
    return total


@atomic
def seal(event_id: int, *, now: datetime) -> int:
    """Put the entries of an event that have no seal under a new one; how many that were."""
    try:
        locking.lock_event(event_id)
    except RowGone:
        return 0
    write_waiting(event_id)
    waiting = LedgerEntry.objects.filter(event_id=event_id, seal=None)
    rows = list(waiting.order_by("pk").values_list(*WHAT_COUNTS)[:AT_ONCE])
    if not rows:
        return 0
    last = LedgerSeal.objects.filter(event_id=event_id).order_by("-number").first()
    made = LedgerSeal.objects.create(
        event_id=event_id,
        number=last.number + 1 if last else 1,
        sealed_at=now,
        entries=len(rows),
        digest=digest(last.digest if last else "", rows),
    )
    count = LedgerEntry.objects.filter(pk__in=[row[0] for row in rows]).put_under(made)
    if count != len(rows):
        raise RuntimeError(f"{count} of {len(rows)} entries of the ledger could be sealed")
    return count


def digest(before: str, rows: Iterable[tuple[Any, ...]]) -> str:
    """SHA-256, in hexadecimal, of the digest before and of entries as WHAT_COUNTS has them."""
    found = hashlib.sha256(before.encode())
    for pk, at, *rest in rows:
        plain = [pk, at.astimezone(UTC).isoformat(), *rest]
        found.update(json.dumps(plain, sort_keys=True, separators=(",", ":")).encode())
    return found.hexdigest()


def broken_seal(event: Event) -> LedgerSeal | None:
    """The first seal of an event that does not hold, or None. Two queries.

    Entries that were rewritten to erase somebody must read as a later entry under a seal says.
    """
    under: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    erased: dict[str, str] = {}
    sealed = LedgerEntry.objects.filter(event=event, seal__isnull=False).order_by("pk")
    for seal_id, *row in sealed.values_list("seal_id", *WHAT_COUNTS).iterator():
        under[seal_id].append(tuple(row))
        verb, after = row[2], row[-1]
        if verb == ERASED:
            erased |= after["seals"]
    before = ""
    seals: QuerySet[LedgerSeal] = LedgerSeal.objects.filter(event=event).order_by("number")
    for number, one in enumerate(seals, start=1):
        rows = under[one.pk]
        expected = one.rewritten or one.digest
        if (one.number, one.entries) != (number, len(rows)) or digest(before, rows) != expected:
            return one
        if one.rewritten and erased.get(str(number)) != one.rewritten:
            return one
        before = one.digest
    return None
