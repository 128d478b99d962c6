"""Probes of an orchestrator: whether a process lives, and which part of the site is missing."""

import asyncio
import json
import time

import pytest
import requests
from django.db import DatabaseError

from server.release import VERSION
from server.web import probes
from tests.server.web.test_thread_pool import on_a_loop
from tests.stack import wait_for


def ask(app, path):
    """The status and what each part said."""
    sent = []

    async def send(message):
        sent.append(message)

    async def go():
        await app({"type": "http", "path": path}, None, send)

    on_a_loop(go)
    return sent[0]["status"], json.loads(sent[1]["body"])


def broken():
    raise DatabaseError("password is secret")


@pytest.mark.django_db
def test_a_part_that_is_missing_is_named_and_nothing_else_is_told():
    app = probes.Probes({"database": broken, "worker": lambda: "never seen"}, mark="X-Site")
    assert ask(app, "/healthz") == (200, {"process": "ok", "release": VERSION})
    assert ask(app, "/readyz") == (503, {"database": "no answer", "worker": "never seen"})


def test_a_part_that_hangs_does_not_hang_the_answer(monkeypatch):
    monkeypatch.setattr(probes, "PART_SECONDS", 0.05)
    monkeypatch.setattr(probes, "_run", lambda check: check() or probes.FINE)
    app = probes.Probes({"redis": lambda: time.sleep(0.3)}, mark="X-Site")
    assert ask(app, "/readyz") == (503, {"redis": "no answer in 0.05 s"})


def test_many_who_ask_at_once_cost_one_look():
    looks = []
    app = probes.Probes({"database": lambda: looks.append(1) or ""}, mark="X-Site")
    sent = []

    async def send(message):
        sent.append(message)

    async def go():
        scope = {"type": "http", "path": "/readyz"}
        await asyncio.gather(*(app(scope, None, send) for _ in range(20)))

    on_a_loop(go)
    assert len(looks) == 1
    assert len(sent) == 40


@pytest.mark.long("postgresql")  # test_opening.py asks a site on PostgreSQL whether it is ready
def test_the_site_is_ready_when_all_its_parts_are_there(stack):
    fine = {"database": "ok", "migrations": "ok", "redis": "ok", "worker": "ok"}

    def ready():
        response = requests.get(f"{stack.url}/readyz", headers={"Host": "10.0.0.7"}, timeout=60)
        return response.status_code, response.json()

    wait_for(lambda: ready() == (200, fine))  # the worker may have just started
    assert requests.get(f"{stack.url}/healthz", timeout=60).json() == {
        "process": "ok",
        "release": VERSION,
    }


@pytest.mark.once
def test_a_stranger_leaves_no_line_in_the_log(stack):
    log = stack.var / "log" / "web.log"
    before = log.stat().st_size
    for _ in range(8):  # more than there are web processes
        assert requests.get(f"{stack.url}/wp-admin/", timeout=60).status_code == 404
    assert log.read_bytes()[before:] == b""
