"""After a report: the others agree, somebody objects, or time passes."""

from copy import deepcopy

import pytest
from django.db import IntegrityError, transaction

from games.sheet import QuickHand
from tests.builders import NOON, make_entries, make_event, make_round, make_tournament, minutes
from tests.tournaments.results.tables import FIRST, OTHER, at_seat, deal, play, report, totals
from tournaments.events.ledger.sealing import seal_all
from tournaments.ledger import Actor
from tournaments.models import LedgerEntry, Round, ScoreSheet, SheetVersion, Table, Tournament
from tournaments.results import errors
from tournaments.results.confirming import services as confirming
from tournaments.results.overtime import services as overtime
from tournaments.results.reporting import services as reporting
from tournaments.results.ruling import services as ruling

# What an answer to a report means is Python: ../reporting/test_services.py stores sheets on
# PostgreSQL, and there phones race (../test_concurrency.py, ../test_many_at_once.py).
pytestmark = [pytest.mark.django_db, pytest.mark.once]

LATER = NOON + minutes(20)
Status = ScoreSheet.Status


@pytest.fixture(scope="module")
def seated_once(module_database):
    tournament = make_tournament(make_event("Shared Meet"))
    return make_round(tournament, [make_entries(tournament, 4)]).tables.get()


@pytest.fixture
def table(seated_once):
    return deepcopy(seated_once)


def confirm(table, number=1, *, seat=2, at=LATER, **facts):
    return confirming.confirm_sheet(table, number, by=at_seat(table, seat), at=at, **facts)


def dispute(table, proposal=OTHER, *, seat=2, at=LATER, number=1, **facts):
    by = at_seat(table, seat)
    return confirming.dispute_sheet(table, number, proposal, by=by, at=at, **facts)


class TestAgreeing:
    @pytest.mark.each_database
    def test_another_seat_confirms_what_one_reported(self, table):
        play(table)
        receipt = confirm(table)
        sheet = ScoreSheet.objects.get()
        assert (receipt.status, receipt.version) == (Status.CONFIRMED, 3)
        assert (sheet.confirmed_by_seat.position, sheet.confirmed_at) == (2, LATER)
        assert sheet.confirm_due_at is None

    def test_whoever_reported_does_not_confirm(self, table):
        play(table)
        with pytest.raises(errors.OwnReport):
            confirm(table, seat=1)

    @pytest.mark.each_database
    def test_the_database_itself_refuses_one_who_confirms_an_own_report(self, table):
        play(table)
        sheet = ScoreSheet.objects.get()
        sheet.status, sheet.confirmed_at, sheet.confirm_due_at = Status.CONFIRMED, LATER, None
        sheet.confirmed_by_seat = sheet.reported_by_seat
        with pytest.raises(IntegrityError), transaction.atomic():
            sheet.save()

    @pytest.mark.parametrize(
        "by", [Actor(name="a phone"), Actor(name="Anna", player=None)], ids=["phone", "nobody"]
    )
    def test_who_has_no_seat_here_cannot_agree(self, table, by):
        play(table)
        with pytest.raises(errors.NotAtThisTable):
            confirming.confirm_sheet(table, 1, by=by, at=LATER)

    def test_a_player_of_another_table_cannot_agree(self, table):
        play(table)
        stranger = make_entries(table.round.tournament, 1)[0].player
        with pytest.raises(errors.NotAtThisTable):
            confirming.confirm_sheet(table, 1, by=Actor("Zoë", player=stranger), at=LATER)

    def test_the_same_hand_entered_by_another_seat_agrees(self, table):
        play(table)
        receipt = report(table, seat=3, at=LATER, key="another-phone-0123456789", version=1)
        assert (receipt.act, receipt.status) == ("confirm", Status.CONFIRMED)
        assert ScoreSheet.objects.get().confirmed_by_seat.position == 3

    def test_the_same_hand_entered_again_by_its_reporter_does_not(self, table):
        play(table)
        assert report(table, seat=1, key="the-same-phone-0123456789").repeated
        assert ScoreSheet.objects.get().status == Status.REPORTED

    def test_four_who_agree_at_once_agree_once(self, table):
        play(table)
        receipts = [confirm(table, seat=seat, version=2) for seat in (2, 3, 4)]
        assert {receipt.status for receipt in receipts} == {Status.CONFIRMED}
        assert SheetVersion.objects.filter(act="confirm").count() == 1

    def test_an_older_version_than_what_stands_is_not_agreed_to(self, table):
        play(table)
        hand = QuickHand({1: 1, 2: 2, 3: 3, 4: 4}, 2)
        ruling.correct_hand(table, 1, hand, by=Actor("Clara"), at=LATER, reason="misread")
        with pytest.raises(errors.SheetChanged) as refusal:
            confirm(table, version=2)
        assert refusal.value.stands["entered"]["points"] == [1, 2, 3, 4]
        assert refusal.value.stands["version"] == 3

    def test_agreeing_changes_no_standings(self, table):
        play(table)
        before = Tournament.objects.get().results_version
        confirm(table)
        assert Tournament.objects.get().results_version == before
        assert totals(table) == FIRST.points


