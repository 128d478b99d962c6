"""Rulings of conductors about a hand, who of them may, and how the last act is undone."""

from copy import deepcopy

import pytest

from games.sheet import QuickHand
from tests.builders import (
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
)
from tests.tournaments.results.tables import FIRST, OTHER, at_seat, deal, play, report, totals
from tournaments.events.ledger.sealing import seal_all
from tournaments.ledger import Actor
from tournaments.models import (
    LedgerEntry,
    Role,
    Round,
    ScoreSheet,
    SheetLine,
    SheetVersion,
    Staff,
    Table,
    Tournament,
)
from tournaments.results import errors
from tournaments.results.confirming import services as confirming
from tournaments.results.ruling import services as ruling
from tournaments.results.ruling import undoing

# Who may judge, and what an undoing leaves, is Python; ../test_many_at_once.py and the races of
# tests/faults/racing rule on PostgreSQL.
pytestmark = [pytest.mark.django_db, pytest.mark.once]

LATER = NOON + minutes(20)
THIRD = QuickHand(points={1: 29, 2: 12, 3: 0, 4: -5}, went_out=1)
Status = ScoreSheet.Status


@pytest.fixture(scope="module")
def seated_once(module_database):
    tournament = make_tournament(make_event("Shared Meet"))
    return make_round(tournament, [make_entries(tournament, 4)]).tables.get()


@pytest.fixture
def table(seated_once):
    return deepcopy(seated_once)


@pytest.fixture
def clara(table):
    return Actor("Clara", user=make_conductor(table.round.tournament.event))


@pytest.fixture
def disputed(table):
    play(table)
    confirming.dispute_sheet(table, 1, OTHER, by=at_seat(table, 2), at=LATER)
    return table


def reload(table):
    return Table.objects.get(pk=table.pk)


class TestRuling:
    @pytest.mark.each_database
    def test_for_the_proposal_changes_what_counts_and_keeps_every_version(self, disputed, clara):
        ruling.rule_sheet(disputed, 1, OTHER, by=clara, at=LATER, version=3)
        sheet = ScoreSheet.objects.get()
        assert (sheet.status, sheet.version) == (Status.RULED, 4)
        assert totals(disputed) == OTHER.points
        said = [v.data.get("points") for v in sheet.versions.order_by("number")]
        assert said == [None, [30, 12, 0, -5], [30, 12, 0, -5], [31, 12, 0, -5]]
        entry = LedgerEntry.objects.get(verb="rule hand")
        assert (entry.before["status"], entry.after["status"]) == ("disputed", "ruled")

    def test_for_what_was_reported_needs_no_reason(self, disputed, clara):
        ruling.rule_sheet(disputed, 1, FIRST, by=clara, at=LATER)
        assert totals(disputed) == FIRST.points

    def test_for_a_third_value_needs_a_reason(self, disputed, clara):
        with pytest.raises(errors.ReasonMissing):
            ruling.rule_sheet(disputed, 1, THIRD, by=clara, at=LATER)
        ruling.rule_sheet(disputed, 1, THIRD, by=clara, at=LATER, reason="counted again")
        assert SheetVersion.objects.get(act="rule").reason == "counted again"

    def test_what_nobody_disputes_is_not_ruled(self, table, clara):
        play(table)
        with pytest.raises(errors.NotDisputed):
            ruling.rule_sheet(table, 1, OTHER, by=clara, at=LATER)

    def test_on_an_older_version_is_refused_with_what_stands(self, disputed, clara):
        with pytest.raises(errors.SheetChanged):
            ruling.rule_sheet(disputed, 1, OTHER, by=clara, at=LATER, version=2)

    def test_a_conductor_can_confirm_what_was_reported(self, table, clara):
        play(table)
        ruling.confirm_hand(table, 1, by=clara, at=LATER, version=2)
        assert ScoreSheet.objects.get().status == Status.CONFIRMED


