"""The warnings that pages show."""

import pytest

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
from tournaments.clock import services
from tournaments.clock.warnings import services as firing
from tournaments.clock.warnings.queries import recent_notices
from tournaments.models import Round


@pytest.fixture
def round_():
    tournament = make_tournament(make_event(time_zone="Europe/Paris"))
    tables = [make_entries(tournament, 4) for _ in range(2)]
    made = make_round(tournament, tables, started_at=None)
    return services.start_slot(made, by=ANNA, at=NOON)


def at(count):
    return NOON + minutes(count)


@pytest.mark.django_db
class TestTheNoticesOfATable:
    def kinds(self, round_, when, code=""):
        event = round_.tournament.event
        return [w.kind for w in recent_notices(event, now=at(when), code=code)]

    def test_are_those_of_its_round(self, round_):
        firing.fire_due_warnings(now=at(101))
        code = round_.tables.first().code
        assert self.kinds(round_, 101, code) == ["cutoff", "early"]

    def test_are_its_own_where_its_clock_is_another(self, round_):
        one, other = round_.tables.order_by("number")
        change_clock(one, "cutoff", amount=minutes(5), by=ANNA, at=at(50), reason="slow")
        firing.fire_due_warnings(now=at(101))
        assert self.kinds(round_, 101, one.code) == ["early"]
        assert self.kinds(round_, 101, other.code) == ["cutoff", "early"]
        firing.fire_due_warnings(now=at(105))
        assert self.kinds(round_, 105, one.code) == ["cutoff", "early"]
        assert self.kinds(round_, 105) == ["cutoff", "early"]  # not those of a table

    def test_come_with_the_latest_first(self, round_):
        firing.fire_due_warnings(now=at(101))
        assert self.kinds(round_, 101) == ["cutoff", "early"]

    def test_say_until_when_they_hold_and_are_gone_with_their_round(self, round_, client):
        firing.fire_due_warnings(now=at(101))
        (warning, *_) = recent_notices(round_.tournament.event, now=at(102))
        assert warning.until == warning.fired_at + minutes(30)
        assert self.kinds(round_, 132) == []
        Round.objects.update(status="closed", closed_at=at(103))
        assert self.kinds(round_, 103) == []

    def test_are_asked_for_again_when_a_round_of_the_event_changes(self, round_, client):
        event = round_.tournament.event
        assert (
            f'data-live="notices-{event.pk} event-{event.pk}"'
            in client.get(event.get_absolute_url()).text
        )
