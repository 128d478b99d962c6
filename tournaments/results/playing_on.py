"""Playing past the end of the slot: each player of a table says so by name, or takes it back.

Source: express-tournament.txt, "Tournament time management". A player says it on a phone on which
their seat is open; whoever keeps the scores of the event may write down what a player said.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import F

from tournaments.ledger import Actor
from tournaments.models import Consent, Round, Seat, Table
from tournaments.results import books, errors
from tournaments.results.services import settle_by_clock


@transaction.atomic
def agree(table: Table, position: int, *, by: Actor, at: datetime) -> Consent:
    """Note that the player in this seat agrees to play past the end, and to miss a game for it.

    With the last missing consent hands may start after the cutoff. Saying it twice counts once.
    """
    table, seat = _at(table, position)
    if table.status == Table.Status.FINISHED and table.end_reason != Table.EndReason.TIME:
        raise errors.TableFinished
    consent, new = Consent.objects.get_or_create(
        seat=seat,
        withdrawn_at=None,
        defaults={
            "given_at": at,
            "user": by.user,
            "actor": by.name[:120],
            "device": by.device,
        },
    )
    if new:
        _tell(table, "agree to play on", seat, by=by, at=at)
    return consent


@transaction.atomic
def take_back(table: Table, position: int, *, by: Actor, at: datetime) -> None:
    """Note that the player does not agree any more: a running hand goes on, no other starts."""
    table, seat = _at(table, position)
    if seat.consents.filter(withdrawn_at=None).update(withdrawn_at=at):
        _tell(table, "take back: play on", seat, by=by, at=at)


def _at(table: Table, position: int) -> tuple[Table, Seat]:
    table = books.lock_table(table)
    if table.round.status != Round.Status.RUNNING:
        raise errors.SlotNotRunning
    seat = table.seats.select_related("entry__player").filter(position=position).first()
    if seat is None:
        raise errors.NobodyInThatSeat(position=position)
    return table, seat


def _tell(table: Table, verb: str, seat: Seat, *, by: Actor, at: datetime) -> None:
    Table.objects.filter(pk=table.pk).update(version=F("version") + 1)
    books.record(table, verb, seat.entry, by=by, at=at)
    settle_by_clock(table, now=at)
    books.announce_table(table)
