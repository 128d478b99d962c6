"""The end of the slot: games that time ends, and tables that agree to play past it.

Each player of a table agrees by name, or takes it back.

Source: express-tournament.txt, "Tournament time management". A player says it on a phone on which
their seat is open; a scorekeeper of the event may note what a player said.
"""

from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Coalesce

from tournaments.clock import consents, running
from tournaments.ledger import SYSTEM, Actor
from tournaments.models import Consent, Round, ScoreSheet, Seat, Table, runs_here
from tournaments.results import errors, table_state
from tournaments.results.overtime import missing
from tournaments.results.table_state import LockedTable
from tournaments.texts import in_site_language
from tournaments.transactions import atomic
from tournaments.verbs import Verb


@atomic
def agree(table: Table, position: int, *, by: Actor, at: datetime) -> Consent:
    """Note that the player in this seat agrees to play past the end, and to miss a game for it.

    With the last missing consent hands may start after the cutoff, and the places that they miss
    in sessions are free. Saying it twice counts once.
    """
    locked, seat = _at(table, position, by)
    table = locked.table
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
        _record(locked, Verb.AGREE_TO_PLAY_ON, seat, by=by, at=at)
        missing.free_later(table, at=at)
    return consent


@atomic
def take_back(table: Table, position: int, *, by: Actor, at: datetime) -> None:
    """Note that the player does not agree any more: a running hand goes on, no other starts."""
    locked, seat = _at(table, position, by)
    if seat.consents.filter(withdrawn_at=None).update(withdrawn_at=at):
        _record(locked, Verb.TAKE_BACK_PLAY_ON, seat, by=by, at=at)


def _at(table: Table, position: int, by: Actor) -> tuple[LockedTable, Seat]:
    locked = table_state.lock(table, by)
    if locked.round.status != Round.Status.RUNNING:
        raise errors.SlotNotRunning
    seats = locked.table.seats.select_related("entry__player", "played_by")
    seat = seats.filter(position=position).first()
    if seat is None:
        raise errors.NobodyInThatSeat(position=position)
    return locked, seat


def _record(locked: LockedTable, verb: Verb, seat: Seat, *, by: Actor, at: datetime) -> None:
    table = locked.table
    Table.objects.filter(pk=table.pk).update(version=F("version") + 1)
    table_state.record(locked, verb, seat.sitting, by=by, at=at)
    settle_by_clock(table, now=at)
    table_state.publish(locked)


# --- Games that time ends -------------------------------------------------------------------------


def end_tables_out_of_time(*, now: datetime) -> int:
    """End the game at each table where no hand is running and none may start any more.

    And open again what time has ended where there is time now, because a clock was changed.
    """
    if not running.any_round():
        return 0
    cutoff_at = Coalesce("cutoff_at", "round__cutoff_at")
    # A table that has its own clock is paused by that, which its round's pause is a part of.
    runs = Q(ends_at__isnull=False, paused_at=None) | Q(ends_at=None, round__paused_at=None)
    ours = runs_here("round__tournament__event")
    tables = Table.objects.filter(ours, round__status=Round.Status.RUNNING).alias(cutoff=cutoff_at)
    ending = (
        tables.filter(runs, cutoff__lt=now)
        .exclude(status=Table.Status.FINISHED)
        .exclude(sheets__status=ScoreSheet.Status.DEALT)
        .filter(Exists(consents.SILENT_SEATS.filter(table=OuterRef("pk"))))
    )
    opening = tables.filter(end_reason=Table.EndReason.TIME, cutoff__gte=now)
    keys = sorted({*ending.values_list("pk", flat=True), *opening.values_list("pk", flat=True)})
    return sum(settle_by_clock(Table(pk=pk), now=now) for pk in keys)


@atomic
def settle_by_clock(table: Table, *, now: datetime) -> bool:
    """End or open again a game as its clock says; whether that changed anything."""
    locked, _answers = table_state.lock_and_ask(table, SYSTEM)
    table = locked.table
    if locked.round.status != Round.Status.RUNNING or table_state.is_settled(locked, at=now):
        return False
    table_state.settle(locked, at=now)
    ended = table.status == Table.Status.FINISHED
    verb = Verb.END_GAME if ended else Verb.GAME_GOES_ON
    with in_site_language():
        why = table.get_end_reason_display()
    table_state.record(locked, verb, why, by=SYSTEM, at=now)
    return True