class TestTime:
    @pytest.mark.each_database
    def test_what_nobody_objects_to_in_time_is_confirmed_by_itself_once(self, table):
        play(table)
        due = NOON + minutes(15)
        assert confirming.confirm_due(now=due - minutes(1)) == 0
        assert confirming.confirm_due(now=due) == 1
        assert confirming.confirm_due(now=due) == 0
        sheet = ScoreSheet.objects.get()
        assert (sheet.status, sheet.confirmed_by_seat) == (Status.CONFIRMED, None)
        seal_all(now=due)
        assert LedgerEntry.objects.get(verb="confirm hand").actor == "Roundhouse"

    def test_a_disputed_hand_waits_for_a_conductor_however_long(self, table):
        play(table)
        dispute(table)
        assert confirming.confirm_due(now=NOON + minutes(600)) == 0

    def test_a_tournament_can_want_people_to_agree(self, table):
        Tournament.objects.update(objection_minutes=0)
        play(Table.objects.get(pk=table.pk))
        assert ScoreSheet.objects.get().confirm_due_at is None


class TestDisputing:
    @pytest.mark.each_database
    def test_keeps_what_was_reported_and_the_proposal_side_by_side(self, table):
        play(table)
        receipt = dispute(table, reason="Anna had 31")
        sheet = ScoreSheet.objects.get()
        version = sheet.versions.get(act="dispute")
        assert receipt.status == sheet.status == Status.DISPUTED
        assert sheet.data["points"] == [30, 12, 0, -5]
        assert version.proposal["points"] == [31, 12, 0, -5]
        assert (version.seat.position, version.device) == (2, "phone2")
        assert version.reason == "Anna had 31"

    def test_a_disputed_hand_counts_as_it_was_reported(self, table):
        play(table)
        dispute(table)
        assert totals(table) == FIRST.points

    def test_what_stands_is_no_objection_without_a_reason(self, table):
        play(table)
        with pytest.raises(errors.NothingWrong):
            dispute(table, FIRST)
        assert dispute(table, None, reason="the hand was misdealt").status == Status.DISPUTED

    def test_an_impossible_proposal_is_refused(self, table):
        play(table)
        with pytest.raises(errors.InvalidHand):
            dispute(table, QuickHand({1: 9999, 2: 0, 3: 0, 4: 0}, 1))
        assert ScoreSheet.objects.get().status == Status.REPORTED

    def test_what_a_conductor_ruled_stands(self, table):
        play(table)
        dispute(table)
        ruling.rule_sheet(table, 1, OTHER, by=Actor("Clara"), at=LATER)
        with pytest.raises(errors.NothingToAgreeTo):
            dispute(table, FIRST, seat=3)

    def test_in_a_closed_round_it_is_for_a_conductor(self, table):
        play(table)
        Round.objects.update(status=Round.Status.CLOSED, closed_at=LATER)
        with pytest.raises(errors.ReportedBeforeTheClose, match="tell a conductor"):
            dispute(table)


