"""What a table does: deal a hand, and report it.

Source of the rules: express-tournament.txt, "Tournament time management". Whether the others agree
to a report is in ``confirming``.
"""

from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from tournaments import persistence
from tournaments.clock import consents
from tournaments.clock import rules as clock_rules
from tournaments.clock.serialization import table_clock
from tournaments.ledger import Actor
from tournaments.models import Round, ScoreSheet, SheetVersion, Table
from tournaments.persistence import Batch
from tournaments.prepared import Prepared
from tournaments.results import errors, queries, receipts, rules, table_state
from tournaments.results.confirming import services as confirming
from tournaments.results.receipts import Receipt
from tournaments.results.sheet_data import Entered, as_sent, says_the_same, sheet_data
from tournaments.wording import clock_time

Act, Status = SheetVersion.Act, ScoreSheet.Status


class Hand(NamedTuple):
    """What dealing needs to know of the hands before."""

    number: int
    status: str
    version: int
    reported_at: datetime | None


HANDS = Prepared[Hand](
    lambda table_id: (
        ScoreSheet.objects.filter(table_id=table_id).order_by().values_list(*Hand._fields)
    )
)


# --- Dealing --------------------------------------------------------------------------------------


def deal_hand(table: Table, number: int, *, by: Actor, at: datetime) -> ScoreSheet:
    """Open hand ``number`` of a table; if a second phone asks for the same, give it the same hand.

    Raises a HandNotAllowed with the reason: after the cutoff, after the end of the game, while
    another hand is running, or out of turn.
    """
    with transaction.atomic():
        table, (hands,) = table_state.hold(table, HANDS.of(table.pk))
        return _deal(table, hands, number, by=by, at=at, made_at=None)[0]


@transaction.atomic
def deal(
    table: Table,
    number: int,
    *,
    by: Actor,
    at: datetime,
    made_at: datetime | None = None,
    key: str = "",
) -> Receipt:
    """As ``deal_hand``, with a key that makes it happen once.

    ``made_at`` is for a hand that was dealt while the phone had no network: its time, by the
    server's clock, or the end of the last hand if that was later. It must not be after the cutoff.
    """
    table, (answers, hands) = table_state.hold(table, receipts.ANSWER.of(key), HANDS.of(table.pk))
    made = {"made_at": made_at.isoformat() if made_at else None}
    digest = rules.fingerprint(Act.DEAL, table.code, number, made)
    if receipt := receipts.known(answers, digest):
        return receipt
    sheet, new = _deal(table, hands, number, by=by, at=at, made_at=made_at)
    receipt = Receipt.of(sheet, Act.DEAL, repeated=not new)
    return receipts.keep(table, key, digest, receipt)


def _deal(
    table: Table, hands: list[tuple], number: int, *, by, at, made_at
) -> tuple[ScoreSheet, bool]:
    sheets = [Hand(*row) for row in hands]
    valid = {sheet.number: sheet for sheet in sheets if sheet.status != Status.VOIDED}
    # What a phone without a network dealt, another may have dealt and reported long ago.
    known = valid.get(number)
    if known and (known.status == Status.DEALT or made_at):
        return table_state.sheet_of(table, number), False
    moment = _moment_of_deal(table, valid, at, made_at)
    _check_may_deal(table, number, valid, moment)
    cutoff_at = table_clock(table).cutoff_at
    # Versions go on counting where a hand of this number was voided: they never come again.
    before = max((sheet.version for sheet in sheets if sheet.number == number), default=0)
    sheet = ScoreSheet(
        table=table,
        number=number,
        dealt_at=moment,
        dealt_offline=made_at is not None,
        cutoff_at=cutoff_at,
        past_the_end=moment > cutoff_at,
        version=before + 1,
    )
    persistence.insert(sheet)
    table.status, table.end_reason, table.ended_at = Table.Status.PLAYING, "", None
    table.version += 1
    seat = table_state.seat_of(table, by)
    after = {"dealt_at": moment.isoformat(), "offline": True} if made_at else None
    with persistence.batch() as batch:
        table_state.note(sheet, Act.DEAL, by=by, at=at, seat=seat, phone_time=made_at, batch=batch)
        batch.update(table, table_state.CHANGED_BY_HANDS)
        table_state.record(table, "deal hand", sheet, by=by, at=at, after=after, batch=batch)
    table_state.publish_table(table)
    return sheet, True


def _moment_of_deal(table, sheets, at, made_at) -> datetime:
    """When a hand began: now, or when a phone without a network says.

    But not before the last one was over: another phone may have written that down a little later,
    and which of them is heard first is chance.
    """
    if made_at is None:
        return at
    moment = rules.dealt_at(made_at, at)
    if moment is None:
        raise errors.DealtInTheFuture
    before = [sheet.reported_at for sheet in sheets.values() if sheet.reported_at]
    return max([moment, *before, table.round.started_at or moment])


