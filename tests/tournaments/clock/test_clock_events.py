"""Commands to clocks: one row for each sentence of the supplement.

express-tournament.txt, "Tournament time management"; the rest are rules of our own.
"""

from datetime import timedelta

import pytest

from tests.builders import NOON, minutes
from tournaments.clock import rules
from tournaments.clock.clock_events import (
    ClockAct,
    ClockCommand,
    ClockState,
    Obstacle,
    obstacle,
    replay,
)
from tournaments.clock.rules import DEADLINES, Due, Override, TimingRules

EXPRESS = TimingRules(
    slot=minutes(120), warning=minutes(30), cutoff=minutes(20), force_end=minutes(10)
)
FINAL = TimingRules(
    slot=minutes(180), warning=minutes(30), cutoff=minutes(20), force_end=minutes(10)
)
METRO = TimingRules(slot=minutes(60), warning=minutes(10), cutoff=minutes(0), force_end=minutes(0))
MOMENT = timedelta(microseconds=1)


def at(count):
    """A moment in minutes after the start."""
    return NOON + minutes(count)


def history(*commands):
    """A history: each command as (act, minutes after the start, more)."""
    return [
        ClockCommand(act, at(when), key=key, **more)
        for key, (act, when, more) in enumerate(commands, start=1)
    ]


START = (ClockAct.START, 0, {"rules": EXPRESS})
PAUSE, RESUME = ClockAct.PAUSE, ClockAct.RESUME
HERE = {"of_table": True}


def by(count, **more):
    return {"amount": minutes(count), **more}


def times(*commands):
    """The four deadlines after these commands, in minutes after the start."""
    clock = replay(history(START, *commands)).clock
    return tuple((getattr(clock, name) - NOON) / minutes(1) for name in DEADLINES)


@pytest.mark.parametrize(
    ("sentence", "commands", "expected"),
    [
        ("scheduled for a two-hour time slot", [], (90, 100, 110, 120)),
        (
            "three hours will be allotted for the final",
            [(ClockAct.RESTART, 0, {"rules": FINAL})],
            (150, 160, 170, 180),
        ),
        (
            "the same clock serves a game of one game per slot, with other settings",
            [(ClockAct.RESTART, 0, {"rules": METRO})],
            (50, 60, 60, 60),
        ),
        (
            "each is a setting that can be changed for one round",
            [(ClockAct.RULES, 0, {"override": Override(slot=minutes(90), cutoff=minutes(15))})],
            (60, 75, 80, 90),
        ),
        (
            "and for one table, whose setting goes before its round's",
            [
                (ClockAct.RULES, 0, {"override": Override(cutoff=minutes(30)), **HERE}),
                (ClockAct.RULES, 1, {"override": Override(cutoff=minutes(15), slot=minutes(100))}),
            ],
            (70, 70, 90, 100),
        ),
        (
            "the conductor may adjust that cutoff time if the table is much faster",
            [(ClockAct.CUTOFF, 50, by(5, **HERE))],
            (90, 105, 110, 120),
        ),
        (
            "or slower than typical",
            [(ClockAct.CUTOFF, 50, by(-15, **HERE))],
            (85, 85, 110, 120),
        ),
        (
            "a pause moves all later times",
            [(PAUSE, 40, {}), (RESUME, 52, {})],
            (102, 112, 122, 132),
        ),
        (
            "and leaves what has come before it",
            [(PAUSE, 105, {}), (RESUME, 110, {})],
            (90, 100, 115, 125),
        ),
        (
            "a clock held by its round and its table goes on when both let it",
            [(PAUSE, 10, HERE), (PAUSE, 20, {}), (RESUME, 30, HERE), (RESUME, 40, {})],
            (120, 130, 140, 150),
        ),
        (
            "extra time moves every deadline, also one that has passed",
            [(ClockAct.EXTRA, 105, by(10, **HERE))],
            (100, 110, 120, 130),
        ),
        (
            "extra time that is undone was never there",
            [(ClockAct.EXTRA, 20, by(10)), (ClockAct.UNDO, 21, {"undoes": 2})],
            (90, 100, 110, 120),
        ),
        (
            "a pause that is undone moves nothing, though it was ended before that",
            [(PAUSE, 40, {}), (RESUME, 52, {}), (ClockAct.UNDO, 60, {"undoes": 2})],
            (90, 100, 110, 120),
        ),
        (
            "undoing an undoing does the act again",
            [
                (ClockAct.EXTRA, 20, by(10)),
                (ClockAct.UNDO, 21, {"undoes": 2}),
                (ClockAct.UNDO, 22, {"undoes": 3}),
            ],
            (100, 110, 120, 130),
        ),
        (
            "an act in the middle is undone and the later ones stay",
            [
                (ClockAct.EXTRA, 20, by(10)),
                (ClockAct.CUTOFF, 30, by(-5)),
                (ClockAct.UNDO, 31, {"undoes": 2}),
            ],
            (90, 95, 110, 120),
        ),
        ("a slot that is ended early is over now", [(ClockAct.END, 60, {})], (60, 60, 60, 60)),
        (
            "what had come when it was ended stays as it was",
            [(ClockAct.END, 104, {})],
            (90, 100, 104, 104),
        ),
        (
            "ending a paused slot ends the pause",
            [(PAUSE, 30, {}), (ClockAct.END, 60, {}), (RESUME, 70, {})],
            (60, 60, 60, 60),
        ),
        (
            "an early end is undone",
            [(ClockAct.END, 60, {}), (ClockAct.UNDO, 61, {"undoes": 2})],
            (90, 100, 110, 120),
        ),
        (
            "a clock that is restarted has its whole slot",
            [(ClockAct.EXTRA, 5, by(10)), (ClockAct.RESTART, 30, {"rules": EXPRESS})],
            (120, 130, 140, 150),
        ),
        (
            "a clock restarted by mistake is restored with all that was done to it",
            [
                (ClockAct.EXTRA, 5, by(10)),
                (PAUSE, 10, {}),
                (RESUME, 12, {}),
                (ClockAct.RESTART, 30, {"rules": EXPRESS}),
                (ClockAct.UNDO, 31, {"undoes": 5}),
            ],
            (102, 112, 122, 132),
        ),
        (
            "a timing that changes while the clock runs keeps its pauses, extra time and cutoff",
            [
                (PAUSE, 10, {}),
                (RESUME, 15, {}),
                (ClockAct.EXTRA, 20, by(5)),
                (ClockAct.CUTOFF, 25, by(2)),
                (ClockAct.RULES, 30, {"override": Override(slot=minutes(110))}),
            ],
            (90, 102, 110, 120),
        ),
    ],
)
def test_the_times_of_a_slot(sentence, commands, expected):
    assert times(*commands) == expected


