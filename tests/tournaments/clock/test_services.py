import pytest

from tests.builders import ANNA, NOON, make_entries, make_round, make_tournament, minutes
from tournaments.clock import errors, services
from tournaments.models import ClockWarning, LedgerEntry, Round, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def published():
    tournament = make_tournament()
    return make_round(tournament, [make_entries(tournament, 4)], started_at=None)


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
