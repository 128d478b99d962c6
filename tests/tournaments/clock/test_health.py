"""The health of the server, as its heartbeat and the supervisor's incidents show it."""

import json
import os
from datetime import timedelta
from signal import SIGKILL

import pytest
from django.utils.translation import override

from server.supervisor.heartbeat import make_sign
from tests.builders import NOON, make_conductor, make_event, minutes
from tournaments.clock import health
from tournaments.models import Heartbeat


@pytest.mark.django_db
class TestTheHealthOfTheServer:
    def test_says_nothing_while_the_worker_is_running(self):
        health.beat(now=NOON)
        assert health.report(now=NOON + timedelta(seconds=10)) == health.Report()

    def test_says_since_when_a_worker_is_silent(self):
        health.beat(now=NOON)
        assert health.report(now=NOON + timedelta(seconds=13)).silent_since == NOON

    def test_says_that_no_worker_was_seen(self):
        assert health.report(now=NOON).never_seen

    def test_writes_a_heartbeat_only_now_and_then(self, django_assert_num_queries):
        health.beat(now=NOON)
        with django_assert_num_queries(1):
            health.beat(now=NOON + timedelta(seconds=1))
        health.beat(now=NOON + timedelta(seconds=6))
        assert Heartbeat.objects.get().seen_at == NOON + timedelta(seconds=6)

    def test_a_heartbeat_from_before_the_clock_was_set_back_is_replaced(self):
        health.beat(now=NOON)
        health.beat(now=NOON - minutes(60))
        assert Heartbeat.objects.get().seen_at == NOON - minutes(60)

    def test_a_worker_of_the_supervisor_touches_a_file_and_writes_nothing(self, settings, tmp_path):
        settings.HEARTBEAT_FILE = make_sign(tmp_path)
        health.beat(now=NOON)
        assert not Heartbeat.objects.exists()
        assert health.report(now=NOON).never_seen
        os.utime(settings.HEARTBEAT_FILE, times=(NOON.timestamp(), NOON.timestamp()))
        assert health.report(now=NOON + timedelta(seconds=10)) == health.Report()
        assert health.report(now=NOON + timedelta(seconds=13)).silent_since == NOON

    def test_reads_what_the_supervisor_restarted(self, settings, tmp_path):
        health.beat(now=NOON)
        settings.INCIDENTS_FILE = tmp_path / "incidents.jsonl"
        lines = [
            '{"at": 1, "wh',
            self.restarted("long ago", 1, at=NOON - minutes(20)),
            self.restarted("beat", -SIGKILL),
            self.restarted("web", 3),
            self.restarted("worker", "silent"),
            json.dumps({"at": NOON.timestamp(), "what": "beat ended, said an earlier release"}),
        ]
        settings.INCIDENTS_FILE.write_text("\n".join(lines))
        assert [said for _at, said in health.report(now=NOON).incidents] == [
            "worker fell silent and was restarted",
            "web ended with status 3 and was restarted",
            "beat was ended by SIGKILL and was restarted",
        ]

    def restarted(self, process, status, *, at=NOON):
        return json.dumps({"at": at.timestamp(), "process": process, "status": status})

    def test_is_said_in_the_language_of_the_reader(self, settings, tmp_path):
        health.beat(now=NOON)
        settings.INCIDENTS_FILE = tmp_path / "incidents.jsonl"
        settings.INCIDENTS_FILE.write_text(self.restarted("beat", "silent"))
        Heartbeat.objects.create(name=health.STEP, seen_at=NOON, note="-3600")
        assert health.report(now=NOON).step == "back by 3600 s"
        with override("de"):
            found = health.report(now=NOON)
        assert found.step == "um 3600 s zurückgestellt"
        ((_at, said),) = found.incidents
        assert said == "beat antwortete nicht mehr und wurde neu gestartet"

    def test_is_shown_on_the_conductor_s_pages(self, client):
        client.force_login(make_conductor(make_event(time_zone="Europe/Paris")))
        Heartbeat.objects.create(name=health.WORKER, seen_at=NOON)
        for path in ("desk/", "clocks/", "watch/"):
            page = client.get(f"/e/winter-meet/{path}").content.decode()
            assert "The worker that sends warnings was last seen at 13:00:00." in page


def test_a_step_of_the_server_s_clock_is_noticed_and_drift_is_not():
    detector = health.StepDetector()
    assert detector.check(1_000.0, 10.0) == 0
    assert detector.check(1_001.0, 11.1) == 0
    assert round(detector.check(4_602.0, 12.1)) == 3600
    assert detector.check(4_603.0, 13.1) == 0
    assert round(detector.check(1_004.0, 14.1)) == -3600
