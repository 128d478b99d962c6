"""Entries of the ledger that the versions of score sheets stand for until they are written.

A version already says who dealt, reported or agreed to a hand, and when. So a phone does not wait
for the entry: the job that seals the ledger writes it a few seconds later, for all such versions
at once. Until then a reader gets the same entry from here.
"""

import math
from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from tournaments.models import Event, LedgerEntry, SheetVersion
from tournaments.texts import in_site_language
from tournaments.verbs import Verb

#: More are left to the next transaction: on SQLite every table waits while one of them writes.
AT_ONCE = 100

#: What an entry says beside the version.
OF_A_VERSION = ("sheet__table__round__tournament", "user")

Act = SheetVersion.Act


def waiting_entries(event: Event | int) -> list[LedgerEntry]:
    """The entries of an event that are not written yet, oldest first; one query."""
    return [entry_of(version) for version in _waiting(event)]


def events_waiting() -> set[int]:
    """The keys of the events with entries that are not written yet; one query."""
    waiting = SheetVersion.objects.filter(in_ledger=False).order_by()
    return set(waiting.values_list("sheet__table__round__tournament__event_id", flat=True))


def write_waiting(event_id: int) -> int:
    """Write the entries of an event that is locked already; how many."""
    return _write(_waiting(event_id)[:AT_ONCE])


def write_versions(waiting: QuerySet[SheetVersion]) -> int:
    """Write the entries of versions that have none yet, of an event that is locked; how many."""
    return _write(waiting.select_related(*OF_A_VERSION).order_by("pk"))


def _write(waiting: Iterable[SheetVersion]) -> int:
    versions = list(waiting)
    LedgerEntry.objects.bulk_create(entry_of(version) for version in versions)
    marked = SheetVersion.objects.filter(
        pk__in=[version.pk for version in versions]
    ).mark_in_ledger()
    if marked != len(versions):
        raise RuntimeError(f"{marked} of {len(versions)} versions could be marked")
    return marked


def _waiting(event: Event | int) -> QuerySet[SheetVersion]:
    event_id = event if isinstance(event, int) else event.pk
    waiting = SheetVersion.objects.filter(
        in_ledger=False, sheet__table__round__tournament__event_id=event_id
    )
    return waiting.select_related(*OF_A_VERSION).order_by("pk")


def entry_of(version: SheetVersion) -> LedgerEntry:
    """Return the ledger entry for a version, in the language of the site."""
    sheet = version.sheet
    table = sheet.table
    before, after = _change(version)
    with in_site_language():
        subject = f"{table.round.tournament}, {table.round}, {table}, {sheet}"
    return LedgerEntry(
        event_id=table.round.tournament.event_id,
        at=version.at,
        verb=Verb(f"{version.act} hand").value,
        subject=subject[:80],
        user=version.user,
        actor=version.actor,
        device=version.device,
        before=before,
        after=after,
    )


def _change(version: SheetVersion) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the change that an act made: before and after. Only the acts of players wait."""
    if version.act == Act.DEAL:
        if version.phone_time is None:
            return {}, {}
        return {}, {"dealt_at": version.sheet.dealt_at.isoformat(), "offline": True}
    if version.act == Act.REPORT:
        return {}, {"status": version.status, "entered": version.data}
    if version.act == Act.CONFIRM:
        return {"status": "reported"}, {"status": version.status}
    raise ValueError(f"the ledger has an entry of its own for {version.act}")


def newest_first(entries: Iterable[LedgerEntry]) -> list[LedgerEntry]:
    """Entries in the order of the ledger; of one moment, those that wait come after the others."""
    return sorted(entries, key=lambda entry: (entry.at, entry.pk or math.inf), reverse=True)
