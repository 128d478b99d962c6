"""Pausing everything: all clocks of an event stop together, and run again together."""

from copy import deepcopy
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
)
from tests.clocks import change_clock
from tournaments.clock import errors, services
from tournaments.clock.warnings.queries import pauses
from tournaments.models import ClockChange, ClockWarning, LedgerEntry, Round, Table

pytestmark = pytest.mark.django_db
ALARM = NOON + minutes(30)


def a_round(event, name, *, at=NOON):
    tournament = make_tournament(event, name=name)
    made = make_round(tournament, [make_entries(tournament, 4)] * 1, started_at=None)
    return services.start_slot(made, by=ANNA, at=at) if at else made


@pytest.fixture(scope="module")
def all_rounds(module_database):
    """Two that run and one that has not begun; and one of another event."""
    a_round(make_event("Other Meet"), "Elsewhere")
    event = make_event()
    return [a_round(event, "Express"), a_round(event, "Metro"), a_round(event, "Later", at=None)]


@pytest.fixture
def rounds(all_rounds):
    return deepcopy(all_rounds)


@pytest.fixture
def event(rounds):
    return rounds[0].tournament.event


def paused() -> dict[str, bool]:
    return {str(one.tournament): bool(one.paused_at) for one in Round.objects.all()}


def test_a_fire_alarm_stops_every_clock_of_the_event_and_no_other(event, rounds):
    changes = services.pause_all(event, by=ANNA, at=ALARM, reason="fire alarm")
    assert [change.round for change in changes] == rounds[:2]
    assert paused() == {"Elsewhere": False, "Express": True, "Metro": True, "Later": False}
    assert {change.reason for change in changes} == {"fire alarm"}
    recorded = LedgerEntry.objects.filter(verb="clock: pause")
    assert [entry.after["reason"] for entry in recorded] == ["fire alarm"] * 2


@pytest.mark.long("postgresql")
def test_a_reason_can_be_left_out(event, rounds):
    assert services.pause_all(event, by=ANNA, at=ALARM)[0].reason == ""


@pytest.mark.long("postgresql")
def test_all_of_it_goes_on_later_by_the_length_of_the_pause(event, rounds):
    services.pause_all(event, by=ANNA, at=ALARM)
    services.resume_all(event, by=ANNA, at=ALARM + minutes(12))
    assert not any(paused().values())
    assert [one.ends_at for one in Round.objects.filter(pk__in=[r.pk for r in rounds[:2]])] == [
        NOON + minutes(132)
    ] * 2
    due = ClockWarning.objects.filter(
        round=rounds[0], kind="cutoff", epoch=Round.objects.get(pk=rounds[0].pk).clock_epoch
    )
    assert due.get().due_at == NOON + minutes(112)


def test_each_pause_can_be_undone(event, rounds):
    first, _second = services.pause_all(event, by=ANNA, at=ALARM)
    services.undo(first, by=ANNA, at=ALARM, reason="by mistake")
    assert paused()["Express"] is False
    assert paused()["Metro"] is True


@pytest.mark.long("postgresql")
def test_a_clock_that_was_paused_before_is_left_and_goes_on_with_the_others(event, rounds):
    change_clock(rounds[0], "pause", by=ANNA, at=ALARM - minutes(5), reason="a ruling")
    assert [one.round for one in services.pause_all(event, by=ANNA, at=ALARM)] == [rounds[1]]
    assert len(services.resume_all(event, by=ANNA, at=ALARM + minutes(1))) == 2


class TestATableThatPlaysOnAfterItsRound:
    """The slot of its round ended an hour ago; the table was given two hours more."""

    LATE = NOON + minutes(180)

    @pytest.fixture
    def table(self, event):
        tournament = make_tournament(event, name="Long")
        people = make_entries(tournament, 8)
        made = make_round(tournament, [people[:4], people[4:]], started_at=None)
        round_ = services.start_slot(made, by=ANNA, at=NOON)
        table = round_.tables.order_by("pk").first()
        change_clock(
            table, "extra", amount=minutes(120), by=ANNA, at=NOON + minutes(60), reason="a ruling"
        )
        return table

    @pytest.mark.long("postgresql")
    def test_is_paused_and_goes_on_with_all_the_others(self, event, rounds, table):
        services.pause_all(event, by=ANNA, at=self.LATE, reason="fire alarm")
        table.refresh_from_db()
        assert table.paused_at == self.LATE
        assert [one.reason for one in pauses(event, now=self.LATE)] == ["fire alarm"]
        services.resume_all(event, by=ANNA, at=self.LATE + minutes(12))
        table.refresh_from_db()
        assert (table.paused_at, table.ends_at) == (None, NOON + minutes(252))

    @pytest.mark.long("postgresql")
    def test_moves_no_time_of_the_tables_whose_slot_is_over(self, event, table):
        services.pause_all(event, by=ANNA, at=self.LATE)
        services.resume_all(event, by=ANNA, at=self.LATE + minutes(12))
        round_ = Round.objects.get(pk=table.round_id)
        assert (round_.paused_at, round_.ends_at) == (None, NOON + minutes(120))
        assert not round_.tables.exclude(pk=table.pk).get().has_own_clock

    @pytest.mark.long("postgresql")
    def test_has_nothing_to_stop_once_its_game_has_ended(self, event, table):
        Table.objects.filter(pk=table.pk).update(
            status=Table.Status.FINISHED, end_reason=Table.EndReason.TARGET, ended_at=self.LATE
        )
        with pytest.raises(errors.NoClockRuns):
            services.pause_all(event, by=ANNA, at=self.LATE)