def clock_of(*commands):
    return replay(history(START, *commands)).clock


@pytest.mark.parametrize(
    ("sentence", "clock", "now", "all_agree", "may"),
    [
        ("a hand may start while the slot is open", clock_of(), 50, False, True),
        ("also at the very moment of the cutoff", clock_of(), 100, False, True),
        ("a new hand may not start after it", clock_of(), 100.1, False, False),
        ("unless all agree to play past the end", clock_of(), 100.1, True, True),
        ("also past that end itself", clock_of(), 130, True, True),
        ("not while the clock is paused", clock_of((PAUSE, 40, {})), 41, False, False),
        ("not even if all agree", clock_of((PAUSE, 40, {})), 41, True, False),
        (
            "again once it goes on",
            clock_of((PAUSE, 40, {}), (RESUME, 50, {})),
            105,
            False,
            True,
        ),
    ],
)
def test_when_a_hand_may_start(sentence, clock, now, all_agree, may):
    assert rules.may_deal(clock, at(now), all_agree=all_agree) == may


@pytest.mark.parametrize(
    ("sentence", "clock", "now", "may"),
    [
        ("before the force-end the conductor may not end a hand", clock_of(), 109.9, False),
        ("from the force-end on at any point", clock_of(), 110, True),
        ("also long after the slot", clock_of(), 500, True),
        ("a pause puts it off", clock_of((PAUSE, 109, {})), 130, False),
        ("and does not take it back", clock_of((PAUSE, 111, {})), 130, True),
    ],
)
def test_when_the_conductor_may_end_a_hand(sentence, clock, now, may):
    assert rules.may_force_end(clock, at(now)) == may


@pytest.mark.parametrize(
    ("sentence", "clock", "now", "all_agree", "over"),
    [
        ("the game goes on while a hand may start", clock_of(), 100, False, False),
        ("it ends when no new hand may start", clock_of(), 100.1, False, True),
        ("and goes on if all agree to play past the end", clock_of(), 100.1, True, False),
        ("a pause ends nobody's game", clock_of((PAUSE, 99, {})), 130, False, False),
    ],
)
def test_when_time_ends_a_game(sentence, clock, now, all_agree, over):
    assert rules.out_of_time(clock, at(now), all_agree=all_agree) == over


def test_one_missing_consent_blocks_and_is_named():
    assert rules.missing_consents([11, 12, 13], {11, 13}) == [12]
    assert rules.missing_consents([11, 12], {11, 12, 99}) == []


@pytest.mark.parametrize(
    ("starts", "missed"), [(119, True), (120, True), (180, True), (181, False), (99, False)]
)
def test_who_plays_past_the_end_misses_a_game_starting_then(starts, missed):
    assert rules.starts_while_playing_on(clock_of(), at(starts), at(100)) == missed


