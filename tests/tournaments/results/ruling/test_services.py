from copy import deepcopy

import pytest

from games.sheet import QuickHand
from tests.builders import (
    ANNA,
    NOON,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
)
from tests.selecting import ON_SQLITE
from tests.tournaments.results.tables import totals
from tournaments.models import LedgerEntry, Round, ScoreSheet, Table, Tournament
from tournaments.results import errors
from tournaments.results.overtime import services as overtime
from tournaments.results.reporting import services as reporting
from tournaments.results.ruling import services as ruling

pytestmark = pytest.mark.django_db


LATER = NOON + minutes(10)

FORCE_END = NOON + minutes(110)


@pytest.fixture(scope="module")
def seated_once(module_database):
    tournament = make_tournament(make_event("Shared Meet"))
    return make_round(tournament, [make_entries(tournament, 3)]).tables.get()


@pytest.fixture
def table(seated_once):
    return deepcopy(seated_once)


def deal(table, number=1, at=NOON):
    return reporting.deal_hand(table, number, by=ANNA, at=at)


def report(table, number, points, went_out, at=LATER):
    hand = QuickHand(dict(enumerate(points, start=1)), went_out)
    reporting.report_hand(table, number, hand, by=ANNA, at=at, key=f"key-{number}-0123456789")


def correct(table, number, points, went_out, reason="a line was misread"):
    hand = QuickHand(dict(enumerate(points, start=1)), went_out)
    at = NOON + minutes(30)
    return ruling.correct_hand(table, number, hand, by=ANNA, at=at, reason=reason)


def reload(table):
    return Table.objects.select_related("round__tournament").get(pk=table.pk)


class TestEndingAHandEarly:
    @ON_SQLITE
    def test_is_refused_before_the_force_end_and_says_when_it_becomes_possible(self, table):
        deal(table)
        with pytest.raises(errors.TooEarlyToEndHand) as refusal:
            ruling.force_end_hand(table, 1, by=ANNA, at=FORCE_END - minutes(1))
        assert str(refusal.value) == "The conductor may end this hand from 13:50."

    def test_lets_the_hand_be_entered_as_it_stands_with_nobody_going_out(self, table):
        deal(table)
        ruling.force_end_hand(table, 1, by=ANNA, at=FORCE_END)
        with pytest.raises(errors.InvalidHand):
            report(table, 1, [5, 4, 3], went_out=1, at=FORCE_END)
        report(table, 1, [5, 4, 3], went_out=None, at=FORCE_END)
        assert reload(table).end_reason == Table.EndReason.TIME


class TestCorrectingAHand:
    def test_changes_the_points_and_keeps_what_stood_before_in_the_ledger(self, table):
        deal(table)
        report(table, 1, [30, 20, 10], went_out=1)
        correct(table, 1, [13, 20, 10], went_out=2)

        assert totals(table) == {1: 13, 2: 20, 3: 10}
        entry = LedgerEntry.objects.get(verb="correct hand")
        assert entry.before["entered"]["points"] == [30, 20, 10]
        assert entry.after["entered"]["points"] == [13, 20, 10]
        assert entry.after["reason"] == "a line was misread"

    @ON_SQLITE
    def test_opens_a_game_again_that_had_ended_by_the_wrong_points(self, table):
        deal(table)
        report(table, 1, [130, 0, 0], went_out=1)
        assert reload(table).status == Table.Status.FINISHED
        correct(table, 1, [13, 0, 0], went_out=1)
        assert reload(table).status == Table.Status.PLAYING

    @ON_SQLITE
    def test_is_possible_after_the_round_is_closed(self, table):
        deal(table)
        report(table, 1, [130, 0, 0], went_out=1)
        ruling.close_round(table.round, by=ANNA, at=NOON + minutes(20))
        version = Tournament.objects.get().results_version
        correct(table, 1, [125, 0, 0], went_out=1)
        assert totals(table)[1] == 125
        assert Tournament.objects.get().results_version == version + 1

    @ON_SQLITE
    def test_needs_a_reason(self, table):
        deal(table)
        report(table, 1, [1, 2, 3], went_out=None)
        with pytest.raises(errors.ReasonMissing):
            correct(table, 1, [3, 2, 1], went_out=None, reason="  ")

    @ON_SQLITE
    def test_of_a_hand_still_running_is_refused(self, table):
        deal(table)
        with pytest.raises(errors.NothingToChange):
            correct(table, 1, [3, 2, 1], went_out=None)


