"""Who is taken to hang, and who is only slow to begin."""

import socket
import subprocess
import sys

import pytest

from server.supervisor import heartbeat
from server.supervisor.heartbeat import Heartbeats, make_sign
from server.supervisor.probe import Probe
from tests.stack import wait_for


@pytest.fixture
def web():
    """The socket of a web process that has not begun to answer."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener


@pytest.fixture
def sign(tmp_path):
    """The file that the worker touches after each task."""
    return make_sign(tmp_path)


@pytest.fixture
def beats(web, sign, monkeypatch):
    """A process may not be silent for a moment, but has an hour to begin."""
    monkeypatch.setattr(heartbeat, "SILENT_SECONDS", 0.0)
    monkeypatch.setattr(heartbeat, "START_SECONDS", 3600.0)
    probe = Probe(web)
    yield Heartbeats({"web": probe}, sign)
    probe.drop()


def answer(web):
    connection, _ = web.accept()
    with connection:
        connection.recv(1000)
        connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")


def test_a_process_that_is_slow_to_begin_is_let_begin(beats):
    beats.opened()
    assert beats.silent() == []


def test_a_process_that_has_answered_once_may_not_fall_silent(beats, web):
    beats.opened()
    beats.silent()  # sends the probe
    answer(web)

    def is_silent():
        beats.read_answers()
        return beats.silent() == ["web"]

    wait_for(is_silent)


def test_a_process_that_was_started_again_is_let_begin_once_more(beats, web):
    test_a_process_that_has_answered_once_may_not_fall_silent(beats, web)
    beats.started("web")
    assert beats.silent() == []


def test_a_worker_that_has_done_something_may_not_fall_silent_and_goes_with_beat(beats, sign):
    beats.opened()
    sign.touch()
    wait_for(lambda: beats.silent() == ["worker", "beat"])


@pytest.mark.skipif(sys.platform != "linux", reason="Linux alone has files in memory")
def test_a_worker_that_touches_its_heartbeat_writes_nothing_to_a_disk(sign, tmp_path):
    assert sign.stat().st_mtime == 0
    touch = "import pathlib, sys; pathlib.Path(sys.argv[1]).touch()"
    subprocess.run([sys.executable, "-c", touch, str(sign)], check=True)
    assert sign.stat().st_mtime > 0
    assert sign.stat().st_dev != tmp_path.stat().st_dev
    assert list(tmp_path.iterdir()) == []
