"""The demo's convention: what is planned, and a small one that plays itself to its prizes."""

from collections import Counter
from datetime import UTC, date, timedelta

import pytest
from django.core.management import CommandError, call_command

from tests.builders import NOON, make_event
from tests.tournaments.demo.test_services import let_time_pass
from tournaments.demo import services
from tournaments.demo.convention import plan
from tournaments.demo.convention.plan import WHOLE, Size
from tournaments.demo.roster import ROSTER
from tournaments.models import (
    Booking,
    Demo,
    Event,
    PickUp,
    RankingPrize,
    Round,
    ScoreSheet,
    Session,
    Table,
    Tournament,
)
from tournaments.rankings import computing

# The demo plays by the services of the site, which have tests of their own on both databases.
pytestmark = pytest.mark.once

SMALL = Size(people=40, titles=2, finals=1, sessions=2, pick_ups=1, teams=2)
State = Booking.State


def test_the_whole_convention_has_400_people_60_titles_and_350_games():
    titles = plan.titles(WHOLE)
    waves = list(plan.waves(WHOLE, date(2026, 11, 22), UTC))
    heats = sum(title.heats for title in titles) + WHOLE.finals
    finals = sum(title.final_tables for title in titles[: WHOLE.finals])
    games = heats * plan.TABLES + finals + len(waves) * WHOLE.pick_ups
    assert (WHOLE.people, len(titles), games) == (400, 60, 353)
    assert {wave.starts_at.date() for wave in waves} == {
        date(2026, 11, day) for day in (19, 20, 21)
    }
    share = plan.WALK_UPS / (plan.WALK_UPS + plan.BOOKED)
    assert round(share, 1) == 0.3


def test_nobody_has_two_names_and_no_two_people_have_one():
    lines = plan.names(ROSTER.read_bytes(), WHOLE.people).decode().splitlines()
    assert lines[0] == "name"
    assert len(set(lines[1:])) == WHOLE.people


def test_keen_people_play_more_often_than_others():
    people = range(100)
    first = Counter(one for wave in range(20) for one in plan.in_order(people, wave)[:30])
    keen = [first[one] for one in people if one % plan.EACH_KEEN == 0]
    others = [first[one] for one in people if one % plan.EACH_KEEN]
    assert sum(keen) / len(keen) > 2 * sum(others) / len(others)


@pytest.mark.django_db
def test_a_convention_plays_its_last_day_to_the_prizes(monkeypatch):
    monkeypatch.setattr(plan, "DAYS_BEFORE", 1)  # the others are played the same way
    of_two_tables = [row for row in plan._rows() if row["final tables"] == "2"]
    monkeypatch.setattr(plan, "_rows", lambda: of_two_tables)
    demo = services.create_convention(speed=120, password="a password", at=NOON, size=SMALL)
    event = demo.event
    assert (event.ends_on - event.starts_on).days == plan.DAYS_BEFORE
    over = Session.objects.filter(ends_at__lt=NOON)
    of_days = Booking.objects.filter(session__in=over.exclude(kind="pick-up"))
    states = Counter(of_days.values_list("state", flat=True))
    assert states[State.RELEASED] >= over.count() / 2  # who did not come
    assert set(of_days.values_list("via", flat=True)) >= {"player", "walk-up"}
    late = Table.objects.filter(round__session__in=over, ended_at__gt=over.first().ends_at)
    assert late.exists()
    assert PickUp.objects.filter(state="started").count() == plan.DAYS_BEFORE
    assert (
        ScoreSheet.objects.filter(table__round__session__in=over).count()
        == Table.objects.filter(round__session__in=over).count()
    )

    now = NOON
    while not Demo.objects.get().paused:
        now = let_time_pass(now, 40, each=40)
        computing.refresh_stale(now=now)
        assert now < NOON + timedelta(hours=1)
    finals = Tournament.objects.filter(sessions__kind="final")
    assert set(finals.values_list("status", flat=True)) == {"finished"}
    assert all(one.champion for one in finals)
    assert Round.objects.filter(kind="final", tables__number=2).count() == 1
    given = RankingPrize.objects.exclude(given_at=None)
    assert set(given.values_list("of", flat=True)) == set(RankingPrize.Of.values)
    services.remove_demo()
    assert not Event.objects.exists()


@pytest.mark.django_db
def test_a_convention_needs_a_demo_of_its_own_and_no_game():
    with pytest.raises(CommandError, match="choose no game"):
        call_command("demo", convention=True, game="express")
    Demo.objects.create(event=make_event(), speed=20)
    with pytest.raises(CommandError, match="--reset --convention"):
        call_command("demo", convention=True)
