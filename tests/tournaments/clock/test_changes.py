"""Changes of the clocks: stored, published and undone, with who, when and why."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from tests.builders import (
    ANNA,
    NOON,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
)
from tests.clocks import change_clock
from tests.tournaments.standings.exporting.event_files import forgotten
from tournaments.clock import errors, locked_round, services
from tournaments.clock.clock_events import ClockAct, ClockCommand, replay
from tournaments.clock.locked_round import LockedRound
from tournaments.clock.next_round import plan_next_round
from tournaments.clock.rules import Override
from tournaments.clock.serialization import slot_clock, table_clock
from tournaments.clock.warnings import services as firing
from tournaments.models import ClockChange, ClockWarning, LedgerEntry, Round, Table, Tournament
from tournaments.results.overtime.services import end_tables_out_of_time
from tournaments.results.reporting.services import deal_hand

# What a command does to a clock is Python. Rows are written on PostgreSQL by what is marked, by
# test_services.py, and by many at once in test_at_the_same_moment.py.
pytestmark = [pytest.mark.django_db, pytest.mark.once]

WHY = "a fire alarm"


@pytest.fixture(scope="module")
def started(django_db_setup, django_db_blocker, redis_server):
    """Made once; what a test does with it is rolled back."""
    with forgotten(django_db_blocker):
        tournament = make_tournament(make_event("Clock Day"))
        tables = [make_entries(tournament, 4) for _ in range(3)]
        made = make_round(tournament, tables, started_at=None)
        services.start_slot(made, by=ANNA, at=NOON)
        yield made.pk


@pytest.fixture
def round_(started):
    return Round.objects.select_related("tournament").get(pk=started)


def at(count):
    return NOON + minutes(count)


def table(number=1):
    return Table.objects.select_related("round__tournament").get(number=number)


def change(subject, act, *, when, reason=WHY, **facts):
    return change_clock(subject, act, by=ANNA, at=at(when), reason=reason, **facts)


def do(verb, subject, *amounts, when, reason=WHY):
    return verb(subject, *amounts, by=ANNA, at=at(when), reason=reason)


def ends(subject):
    """When the slot ends for a round or a table, in minutes."""
    subject.refresh_from_db()
    clock = table_clock(subject) if isinstance(subject, Table) else slot_clock(subject)
    return (clock.ends_at - NOON) / minutes(1)


def owed():
    """The warnings that will still fire, each with its table and minute."""
    rows = ClockWarning.objects.filter(firing.STILL_TRUE, fired_at=None).order_by("due_at", "pk")
    return [
        (w.table.number if w.table else 0, w.kind, round((w.due_at - NOON) / minutes(1), 3))
        for w in rows.select_related("table")
    ]


ROUND_OWES = [(0, "early", 90), (0, "cutoff", 100), (0, "force_end", 110), (0, "end", 120)]


@pytest.mark.each_database
def test_a_pause_of_the_round_moves_all_its_later_times_by_the_pause(round_):
    change(round_, "pause", when=40)
    round_.refresh_from_db()
    assert round_.paused_at == at(40)
    assert owed() == []
    change(round_, "resume", when=52, reason="it was a false alarm")
    assert ends(round_) == 132
    assert [minute for _, _, minute in owed()] == [102, 112, 122, 132]


def test_a_pause_of_one_table_moves_its_times_alone(round_):
    one = table()
    change(one, "pause", when=40)
    change(one, "resume", when=45)
    assert (ends(one), ends(table(2)), ends(round_)) == (125, 120, 120)
    of_table = [(1, "early", 95), (1, "cutoff", 105), (1, "force_end", 115), (1, "end", 125)]
    assert sorted(owed()) == sorted(ROUND_OWES + of_table)


def test_a_pause_of_the_round_also_moves_the_table_that_has_its_own_time(round_):
    one = table()
    change(one, "extra", amount=minutes(10), when=20)
    change(round_, "pause", when=40)
    assert table().paused_at == at(40)
    change(round_, "resume", when=45)
    assert (ends(one), ends(table(2))) == (135, 125)


@pytest.mark.each_database
def test_each_change_is_a_row_with_who_when_and_why_and_what_was_before_and_after(round_):
    row = change(table(2), "extra", amount=minutes(5), when=30, reason="a spilt drink")
    assert (row.actor, row.at, row.reason) == ("Anna", at(30), "a spilt drink")
    assert row.before["ends_at"] == at(120).isoformat()
    assert row.after["ends_at"] == at(125).isoformat()
    entry = LedgerEntry.objects.get(verb="clock: extra")
    assert entry.after["reason"] == "a spilt drink"
    assert "Table 2" in entry.subject


@pytest.mark.parametrize("reason", ["", "  "])
def test_a_change_without_a_reason_is_refused(round_, reason):
    with pytest.raises(errors.ClockReasonMissing):
        change(round_, "pause", when=40, reason=reason)
    assert list(ClockChange.objects.values_list("act", flat=True)) == ["start"]


UNDONE = [
    ("pause", lambda s: change(s, "pause", when=40)),
    ("extra time", lambda s: change(s, "extra", amount=minutes(10), when=40)),
    ("a later cutoff", lambda s: change(s, "cutoff", amount=minutes(5), when=40)),
    ("an earlier cutoff", lambda s: change(s, "cutoff", amount=minutes(-5), when=40)),
    ("an early end", lambda s: change(s, "end", when=40)),
    (
        "a timing of its own",
        lambda s: change(s, "rules", override=Override(slot=minutes(90)), when=40),
    ),
]


@pytest.mark.parametrize(
    ("act", "of_table"),
    [
        *(pytest.param(act, True, id=f"table-{name}") for name, act in UNDONE),
        # The clock of a round is restored by the same code, whatever was done to it.
        *(
            pytest.param(act, False, id=f"round-{name}", marks=pytest.mark.long if n else ())
            for n, (name, act) in enumerate(UNDONE)
        ),
    ],
)
def test_each_of_them_is_undone(round_, act, of_table):
    subject = table() if of_table else round_
    before = owed()
    act(subject)
    subject.refresh_from_db()
    assert owed() != before or subject.paused_at
    do(services.undo_last, subject, when=41, reason="by mistake")
    assert owed() == before
    assert not table().has_own_clock
    round_.refresh_from_db()
    assert (round_.ends_at, round_.paused_at) == (at(120), None)
    assert ClockChange.objects.count() == 3  # nothing is lost


def test_a_clock_restarted_by_mistake_is_restored(round_):
    change(round_, "extra", amount=minutes(10), when=10)
    change(round_, "restart", when=50)
    assert ends(round_) == 170
    do(services.undo_last, round_, when=51, reason="the wrong button")
    assert ends(round_) == 130
    assert round_.started_at == NOON


def test_a_start_is_undone_while_no_hand_was_dealt(round_):
    do(services.undo_last, round_, when=1, reason="too early")
    round_.refresh_from_db()
    assert (round_.status, round_.started_at) == (Round.Status.PUBLISHED, None)
    assert owed() == []
    services.start_slot(round_, by=ANNA, at=at(30))
    assert ends(round_) == 150


def test_a_start_stays_once_a_hand_was_dealt(round_):
    deal_hand(table(), 1, by=ANNA, at=at(1))
    with pytest.raises(errors.HandsWereDealt):
        do(services.undo_last, round_, when=2)


def test_what_was_undone_is_not_undone_again(round_):
    row = change(round_, "pause", when=40)
    do(services.undo, row, when=41)
    with pytest.raises(errors.UndoneAlready):
        do(services.undo, row, when=42)


def test_a_fresh_round_has_nothing_of_a_table_to_undo(round_):
    with pytest.raises(errors.NothingToUndo):
        do(services.undo_last, table(), when=5)


def test_a_closed_round_keeps_its_clock(round_):
    Round.objects.update(status=Round.Status.CLOSED, closed_at=at(50))
    with pytest.raises(errors.RoundClosed):
        change(round_, "pause", when=60)


def test_many_tables_are_changed_at_once_and_those_that_cannot_are_named(round_):
    Table.objects.filter(number=2).update(
        status=Table.Status.FINISHED, end_reason=Table.EndReason.TARGET, ended_at=at(50)
    )
    extra = ClockCommand(ClockAct.EXTRA, at(60), amount=minutes(5))
    outcome = services.change_many(round_, Table.objects.all(), extra, by=ANNA, reason=WHY)
    assert [t.number for t in outcome.done] == [1, 3]
    assert [(t.number, type(why)) for t, why in outcome.refused] == [(2, errors.TableHasFinished)]
    assert [ends(table(n)) for n in (1, 2, 3)] == [125, 120, 125]


def test_a_round_that_an_older_release_started_is_changed_and_restored_as_it_stood():
    tournament = make_tournament()
    made = make_round(tournament, [make_entries(tournament, 4)])  # no history was written
    change(made, "extra", amount=minutes(10), when=20)
    assert ends(made) == 130
    do(services.undo_last, made, when=21)
    assert ends(made) == 120


def test_a_round_has_its_own_timing_from_before_its_start():
    tournament = make_tournament()
    made = make_round(tournament, [make_entries(tournament, 4)], started_at=None)
    change(made, "rules", override=Override(slot=minutes(60), cutoff=minutes(15)), when=-5)
    started = services.start_slot(made, by=ANNA, at=NOON)
    assert (started.cutoff_at, started.ends_at) == (at(45), at(60))


def test_a_timing_that_fits_nothing_is_refused(round_):
    with pytest.raises(errors.TimingDoesNotFit):
        change(round_, "rules", override=Override(cutoff=minutes(5)), when=10)


def test_changes_stay_in_order_though_the_server_s_clock_was_set_back(round_):
    change(round_, "pause", when=40)
    row = change(round_, "resume", when=-20)
    assert row.at == at(40)
    assert ends(round_) == 120


class TestTheWarningsOfAChangedClock:
    def test_what_fired_is_not_fired_again_by_a_change_of_later_times(self, round_):
        firing.fire_due_warnings(now=at(95))
        change(round_, "pause", when=96)
        change(round_, "resume", when=97)
        assert [kind for _, kind, _ in owed()] == ["cutoff", "force_end", "end"]

    def test_a_cutoff_that_moves_after_its_warning_fired_is_warned_of_again(self, round_):
        firing.fire_due_warnings(now=at(101))
        change(round_, "extra", amount=minutes(10), when=102)
        assert owed()[1] == (0, "cutoff", 110)

    def test_what_was_due_when_the_clock_was_paused_still_fires_once(self, round_):
        change(round_, "pause", when=100.01)  # the tick had not come yet
        assert firing.fire_due_warnings(now=at(100.02)) == 2
        change(round_, "resume", when=105)
        assert firing.fire_due_warnings(now=at(106)) == 0

    def test_an_early_end_says_that_the_slot_is_over_and_nothing_else(self, round_):
        change(round_, "end", when=60)
        assert owed() == [(0, "end", 60)]
        assert firing.fire_due_warnings(now=at(60)) == 1

    def test_a_warning_of_a_table_is_silent_once_its_game_has_ended(self, round_):
        change(table(), "cutoff", amount=minutes(-10), when=50)
        Table.objects.update(
            status=Table.Status.FINISHED, end_reason=Table.EndReason.TARGET, ended_at=at(60)
        )
        assert firing.fire_due_warnings(now=at(91)) == 1  # the round's early one

    def test_a_table_with_the_same_deadline_as_its_round_is_not_warned_twice(self, round_):
        change(table(), "cutoff", amount=minutes(5), when=50)
        assert sorted(owed()) == sorted([*ROUND_OWES, (1, "cutoff", 105)])

    @pytest.mark.each_database
    def test_the_database_itself_refuses_a_second_plan_of_a_table_s_warning(self, round_):
        change(table(), "extra", amount=minutes(5), when=50)
        row = ClockWarning.objects.filter(table__isnull=False).first()
        row.pk = None
        with pytest.raises(IntegrityError), transaction.atomic():
            row.save()


@pytest.mark.each_database
class TestTheEndOfAGame:
    def test_time_ends_each_table_by_its_own_clock(self, round_):
        change(table(1), "extra", amount=minutes(10), when=20)
        change(table(2), "pause", when=30)
        assert end_tables_out_of_time(now=at(101)) == 1
        assert table(3).status == Table.Status.FINISHED
        assert end_tables_out_of_time(now=at(111)) == 1
        assert table(2).status == Table.Status.SEATED

    def test_a_game_that_time_ended_goes_on_when_it_is_given_time(self, round_):
        assert end_tables_out_of_time(now=at(101)) == 3
        change(table(1), "extra", amount=minutes(10), when=103)
        assert end_tables_out_of_time(now=at(104)) == 1
        assert table(1).status == Table.Status.SEATED
        assert end_tables_out_of_time(now=at(105)) == 0
        deal_hand(table(1), 1, by=ANNA, at=at(105))


class TestTheNextRound:
    def test_its_start_is_published_when_it_comes(self, round_):
        tournament = Tournament.objects.get()
        do(plan_next_round, tournament, at(150), when=100, reason="after lunch")
        assert owed()[-1] == (0, "next", 150)
        assert firing.fire_due_warnings(now=at(150)) == 5

    def test_a_delay_moves_it_and_is_undone(self, round_):
        tournament = Tournament.objects.get()
        do(plan_next_round, tournament, at(150), when=100)
        row = do(plan_next_round, tournament, at(165), when=110, reason="lunch is late")
        assert owed()[-1] == (0, "next", 165)
        do(services.undo, row, when=112, reason="it is not")
        tournament.refresh_from_db()
        assert tournament.next_round_at == at(150)
        assert owed()[-1] == (0, "next", 150)

    def test_it_cannot_lie_in_the_past(self, round_):
        with pytest.raises(errors.StartsInThePast):
            do(plan_next_round, Tournament.objects.get(), at(90), when=100)

    def test_the_plan_is_over_when_the_slot_starts(self):
        tournament = make_tournament()
        made = make_round(tournament, [make_entries(tournament, 4)], started_at=None)
        do(plan_next_round, tournament, at(10), when=0)
        services.start_slot(made, by=ANNA, at=at(9))
        tournament.refresh_from_db()
        assert tournament.next_round_at is None
        assert firing.fire_due_warnings(now=at(10)) == 0


@pytest.mark.each_database
@pytest.mark.long
def test_a_change_of_many_tables_needs_a_bounded_number_of_queries(
    django_assert_max_num_queries,
):
    tournament = make_tournament()
    made = make_round(tournament, [[one] for one in make_entries(tournament, 60)])
    extra = ClockCommand(ClockAct.EXTRA, at(60), amount=timedelta(minutes=5))
    # Two rows for each table, its change and its line in the ledger; the rest is a constant.
    with django_assert_max_num_queries(2 * 60 + 20):
        services.change_many(made, made.tables.all(), extra, by=ANNA, reason=WHY)


@pytest.mark.each_database
def test_what_was_done_to_other_tables_is_not_read_while_everybody_waits(round_):
    change(round_, "extra", amount=minutes(1), when=1)
    change(table(1), "extra", amount=minutes(5), when=2)
    change(table(2), "extra", amount=minutes(5), when=3)
    with transaction.atomic():
        locked = LockedRound.lock(round_, at(4), only=[table(2).pk])
    assert [row.table_id for row in locked.rows] == [None, None, table(2).pk]


class TestAHistoryIsReplayed:
    """Once for each clock that a command concerns, however much has to be decided about it."""

    @pytest.fixture
    def replays(self, monkeypatch):
        calls = []

        def counted(history):
            calls.append(history)
            return replay(history)

        monkeypatch.setattr(locked_round, "replay", counted)
        return calls

    def test_once_for_a_command_to_the_round(self, round_, replays):
        change(round_, "pause", when=40)
        assert len(replays) == 1

    def test_once_more_for_each_table_with_a_history_of_its_own(self, round_, replays):
        change(table(1), "extra", amount=minutes(5), when=10)
        change(table(2), "extra", amount=minutes(5), when=20)
        replays.clear()
        change(round_, "pause", when=40)
        assert len(replays) == 3

    def test_once_for_the_first_command_to_a_table_which_has_its_round_s_clock(
        self, round_, replays
    ):
        change(table(), "pause", when=40)
        assert len(replays) == 1

    def test_once_for_a_table_and_once_for_its_round(self, round_, replays):
        change(table(), "pause", when=40)
        replays.clear()
        change(table(), "resume", when=45)
        assert len(replays) == 2

    def test_once_for_many_tables_that_still_have_the_clock_of_their_round(self, round_, replays):
        extra = ClockCommand(ClockAct.EXTRA, at(60), amount=minutes(5))
        services.change_many(round_, Table.objects.all(), extra, by=ANNA, reason=WHY)
        assert len(replays) == 1

    def test_once_when_a_command_is_undone(self, round_, replays):
        row = change(round_, "pause", when=40)
        replays.clear()
        do(services.undo, row, when=41)
        assert len(replays) == 1

    def test_once_when_a_slot_starts(self, replays):
        tournament = make_tournament()
        made = make_round(tournament, [make_entries(tournament, 4)], started_at=None)
        services.start_slot(made, by=ANNA, at=NOON)
        assert len(replays) == 1
