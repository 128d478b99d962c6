"""What a conductor does to the clocks of a round and its tables; each act with its reason.

Locks are taken as everywhere: tables, then their tournament, then its round.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils.dateparse import parse_datetime

from tournaments import ledger, locking, persistence, signals
from tournaments.clock import errors, planning, stored
from tournaments.clock.acts import Act, Change, Reckoning, obstacle, reckon, standing
from tournaments.clock.rules import NO_OVERRIDE, NO_TIME, Override, durations
from tournaments.errors import Refused, SeatGone
from tournaments.ledger import SYSTEM, Actor
from tournaments.models import ClockChange, Round, ScoreSheet, Table, Tournament

#: Acts that change nothing for people who are not playing any more.
MID_SLOT = {Act.PAUSE, Act.RESUME, Act.EXTRA, Act.CUTOFF, Act.END}


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants done to a clock, by whom and why."""

    act: Act
    by: Actor
    at: datetime
    reason: str
    amount: timedelta = NO_TIME
    override: Override = NO_OVERRIDE


@dataclass(slots=True)
class Outcome:
    """What became of a wish for many tables: who it was done to, and why not to the others."""

    done: list[Table] = field(default_factory=list)
    refused: list[tuple[Table, Refused]] = field(default_factory=list)


# --- The verbs ------------------------------------------------------------------------------------


def pause(subject: Round | Table, *, by: Actor, at: datetime, reason: str) -> ClockChange:
    """Stop the clock of a round (a fire alarm) or of one table (a ruling)."""
    return change(subject, Wish(Act.PAUSE, by, at, reason))


def resume(subject: Round | Table, *, by: Actor, at: datetime, reason: str) -> ClockChange:
    """Let a paused clock go on: all later times move by the pause."""
    return change(subject, Wish(Act.RESUME, by, at, reason))


def give_time(
    subject: Round | Table, amount: timedelta, *, by: Actor, at: datetime, reason: str
) -> ClockChange:
    """Move every deadline later by ``amount``."""
    return change(subject, Wish(Act.EXTRA, by, at, reason, amount=amount))


def move_cutoff(
    subject: Round | Table, amount: timedelta, *, by: Actor, at: datetime, reason: str
) -> ClockChange:
    """Move the cutoff alone, later or (below zero) earlier: this table plays faster or slower."""
    return change(subject, Wish(Act.CUTOFF, by, at, reason, amount=amount))


def end_slot(subject: Round | Table, *, by: Actor, at: datetime, reason: str) -> ClockChange:
    """End the slot early: no new hand starts, and running ones may be ended."""
    return change(subject, Wish(Act.END, by, at, reason))


def restart(round_: Round, *, by: Actor, at: datetime, reason: str) -> ClockChange:
    """Start the clock of a running round anew, with its full slot."""
    return change(round_, Wish(Act.RESTART, by, at, reason))


def set_timing(
    subject: Round | Table, override: Override, *, by: Actor, at: datetime, reason: str
) -> ClockChange:
    """Give a round or a table a timing of its own, before its start or while it runs."""
    return change(subject, Wish(Act.RULES, by, at, reason, override=override))


@transaction.atomic
def change(subject: Round | Table, wish: Wish) -> ClockChange:
    """Do what ``wish`` says to one round or one table, or raise why not."""
    check_reason(wish.reason)
    if isinstance(subject, Round):
        desk = Desk.lock(subject, wish.at)
        row = desk.do(None, wish)
        planning.store_round(desk.round, desk.tables.values(), desk.rows, now=desk.at)
        desk.tell(row, wish.by)
    else:
        desk = Desk.lock(subject.round_id, wish.at, only=[subject.pk])
        table = desk.tables.get(subject.pk)
        if table is None:
            raise SeatGone
        row = desk.do(table, wish)
        planning.store_tables(desk.round, [table], desk.rows, now=desk.at)
        desk.tell(row, wish.by)
    return row


@transaction.atomic
def change_many(round_: Round, tables: Iterable[Table], wish: Wish) -> Outcome:
    """Do the same to many tables of a round at once, to each that it can be done to."""
    check_reason(wish.reason)
    desk = Desk.lock(round_, wish.at, only=[table.pk for table in tables])
    outcome = Outcome()
    rows = []
    for table in desk.tables.values():
        try:
            rows.append(desk.do(table, wish))
        except Refused as refusal:
            outcome.refused.append((table, refusal))
        else:
            outcome.done.append(table)
    planning.store_tables(desk.round, outcome.done, desk.rows, now=desk.at)
    for row in rows:
        desk.tell(row, wish.by)
    return outcome


