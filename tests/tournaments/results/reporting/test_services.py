"""Hands of a table (express-tournament.txt, "Tournament time management")."""

from copy import deepcopy

import pytest
from django.db import IntegrityError, transaction

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
from tests.tournaments.results.tables import at_seat, kept_keys
from tests.tournaments.signup.sessions import make_players
from tournaments.events.ledger.sealing import seal_all
from tournaments.ledger import Actor
from tournaments.models import (
    Event,
    LedgerEntry,
    Round,
    ScoreSheet,
    SheetLine,
    Table,
    Tournament,
)
from tournaments.results import errors, queries
from tournaments.results.overtime import services as overtime
from tournaments.results.reporting import services as reporting

pytestmark = pytest.mark.django_db


LATER = NOON + minutes(15)

HAND = QuickHand(points={1: 30, 2: 12, 3: 0, 4: -5}, went_out=1)


@pytest.fixture(scope="module")
def seated_once(module_database):
    tournament = make_tournament(make_event("Shared Meet"))
    return make_round(tournament, [make_entries(tournament, 4)]).tables.get()


@pytest.fixture
def table(seated_once):
    return deepcopy(seated_once)


def deal(table, number=1, *, at=NOON):
    return reporting.deal_hand(table, number, by=ANNA, at=at)


def report(table, number=1, hand=HAND, *, at=LATER, key=None, by=ANNA):
    return reporting.report_hand(
        table, number, hand, by=by, at=at, key=key or f"{table.code}-{number}-0123456789"
    )


def play(table, number, hand, *, at, by=ANNA):
    deal(table, number, at=at)
    report(table, number, hand, at=at + minutes(10), by=by)


def reload(table):
    return Table.objects.get(pk=table.pk)


class TestDealing:
    @ON_SQLITE
    def test_a_hand_is_dealt_while_the_slot_is_open(self, table):
        sheet = deal(table)
        assert (sheet.number, sheet.status) == (1, ScoreSheet.Status.DEALT)
        assert reload(table).status == Table.Status.PLAYING

    def test_two_phones_that_deal_the_same_hand_get_the_same_hand(self, table):
        assert deal(table).pk == deal(table).pk
        assert ScoreSheet.objects.count() == 1

    def test_a_hand_may_be_dealt_at_the_cutoff_but_not_after_it(self, table):
        cutoff = NOON + minutes(100)
        with pytest.raises(errors.CutoffPassed) as refusal:
            deal(table, at=cutoff + minutes(1))
        assert str(refusal.value) == "No new hands: the cutoff was at 13:40."
        assert deal(table, at=cutoff).number == 1

    def test_the_database_itself_refuses_a_hand_after_the_cutoff(self, table):
        with pytest.raises(IntegrityError), transaction.atomic():
            ScoreSheet.objects.create(
                table=table, number=1, dealt_at=NOON + minutes(101), cutoff_at=NOON + minutes(100)
            )

    @ON_SQLITE
    def test_the_next_hand_waits_until_the_running_one_is_reported(self, table):
        deal(table)
        with pytest.raises(errors.HandStillRunning):
            deal(table, 2)

    @ON_SQLITE
    @pytest.mark.parametrize("number", [-1, 0, 2, 99])
    def test_hands_are_dealt_in_turn(self, table, number):
        with pytest.raises(errors.HandOutOfTurn):
            deal(table, number)

    @ON_SQLITE
    def test_no_hand_is_dealt_before_the_slot_starts(self):
        tournament = make_tournament()
        table = make_round(tournament, [make_entries(tournament, 4)], started_at=None).tables.get()
        with pytest.raises(errors.SlotNotRunning):
            deal(table)

    @ON_SQLITE
    def test_no_hand_is_dealt_when_the_game_has_ended(self, table):
        play(table, 1, QuickHand({1: 120, 2: 0, 3: 0, 4: 0}, 1), at=NOON)
        with pytest.raises(errors.TableFinished):
            deal(table, 2, at=NOON + minutes(20))