class TestAConductorWhoPlays:
    """May not judge an own table while another conductor could."""

    @pytest.fixture
    def own(self, table, clara):
        player = table.seats.get(position=3).entry.player
        Staff.objects.filter(user=clara.user).update(player=player)
        return clara

    ACTS = [
        lambda table, by: ruling.confirm_hand(table, 1, by=by, at=LATER),
        lambda table, by: ruling.correct_hand(table, 1, OTHER, by=by, at=LATER, reason="x"),
        lambda table, by: ruling.void_hand(table, 1, by=by, at=LATER, reason="x"),
        lambda table, by: undoing.undo_last(table, by=by, at=LATER, reason="x"),
        lambda table, by: ruling.end_game(table, by=by, at=LATER, reason="x"),
    ]

    @pytest.mark.parametrize("act", ACTS)
    def test_leaves_it_to_another(self, table, own, act):
        make_conductor(table.round.tournament.event, "other@example.org", Role.CONDUCTOR)
        play(table)
        with pytest.raises(errors.ConductorPlaysHere):
            act(table, own)

    @pytest.mark.parametrize("act", ACTS)
    def test_acts_where_there_is_no_other_and_it_is_marked(self, table, own, act):
        make_conductor(table.round.tournament.event, "scorer@example.org", Role.SCOREKEEPER)
        play(table)
        act(table, own)
        assert LedgerEntry.objects.order_by("-pk").first().after["own_table"] is True

    def test_does_not_count_another_who_plays_there_too(self, table, own):
        other = make_conductor(table.round.tournament.event, "two@example.org", Role.CONDUCTOR)
        Staff.objects.filter(user=other).update(player=table.seats.get(position=4).entry.player)
        play(table)
        ruling.void_hand(table, 1, by=own, at=LATER, reason="x")

    def test_is_known_by_the_seat_that_is_open_on_the_phone_as_well(self, table, clara):
        make_conductor(table.round.tournament.event, "other@example.org", Role.CONDUCTOR)
        play(table)
        by = Actor("Clara", user=clara.user, player=table.seats.get(position=2).entry.player)
        with pytest.raises(errors.ConductorPlaysHere):
            ruling.void_hand(table, 1, by=by, at=LATER, reason="x")

    def test_may_end_no_hand_there(self, table, own):
        make_conductor(table.round.tournament.event, "other@example.org", Role.CONDUCTOR)
        deal(table)
        with pytest.raises(errors.ConductorPlaysHere):
            ruling.force_end_hand(table, 1, by=own, at=NOON + minutes(115))

    def test_decides_at_other_tables_as_any(self, table, own):
        tournament = make_tournament(table.round.tournament.event, name="Other")
        other = make_round(tournament, [make_entries(tournament, 4)]).tables.get()
        make_conductor(tournament.event, "other@example.org", Role.CONDUCTOR)
        play(other)
        ruling.void_hand(other, 1, by=own, at=LATER, reason="x")