class TestVoidingAHand:
    def test_takes_it_out_of_the_totals_and_frees_its_number(self, table):
        deal(table)
        report(table, 1, [30, 20, 10], went_out=1)
        ruling.void_hand(table, 1, by=ANNA, at=NOON + minutes(12), reason="misdeal")

        assert totals(table) == {1: 0, 2: 0, 3: 0}
        assert deal(table, 1, at=NOON + minutes(13)).status == ScoreSheet.Status.DEALT
        assert ScoreSheet.objects.filter(number=1).count() == 2

    @ON_SQLITE
    def test_of_a_running_hand_lets_the_table_deal_again(self, table):
        deal(table)
        ruling.void_hand(table, 1, by=ANNA, at=NOON, reason="misdeal")
        assert reload(table).status == Table.Status.SEATED


class TestEndingAGame:
    @ON_SQLITE
    def test_keeps_the_points_and_says_who_ended_it(self, table):
        deal(table)
        report(table, 1, [30, 20, 10], went_out=1)
        ruling.end_game(table, by=ANNA, at=NOON + minutes(40), reason="a player fell ill")
        assert reload(table).end_reason == Table.EndReason.CONDUCTOR
        assert totals(table)[1] == 30

    @ON_SQLITE
    def test_is_written_down_with_the_name_of_the_table_once(self, table):
        ruling.end_game(table, by=ANNA, at=NOON, reason="a player fell ill")
        written = LedgerEntry.objects.get(verb="end game")
        assert written.subject == f"{table.round.tournament}, Round 1, Table 1"

    @ON_SQLITE
    def test_waits_for_the_running_hand(self, table):
        deal(table)
        with pytest.raises(errors.HandStillRunning):
            ruling.end_game(table, by=ANNA, at=NOON, reason="a player fell ill")

    @ON_SQLITE
    def test_is_not_undone_by_a_later_correction(self, table):
        deal(table)
        report(table, 1, [30, 20, 10], went_out=1)
        ruling.end_game(table, by=ANNA, at=NOON + minutes(40), reason="a player fell ill")
        correct(table, 1, [31, 20, 10], went_out=1)
        assert reload(table).end_reason == Table.EndReason.CONDUCTOR


class TestClosingARound:
    @ON_SQLITE
    def test_waits_for_the_tables_that_still_play_and_names_them(self, table):
        with pytest.raises(errors.TablesStillPlaying) as refusal:
            ruling.close_round(table.round, by=ANNA, at=NOON)
        assert "Table 1" in str(refusal.value)

    @ON_SQLITE
    def test_closes_the_books_when_all_tables_have_finished(self, table):
        overtime.end_tables_out_of_time(now=NOON + minutes(101))
        ruling.close_round(table.round, by=ANNA, at=NOON + minutes(102))
        assert reload(table).round.status == Round.Status.CLOSED

    def test_of_the_final_ends_the_tournament(self, table):
        Round.objects.update(kind=Round.Kind.FINAL)
        overtime.end_tables_out_of_time(now=NOON + minutes(101))
        ruling.close_round(table.round, by=ANNA, at=NOON + minutes(102))
        assert Tournament.objects.get().status == Tournament.Status.FINISHED

    @ON_SQLITE
    def test_happens_once(self, table):
        overtime.end_tables_out_of_time(now=NOON + minutes(101))
        ruling.close_round(table.round, by=ANNA, at=NOON + minutes(102))
        with pytest.raises(errors.RoundNotRunning):
            ruling.close_round(table.round, by=ANNA, at=NOON + minutes(103))
