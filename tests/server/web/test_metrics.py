"""The metrics that Prometheus reads: who may, what they say, and what they cost."""

import asyncio
from datetime import timedelta

import httpx
import pytest
import requests
from django.db import DatabaseError, transaction
from django.utils import timezone
from prometheus_client import CollectorRegistry
from prometheus_client.parser import text_string_to_metric_families

from config import metrics as wiring
from server.web import metrics
from server.web.capacity import capacity
from server.web.metrics import PROCESS, Metrics, RequestTimes, SharedReadings
from server.web.stream_limit import StreamLimit
from tests.builders import ANNA, make_entries, make_round, make_tournament, minutes
from tests.server.web.test_thread_pool import on_a_loop
from tests.stack import METRICS_TOKEN, wait_for
from tournaments.clock import services as clock
from tournaments.clock.warnings.services import fire_due_warnings
from tournaments.models import ClockWarning, StandingsState
from tournaments.results_version import results_changed
from tournaments.standings.computing import services as standings


async def page(_scope, _receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"page"})


def ask(app, path="/metrics", **headers):
    """The response of an ASGI application."""

    async def go():
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://testserver") as client:
            return await client.get(path, headers=headers)

    return on_a_loop(go)


def values(text):
    """Every sample by its name and its labels, without the process."""
    found = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = {k: v for k, v in sample.labels.items() if k != "process"}
            found[sample.name, *labels.values()] = sample.value
    return found


def seen(registry):
    return values(metrics.generate_latest(registry).decode())


def test_without_a_token_there_are_no_metrics():
    from config import asgi  # noqa: PLC0415 - the front of a site without METRICS_TOKEN

    assert ask(asgi.application).status_code == 404
    assert asgi.pages is asgi.shared_pages


@pytest.mark.parametrize("said", ["", METRICS_TOKEN, "Bearer ", f"Bearer {METRICS_TOKEN[:-1]}x"])
def test_a_wrong_token_is_refused(said):
    app = Metrics(wiring.registry(lambda: 0), token=METRICS_TOKEN, mark="X-Site")
    response = ask(app, authorization=said)
    assert (response.status_code, response.headers["www-authenticate"]) == (401, "Bearer")
    assert "roundhouse_" not in response.text


def test_each_request_is_counted_by_its_route_and_not_by_its_path():
    registry = CollectorRegistry()
    app = RequestTimes(page, wiring.route_of, registry=registry)
    for path in ("/e/one/", "/e/two/", "/wp-admin/", "/no-such/page/"):
        ask(app, path)

    found = seen(registry)
    assert found["roundhouse_request_seconds_count", "event"] == 2
    assert found["roundhouse_request_seconds_count", wiring.NO_ROUTE] == 2
    assert found["roundhouse_request_seconds_bucket", "10.0", "event"] == 2
    assert 0 < found["roundhouse_request_seconds_sum", "event"] < 10


def test_open_streams_are_counted():
    async def go():
        limited = StreamLimit(listen, capacity(), mark="X-Site")
        registry = CollectorRegistry()
        metrics.add_streams(registry, lambda: limited.total)
        opened = [
            asyncio.create_task(limited({"client": ("10.0.0.7", 1)}, None, None)) for _ in range(2)
        ]
        await asyncio.sleep(0)
        during = seen(registry)
        ending.set()
        await asyncio.gather(*opened)
        return during, seen(registry)

    async def listen(_scope, _receive, _send):
        await ending.wait()

    ending = asyncio.Event()
    during, after = on_a_loop(go)
    assert during == {("roundhouse_streams_open",): 2}
    assert after == {("roundhouse_streams_open",): 0}


def test_what_does_not_answer_is_left_out():
    def broken():
        raise DatabaseError("password is secret")

    registry = CollectorRegistry()
    registry.register(SharedReadings({"broken": ("", broken), "whole": ("", lambda: 7.0)}))
    assert seen(registry) == {("whole",): 7.0}


def seconds(name):
    return wiring.READINGS[name][1]()


def report(tournament, at):
    with transaction.atomic():
        results_changed(tournament, at)


@pytest.mark.django_db
class TestWhatAllProcessesShare:
    @pytest.fixture
    def tournament(self):
        return make_tournament()

    def test_says_for_how_long_a_warning_is_due_and_then_how_late_it_was(self, tournament):
        overdue, late = "roundhouse_warnings_overdue_seconds", "roundhouse_warnings_late_seconds"
        now = timezone.now()
        made = make_round(tournament, [make_entries(tournament, 4)], started_at=None)
        clock.start_slot(made, by=ANNA, at=now)
        assert (seconds(overdue), seconds(late)) == (0, 0)

        first = ClockWarning.objects.earliest("due_at")
        ClockWarning.objects.filter(pk=first.pk).update(due_at=now - timedelta(seconds=30))
        assert 30 <= seconds(overdue) < 60
        fire_due_warnings(now=now)
        assert (seconds(overdue), seconds(late)) == (0, 30)

    def test_says_how_old_standings_are_that_are_out_of_date(self, tournament):
        name, computed_at = "roundhouse_standings_outdated_seconds", timezone.now() - minutes(2)
        standings.refresh(tournament.pk, at=computed_at)
        assert seconds(name) == 0

        report(tournament, computed_at + minutes(1))
        assert 120 <= seconds(name) < 150
        standings.refresh(tournament.pk, at=timezone.now())
        assert seconds(name) == 0

    def test_counts_results_without_any_standings_from_the_last_of_them(self, tournament):
        report(tournament, timezone.now() - minutes(3))
        assert StandingsState.objects.get(pk=tournament.pk).standings_at is None
        assert 180 <= seconds("roundhouse_standings_outdated_seconds") < 210

    def test_counts_the_tasks_that_wait(self):
        before = seconds("roundhouse_queue_tasks")
        wiring.app.send_task("tournaments.clock.tick", expires=1)
        assert seconds("roundhouse_queue_tasks") == before + 1

    def test_costs_few_queries(self, tournament, django_assert_max_num_queries):
        with django_assert_max_num_queries(4):
            for _says, read in wiring.READINGS.values():
                read()


@pytest.mark.once
def test_a_real_site_counts_its_real_requests(stack):
    header = {"Authorization": f"Bearer {METRICS_TOKEN}"}

    def scrape():
        response = requests.get(f"{stack.url}/metrics", headers=header, timeout=60)
        assert response.headers["content-type"].startswith("text/plain")
        process = f'process="{PROCESS}"'
        assert process not in response.text  # it is another one's
        samples = [line for line in response.text.splitlines() if "request_seconds_count" in line]
        return values(response.text), {line.partition('process="')[2][:8] for line in samples}

    def was_counted():
        """Whether one process was asked three times in a row: each has its own connections."""
        before, process = scrape()
        requests.get(f"{stack.url}/privacy/", timeout=60)
        after, same = scrape()
        key = ("roundhouse_request_seconds_count", "privacy")
        return process == same and after.get(key, 0) == before.get(key, 0) + 1

    wait_for(was_counted)
    found, _process = scrape()
    names = {key[0] for key in found}
    assert names >= {*wiring.READINGS, "roundhouse_streams_open"}
    assert requests.get(f"{stack.url}/metrics", timeout=60).status_code == 401