def _check_may_deal(table: Table, number: int, sheets: dict[int, Hand], at: datetime) -> None:
    if table.round.status != Round.Status.RUNNING:
        raise errors.SlotNotRunning
    for sheet in sheets.values():
        if sheet.status == Status.DEALT:
            raise errors.HandStillRunning(number=sheet.number)
    if table.status == Table.Status.FINISHED and table.end_reason != Table.EndReason.TIME:
        raise errors.TableFinished
    _check_clock(table, at)
    expected = max(sheets, default=0) + 1
    if number != expected:
        raise errors.HandOutOfTurn(expected=expected, number=number)


def _check_clock(table: Table, at: datetime) -> None:
    clock = table_clock(table)
    if clock.paused_at and at >= clock.paused_at:
        raise errors.ClockPaused(since=clock_time(clock.paused_at))
    if clock_rules.out_of_time(clock, at) and not consents.all_agree(table):
        raise errors.CutoffPassed(cutoff=clock_time(clock.cutoff_at))


# --- Reporting ------------------------------------------------------------------------------------


@transaction.atomic
def report_hand(
    table: Table,
    number: int,
    hand: Entered,
    *,
    by: Actor,
    at: datetime,
    key: str = "",
    version: int | None = None,
    made_at: datetime | None = None,
    offline: bool = False,
) -> Receipt:
    """Store what a table wrote down of a hand that was dealt, or of its game, once.

    ``hand.ended_early`` is ignored: the conductor said so on the sheet, or did not. The same
    ``key`` again is answered as it was first. The same content from another seat agrees to it.
    Other content for a reported hand raises HandAlreadyReported; entered ``offline``, at
    ``made_at``, it becomes a dispute. The same key with other content raises KeyReused.
    """
    table, (answers, sheets) = table_state.hold(
        table, receipts.ANSWER.of(key), table_state.SHEET.of(table.pk, number)
    )
    digest = rules.fingerprint(Act.REPORT, table.code, number, as_sent(hand))
    if receipt := receipts.known(answers, digest):
        return receipt
    sheet = table_state.the_sheet(table, sheets)
    if sheet is None:
        raise errors.HandNotDealt(number=number)
    if table.round.status != Round.Status.RUNNING and not sheet.is_counted:
        raise errors.SlotNotRunning
    when = {"at": at, "made_at": made_at if offline else None}
    if sheet.is_counted:
        receipt = _said_again(sheet, hand, by=by, offline=offline, **when)
    else:
        if not offline:
            table_state.fresh(sheet, version)
        data = table_state.check(table, hand, ended_early=sheet.ended_early)
        with receipts.batch() as batch:
            _store(batch, sheet, data, by=by, **when)
            receipt = Receipt.of(sheet, Act.REPORT)
            receipts.append(batch, table, key, digest, receipt)
            played = batch.query(table_state.PLAYED.of(table.pk))
        table_state.decide(table, at=at, played=played())
        table_state.store_change(table, at=at, is_last=True)
        return receipt
    return receipts.keep(table, key, digest, receipt)


def _store(
    batch: Batch, sheet: ScoreSheet, data: dict, *, by: Actor, at: datetime, made_at
) -> None:
    """Store a reported hand."""
    table = sheet.table
    seat = table_state.seat_of(table, by)
    table_state.set_status(sheet, Status.REPORTED, due=table_state.objection_ends(table, at))
    # A clock that was set back must not make a hand end before it began.
    sheet.reported_at = max(min(made_at or at, at), sheet.dealt_at)
    sheet.reported_by_seat = seat
    table_state.write_lines(sheet, data, batch=batch)
    table_state.next_version(
        sheet, Act.REPORT, by=by, at=at, seat=seat, phone_time=made_at, batch=batch
    )
    after = table_state.as_entered(sheet)
    table_state.record(table, "report hand", sheet, by=by, at=at, after=after, batch=batch)


def _said_again(sheet: ScoreSheet, hand: Entered, *, by, at, made_at, offline) -> Receipt:
    """Somebody enters a hand that was reported before."""
    table = sheet.table
    seats, game = table_state.positions(table), table.round.tournament.game
    said = sheet_data(game, hand, seats, ended_early=sheet.ended_early)
    seat = table_state.seat_of(table, by)
    if said == sheet.data or _agrees(sheet, hand, said):
        if seat and sheet.status == Status.REPORTED and seat.pk != sheet.reported_by_seat_id:
            confirming.confirm(sheet, seat, by=by, at=at, phone_time=made_at)
            return Receipt.of(sheet, Act.CONFIRM)
        return Receipt.of(sheet, Act.REPORT, repeated=True)
    if offline and sheet.status in queries.OBJECTABLE:
        confirming.object_to(sheet, seat, hand, by=by, at=at, phone_time=made_at)
        return Receipt.of(sheet, Act.DISPUTE)
    raise errors.HandAlreadyReported(stands=table_state.as_it_stands(sheet), number=sheet.number)


def _agrees(sheet: ScoreSheet, hand: Entered, said: dict) -> bool:
    """Whether a sheet of another form says the same; nonsense agrees to nothing."""
    if set(said) == set(sheet.data):
        return False
    try:
        table_state.check(sheet.table, hand, ended_early=sheet.ended_early)
    except errors.InvalidHand:
        return False
    game, seats = sheet.table.round.tournament.game, table_state.positions(sheet.table)
    return says_the_same(game, said, sheet.data, seats)
