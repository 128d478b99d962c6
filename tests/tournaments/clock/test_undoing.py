"""Undoing what was done to a clock, undoing that, and so on."""

from copy import deepcopy
from datetime import UTC

import pytest
from django.utils import timezone

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
from tournaments.clock import errors, services
from tournaments.clock.next_round import plan_next_round
from tournaments.clock.room import queries
from tournaments.clock.warnings.queries import pauses
from tournaments.models import ClockChange, Round, Table
from tournaments.results.reporting.services import deal_hand

# What holds again is decided in Python: test_changes.py stores changes on PostgreSQL.
pytestmark = [pytest.mark.django_db, pytest.mark.once]

WHY = {"by": ANNA, "reason": "by mistake"}


def at(count):
    return NOON + minutes(count)


@pytest.fixture(scope="module")
def started_once(module_database):
    tournament = make_tournament()
    made = make_round(tournament, [make_entries(tournament, 4)], started_at=None)
    services.start_slot(made, by=ANNA, at=NOON)
    return Round.objects.select_related("tournament__event").get()


@pytest.fixture
def round_(started_once):
    return deepcopy(started_once)


def undo(row, *, when):
    return services.undo(row, at=at(when), **WHY)


def undo_last(subject, *, when):
    return services.undo_last(subject, at=at(when), **WHY)


def ends(subject):
    subject.refresh_from_db()
    return subject.ends_at and (subject.ends_at - NOON) / minutes(1)


class TestAStart:
    def undone_and_taken_up_again(self, round_):
        return undo(undo_last(round_, when=1), when=2)

    def restarted_with_the_start_undone(self, round_):
        restart = change_clock(round_, "restart", at=at(1), **WHY)
        undo(ClockChange.objects.get(act="start"), when=2)
        return restart

    @pytest.mark.parametrize("begin", [undone_and_taken_up_again, restarted_with_the_start_undone])
    def test_that_holds_again_stays_once_a_hand_was_dealt(self, round_, begin):
        holding = begin(self, round_)
        table = Table.objects.get()
        deal_hand(table, 1, by=ANNA, at=at(3))
        with pytest.raises(errors.HandsWereDealt):
            undo(holding, when=4)
        table.refresh_from_db()
        round_.refresh_from_db()
        assert round_.status == Round.Status.RUNNING
        assert table.status == Table.Status.PLAYING

    def test_that_holds_again_is_undone_again_before_the_first_hand(self, round_):
        undo(self.undone_and_taken_up_again(round_), when=3)
        round_.refresh_from_db()
        assert (round_.status, round_.started_at) == (Round.Status.PUBLISHED, None)


class TestAPlanOfTheNextRound:
    @pytest.fixture
    def tournament(self, round_):
        return round_.tournament

    def plan(self, tournament, minute, *, when):
        return plan_next_round(tournament, at(minute), at=at(when), **WHY)

    def planned(self, tournament):
        tournament.refresh_from_db()
        return tournament.next_round_at

    def test_that_holds_again_is_undone_again(self, tournament):
        first = self.plan(tournament, 150, when=1)
        for when in (2, 5, 8):
            undone = undo(first, when=when)
            assert self.planned(tournament) is None
            with pytest.raises(errors.UndoneAlready):
                undo(first, when=when + 1)
            undo(undone, when=when + 2)
            assert self.planned(tournament) == at(150)

    def test_is_not_undone_under_a_later_one(self, tournament):
        first = self.plan(tournament, 150, when=1)
        second = self.plan(tournament, 165, when=2)
        with timezone.override(UTC), pytest.raises(errors.PlannedAgainSince, match="at 14:45"):
            undo(first, when=3)
        undo(second, when=4)
        assert self.planned(tournament) == at(150)
        undo(first, when=5)
        assert self.planned(tournament) is None

    def test_is_over_once_the_round_has_started(self):
        tournament = make_tournament(make_event("Another Day"), name="Another")
        made = make_round(tournament, [make_entries(tournament, 4)], started_at=None)
        self.plan(tournament, 10, when=1)
        later = self.plan(tournament, 20, when=2)
        services.start_slot(made, by=ANNA, at=at(18))
        with pytest.raises(errors.PlanIsOver):
            undo(later, when=19)
        assert self.planned(tournament) is None

    def test_stays_over_once_the_start_of_its_round_was_undone(self):
        """The sentence is true then, too."""
        tournament = make_tournament(make_event("Another Day"), name="Another")
        made = make_round(tournament, [make_entries(tournament, 4)], started_at=None)
        planned = self.plan(tournament, 10, when=1)
        services.start_slot(made, by=ANNA, at=at(9))
        undo_last(Round.objects.get(pk=made.pk), when=10)
        assert self.planned(tournament) is None
        with pytest.raises(errors.PlanIsOver, match="ended when its round was started"):
            undo(planned, when=11)


class TestWhatHoldsAgain:
    """Its undoing was undone."""

    @pytest.mark.parametrize("of_table", [False, True], ids=["round", "table"])
    def test_is_the_last_change_to_undo(self, round_, of_table):
        subject = Table.objects.select_related("round").get() if of_table else round_
        change_clock(subject, "extra", amount=minutes(10), at=at(10), **WHY)
        undo(undo_last(subject, when=11), when=12)
        assert ends(subject) == 130
        undo_last(subject, when=13)
        assert ends(subject) == (None if of_table else 120)

    def test_is_undone_by_its_own_row_and_taken_up_as_often_as_you_like(self, round_):
        extra = change_clock(round_, "extra", amount=minutes(10), at=at(10), **WHY)
        for when in (20, 30, 40):
            undone = undo(extra, when=when)
            assert ends(round_) == 120
            with pytest.raises(errors.UndoneAlready):
                undo(extra, when=when + 1)
            undo(undone, when=when + 2)
            assert ends(round_) == 130

    def test_is_not_called_undone_in_the_clock_room(self, round_):
        extra = change_clock(round_, "extra", amount=minutes(10), at=at(10), **WHY)
        undone = undo(extra, when=11)
        assert self.called_undone(round_) == {extra.pk}
        undo(undone, when=12)
        assert self.called_undone(round_) == {undone.pk}

    def called_undone(self, round_):
        (slot,) = queries.slots(round_.tournament.event, now=at(15))
        return {change.pk for change in slot.changes if change.pk in slot.undone}

    def test_gives_its_reason_on_pages_if_it_is_a_pause(self, round_):
        change_clock(round_, "pause", at=at(10), by=ANNA, reason="a fire alarm")
        undo(undo_last(round_, when=11), when=12)
        assert [one.reason for one in pauses(round_.tournament.event, now=at(13))] == [
            "a fire alarm"
        ]