@pytest.mark.parametrize(
    ("commands", "command", "expected"),
    [
        ([], (PAUSE, 10, {}), Obstacle.NOT_STARTED),
        ([START], (PAUSE, 10, {}), None),
        ([START, (PAUSE, 5, {})], (PAUSE, 10, {}), Obstacle.PAUSED_ALREADY),
        ([START, (PAUSE, 5, {})], (PAUSE, 10, HERE), None),
        ([START], (PAUSE, 120, {}), Obstacle.OVER),
        ([START], (RESUME, 10, {}), Obstacle.NOT_PAUSED),
        ([START, (PAUSE, 5, {})], (RESUME, 10, HERE), Obstacle.NOT_PAUSED),
        ([START], (ClockAct.EXTRA, 10, by(0)), Obstacle.NO_TIME),
        ([START], (ClockAct.EXTRA, 10, by(-5)), Obstacle.NO_TIME),
        ([START], (ClockAct.EXTRA, 10, by(721)), Obstacle.TOO_MUCH),
        ([START], (ClockAct.CUTOFF, 10, by(0)), Obstacle.NO_TIME),
        ([START], (ClockAct.CUTOFF, 95, by(-5.1)), Obstacle.CUTOFF_IN_THE_PAST),
        ([START], (ClockAct.CUTOFF, 95, by(-5)), None),
        ([START], (ClockAct.CUTOFF, 10, by(10.1)), Obstacle.CUTOFF_AFTER_FORCE_END),
        ([START], (ClockAct.CUTOFF, 105, by(10)), None),
        ([START], (ClockAct.END, 120, {}), Obstacle.OVER),
        ([START], (ClockAct.RESTART, 10, {"rules": EXPRESS}), None),
        ([], (ClockAct.RESTART, 10, {"rules": EXPRESS}), Obstacle.NOT_STARTED),
        (
            [START],
            (ClockAct.RULES, 10, {"override": Override(cutoff=minutes(5))}),
            Obstacle.RULES_DO_NOT_FIT,
        ),
        (
            [START],
            (ClockAct.RULES, 10, {"override": Override(slot=minutes(20))}),
            Obstacle.RULES_DO_NOT_FIT,
        ),
        (
            [START],
            (ClockAct.RULES, 60, {"override": Override(slot=minutes(50))}),
            Obstacle.ENDS_IN_THE_PAST,
        ),
        ([START], (ClockAct.RULES, 10, {"override": Override(slot=minutes(90))}), None),
    ],
)
def test_what_makes_no_sense_is_refused(commands, command, expected):
    act, when, more = command
    state = replay(history(*commands))
    assert obstacle(state, ClockCommand(act, at(when), key=99, **more)) == expected


# --- Warnings -------------------------------------------------------------------------------------


def names(dues):
    return [due.deadline for due in dues]


def test_a_paused_clock_owes_no_warning_that_lies_after_the_pause():
    assert names(rules.due_of(clock_of((PAUSE, 95, {})))) == ["warning_at"]


def test_what_fired_does_not_fire_again_unless_it_is_due_at_another_time():
    early = Due("warning_at", at(90))
    same = rules.to_plan(clock_of(), at(95), fired={early})
    assert names(same) == ["cutoff_at", "force_end_at", "ends_at"]
    later = rules.to_plan(clock_of((ClockAct.EXTRA, 95, by(10))), at(95), fired={early})
    assert names(later) == list(DEADLINES)


def test_of_what_a_change_moved_into_the_past_only_the_last_fires():
    assert names(rules.to_plan(clock_of((ClockAct.END, 60, {})), at(60))) == ["ends_at"]


def test_what_the_last_has_made_untrue_does_not_fire_after_a_later_change_either():
    clock = clock_of((ClockAct.END, 60, {}), (PAUSE, 61, {}))
    fired = set(rules.to_plan(clock_of((ClockAct.END, 60, {})), at(60)))
    assert rules.to_plan(clock, at(61), fired=fired) == []


def test_what_was_due_and_has_not_fired_fires_late_rather_than_never():
    waiting = {Due("warning_at", at(90)), Due("cutoff_at", at(100))}
    clock = clock_of((PAUSE, 101, {}))
    assert names(rules.to_plan(clock, at(101), waiting=waiting)) == ["warning_at", "cutoff_at"]


def test_a_longer_slot_that_a_late_start_cut_short_is_whole_once_it_is_restarted():
    longer = (ClockAct.RULES, 0, {"override": Override(slot=minutes(150))})
    late = (ClockAct.START, 40, {"rules": EXPRESS, "ends_by": at(120)})

    def end(*commands):
        return replay(history(longer, late, *commands)).clock.ends_at

    of_table = (ClockAct.RULES, 45, {"override": Override(cutoff=minutes(15)), **HERE})
    assert (end(), end(of_table)) == (at(120), at(120))
    assert end((ClockAct.RULES, 45, {"override": Override(slot=minutes(100))})) == at(140)
    assert end((ClockAct.RESTART, 50, {"rules": EXPRESS})) == at(200)


def test_no_deadline_comes_before_the_start_when_a_longer_slot_is_undone():
    longer = (ClockAct.RULES, 5, {"override": Override(slot=minutes(180))})
    early = Override(cutoff=minutes(150), force_end=minutes(140))
    of_table = (ClockAct.RULES, 6, {"override": early, **HERE})
    assert times(longer, of_table) == (30, 30, 40, 180)
    assert times(longer, of_table, (ClockAct.UNDO, 7, {"undoes": 2})) == (0, 0, 0, 120)


def test_before_the_start_there_is_no_clock():
    assert replay([]) == ClockState()