@transaction.atomic
def undo(row: ClockChange, *, by: Actor, at: datetime, reason: str) -> ClockChange:
    """Take an act back, whatever came after it; undoing an undoing does the act again."""
    check_reason(reason)
    if row.round_id is None:
        return _undo_plan(row, by=by, at=at, reason=reason)
    desk = Desk.lock(row.round_id, at)
    table = desk.tables.get(row.table_id)
    undone = desk.undo(row.pk, table, by=by, reason=reason)
    planning.store_round(desk.round, desk.tables.values(), desk.rows, now=desk.at)
    desk.tell(undone, by)
    return undone


@transaction.atomic
def undo_last(subject: Round | Table, *, by: Actor, at: datetime, reason: str) -> ClockChange:
    """Take back what was done last to this round, or to this table alone."""
    round_ = subject if isinstance(subject, Round) else subject.round
    table_id = None if isinstance(subject, Round) else subject.pk
    rows = round_.clock_changes.filter(table=table_id).order_by("pk")
    last = last_standing(list(rows))
    if last is None:
        raise errors.NothingToUndo
    return undo(last, by=by, at=at, reason=reason)


def last_standing(rows: Sequence[ClockChange]) -> ClockChange | None:
    """The last of these acts that holds."""
    held = standing(stored.as_change(row) for row in rows)
    by_key = {row.pk: row for row in rows}
    return by_key[held[-1].key] if held else None


# --- What the verbs share -------------------------------------------------------------------------


@dataclass(slots=True)
class Desk:
    """A round and the tables at hand, with their history, locked until the transaction ends.

    ``at`` never lies before the last act of that history. What was done to other tables is no part
    of it: an afternoon has thousands of acts, and everybody waits for who changes a clock.
    """

    round: Round
    tables: dict[int, Table]
    rows: list[ClockChange]
    at: datetime
    _acts: dict[int | None, list[ClockChange]] = field(init=False)

    def __post_init__(self) -> None:
        self._acts = defaultdict(list)
        for row in self.rows:
            self._acts[row.table_id].append(row)

    @classmethod
    def lock(
        cls, round_: Round | int, at: datetime, *, only: Sequence[int] | None = None
    ) -> "Desk":
        """Lock a round and its tables, or ``only`` those with these keys."""
        found = locking.lock_round(round_)
        if found.status == Round.Status.CLOSED:
            raise errors.RoundClosed
        locked = {table.pk: table for table in locking.lock_tables(found, only=only)}
        history = ClockChange.objects.filter(round_id=found.pk).order_by("pk")
        if only is not None:
            history = history.filter(Q(table=None) | Q(table__in=only))
        rows = list(history)
        desk = cls(found, locked, rows, stored.is_later(at, rows))
        desk._adopt()
        return desk

    def _adopt(self) -> None:
        """Put a start that nobody wrote down at the head of the history: an older release's."""
        if self.round.started_at is None or any(row.act == Act.START for row in self.rows):
            return
        clock = stored.slot_clock(self.round)
        start = Change(0, Act.START, clock.started_at, rules=durations(clock))
        self.write(start, None, by=SYSTEM, reason="")

    def do(self, table: Table | None, wish: Wish) -> ClockChange:
        """Note an act in the history, or raise why it cannot be done."""
        if table and table.status == Table.Status.FINISHED and wish.act in MID_SLOT:
            self._check_reopens(table, wish)
        rules = stored.timing_rules(self.round) if wish.act == Act.RESTART else None
        change = Change(
            key=0,
            act=wish.act,
            at=self.at,
            of_table=table is not None,
            rules=rules,
            override=wish.override,
            by=wish.amount,
        )
        found = obstacle(self.reckoning(table), change)
        if found:
            raise errors.refusal(found)
        return self.write(change, table, by=wish.by, reason=wish.reason)

    @staticmethod
    def _check_reopens(table: Table, wish: Wish) -> None:
        """Only a game that time has ended can be given time."""
        if table.end_reason != Table.EndReason.TIME or wish.act not in {Act.EXTRA, Act.CUTOFF}:
            raise errors.TableHasFinished

    def undo(self, key: int, table: Table | None, *, by: Actor, reason: str) -> ClockChange:
        """Note that the act with this key does not hold any more."""
        row = next((row for row in self.rows if row.pk == key), None)
        if row is None:
            raise errors.NothingToUndo
        if any(other.undoes_id == key for other in self.rows):
            raise errors.UndoneAlready
        if row.act == Act.START:
            self._check_no_hand()
        change = Change(0, Act.UNDO, self.at, of_table=table is not None, undoes=key)
        undone = self.write(change, table, by=by, reason=reason)
        self._follow_start()
        return undone

    def _check_no_hand(self) -> None:
        if ScoreSheet.objects.filter(table__round=self.round).exists():
            raise errors.HandsWereDealt

    def _follow_start(self) -> None:
        """A start that was undone, or done again by undoing that, changes the state of a round."""
        running = self.reckoning(None).clock is not None
        if running and self.round.status == Round.Status.PUBLISHED:
            self.round.status = Round.Status.RUNNING
        elif not running and self.round.status == Round.Status.RUNNING:
            self.round.status = Round.Status.PUBLISHED

    def reckoning(self, table: Table | None) -> Reckoning:
        """What follows from the history for the round, or for one table."""
        state = reckon(self._history(table))
        if state.rules:
            return state
        return Reckoning(
            rules=stored.timing_rules(self.round), of_round=state.of_round, of_table=state.of_table
        )

    def _history(self, table: Table | None) -> list[Change]:
        """What was done to the round; with a table, also what was done to that."""
        own = self._acts[table.pk] if table else []
        return [stored.as_change(row) for row in (*self._acts[None], *own)]

    def write(self, change: Change, table: Table | None, *, by: Actor, reason: str) -> ClockChange:
        """Append an act to the history."""
        before = stored.moments(table if table and table.has_own_clock else self.round)
        row = ClockChange(
            tournament=self.round.tournament,
            round=self.round,
            table=table,
            act=change.act,
            at=change.at,
            user=by.user,
            actor=by.name[:120],
            device=by.device,
            reason=reason.strip()[:200],
            value=stored.as_value(change),
            undoes_id=change.undoes,
            before=before,
        )
        row.after = self._after(change, table)
        persistence.insert(row)
        self.rows.append(row)
        self._acts[row.table_id].append(row)
        return row

    def _after(self, change: Change, table: Table | None) -> dict[str, str]:
        last = self.rows[-1].pk + 1 if self.rows else 1
        clock = reckon([*self._history(table), replace(change, key=last)]).clock
        if clock is None:
            return {}
        return {
            name: moment.isoformat()
            for name in ("started_at", *stored.MOMENTS)
            if (moment := getattr(clock, name))
        }

    def tell(self, row: ClockChange, by: Actor) -> None:
        """Write an act into the ledger and tell the open pages."""
        tournament = self.round.tournament
        subject = ", ".join(map(str, filter(None, (tournament, self.round, row.table))))
        ledger.record(
            tournament.event_id,
            f"clock: {row.get_act_display()}",
            subject,
            by=by,
            at=row.at,
            before=row.before,
            after=row.after | {"reason": row.reason},
        )
        facts = {
            "event_id": tournament.event_id,
            "tournament_id": tournament.pk,
            "round_id": self.round.pk,
        }
        if row.table_id:
            signals.publish(signals.table_changed, table_id=row.table_id, **facts)
        else:
            signals.publish(signals.round_changed, **facts)