class TestUndoing:
    def undo(self, table, by, **facts):
        return undoing.undo_last(table, by=by, at=LATER, reason="a slip", **facts)

    def test_a_report_leaves_the_hand_being_played(self, table, clara):
        play(table)
        self.undo(table, clara)
        sheet = ScoreSheet.objects.get()
        assert (sheet.status, sheet.data, sheet.version) == (Status.DEALT, {}, 3)
        assert SheetLine.objects.count() == 0
        assert report(table, hand=OTHER, version=3).status == Status.REPORTED

    @pytest.mark.each_database
    def test_goes_further_back_act_by_act(self, table, clara):
        play(table)
        confirming.confirm_sheet(table, 1, by=at_seat(table, 2), at=LATER)
        for status in (Status.REPORTED, Status.DEALT, Status.VOIDED):
            self.undo(table, clara)
            assert ScoreSheet.objects.get().status == status
        with pytest.raises(errors.NothingToUndo):
            self.undo(table, clara)
        assert SheetVersion.objects.count() == 6
        assert reload(table).status == Table.Status.SEATED

    def test_a_dispute_of_an_agreed_hand_leaves_it_agreed(self, table, clara):
        play(table)
        confirming.confirm_sheet(table, 1, by=at_seat(table, 2), at=NOON + minutes(12))
        confirming.dispute_sheet(table, 1, OTHER, by=at_seat(table, 3), at=NOON + minutes(13))
        self.undo(table, clara)
        sheet = ScoreSheet.objects.get()
        assert (sheet.status, sheet.confirmed_by_seat.position) == (Status.CONFIRMED, 2)
        assert sheet.confirmed_at == NOON + minutes(12)

    def test_a_ruling_leaves_the_dispute(self, disputed, clara):
        ruling.rule_sheet(disputed, 1, OTHER, by=clara, at=LATER)
        self.undo(disputed, clara)
        assert ScoreSheet.objects.get().status == Status.DISPUTED
        assert totals(disputed) == FIRST.points

    def test_a_voiding_gives_the_hand_back(self, table, clara):
        play(table)
        ruling.void_hand(table, 1, by=clara, at=LATER, reason="x")
        self.undo(table, clara)
        assert totals(table) == FIRST.points

    @pytest.mark.each_database
    def test_a_correction_gives_what_stood_before(self, table, clara):
        play(table)
        ruling.correct_hand(table, 1, OTHER, by=clara, at=LATER, reason="x")
        version = Tournament.objects.get().results_version
        self.undo(table, clara)
        assert totals(table) == FIRST.points
        assert Tournament.objects.get().results_version == version + 1

    def test_is_itself_an_act_that_the_ledger_keeps(self, table, clara):
        play(table)
        self.undo(table, clara)
        entry = LedgerEntry.objects.get(verb="undo at table")
        assert entry.before["entered"]["points"] == [30, 12, 0, -5]
        assert entry.after == {
            "status": "dealt", "entered": {}, "undone": "report", "reason": "a slip"
        }  # fmt: skip

    def test_of_an_act_that_is_not_the_last_any_more_is_refused(self, table, clara):
        play(table)
        last = undoing.standing_versions(table)[-1]
        deal(table, 2, at=LATER)
        with pytest.raises(errors.LaterActs):
            self.undo(table, clara, last=last.pk)

    def test_twice_by_a_double_tap_undoes_one_act(self, table, clara):
        play(table)
        last = undoing.standing_versions(table)[-1]
        self.undo(table, clara, last=last.pk)
        with pytest.raises(errors.LaterActs):
            self.undo(table, clara, last=last.pk)

    def test_is_refused_once_the_round_is_closed_or_the_game_was_ended(self, table, clara):
        play(table)
        ruling.end_game(table, by=clara, at=LATER, reason="x")
        with pytest.raises(errors.GameEndedSince):
            self.undo(table, clara)
        Round.objects.update(status=Round.Status.CLOSED, closed_at=LATER)
        with pytest.raises(errors.RoundIsClosed):
            self.undo(table, clara)

    def test_needs_a_reason(self, table, clara):
        play(table)
        with pytest.raises(errors.ReasonMissing):
            undoing.undo_last(table, by=clara, at=LATER, reason=" ")


class TestTheRecord:
    @pytest.mark.parametrize("rows", [LedgerEntry, SheetVersion], ids=lambda m: m.__name__)
    @pytest.mark.parametrize("harm", ["delete", "update"])
    def test_nothing_changes_or_deletes_what_is_written(self, table, rows, harm):
        play(table)
        seal_all(now=LATER)
        with pytest.raises(TypeError):
            getattr(rows.objects.all(), harm)()
        one = rows.objects.first()
        with pytest.raises(TypeError):
            one.delete()
        with pytest.raises(TypeError):
            one.save()
