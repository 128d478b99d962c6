"""A burst of hands leads to a handful of computations, and a Redis that is away to none lost."""

import os
import socket
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.conf import settings as site
from django.db import connection
from django.db.models import F
from django.utils import timezone
from redis import Redis

from config.celery import app as celery_app
from server import embedded_redis
from server.supervisor.lifeline import lifeline
from tests.builders import NOON, make_entries, make_round, make_tournament
from tests.faults.wrong_clock import COMPILER, SiteClock
from tests.selecting import ON_SQLITE
from tests.stack import wait_for
from tests.tournaments.standings.hands import report
from tournaments import signals
from tournaments.models import Standing, StandingsState, Tournament
from tournaments.standings.computing import background, services, throttle

pytestmark = pytest.mark.django_db


A_MOMENT = timedelta(milliseconds=1)
HOUR = 3600


@pytest.fixture
def tournament():
    return make_tournament()


@pytest.fixture
def table(tournament):
    return make_round(tournament, [make_entries(tournament, 4)]).tables.get()


def waiting() -> int:
    """How many messages wait for a worker."""
    return Redis.from_url(site.REDIS_URL).llen(celery_app.conf.task_default_queue)


def publish(tournament):
    """As a table does that reports."""
    facts = {"event_id": tournament.event_id, "tournament_id": tournament.pk}
    return signals.results_changed.send_robust(None, round_id=1, table_id=1, **facts)


@ON_SQLITE
def test_two_hundred_hands_at_once_request_a_handful_of_computations(tournament):
    begun = time.monotonic()
    for _hand in range(200):
        publish(tournament)
    # One at once, and one for each second that this took.
    assert 1 <= waiting() <= 2 + time.monotonic() - begun


@ON_SQLITE
def test_each_tournament_is_requested_by_itself(tournament):
    other = make_tournament(tournament.event, name="Second Chance")
    publish(tournament)
    publish(other)
    assert waiting() == 2


def test_only_one_worker_computes_a_tournament_at_a_time(tournament):
    with (
        throttle.computing_lock(tournament.pk) as first,
        throttle.computing_lock(tournament.pk) as second,
    ):
        assert (first, second) == (True, False)
    with throttle.computing_lock(tournament.pk) as third:
        assert third


@ON_SQLITE
def test_a_computation_that_fails_releases_its_lock(tournament):
    with pytest.raises(ZeroDivisionError), throttle.computing_lock(tournament.pk):
        raise ZeroDivisionError
    with throttle.computing_lock(tournament.pk) as mine:
        assert mine


@ON_SQLITE
def test_the_task_computes(tournament, table):
    report(table, [1, 2, 3, 4])
    background.refresh(tournament.pk)
    assert Standing.objects.filter(tournament=tournament).count() == 4


def test_the_task_leaves_a_tournament_alone_while_another_worker_has_it(tournament, table):
    report(table, [1, 2, 3, 4])
    with throttle.computing_lock(tournament.pk):
        background.refresh(tournament.pk)
    assert not Standing.objects.exists()
    background.refresh_stale(now=timezone.now())
    assert Standing.objects.count() == 4


def test_beat_finds_every_tournament_whose_message_was_lost(tournament, table):
    other = make_tournament(tournament.event, name="Second Chance")
    report(table, [1, 2, 3, 4])
    report(make_round(other, [make_entries(other, 3)]).tables.get(), [1, 2, 3])
    assert services.stale(at=NOON) == [tournament.pk, other.pk]
    background.refresh_stale(now=timezone.now())
    assert services.stale(at=NOON) == []
    assert Standing.objects.count() == 7


@ON_SQLITE
def test_beat_leaves_alone_for_a_moment_what_was_just_computed(tournament, table):
    report(table, [1, 2, 3, 4])
    services.refresh(tournament.pk, at=NOON)
    report(table, [1, 2, 3, 4])

    def found(at):
        return services.stale(at=at, rest=throttle.REST) == [tournament.pk]

    assert not found(NOON)
    assert not found(NOON + throttle.REST - A_MOMENT)
    assert found(NOON + throttle.REST)
    assert found(NOON - A_MOMENT), "the clock was set back"


@ON_SQLITE
def test_beat_does_not_wait_for_what_was_never_computed(tournament, table):
    report(table, [1, 2, 3, 4])
    assert services.stale(at=NOON, rest=throttle.REST) == [tournament.pk]


# The next test asks PostgreSQL what is stale.
@ON_SQLITE
def test_beat_computes_for_its_share_of_the_time_and_goes_on_with_the_oldest(
    tournament, table, monkeypatch
):
    others = [make_tournament(tournament.event, name=name) for name in ("Second", "Third")]
    for number, each in enumerate([*others, tournament]):
        services.refresh(each.pk, at=NOON + number * A_MOMENT)
        StandingsState.objects.filter(pk=each.pk).update(results_version=F("results_version") + 1)
    monkeypatch.setattr(throttle, "AT_ONCE_SECONDS", 0)
    for oldest in (*others, tournament):
        assert services.stale(at=NOON)[0] == oldest.pk
        background.refresh_stale(now=timezone.now())
        assert oldest.pk not in services.stale(at=NOON)


