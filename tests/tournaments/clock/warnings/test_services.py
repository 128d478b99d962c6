"""Warnings fire when they are due, once, and only while they are true."""

import pytest
from django.db import IntegrityError, transaction

from tests.builders import ANNA, NOON, make_entries, make_round, make_tournament, minutes
from tournaments.clock import services
from tournaments.clock.warnings import services as firing
from tournaments.models import ClockWarning, Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def published():
    tournament = make_tournament()
    return make_round(tournament, [make_entries(tournament, 4)], started_at=None)


def fired():
    return sorted(ClockWarning.objects.exclude(fired_at=None).values_list("kind", flat=True))


def test_a_warning_fires_when_it_is_due_and_only_once(published):
    services.start_slot(published, by=ANNA, at=NOON)

    assert firing.fire_due_warnings(now=NOON + minutes(89)) == 0
    assert firing.fire_due_warnings(now=NOON + minutes(90)) == 1
    assert firing.fire_due_warnings(now=NOON + minutes(91)) == 0
    assert fired() == ["early"]


def test_warnings_that_were_missed_fire_late_rather_than_never(published):
    services.start_slot(published, by=ANNA, at=NOON)
    assert firing.fire_due_warnings(now=NOON + minutes(111)) == 3
    assert fired() == ["cutoff", "early", "force_end"]


def test_a_warning_of_an_older_plan_stays_silent(published):
    services.start_slot(published, by=ANNA, at=NOON)
    Round.objects.update(clock_epoch=2)
    assert firing.fire_due_warnings(now=NOON + minutes(200)) == 0


def test_a_warning_of_a_closed_round_stays_silent(published):
    services.start_slot(published, by=ANNA, at=NOON)
    Round.objects.update(status=Round.Status.CLOSED, closed_at=NOON + minutes(50))
    assert firing.fire_due_warnings(now=NOON + minutes(200)) == 0


def test_the_database_itself_refuses_a_second_plan_of_the_same_warning(published):
    services.start_slot(published, by=ANNA, at=NOON)
    warning = ClockWarning.objects.first()
    with pytest.raises(IntegrityError), transaction.atomic():
        ClockWarning.objects.create(
            tournament=warning.tournament,
            round=warning.round,
            kind=warning.kind,
            epoch=warning.epoch,
            due_at=NOON,
        )
