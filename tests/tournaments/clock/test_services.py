import pytest
from django.db import IntegrityError, transaction

from tests.builders import ANNA, NOON, make_entries, make_round, make_tournament, minutes
from tournaments.clock import errors, services
from tournaments.clock.warnings import services as firing
from tournaments.clock.warnings.queries import recent_notices
from tournaments.models import ClockWarning, LedgerEntry, Round, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def published():
    tournament = make_tournament()
    return make_round(tournament, [make_entries(tournament, 4)], started_at=None)


def fired():
    return sorted(ClockWarning.objects.exclude(fired_at=None).values_list("kind", flat=True))


def test_starting_a_slot_sets_its_deadlines_and_plans_its_warnings(published):
    round_ = services.start_slot(published, by=ANNA, at=NOON)

    assert round_.status == Round.Status.RUNNING
    assert round_.cutoff_at == NOON + minutes(100)
    assert {w.kind: w.due_at for w in ClockWarning.objects.all()} == {
        "early": NOON + minutes(90),
        "cutoff": NOON + minutes(100),
        "force_end": NOON + minutes(110),
        "end": NOON + minutes(120),
    }
    assert Tournament.objects.get().status == Tournament.Status.RUNNING
    assert LedgerEntry.objects.get().verb == "start slot"


def test_the_final_has_three_hours():
    tournament = make_tournament()
    final = make_round(
        tournament, [make_entries(tournament, 4)], started_at=None, kind=Round.Kind.FINAL
    )
    assert services.start_slot(final, by=ANNA, at=NOON).ends_at == NOON + minutes(180)


def test_a_slot_starts_only_once(published):
    services.start_slot(published, by=ANNA, at=NOON)
    with pytest.raises(errors.SlotAlreadyStarted):
        services.start_slot(published, by=ANNA, at=NOON + minutes(5))
    assert Round.objects.get().started_at == NOON
    assert ClockWarning.objects.count() == 4


def test_a_slot_does_not_start_before_its_seating_is_published(published):
    Round.objects.update(status=Round.Status.SEATED)
    with pytest.raises(errors.RoundNotPublished):
        services.start_slot(published, by=ANNA, at=NOON)


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


def test_the_room_is_shown_the_latest_warnings_first(published):
    round_ = services.start_slot(published, by=ANNA, at=NOON)
    now = NOON + minutes(101)
    firing.fire_due_warnings(now=now)
    notices = recent_notices(round_.tournament.event, now=now)
    assert [notice.kind for notice in notices] == ["cutoff", "early"]
