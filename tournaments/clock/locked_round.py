"""A round whose clocks are being changed: locked, with its history, each clock replayed once."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.db.models import F, Q

from tournaments import ledger, locking, signals
from tournaments.clock import errors, serialization
from tournaments.clock.clock_events import (
    ClockAct,
    ClockCommand,
    ClockState,
    Obstacle,
    apply,
    making,
    obstacle,
    replay,
    undone_keys,
)
from tournaments.clock.rules import TimingRules, durations, effective, ending_by
from tournaments.clock.warnings import planning
from tournaments.ledger import SYSTEM, Actor
from tournaments.models import (
    ClockChange,
    ClockWarning,
    Consent,
    Event,
    Round,
    ScoreSheet,
    Table,
)
from tournaments.signup import reopening
from tournaments.verbs import Verb
from tournaments.wording import clock_time

#: Commands that change nothing for people who are not playing any longer.
MID_SLOT = {ClockAct.PAUSE, ClockAct.RESUME, ClockAct.EXTRA, ClockAct.CUTOFF, ClockAct.END}


@dataclass(slots=True)
class LockedRound:
    """A round and some of its tables, with their history, locked until the transaction ends.

    ``at`` is never before the last command of that history. What was done to other tables is left
    out: an afternoon has thousands of commands, and everybody else waits while a clock is changed.
    """

    round: Round
    tables: dict[int, Table]
    rows: list[ClockChange]
    at: datetime
    _history: dict[int | None, list[ClockCommand]] = field(init=False)
    _states: dict[int | None, ClockState] = field(init=False, default_factory=dict)
    #: The key of the last command that people gave to the round, and to each table.
    _last: dict[int | None, int] = field(init=False)

    def __post_init__(self) -> None:
        self._history = defaultdict(list)
        self._last = {row.table_id: row.pk for row in self.rows}
        for row in self.rows:
            self._history[row.table_id].append(serialization.as_command(row))

    @classmethod
    def lock(
        cls, round_: Round | int, at: datetime, *, only: Sequence[int] | None = None
    ) -> "LockedRound":
        """Lock a round and its tables, or ``only`` those with these keys."""
        found = locking.lock_round(round_)
        if found.is_over:
            raise errors.RoundClosed
        tables = {table.pk: table for table in locking.lock_tables(found, only=only)}
        history = ClockChange.objects.filter(round_id=found.pk).order_by("pk")
        if only is not None:
            history = history.filter(Q(table=None) | Q(table__in=only))
        rows = list(history)
        locked = cls(found, tables, rows, serialization.not_before_last(at, rows))
        locked._adopt()
        return locked

    @classmethod
    def lock_running(cls, event: Event, at: datetime) -> list["LockedRound"]:
        """Lock all running rounds of an event with their tables. Six queries."""
        rounds = locking.lock_running_rounds(locking.lock_tournaments(event.pk))
        tables = locking.lock_tables_of(rounds)
        locking.lock_warnings(ClockWarning.objects.filter(round__in=rounds, fired_at=None))
        rows: dict[int | None, list[ClockChange]] = defaultdict(list)
        for row in ClockChange.objects.filter(round__in=rounds).order_by("pk"):
            rows[row.round_id].append(row)
        found = []
        for round_ in rounds:
            own = rows[round_.pk]
            of_round = {table.pk: table for table in tables[round_.pk]}
            locked = cls(round_, of_round, own, serialization.not_before_last(at, own))
            locked._adopt()
            found.append(locked)
        return found

    def _adopt(self) -> None:
        """Write down what the clocks show and no command of the history has made.

        A file of an event has clocks without a history, and an older release left out the start.
        """
        if self.round.started_at is None:
            return
        clock = serialization.slot_clock(self.round)
        is_known = any(row.act == ClockAct.START for row in self.rows)
        if not is_known:
            start = ClockCommand(ClockAct.START, clock.started_at, rules=durations(clock))
            self._write_down(None, start)
        for table in self.tables.values():
            if table.has_own_clock and table.pk not in self._history:
                for command in making(serialization.table_clock(table), clock):
                    self._write_down(table, command)
        # After those of the tables that were paused before it.
        if clock.paused_at and not is_known:
            self._write_down(None, ClockCommand(ClockAct.PAUSE, clock.paused_at))

    def _write_down(self, table: Table | None, command: ClockCommand) -> None:
        self._write(command, table, apply(self.state(table), command), by=SYSTEM, reason="")

    # --- What the history makes of the clocks -----------------------------------------------------

    def state(self, table: Table | None) -> ClockState:
        """The clock of the round, or of one table, as its history makes it."""
        key = table.pk if table and table.pk in self._history else None
        if key not in self._states:
            own = self._history[key] if key else []
            self._states[key] = self._replayed([*self._history[None], *own])
        return self._states[key]

    def _replayed(self, history: Iterable[ClockCommand]) -> ClockState:
        """Before the start, the rules are those of the tournament."""
        state = replay(history)
        return state if state.rules else replace(state, rules=self._timing)

    @property
    def _timing(self) -> TimingRules:
        return serialization.timing_rules(self.round)

    def command_to_start(self, *, whole_slot: bool) -> ClockCommand:
        """The command that starts the slot now: it ends with its session, unless it is given whole.

        So does one whose length a conductor had set before. Raises TooLateToStart where no hand
        could start before that end.
        """
        session, rules = self.round.session, self._timing
        if session is None or whole_slot:
            return ClockCommand(ClockAct.START, self.at, rules=rules)
        rules = ending_by(rules, self.at, session.ends_at)
        command = ClockCommand(ClockAct.START, self.at, rules=rules, ends_by=session.ends_at)
        started = apply(self.state(None), command)
        if not effective(rules, *started.overrides).fit:
            raise errors.TooLateToStart(session=str(session), end=clock_time(session.ends_at))
        return command

    # --- Commands ---------------------------------------------------------------------------------

    def check_seen(self, table: Table | None, seen: int | None) -> None:
        """Raise ClockChangedSince if the round, or the table, was given a command after ``seen``.

        That is the key of the last change that somebody saw, None if they do not say. So what is
        sent twice is done once, and of two who undo the last change only the first does.
        """
        if seen is not None and self._last.get(table.pk if table else None, 0) > seen:
            raise errors.ClockChangedSince

    def carry_out(
        self, table: Table | None, command: ClockCommand, *, by: Actor, reason: str
    ) -> ClockChange:
        """Carry out a command on the round or on one table, or raise why it cannot be done."""
        if table and table.status == Table.Status.FINISHED and command.act in MID_SLOT:
            _check_may_go_on(table, command)
        starts = command.act in {ClockAct.START, ClockAct.RESTART}
        command = replace(
            command,
            at=self.at,
            of_table=table is not None,
            rules=(command.rules or self._timing) if starts else None,
        )
        state = self.state(table)
        found = obstacle(state, command)
        if found and not (found == Obstacle.OVER and self._stops_a_table(command)):
            raise errors.refusal(found)
        return self._write(command, table, apply(state, command), by=by, reason=reason)

    def _stops_a_table(self, command: ClockCommand) -> bool:
        """Whether a pause of the round, whose slot is over, stops a table that was given time."""
        if command.act != ClockAct.PAUSE or command.of_table:
            return False
        playing = (one for one in self.tables.values() if one.status != Table.Status.FINISHED)
        return any(obstacle(self.state(one), command) is None for one in playing)

    def undo(self, key: int, table: Table | None, *, by: Actor, reason: str) -> ClockChange:
        """Undo the command with this key.

        Each row is undone once. So a command that holds again, because its undoing was undone, is
        undone by undoing the last of those rows.
        """
        if all(row.pk != key for row in self.rows):
            raise errors.NothingToUndo
        if key in undone_keys(command for own in self._history.values() for command in own):
            raise errors.UndoneAlready
        later = {row.undoes_id: row.pk for row in self.rows}
        while key in later:
            key = later[key]
        command = ClockCommand(
            ClockAct.UNDO,
            self.at,
            of_table=table is not None,
            undoes=key,
            key=self.rows[-1].pk + 1,
        )
        own = self._history.get(table.pk, []) if table else []
        state = self._replayed([*self._history[None], *own, command])
        undone = self._write(command, table, state, by=by, reason=reason)
        self._follow_start()
        return undone

    def _check_no_hand(self) -> None:
        hands = ScoreSheet.objects.filter(table__round=self.round)
        if hands.exclude(status=ScoreSheet.Status.VOIDED).exists():
            raise errors.HandsWereDealt

    def _follow_start(self) -> None:
        """Undoing a start, or undoing that, changes the state of the round.

        A round in which hands were dealt stays started, whichever command is undone: raises
        HandsWereDealt.
        """
        running = self.state(None).clock is not None
        if running and self.round.status == Round.Status.PUBLISHED:
            self.round.status = Round.Status.RUNNING
        elif not running and self.round.status == Round.Status.RUNNING:
            self._check_no_hand()
            self.round.status = Round.Status.PUBLISHED
            self._back_to_the_seats()

    def _back_to_the_seats(self) -> None:
        """No table has played, whatever became of it, and nobody has agreed to play on."""
        reopening.take_again_later(self.round, self.tables.values(), at=self.at)
        idle = {"status": Table.Status.SEATED, "end_reason": "", "ended_at": None}
        begun = Table.objects.filter(round=self.round).exclude(status=Table.Status.SEATED)
        begun.update(version=F("version") + 1, **idle)
        agreed = Consent.objects.filter(seat__round=self.round, withdrawn_at=None)
        agreed.update(withdrawn_at=self.at)

    def _write(
        self,
        command: ClockCommand,
        table: Table | None,
        after: ClockState,
        *,
        by: Actor,
        reason: str,
    ) -> ClockChange:
        """Append a command, and the clock ``after`` it, to the history."""
        subject = table if table and table.has_own_clock else self.round
        row = ClockChange(
            tournament=self.round.tournament,
            round=self.round,
            table=table,
            act=command.act,
            at=command.at,
            user=by.user,
            actor=by.name[:120],
            device=by.device,
            reason=reason.strip()[:200],
            value=serialization.as_value(command),
            undoes_id=command.undoes,
            before=serialization.moments(subject),
            after=serialization.moments(after.clock) if after.clock else {},
        )
        row.save()
        self.rows.append(row)
        self._history[row.table_id].append(replace(command, key=row.pk))
        if table is None:
            self._states.clear()
        self._states[row.table_id] = after
        return row

    # --- What follows -----------------------------------------------------------------------------

    def store(self) -> None:
        """Write the clocks of the round and of its tables, and plan the warnings they owe."""
        clock = self.state(None).clock
        warnings = planning.warnings_of(self.round)
        serialization.put(self.round, clock)
        planned = planning.plan_warnings(self.round, clock, warnings[None], now=self.at)
        self.round.save()
        self._store_tables(self._with_history(self.tables.values()), warnings, planned)

    def store_tables(self, tables: Iterable[Table]) -> None:
        """Write the clocks of these tables alone, and plan the warnings they owe."""
        changed = self._with_history(tables)
        self._store_tables(changed, planning.warnings_of(self.round, changed), [])

    def _with_history(self, tables: Iterable[Table]) -> list[Table]:
        return [table for table in tables if table.pk in self._history]

    def _store_tables(
        self,
        tables: list[Table],
        warnings: Mapping[int | None, list[ClockWarning]],
        planned: list[ClockWarning],
    ) -> None:
        of_round = self.state(None).clock
        covered = planning.deadlines_of(of_round)
        for table in tables:
            clock = self.state(table).clock
            own = clock if clock != of_round else None
            serialization.put(table, own)
            before = warnings[table.pk]
            planned += planning.plan_warnings(table, own, before, now=self.at, covered=covered)
        Table.objects.bulk_update(tables, [*serialization.MOMENTS, "clock_epoch"])
        ClockWarning.objects.bulk_create(planned)

    def publish(self, row: ClockChange, by: Actor) -> None:
        """Write a change into the ledger and publish that the round or the table changed."""
        tournament = self.round.tournament
        subject = tuple(filter(None, (tournament, self.round, row.table)))
        ledger.record(
            tournament.event_id,
            Verb(f"clock: {row.act}"),
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
            of_table = {"event_id": tournament.event_id, "table_id": row.table_id}
            signals.publish(signals.table_clock_changed, **of_table)
        else:
            signals.publish(signals.round_changed, **facts)


def _check_may_go_on(table: Table, command: ClockCommand) -> None:
    """Of the games that have ended, only one that time ended can be given time."""
    gives_time = command.act in {ClockAct.EXTRA, ClockAct.CUTOFF}
    if table.end_reason != Table.EndReason.TIME or not gives_time:
        raise errors.TableHasFinished