class TestWithoutANetwork:
    def test_two_phones_that_entered_a_hand_differently_dispute_it(self, table):
        play(table)
        made_at = NOON + minutes(11)
        receipt = report(table, hand=OTHER, seat=2, at=LATER, offline=True, made_at=made_at)
        version = SheetVersion.objects.get(act="dispute")
        assert (receipt.act, receipt.status) == ("dispute", Status.DISPUTED)
        assert ScoreSheet.objects.get().data["points"] == [30, 12, 0, -5]
        assert (version.proposal["points"][0], version.phone_time) == (31, made_at)

    def test_once_the_round_is_closed_the_second_is_told_to_tell_a_conductor(self, table):
        play(table)
        Round.objects.update(status=Round.Status.CLOSED, closed_at=LATER)
        with pytest.raises(errors.ReportedBeforeTheClose, match="tell a conductor") as refusal:
            report(table, hand=OTHER, seat=2, at=LATER, offline=True, made_at=NOON + minutes(11))
        assert refusal.value.stands["entered"]["points"] == [30, 12, 0, -5]
        assert ScoreSheet.objects.get().status == Status.REPORTED

    def test_the_same_hand_is_agreed_to_also_after_the_round_was_closed(self, table):
        play(table)
        Round.objects.update(status=Round.Status.CLOSED, closed_at=LATER)
        receipt = report(table, seat=2, at=LATER, offline=True, made_at=NOON + minutes(11))
        assert (receipt.act, receipt.status) == ("confirm", Status.CONFIRMED)

    def test_with_a_network_the_second_is_told_what_stands(self, table):
        play(table)
        with pytest.raises(errors.HandAlreadyReported) as refusal:
            report(table, hand=OTHER, seat=2)
        assert refusal.value.stands["entered"]["points"] == [30, 12, 0, -5]

    def test_hands_dealt_and_reported_offline_come_in_later_with_the_phone_s_times(self, table):
        by, now = at_seat(table, 1), NOON + minutes(60)
        for number, minute in ((1, 0), (2, 20)):
            dealt, over = NOON + minutes(minute), NOON + minutes(minute + 15)
            reporting.deal(table, number, by=by, at=now, made_at=dealt)
            report(table, number, at=now, made_at=over, offline=True, version=1)
            sheet = ScoreSheet.objects.get(number=number)
            assert (sheet.dealt_at, sheet.reported_at) == (dealt, over)
            assert sheet.dealt_offline

    def test_a_hand_dealt_before_the_cutoff_is_accepted_after_it(self, table):
        cutoff, now = NOON + minutes(100), NOON + minutes(110)
        overtime.end_tables_out_of_time(now=now)
        by = at_seat(table, 1)
        with pytest.raises(errors.CutoffPassed):
            reporting.deal(table, 1, by=by, at=now, made_at=cutoff + minutes(1))
        receipt = reporting.deal(table, 1, by=by, at=now, made_at=cutoff)
        assert receipt.status == Status.DEALT
        assert ScoreSheet.objects.get().dealt_offline

    def test_a_hand_from_the_future_is_refused(self, table):
        with pytest.raises(errors.DealtInTheFuture):
            reporting.deal(
                table, 1, by=at_seat(table, 1), at=NOON, made_at=NOON + minutes(0.1) * 60
            )

    def test_a_hand_from_before_the_last_one_was_over_begins_when_that_was_over(self, table):
        play(table)
        over = ScoreSheet.objects.get(number=1).reported_at
        reporting.deal(table, 2, by=at_seat(table, 1), at=LATER, made_at=over - minutes(1))
        assert ScoreSheet.objects.get(number=2).dealt_at == over

    def test_a_hand_after_one_that_was_over_after_the_cutoff_is_refused(self, table):
        cutoff = NOON + minutes(100)
        deal(table)
        report(table, at=cutoff + minutes(5))
        with pytest.raises(errors.CutoffPassed):
            reporting.deal(
                table, 2, by=at_seat(table, 1), at=cutoff + minutes(9), made_at=cutoff - minutes(1)
            )

    @pytest.mark.parametrize("is_dealt_again", [False, True])
    def test_a_hand_that_was_voided_meanwhile_does_not_come_back(self, table, is_dealt_again):
        play(table)
        ruling.void_hand(table, 1, by=Actor("Clara"), at=LATER, reason="misdealt")
        if is_dealt_again:
            deal(table, at=LATER + minutes(1))
        by, now, over = at_seat(table, 2), LATER + minutes(9), NOON + minutes(10)
        with pytest.raises(errors.VoidedSince):
            report(table, seat=2, at=now, offline=True, made_at=over, version=1)
        if not is_dealt_again:
            with pytest.raises(errors.VoidedSince):
                reporting.deal(table, 1, by=by, at=now, made_at=NOON)
            reporting.deal(table, 1, by=by, at=now, made_at=LATER + minutes(1))
        report(table, seat=2, at=now, offline=True, made_at=now, version=1)
        assert totals(table) == FIRST.points

    def test_what_another_phone_dealt_and_reported_meanwhile_is_no_second_hand(self, table):
        play(table)
        receipt = reporting.deal(table, 1, by=at_seat(table, 2), at=LATER, made_at=NOON)
        assert receipt.repeated
        assert ScoreSheet.objects.count() == 1


class TestReceipts:
    @pytest.mark.each_database
    def test_a_repeated_key_gets_the_first_answer_whatever_happened_since(self, table):
        deal(table)
        first = report(table, key="one-key-0123456789")
        confirm(table)
        again = report(table, key="one-key-0123456789")
        assert again.repeated
        assert again.plain == first.plain
        assert again.status == Status.REPORTED

    def test_agreeing_and_objecting_have_keys_as_well(self, table):
        play(table)
        first = dispute(table, key="an-objection-0123456789", version=2)
        assert dispute(table, key="an-objection-0123456789", version=2).plain == first.plain
        with pytest.raises(errors.KeyReused):
            dispute(table, FIRST, key="an-objection-0123456789", reason="x")
        assert SheetVersion.objects.filter(act="dispute").count() == 1

    def test_each_version_says_who_when_and_from_where(self, table):
        play(table)
        confirm(table)
        rows = SheetVersion.objects.values_list("number", "act", "seat__position", "device")
        assert list(rows.order_by("number")) == [
            (1, "deal", 1, "phone1"),
            (2, "report", 1, "phone1"),
            (3, "confirm", 2, "phone2"),
        ]

    def test_versions_go_on_counting_where_a_voided_hand_is_dealt_again(self, table):
        play(table)
        ruling.void_hand(table, 1, by=Actor("Clara"), at=LATER, reason="misdeal")
        assert deal(table, 1, at=LATER).version == 4