@ON_SQLITE
def test_one_broken_tournament_uses_up_nobodys_share(tournament, table, monkeypatch):
    other = make_tournament(tournament.event, name="Second Chance")
    for number, each in enumerate((tournament, other)):
        StandingsState.objects.filter(pk=each.pk).update(results_version=number + 1)
    refresh = services.refresh

    def broken(pk, *, at):
        if pk == tournament.pk:
            raise ZeroDivisionError
        return refresh(pk, at=at)

    monkeypatch.setattr(services, "refresh", broken)
    monkeypatch.setattr(throttle, "AT_ONCE_SECONDS", 0)
    background.refresh_stale(now=timezone.now())
    assert services.stale(at=NOON) == [tournament.pk]


@ON_SQLITE
def test_beat_costs_one_query_when_nothing_is_stale(tournament, django_assert_num_queries):
    with django_assert_num_queries(1):
        background.refresh_stale(now=timezone.now())


def with_redis_at(settings, url):
    usual = settings.CACHES["default"]
    waits = usual["OPTIONS"] | {"seconds": settings.REDIS_TIMEOUT_SECONDS}  # as a real site does
    settings.CACHES = {"default": {**usual, "LOCATION": url, "OPTIONS": waits}}


@pytest.fixture
def redis_clock(tmp_path, settings):
    """The clock of a Redis that this test has for itself."""
    clock, address = SiteClock(tmp_path / "clock"), tmp_path / "redis.url"
    server = subprocess.Popen(
        embedded_redis.prepare(tmp_path / "redis", address),
        env=os.environ | clock.make(),
        stdout=subprocess.DEVNULL,
        preexec_fn=lifeline().in_child(),  # noqa: PLW1509 - no other thread is at work
    )
    wait_for(lambda: embedded_redis.accepts_connections(address.read_text()))
    with_redis_at(settings, address.read_text())
    yield clock
    server.terminate()
    server.wait(60)


@pytest.mark.once
@pytest.mark.skipif(COMPILER is None, reason="needs a C compiler, for a clock of Redis' own")
@pytest.mark.parametrize(
    "later",
    # Locks go by the clock of Redis alone, whatever that of the site says.
    [
        pytest.param(-HOUR, id="every"),
        pytest.param(throttle.LOCK_SECONDS, id="that of Redis", marks=pytest.mark.long),
    ],
)
def test_a_clock_that_is_set_back_makes_no_lock_last_longer(
    later, tournament, table, redis_clock, time_machine
):
    began = time.time()
    time_machine.move_to(began, tick=False)
    killed = throttle.computing_lock(tournament.pk)
    assert killed.__enter__()  # and never left, as by a worker that was killed
    assert throttle.first_of_burst(tournament.pk)
    report(table, [1, 2, 3, 4])
    background.refresh(tournament.pk)
    assert not Standing.objects.exists(), "the lock is younger than a computation may be"
    redis_clock.set_ahead(-HOUR)
    time_machine.move_to(began + later, tick=False)
    background.refresh(tournament.pk)
    assert Standing.objects.count() == 4
    throttle.last_requested.clear()
    assert throttle.first_of_burst(tournament.pk)


@ON_SQLITE
def test_without_redis_beat_still_computes_and_reporting_still_works(settings, tournament, table):
    with_redis_at(settings, "redis://127.0.0.1:1/0")
    report(table, [1, 2, 3, 4])
    answers = publish(tournament)
    assert [answer for _receiver, answer in answers if isinstance(answer, Exception)] == []
    background.refresh_stale(now=timezone.now())
    tournament.refresh_from_db()
    assert tournament.standings_are_current


@ON_SQLITE
def test_a_redis_that_never_answers_does_not_hold_up_a_report_for_ever(settings, tournament):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        with_redis_at(settings, f"redis://127.0.0.1:{silent.getsockname()[1]}/0")
        begun = time.monotonic()
        assert throttle.first_of_burst(tournament.pk) is False
        assert time.monotonic() - begun < 60


@pytest.mark.django_db(transaction=True)
def test_many_workers_at_once_leave_the_last_state(tournament, table):
    def work():
        try:
            background.refresh(tournament.pk)
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        for hand in range(1, 11):
            report(table, [hand, 0, 0, 0])
            for _worker in range(6):
                pool.submit(work)
    for pk in services.stale(at=NOON):
        services.refresh(pk, at=NOON)
    found = Tournament.objects.get(pk=tournament.pk)
    assert found.standings_version == found.results_version == 10
    assert Standing.objects.get(rank=1).game_points == 55
