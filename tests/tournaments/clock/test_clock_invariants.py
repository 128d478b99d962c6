"""Invariants of a clock, whatever is done to it and in whatever order."""

from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from tests.builders import NOON, minutes
from tests.examples import ALL
from tournaments.clock import rules
from tournaments.clock.clock_events import (
    ClockAct,
    ClockCommand,
    effective_events,
    obstacle,
    replay,
)
from tournaments.clock.rules import DEADLINES, Override, TimingRules

PAUSE, RESUME = ClockAct.PAUSE, ClockAct.RESUME

spans = st.integers(0, 40).map(minutes)


@st.composite
def timings(draw):
    force_end, cutoff, warning = sorted(draw(st.lists(spans, min_size=3, max_size=3)))
    slot = warning + minutes(draw(st.integers(1, 180)))
    return TimingRules(slot=slot, warning=warning, cutoff=cutoff, force_end=force_end)


seconds = st.integers(0, 20_000).map(lambda count: timedelta(seconds=count))


@given(timings(), seconds, seconds)
def test_pausing_for_a_while_moves_every_later_deadline_by_exactly_that(timing, after, length):
    paused_at = NOON + after
    start = ClockCommand(ClockAct.START, NOON, rules=timing, key=1)
    pause, resume = (
        ClockCommand(PAUSE, paused_at, key=2),
        ClockCommand(RESUME, paused_at + length, key=3),
    )
    before, then = replay([start]).clock, replay([start, pause, resume]).clock
    for name in DEADLINES:
        moment = getattr(before, name)
        assert getattr(then, name) - moment == (length if moment > paused_at else timedelta(0))


@given(timings(), seconds, seconds)
def test_a_clock_that_goes_on_shows_what_it_showed_when_it_was_paused(timing, after, length):
    paused_at = NOON + after
    history = [
        ClockCommand(ClockAct.START, NOON, rules=timing, key=1),
        ClockCommand(PAUSE, paused_at, key=2),
    ]
    held = replay(history).clock
    clock = replay([*history, ClockCommand(RESUME, paused_at + length, key=3)]).clock
    if held.ends_at > paused_at:
        assert clock.ends_at - (paused_at + length) == held.ends_at - paused_at
    assert rules.phase(held, paused_at + length) == rules.phase(held, paused_at)


BACKWARD = {ClockAct.CUTOFF, ClockAct.END, ClockAct.RULES, ClockAct.RESTART, ClockAct.UNDO}


class Afternoon(RuleBasedStateMachine):
    """Whatever is done to a table's clock, in whatever order, by conductors and players."""

    @initialize(timing=timings())
    def begin(self, timing):
        self.timing, self.now, self.consents = timing, NOON, False
        self.history = [ClockCommand(ClockAct.START, NOON, rules=timing, key=1)]
        self.running = None
        self.allowed = []

    def do(self, act, **more):
        """Add a command if no obstacle prevents it; compare the deadlines before and after."""
        before = replay(self.history)
        command = ClockCommand(act, self.now, key=len(self.history) + 1, **more)
        if act != ClockAct.UNDO and obstacle(before, command):
            return
        self.history.append(command)
        self.compare(before.clock, replay(self.history).clock, act)

    def compare(self, before, after, act):
        moments = [getattr(after, name) for name in ("started_at", *DEADLINES)]
        assert moments == sorted(moments)
        for name in DEADLINES:
            went_back = getattr(after, name) < getattr(before, name)
            assert not went_back or act in BACKWARD, f"{act} moved {name} backwards"

    @rule(span=seconds)
    def time_passes(self, span):
        before = replay(self.history).clock
        self.now += span
        assert replay(self.history).clock == before  # nothing moves by itself

    @rule(of_table=st.booleans())
    def pause(self, of_table):
        self.do(PAUSE, of_table=of_table)

    @rule(of_table=st.booleans())
    def resume(self, of_table):
        self.do(RESUME, of_table=of_table)

    @rule(of_table=st.booleans(), amount=spans)
    def extra(self, of_table, amount):
        self.do(ClockAct.EXTRA, of_table=of_table, amount=amount)

    @rule(of_table=st.booleans(), amount=st.integers(-60, 60).map(minutes))
    def cutoff(self, of_table, amount):
        self.do(ClockAct.CUTOFF, of_table=of_table, amount=amount)

    @rule(of_table=st.booleans())
    def end(self, of_table):
        self.do(ClockAct.END, of_table=of_table)

    @rule()
    def restart(self):
        self.do(ClockAct.RESTART, rules=self.timing)

    @rule(of_table=st.booleans(), slot=spans, cutoff=spans)
    def timing_of_its_own(self, of_table, slot, cutoff):
        self.do(ClockAct.RULES, of_table=of_table, override=Override(slot=slot, cutoff=cutoff))

    @precondition(lambda self: len(effective_events(self.history)) > 1)
    @rule(data=st.data())
    def undo(self, data):
        undone = {change.undoes for change in self.history}
        keys = [change.key for change in self.history[1:] if change.key not in undone]
        self.do(ClockAct.UNDO, undoes=data.draw(st.sampled_from(keys)))

    @rule(agree=st.booleans())
    def players_say(self, agree):
        self.consents = agree

    @rule()
    def deal(self):
        """A hand starts where the rules allow it: then before the cutoff, or by consent."""
        clock = replay(self.history).clock
        if rules.may_deal(clock, self.now, all_agree=self.consents):
            assert self.now <= clock.cutoff_at or self.consents
            assert clock.paused_at is None
            # Past the cutoff of the slot as planned only by a command on record.
            planned = rules.plan(self.timing, NOON)
            commands = [
                change for change in effective_events(self.history) if change.act != ClockAct.START
            ]
            assert self.now <= planned.cutoff_at or self.consents or commands


#: `make fuzz` tries more.
AFTERNOONS = 60 if ALL else 20
Afternoon.TestCase.settings = settings(
    max_examples=AFTERNOONS, stateful_step_count=30, deadline=None
)
TestAfternoon = Afternoon.TestCase