class TestReporting:
    def test_a_hand_is_stored_with_points_and_who_went_out(self, table):
        deal(table)
        assert not report(table).repeated
        sheet = ScoreSheet.objects.get()
        assert sheet.status == ScoreSheet.Status.REPORTED
        assert sheet.went_out.position == 1
        assert dict(sheet.lines.values_list("seat__position", "points")) == HAND.points

    @ON_SQLITE
    def test_each_report_makes_the_standings_stale(self, table):
        before = Tournament.objects.get().results_version
        deal(table)
        report(table)
        assert Tournament.objects.get().results_version == before + 1

    def test_the_same_report_sent_again_is_answered_and_not_stored_again(self, table):
        deal(table)
        report(table)
        assert report(table).repeated
        assert SheetLine.objects.count() == 4
        seal_all(now=NOON)
        assert LedgerEntry.objects.filter(verb="report hand").count() == 1

    def test_the_same_hand_from_another_phone_is_merged(self, table):
        deal(table)
        report(table)
        assert report(table, key="another-phone-0123456789").repeated
        assert ScoreSheet.objects.count() == 1

    @ON_SQLITE
    def test_the_page_names_who_reported_from_a_seat_that_was_taken_over(self, table):
        seat, (dan,) = table.seats.get(position=1), make_players(Event.objects.get(), 1)
        play(table, 1, HAND, at=NOON, by=at_seat(table, 1))
        table.seats.filter(pk=seat.pk).update(played_by=dan)
        play(table, 2, HAND, at=LATER, by=Actor(name=dan.name, player=dan))
        rows = queries.shown_table(table, now=LATER).rows(None)
        assert [row.reported_by for row in rows] == [dan.name, str(seat.entry)]

    @ON_SQLITE
    def test_other_points_for_a_reported_hand_are_refused_and_what_stood_stands(self, table):
        deal(table)
        report(table)
        with pytest.raises(errors.HandAlreadyReported):
            report(table, hand=QuickHand({1: 9, 2: 9, 3: 9, 4: 9}, None), key="other-0123456789")
        assert dict(SheetLine.objects.values_list("seat__position", "points")) == HAND.points

    def test_a_key_used_for_other_content_is_refused(self, table):
        deal(table)
        report(table, key="one-key-0123456789")
        with pytest.raises(errors.KeyReused):
            report(table, hand=QuickHand({1: 1, 2: 1, 3: 1, 4: 1}, 2), key="one-key-0123456789")

    def test_a_refused_report_leaves_its_key_free_for_the_corrected_one(self, table):
        deal(table)
        with pytest.raises(errors.InvalidHand):
            report(table, hand=QuickHand({1: 10}, 1), key="one-key-0123456789")
        assert kept_keys() == 0
        assert not report(table, key="one-key-0123456789").repeated

    @ON_SQLITE
    def test_a_hand_that_was_not_dealt_is_refused(self, table):
        with pytest.raises(errors.HandNotDealt):
            report(table, 3)

    @ON_SQLITE
    @pytest.mark.parametrize(
        "hand",
        [
            QuickHand({1: 10, 2: 10, 3: 10}, 1),
            QuickHand({1: 10, 2: 10, 3: 10, 4: 10, 5: 10}, 1),
            QuickHand({1: 10, 2: 10, 3: 10, 4: 1000}, 1),
            QuickHand({1: 10, 2: 10, 3: 10, 4: 10}, 5),
        ],
        ids=["a seat is missing", "a seat too many", "too many points", "nobody sits there"],
    )
    def test_a_hand_that_cannot_be_right_is_refused(self, table, hand):
        deal(table)
        with pytest.raises(errors.InvalidHand):
            report(table, hand=hand)
        assert SheetLine.objects.count() == 0

    @ON_SQLITE
    def test_a_hand_dealt_before_the_cutoff_is_reported_after_it(self, table):
        deal(table, at=NOON + minutes(99))
        assert not report(table, at=NOON + minutes(112)).repeated

    @ON_SQLITE
    def test_a_closed_round_takes_no_report(self, table):
        deal(table)
        Round.objects.update(status=Round.Status.CLOSED, closed_at=NOON + minutes(130))
        with pytest.raises(errors.SlotNotRunning):
            report(table)


class TestTheEndOfAGame:
    @ON_SQLITE
    def test_it_ends_when_a_player_has_the_target_at_the_end_of_a_hand(self, table):
        play(table, 1, QuickHand({1: 80, 2: 0, 3: 0, 4: 0}, 1), at=NOON)
        assert reload(table).status == Table.Status.PLAYING
        play(table, 2, QuickHand({1: 40, 2: 0, 3: 0, 4: 0}, 1), at=NOON + minutes(20))
        assert reload(table).end_reason == Table.EndReason.TARGET

    @ON_SQLITE
    def test_it_ends_with_the_last_hand_after_the_cutoff(self, table):
        play(table, 1, HAND, at=NOON + minutes(95))
        assert reload(table).end_reason == Table.EndReason.TIME

    @ON_SQLITE
    def test_it_ends_at_the_cutoff_where_no_hand_is_running(self, table):
        play(table, 1, HAND, at=NOON)
        assert overtime.end_tables_out_of_time(now=NOON + minutes(100)) == 0
        assert overtime.end_tables_out_of_time(now=NOON + minutes(101)) == 1
        assert overtime.end_tables_out_of_time(now=NOON + minutes(102)) == 0
        assert reload(table).end_reason == Table.EndReason.TIME

    @ON_SQLITE
    def test_time_does_not_end_a_running_hand(self, table):
        deal(table, at=NOON + minutes(99))
        assert overtime.end_tables_out_of_time(now=NOON + minutes(130)) == 0
        assert reload(table).status == Table.Status.PLAYING
