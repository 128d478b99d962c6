"""Hands at the tables of a seating: which tables have one, and what becomes of voided ones."""

from collections.abc import Collection

from django.db.models import Exists, OuterRef, Q

from tournaments.events.ledger.waiting import write_versions
from tournaments.models import IdempotencyKey, Round, ScoreSheet, Seat, SheetVersion, Table

VALID = ScoreSheet.objects.exclude(status=ScoreSheet.Status.VOIDED)
HAS_HAND = Exists(VALID.filter(table=OuterRef("pk")))
TAKEN_OVER = Q(played_by__isnull=False) | Q(begun_by__isnull=False)
IS_TAKEN_OVER = Exists(Seat.objects.filter(TAKEN_OVER, table=OuterRef("pk")))


def playing_tables(round_: Round) -> set[int]:
    """The numbers of tables that have begun: they have a hand, or have ended. One query.

    A hand that was voided is none: what has no valid hand can be taken back. Where somebody took
    over a seat, a game is being played until that is taken back.
    """
    idle = round_.tables.exclude(HAS_HAND).exclude(IS_TAKEN_OVER)
    idle = idle.filter(status=Table.Status.SEATED)
    rows = round_.tables.exclude(pk__in=idle)
    return set(rows.values_list("number", flat=True))


def tables_with_hands(round_: Round) -> set[int]:
    """The numbers of tables that have a hand, or a seat that was taken over. One query."""
    begun = round_.tables.filter(Q(HAS_HAND) | Q(IS_TAKEN_OVER))
    return set(begun.values_list("number", flat=True))


def forget_voided(round_: Round, numbers: Collection[int] | None = None) -> None:
    """Let the ledger alone keep the voided hands of tables whose people change: all, or these.

    The event is locked. What is left of such a hand names the seats of those who played it, so it
    must neither hold them there nor become a hand of others. A phone that sends one again is still
    answered as before. One query where there is none.
    """
    sheets = ScoreSheet.objects.filter(table__round=round_, status=ScoreSheet.Status.VOIDED)
    if numbers is not None:
        sheets = sheets.filter(table__number__in=numbers)
    gone = list(sheets.values_list("pk", flat=True))
    if not gone:
        return
    versions = SheetVersion.objects.filter(sheet__in=gone)
    event_id = round_.tournament.event_id
    write_versions(versions.filter(in_ledger=False))
    IdempotencyKey.objects.bulk_create(
        IdempotencyKey(
            event_id=event_id,
            key=version.key,
            fingerprint=version.fingerprint,
            answer=version.receipt,
        )
        for version in versions.select_related("sheet__table__hall_table__room")
        if version.key
    )
    ScoreSheet.objects.filter(pk__in=gone).delete()