@pytest.mark.long("postgresql")
def test_without_a_clock_to_change_nothing_is_written(event, rounds):
    with pytest.raises(errors.NoClockIsPaused):
        services.resume_all(event, by=ANNA, at=ALARM)
    services.pause_all(event, by=ANNA, at=ALARM)
    before = ClockChange.objects.count()
    with pytest.raises(errors.NoClockRuns):
        services.pause_all(event, by=ANNA, at=ALARM)
    assert ClockChange.objects.count() == before


@pytest.mark.parametrize("more", [0, 3])
@pytest.mark.long
def test_pausing_costs_a_few_queries_for_each_further_tournament(
    event, rounds, more, django_assert_max_num_queries
):
    for number in range(more):
        a_round(event, f"Side {number}")
    # Locking reads tournaments, rounds, tables, warnings and histories; each round then writes its
    # change, its clock, its warnings, its entry of the ledger, and what webhooks report.
    with django_assert_max_num_queries(9 + 7 * (2 + more)):
        services.pause_all(event, by=ANNA, at=ALARM)


class TestEverybodySeesIt:
    @pytest.mark.long("postgresql")
    def test_each_pause_once_with_its_reason_and_its_tournaments(
        self, event, rounds, django_assert_max_num_queries
    ):
        change_clock(rounds[0], "pause", by=ANNA, at=ALARM - minutes(5), reason="a ruling")
        services.pause_all(event, by=ANNA, at=ALARM, reason="fire alarm")
        with django_assert_max_num_queries(2):
            found = pauses(event, now=ALARM)
        assert [(one.since, one.reason, [*map(str, one.tournaments)]) for one in found] == [
            (ALARM - minutes(5), "a ruling", ["Express"]),
            (ALARM, "fire alarm", ["Metro"]),
        ]

    @pytest.mark.long("postgresql")
    def test_a_pause_undone_and_made_again_shows_the_reason_of_now(self, event, rounds):
        first, _second = services.pause_all(event, by=ANNA, at=ALARM, reason="fire alarm")
        services.undo(first, by=ANNA, at=ALARM, reason="by mistake")
        change_clock(rounds[0], "pause", by=ANNA, at=ALARM + minutes(1), reason="a ruling")
        assert {one.reason for one in pauses(event, now=ALARM)} == {"a ruling", "fire alarm"}

    def test_on_every_page_of_the_event_until_it_is_over(self, client, event, rounds):
        services.pause_all(event, by=ANNA, at=ALARM, reason="fire alarm")
        page = client.get("/e/winter-meet/notices/").text
        local = ALARM.astimezone(event.zone)
        assert f"Paused at {local:%H:%M}: fire alarm" in page
        assert "Express, Metro" in page
        assert "data-dismiss" not in page
        services.resume_all(event, by=ANNA, at=ALARM + minutes(1))
        assert client.get("/e/winter-meet/notices/").text.strip() == ""


class TestTheDesk:
    @pytest.fixture
    def event(self):
        return make_event("Alarm Meet")

    @pytest.fixture
    def clara(self, client, event):
        client.force_login(make_conductor(event))
        now = timezone.now() - timedelta(minutes=5)
        return [a_round(event, "Express", at=now), a_round(event, "Metro", at=now)]

    def test_pauses_and_resumes_everything(self, client, clara):
        page = client.get("/e/alarm-meet/desk/").text
        assert "Pause everything" in page
        assert 'value="fire alarm"' in page
        sent = {"act": "pause", "reason": "fire alarm", "other": ""}
        answer = client.post("/e/alarm-meet/clocks/all/", sent, follow=True)
        assert "All clocks paused." in answer.text
        assert "Resume everything" in answer.text
        assert "Pause everything" not in answer.text
        assert {one.reason for one in ClockChange.objects.filter(act="pause")} == {"fire alarm"}
        answer = client.post("/e/alarm-meet/clocks/all/", {"act": "resume"}, follow=True)
        assert "All clocks resumed." in answer.text
        assert "Pause everything" in answer.text

    def test_takes_a_reason_that_is_typed(self, client, clara):
        client.post("/e/alarm-meet/clocks/all/", {"act": "pause", "other": "a flood"})
        assert ClockChange.objects.filter(act="pause").first().reason == "a flood"

    def test_says_so_when_there_is_nothing_to_resume(self, client, clara):
        answer = client.post("/e/alarm-meet/clocks/all/", {"act": "resume"}, follow=True)
        assert "No clock is paused." in answer.text
        assert client.post("/e/alarm-meet/clocks/all/", {"act": "burn"}).status_code == 400
