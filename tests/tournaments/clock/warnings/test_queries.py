"""The warnings that pages show."""

from copy import deepcopy

import pytest
from django.urls import reverse

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
from tests.selecting import ON_SQLITE
from tournaments import signals
from tournaments.clock import services
from tournaments.clock.next_round import plan_next_round
from tournaments.clock.warnings import services as firing
from tournaments.clock.warnings.queries import recent_notices
from tournaments.models import Round


@pytest.fixture(scope="module")
def started(module_database):
    tournament = make_tournament(make_event(time_zone="Europe/Paris"))
    tables = [make_entries(tournament, 4) for _ in range(2)]
    made = make_round(tournament, tables, started_at=None)
    return services.start_slot(made, by=ANNA, at=NOON)


@pytest.fixture
def round_(started):
    return deepcopy(started)


def at(count):
    return NOON + minutes(count)


@pytest.mark.django_db
class TestTheNoticesOfATable:
    def kinds(self, round_, when, code=""):
        event = round_.tournament.event
        return [w.kind for w in recent_notices(event, now=at(when), code=code)]

    # The next two ask PostgreSQL for the notices of a table, and of its round.
    @ON_SQLITE
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

    @ON_SQLITE
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

    # Whether a notice still holds is one condition, which the others ask PostgreSQL for.
    @ON_SQLITE
    @pytest.mark.parametrize(
        ("act", "facts"),
        [
            ("extra", {"amount": minutes(15)}),
            ("cutoff", {"amount": minutes(5)}),
            ("restart", {}),
        ],
    )
    def test_are_gone_once_their_moment_holds_no_more(self, round_, act, facts):
        firing.fire_due_warnings(now=at(101))
        change_clock(round_, act, by=ANNA, at=at(102), reason="a ruling", **facts)
        assert "cutoff" not in self.kinds(round_, 103)
        assert "cutoff" not in self.kinds(round_, 103, round_.tables.first().code)

    @ON_SQLITE
    def test_are_gone_with_a_start_that_is_taken_back(self, round_):
        firing.fire_due_warnings(now=at(101))
        services.undo_last(round_, by=ANNA, at=at(102), reason="too early")
        assert self.kinds(round_, 103) == []

    @ON_SQLITE
    def test_are_there_again_when_the_change_is_undone(self, round_):
        firing.fire_due_warnings(now=at(101))
        change_clock(round_, "extra", amount=minutes(15), by=ANNA, at=at(102), reason="slow")
        services.undo_last(round_, by=ANNA, at=at(103), reason="the wrong round")
        assert self.kinds(round_, 104) == ["cutoff", "early"]

    @ON_SQLITE
    def test_stay_while_the_clock_is_paused_and_after_it(self, round_):
        firing.fire_due_warnings(now=at(101))
        change_clock(round_, "pause", by=ANNA, at=at(102), reason="a fire alarm")
        assert self.kinds(round_, 103) == ["cutoff", "early"]
        change_clock(round_, "resume", by=ANNA, at=at(104), reason="over")
        assert self.kinds(round_, 105) == ["cutoff", "early"]

    def test_of_its_own_clock_are_gone_once_it_is_given_more_time(self, round_):
        one = round_.tables.get(number=1)
        change_clock(one, "cutoff", amount=minutes(-5), by=ANNA, at=at(50), reason="quick")
        firing.fire_due_warnings(now=at(96))
        assert self.kinds(round_, 96, one.code) == ["cutoff", "early"]
        change_clock(one, "extra", amount=minutes(20), by=ANNA, at=at(97), reason="a ruling")
        assert self.kinds(round_, 97, one.code) == []
        assert self.kinds(round_, 97) == ["early"]

    def test_are_asked_for_again_when_a_round_of_the_event_changes(self, round_, client):
        event = round_.tournament.event
        assert (
            f'data-live="notices-{event.pk} event-{event.pk}"'
            in client.get(event.get_absolute_url()).text
        )

    def test_of_a_table_are_asked_for_again_when_its_clock_changes(self, round_, client):
        table = round_.tables.first()
        page = client.get(reverse("table", args=[table.code])).text
        assert f' clock-of-table-{table.pk}"' in page
        said = []

        def hear(sender, changed, facts, **_signal):
            said.append((changed, facts))

        signals.published.connect(hear)
        change_clock(table, "extra", amount=minutes(5), by=ANNA, at=at(50), reason="slow")
        signals.published.disconnect(hear)
        event = round_.tournament.event
        assert (signals.table_clock_changed, {"event_id": event.pk, "table_id": table.pk}) in said


@pytest.mark.django_db
class TestTheNoticeOfTheNextRound:
    @pytest.fixture
    def announced(self, round_):
        tournament = round_.tournament
        plan_next_round(tournament, at(30), by=ANNA, at=at(10), reason="after lunch")
        firing.fire_due_warnings(now=at(30))
        return tournament

    def shown(self, tournament, when):
        return [w.due_at for w in recent_notices(tournament.event, now=at(when))]

    def test_is_gone_once_the_start_is_delayed_and_comes_with_the_new_one(self, announced):
        assert self.shown(announced, 31) == [at(30)]
        plan_next_round(announced, at(45), by=ANNA, at=at(32), reason="lunch is late")
        assert self.shown(announced, 33) == []
        firing.fire_due_warnings(now=at(45))
        assert self.shown(announced, 46) == [at(45)]

    @ON_SQLITE
    def test_is_gone_once_that_round_has_started(self, announced):
        Round.objects.update(status=Round.Status.CLOSED, closed_at=at(20))
        made = make_round(announced, [make_entries(announced, 4)], started_at=None, number=2)
        services.start_slot(made, by=ANNA, at=at(32))
        assert self.shown(announced, 33) == []