def check_reason(reason: str) -> None:
    """Every change of a clock says why."""
    if not reason.strip():
        raise errors.ClockReasonMissing(field="reason")


# --- What starts next -----------------------------------------------------------------------------


@transaction.atomic
def plan_next_round(
    tournament: Tournament, starts_at: datetime, *, by: Actor, at: datetime, reason: str
) -> ClockChange:
    """Tell the room when the next round starts; a later moment than before delays it."""
    check_reason(reason)
    if starts_at <= at:
        raise errors.StartsInThePast(field="starts_at")
    tournament = locking.lock_tournament(tournament)
    return _write_plan(tournament, starts_at, ClockChange.Act.PLAN, by=by, at=at, reason=reason)


def _undo_plan(row: ClockChange, *, by: Actor, at: datetime, reason: str) -> ClockChange:
    tournament = locking.lock_tournament(row.tournament_id)
    if ClockChange.objects.filter(undoes=row).exists():
        raise errors.UndoneAlready
    said = row.before.get("next_round_at")
    before = parse_datetime(said) if said else None
    act = ClockChange.Act.UNDO
    return _write_plan(tournament, before, act, by=by, at=at, reason=reason, undoes=row)


def _write_plan(
    tournament: Tournament,
    starts_at: datetime | None,
    act: str,
    *,
    by: Actor,
    at: datetime,
    reason: str,
    undoes: ClockChange | None = None,
) -> ClockChange:
    def as_data(moment: datetime | None) -> dict[str, str]:
        return {"next_round_at": moment.isoformat()} if moment else {}

    before = as_data(tournament.next_round_at)
    planning.plan_next_round(tournament, starts_at)
    row = ClockChange.objects.create(
        tournament=tournament,
        act=act,
        at=at,
        user=by.user,
        actor=by.name[:120],
        device=by.device,
        reason=reason.strip()[:200],
        before=before,
        after=as_data(starts_at),
        undoes=undoes,
    )
    verb = f"clock: {row.get_act_display()}"
    ledger.record(
        tournament.event_id, verb, tournament, by=by, at=at, before=before, after=row.after
    )
    facts = {"event_id": tournament.event_id, "tournament_id": tournament.pk}
    signals.publish(signals.next_round_planned, **facts)
    return row
