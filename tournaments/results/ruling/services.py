"""A conductor's verbs for a table's hands: rule, correct, void, end; and for the end of games.

Nothing is done silently: each act needs a reason or states one, and the ledger keeps what stood
before it. A conductor who plays at a table decides there only if no other is free
(ruling.impartiality). ``version`` is the version of the sheet that the conductor saw; None where
that does not matter.
"""

from datetime import datetime

from django.db.models import F

from tournaments import ledger, locking, reasons, signals
from tournaments.clock import rules as clock_rules
from tournaments.clock.serialization import table_clock
from tournaments.ledger import Actor
from tournaments.models import Round, ScoreSheet, SheetVersion, Table, Tournament
from tournaments.results import errors, sheet_data, table_state, versions
from tournaments.results.confirming import services as confirming
from tournaments.results.ruling.impartiality import impartial
from tournaments.results.sheet_data import Scored, SheetInput
from tournaments.results.table_state import LockedTable
from tournaments.results_version import count_change
from tournaments.seating.round_changes import check_made_from_current, check_seen
from tournaments.signup import finishing
from tournaments.transactions import atomic
from tournaments.verbs import Verb
from tournaments.wording import clock_time, duration

Act, Status = SheetVersion.Act, ScoreSheet.Status


@atomic
def force_end_hand(table: Table, number: int, *, by: Actor, at: datetime) -> ScoreSheet:
    """End a running hand: it will be scored as it stands, with no bonus for going out.

    Source: express-tournament.txt, "Tournament time management". Refused before the force-end.
    """
    locked = table_state.lock(table, by)
    own = impartial(locked, by)
    sheet = versions.find_sheet(locked, number)
    if sheet.status != Status.DEALT:
        raise errors.HandNotDealt(locked.table, number=number)
    _check_force_end(locked.table, at)
    sheet.ended_early = True
    versions.store_next(sheet, Act.END, by=by, at=at)
    Table.objects.filter(pk=table.pk).update(version=F("version") + 1)
    table_state.record(locked, Verb.END_HAND_EARLY, sheet, by=by, at=at, after=own)
    table_state.publish(locked)
    return sheet


def _check_force_end(table: Table, at: datetime) -> None:
    clock = table_clock(table)
    if clock_rules.may_force_end(clock, at):
        return
    if clock.paused_at:
        left = duration(clock.force_end_at - clock.paused_at)
        raise errors.TooEarlyWhilePaused(table, left=left)
    raise errors.TooEarlyToEndHand(table, force_end=clock_time(clock.force_end_at))


@atomic
def confirm_hand(
    table: Table, number: int, *, by: Actor, at: datetime, version: int | None = None
) -> ScoreSheet:
    """Take a reported hand for agreed, as a conductor. A disputed one is ruled instead."""
    locked = table_state.lock(table, by)
    own = impartial(locked, by)
    sheet = versions.find_sheet(locked, number)
    confirming.check_may_answer(sheet, None, version=version)
    before = {"status": sheet.status}
    confirming.confirm(locked, sheet, None, by=by, at=at, in_ledger=True)
    after = {"status": sheet.status} | own
    table_state.record(locked, Verb.CONFIRM_HAND, sheet, by=by, at=at, before=before, after=after)
    return sheet


@atomic
def rule_sheet(
    table: Table,
    number: int,
    hand: SheetInput,
    *,
    by: Actor,
    at: datetime,
    reason: str = "",
    version: int | None = None,
) -> ScoreSheet:
    """Decide what a disputed hand was: what stands, what somebody proposed, or another value.

    Another value than those that the table named needs a reason.
    """
    locked = table_state.lock(table, by)
    own = impartial(locked, by)
    sheet = versions.find_sheet(locked, number, version=version)
    if sheet.status != Status.DISPUTED:
        raise errors.NotDisputed(locked.table, number=number)
    scored = _checked(locked, sheet, hand)
    proposals = [v.proposal for v in sheet.versions.all()]
    if scored.data != sheet.data and scored.data not in proposals:
        reasons.required(reason, errors.ReasonMissing)
    _decide(locked, sheet, scored, Act.RULE, by=by, at=at, reason=reason, own=own)
    return sheet


@atomic
def correct_hand(
    table: Table,
    number: int,
    hand: SheetInput,
    *,
    by: Actor,
    at: datetime,
    reason: str,
    version: int | None = None,
) -> ScoreSheet:
    """Put another result in place of one that counts; what stood before stays as a version."""
    reasons.required(reason, errors.ReasonMissing)
    locked = table_state.lock(table, by)
    own = impartial(locked, by)
    sheet = versions.find_sheet(locked, number, version=version)
    if not sheet.is_counted:
        raise errors.NothingToChange(locked.table)
    scored = _checked(locked, sheet, hand)
    _decide(locked, sheet, scored, Act.CORRECT, by=by, at=at, reason=reason, own=own)
    return sheet


