"""The verbs of a table: deal a hand, and report it.

Source of the rules: express-tournament.txt, "Tournament time management". Whether the others agree
to a report is in ``confirming``.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from tournaments import at_commit
from tournaments.clock import consents
from tournaments.clock import rules as clock_rules
from tournaments.clock.serialization import table_clock
from tournaments.ledger import Actor
from tournaments.models import Round, ScoreSheet, SheetVersion, Table
from tournaments.prepared import Prepared
from tournaments.results import errors, receipts, rules, sheet_data, table_state, versions
from tournaments.results.confirming import services as confirming
from tournaments.results.confirming.rules import may_answer
from tournaments.results.sheet_data import Scored, SheetInput
from tournaments.results.table_state import PLAYED, LockedTable, Row
from tournaments.results.versions import Receipt, Write
from tournaments.signup import reopening
from tournaments.transactions import atomic
from tournaments.wording import clock_time

Act, Status = SheetVersion.Act, ScoreSheet.Status


class Hand(NamedTuple):
    """The facts about an earlier hand that dealing needs."""

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


@atomic
def deal_hand(table: Table, number: int, *, by: Actor, at: datetime) -> ScoreSheet:
    """Open hand ``number`` of a table; a second phone that wants the same gets the same hand.

    Raises a HandNotAllowed with the reason: after the cutoff, after the end of the game, while
    another hand is running, or out of turn.
    """
    locked, (hands,) = table_state.lock_and_ask(table, by, HANDS.of(table.pk))
    table_state.check_counts(locked)
    return _deal(locked, hands, number, by=by, at=at, made_at=None, write=None)[0]


@atomic
def deal(
    table: Table,
    number: int,
    *,
    by: Actor,
    at: datetime,
    made_at: datetime | None = None,
    key: str = "",
    made_for: int | None = None,
) -> Receipt:
    """As ``deal_hand``, with a key that makes it happen once.

    ``made_at`` is for a hand that was dealt while the phone had no network: its time, by the
    server's clock, or the end of the last hand if that was later. It must not be after the cutoff,
    nor before a hand of this number was voided. What a phone kept for one player (``made_for``)
    raises MadeForAnother once it is the phone of another.
    """
    when = {"made_at": made_at.isoformat() if made_at else None}
    locked, write, first, (hands,) = receipts.begin(
        *(table, Act.DEAL, number, when, HANDS.of(table.pk)),
        by=by,
        at=at,
        key=key,
        made_for=made_for,
    )
    if first:
        return first
    sheet, new = _deal(locked, hands, number, by=by, at=at, made_at=made_at, write=write)
    if new:
        return Receipt.of(sheet, Act.DEAL)
    return receipts.keep_repeated(locked, write, sheet, Act.DEAL)


def _deal(
    locked: LockedTable,
    hands: Iterable[tuple[Any, ...]],
    number: int,
    *,
    by: Actor,
    at: datetime,
    made_at: datetime | None,
    write: Write | None,
) -> tuple[ScoreSheet, bool]:
    """The sheet of a hand, and whether it is new."""
    sheets = [Hand(*row) for row in hands]
    valid = {sheet.number: sheet for sheet in sheets if sheet.status != Status.VOIDED}
    # What a phone without a network dealt, another may have dealt and reported long ago.
    known = valid.get(number)
    if known and (known.status == Status.DEALT or made_at):
        return versions.find_sheet(locked, number), False
    if made_at and any(sheet.number == number for sheet in sheets):
        _check_not_voided_since(locked.table, number, made_at)
    moment = _moment_of_deal(locked.table, valid, at, made_at)
    _check_may_deal(locked.table, number, valid, moment)
    # Versions go on counting where a hand of this number was voided: they never come again.
    before = max((sheet.version for sheet in sheets if sheet.number == number), default=0)
    cutoff_at = table_clock(locked.table).cutoff_at
    sheet = ScoreSheet(
        table=locked.table,
        number=number,
        dealt_at=moment,
        dealt_offline=made_at is not None,
        cutoff_at=cutoff_at,
        past_the_end=moment > cutoff_at,
        version=before + 1,
    )
    store_deal(locked, sheet, by=by, at=at, phone_time=made_at, write=write)
    return sheet, True


def store_deal(
    locked: LockedTable,
    sheet: ScoreSheet,
    *,
    by: Actor,
    at: datetime,
    phone_time: datetime | None = None,
    write: Write | None = None,
) -> None:
    """Store a sheet that was dealt, its version, and what that changes of the table."""
    table = locked.table
    reopening.take_again_later(locked.round, [table], at=at)
    table.status, table.end_reason, table.ended_at = Table.Status.PLAYING, "", None
    table.version += 1
    sheet.save()
    version = versions.new_version(
        sheet,
        Act.DEAL,
        by=by,
        at=at,
        seat=locked.seat,
        phone_time=phone_time,
        write=write,
        in_ledger=False,
    )
    at_commit.insert(version)
    at_commit.update(table, table_state.CHANGED_BY_HANDS)
    table_state.publish(locked)


def _check_not_voided_since(table: Table, number: int, made_at: datetime) -> None:
    """Refuse what a phone without a network did with a hand that has been voided since.

    Another hand of that number may have been dealt: what the phone says is not of that one.
    """
    voiding = SheetVersion.objects.filter(
        sheet__table=table,
        sheet__number=number,
        sheet__status=Status.VOIDED,
        at__gte=made_at,
    )
    if voiding.exists():
        raise errors.VoidedSince(table, number=number)


def _moment_of_deal(
    table: Table, sheets: Mapping[int, Hand], at: datetime, made_at: datetime | None
) -> datetime:
    """When a hand began: now, or when a phone without a network says.

    But not before the last one was over: another phone may have noted that a little later, and
    either of the two may reach the server first.
    """
    if made_at is None:
        return at
    moment = rules.dealt_at(made_at, at)
    if moment is None:
        raise errors.DealtInTheFuture(table)
    before = [sheet.reported_at for sheet in sheets.values() if sheet.reported_at]
    return max([moment, *before, table.round.started_at or moment])


def _check_may_deal(table: Table, number: int, sheets: Mapping[int, Hand], at: datetime) -> None:
    if table.round.status != Round.Status.RUNNING:
        raise errors.SlotNotRunning
    for sheet in sheets.values():
        if sheet.status == Status.DEALT:
            raise errors.HandStillRunning(table, number=sheet.number)
    if table.status == Table.Status.FINISHED and table.end_reason != Table.EndReason.TIME:
        raise errors.TableFinished
    _check_clock(table, at)
    expected = max(sheets, default=0) + 1
    if number != expected:
        raise errors.HandOutOfTurn(table, expected=expected, number=number)


def _check_clock(table: Table, at: datetime) -> None:
    clock = table_clock(table)
    if clock.paused_at and at >= clock.paused_at:
        raise errors.ClockPaused(table, since=clock_time(clock.paused_at))
    if clock_rules.out_of_time(clock, at) and not consents.all_agree(table):
        raise errors.CutoffPassed(table, cutoff=clock_time(clock.cutoff_at))


# --- Reporting ------------------------------------------------------------------------------------


@atomic
def report_hand(
    table: Table,
    number: int,
    hand: SheetInput,
    *,
    by: Actor,
    at: datetime,
    key: str = "",
    version: int | None = None,
    made_at: datetime | None = None,
    offline: bool = False,
    made_for: int | None = None,
) -> Receipt:
    """Store what a table wrote down of a hand that was dealt, or of its game, once.

    ``hand.ended_early`` is ignored: the conductor said so on the sheet, or did not. The same
    ``key`` again is answered as it was first. The same content from another seat agrees to it.
    Other content for a reported hand raises HandAlreadyReported; if the phone was ``offline``, at
    ``made_at``, it becomes a dispute as long as the round runs, and raises VoidedSince if the hand
    was voided after that. The same key with other content raises KeyReused. What a phone kept for
    one player (``made_for``) raises MadeForAnother once it is the phone of another.
    """
    content, found = sheet_data.as_sent(hand), versions.SHEET.of(table.pk, number)
    locked, write, first, (sheets, played) = receipts.begin(
        *(table, Act.REPORT, number, content, found, PLAYED.of(table.pk)),
        by=by,
        at=at,
        key=key,
        made_for=made_for,
    )
    if first:
        return first
    phone_time = made_at if offline else None
    if phone_time and not any(one.version == version for one in sheets):
        _check_not_voided_since(locked.table, number, phone_time)
    sheet = versions.sheet_in(locked, sheets, number)
    if sheet.is_counted:
        return _report_again(
            locked, sheet, hand, by=by, at=at, phone_time=phone_time, offline=offline, write=write
        )
    if locked.round.status != Round.Status.RUNNING:
        raise errors.SlotNotRunning
    if not offline:
        versions.check_version(sheet, version)
    scored = sheet_data.check(
        locked.tournament.setup, hand, locked.positions, ended_early=sheet.ended_early
    )
    receipt = versions.report(
        locked, sheet, scored, by=by, at=at, phone_time=phone_time, write=write
    )
    table_state.settle(locked, at=at, played=_with_report(played, locked, sheet, scored))
    return receipt


def _with_report(
    played: Iterable[Row], locked: LockedTable, sheet: ScoreSheet, scored: Scored
) -> list[Row]:
    """Return the answer of PLAYED after the commit: the hand that was dealt is reported now."""
    reported = [
        (sheet.status, seat.pk, scored.results[seat.position].points) for seat in locked.seats
    ]
    return [row for row in played if row[0] != Status.DEALT] + reported


def _report_again(
    locked: LockedTable,
    sheet: ScoreSheet,
    hand: SheetInput,
    *,
    by: Actor,
    at: datetime,
    phone_time: datetime | None,
    offline: bool,
    write: Write,
) -> Receipt:
    """Somebody enters a hand that was reported before."""
    seat = locked.seat
    if _says_the_same(locked, sheet, hand):
        if seat and may_answer(confirming.report_on(sheet), seat.pk):
            return confirming.confirm(
                locked, sheet, seat, by=by, at=at, phone_time=phone_time, write=write
            )
        return receipts.keep_repeated(locked, write, sheet, Act.REPORT)
    stands: dict[str, Any] = {"stands": versions.as_it_stands(sheet), "number": sheet.number}
    if locked.round.status != Round.Status.RUNNING:
        # As for every other objection by then: a conductor corrects it, and sees what it changes.
        raise errors.ReportedBeforeTheClose(sheet.table, **stands)
    if offline and sheet.status in ScoreSheet.OBJECTABLE:
        return confirming.object_to(
            locked, sheet, seat, hand, by=by, at=at, phone_time=phone_time, write=write
        )
    raise errors.HandAlreadyReported(sheet.table, **stands)


def _says_the_same(locked: LockedTable, sheet: ScoreSheet, hand: SheetInput) -> bool:
    """Whether a hand is what stands on a sheet, also where the two are of different forms."""
    setup, seats = locked.tournament.setup, locked.positions
    said = sheet_data.sheet_data(setup, hand, seats, ended_early=sheet.ended_early)
    if said == sheet.data:
        return True
    # Nonsense agrees to nothing.
    if set(said) == set(sheet.data) or sheet_data.faults(setup, hand, said, seats):
        return False
    return sheet_data.says_the_same(setup, said, sheet.data, seats)
