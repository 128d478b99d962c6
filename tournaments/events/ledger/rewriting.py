"""Erasing a person from the ledger, with its seals still in force.

The chain of seals stays as it was: each seal keeps its digest, which the next one covers, so a last
digest that somebody noted down still holds. A seal whose entries were rewritten gets the digest of
what they say now beside it. The entry that records the erasure lists those digests and comes under
a seal itself. See docs/decisions.
"""

from collections.abc import Callable
from typing import Any

from tournaments.events.ledger.sealing import WHAT_COUNTS, digest
from tournaments.models import LedgerEntry, LedgerSeal

TEXTS = ("subject", "actor", "before", "after")


def rewrite(
    event_id: int, change: Callable[[LedgerEntry], dict[str, Any]]
) -> tuple[int, dict[str, str]]:
    """Change entries of an event that is locked and whose entries are all under a seal.

    ``change`` returns the new values of an entry, by column, or nothing. Returns how many entries
    were changed, and the digests of their seals by number, for the entry that records it.
    """
    count, seals = 0, set[int]()
    for entry in LedgerEntry.objects.filter(event_id=event_id).order_by("pk"):
        values = change(entry)
        if values:
            LedgerEntry.objects.filter(pk=entry.pk).rewrite(**values)
            count += 1
            if entry.seal_id:
                seals.add(entry.seal_id)
    return count, _seal_again(event_id, seals)


def _seal_again(event_id: int, changed: set[int]) -> dict[str, str]:
    digests, before = {}, ""
    for seal in LedgerSeal.objects.filter(event_id=event_id).order_by("number"):
        if seal.pk in changed:
            rows = LedgerEntry.objects.filter(seal=seal).order_by("pk").values_list(*WHAT_COUNTS)
            now = digest(before, rows)
            LedgerSeal.objects.filter(pk=seal.pk).note_rewritten(now)
            digests[str(seal.number)] = now
        before = seal.digest
    return digests