def _checked(locked: LockedTable, sheet: ScoreSheet, hand: SheetInput) -> Scored:
    """The game's sheet, scored. Raises InvalidHand."""
    setup, seats = locked.tournament.setup, locked.positions
    return sheet_data.check(setup, hand, seats, ended_early=sheet.ended_early)


def _decide(
    locked: LockedTable,
    sheet: ScoreSheet,
    scored: Scored,
    act: SheetVersion.Act,
    *,
    by: Actor,
    at: datetime,
    reason: str,
    own: dict[str, bool],
) -> None:
    """Let ``scored`` be the result of a sheet, because a conductor says so."""
    before = versions.as_recorded(sheet)
    if scored.data != sheet.data:
        versions.replace_result(locked, sheet, scored)
    versions.set_status(sheet, Status.RULED)
    versions.store_next(sheet, act, by=by, at=at, reason=reason)
    after = versions.as_recorded(sheet) | {"reason": reason} | own
    verb = {Act.RULE: Verb.RULE_HAND, Act.CORRECT: Verb.CORRECT_HAND}[act]
    table_state.record(locked, verb, sheet, by=by, at=at, before=before, after=after)
    table_state.settle(locked, at=at)


@atomic
def void_hand(
    table: Table,
    number: int,
    *,
    by: Actor,
    at: datetime,
    reason: str,
    version: int | None = None,
) -> ScoreSheet:
    """Take a hand out of the count, dealt or reported. Its lines stay on the voided sheet."""
    reasons.required(reason, errors.ReasonMissing)
    locked = table_state.lock(table, by)
    own = impartial(locked, by)
    sheet = versions.find_sheet(locked, number, version=version)
    before = versions.as_recorded(sheet)
    versions.set_status(sheet, Status.VOIDED)
    versions.store_next(sheet, Act.VOID, by=by, at=at, reason=reason)
    after = {"status": sheet.status, "reason": reason} | own
    table_state.record(locked, Verb.VOID_HAND, sheet, by=by, at=at, before=before, after=after)
    table_state.settle(locked, at=at)
    return sheet


@atomic
def end_game(
    table: Table, *, by: Actor, at: datetime, reason: str, version: int | None = None
) -> Table:
    """End the game at a table where no hand is running; its points stand.

    ``version`` is that of the table that the conductor saw.
    """
    reasons.required(reason, errors.ReasonMissing)
    locked = table_state.lock_running(table, by, version=version)
    own, table = impartial(locked, by), locked.table
    if table.status == Table.Status.FINISHED:
        raise errors.TableFinished
    running = table.sheets.filter(status=ScoreSheet.Status.DEALT).first()
    if running:
        raise errors.HandStillRunning(table, number=running.number)
    table.status, table.end_reason = Table.Status.FINISHED, Table.EndReason.CONDUCTOR
    table.ended_at = at
    table.save(update_fields=["status", "end_reason", "ended_at"])
    table_state.record(locked, Verb.END_GAME, table, by=by, at=at, after={"reason": reason} | own)
    table_state.settle(locked, at=at)
    return table


@atomic
def close_round(round_: Round, *, by: Actor, at: datetime, seen: str = "") -> Round:
    """Close a round when all tables have finished; a final ends the tournament.

    ``seen`` says which seating is meant (``round_changes.state_of``).
    """
    round_ = locking.lock_round(round_)
    tournament, tables = round_.tournament, locking.lock_tables(round_)
    if round_.status != Round.Status.RUNNING:
        raise errors.RoundNotRunning
    check_seen(round_, seen)
    playing = [table for table in tables if table.status != Table.Status.FINISHED]
    if playing:
        raise errors.TablesStillPlaying(playing)
    check_made_from_current(round_)
    round_.status, round_.closed_at = Round.Status.CLOSED, at
    round_.save(update_fields=["status", "closed_at"])
    if round_.kind == Round.Kind.FINAL:
        tournament.status = Tournament.Status.FINISHED
        tournament.save(update_fields=["status"])
        finishing.follow_later(tournament, by=by, at=at)
    finishing.free_later(round_, at=at)
    ledger.record(tournament.event_id, Verb.CLOSE_ROUND, (tournament, round_), by=by, at=at)
    facts = {"event_id": tournament.event_id, "tournament_id": tournament.pk}
    signals.publish(signals.round_changed, round_id=round_.pk, **facts)
    signals.publish(signals.results_changed, **facts)
    count_change(tournament.pk, at=at)
    return round_
