"""Undoing what was done to a clock, undoing that, and so on."""

import pytest

from tests.builders import ANNA, NOON, make_entries, make_round, make_tournament, minutes
from tests.clocks import change_clock
from tournaments.clock import errors, services
from tournaments.models import ClockChange, Round, Table
from tournaments.results.reporting.services import deal_hand

pytestmark = pytest.mark.django_db

WHY = {"by": ANNA, "reason": "by mistake"}


def at(count):
    return NOON + minutes(count)


@pytest.fixture
def round_():
    tournament = make_tournament()
    made = make_round(tournament, [make_entries(tournament, 4)], started_at=None)
    services.start_slot(made, by=ANNA, at=NOON)
    return Round.objects.select_related("tournament__event").get()


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
