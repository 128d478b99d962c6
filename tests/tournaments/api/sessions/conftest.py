"""A morning of a meet, and a program that writes its timetable."""

from urllib.parse import urljoin

import pytest
import time_machine
from django.test import Client

from tests.builders import make_conductor, make_event
from tests.tournaments.api.sessions.programs import BASE, MORNING, bearer
from tests.tournaments.signup.sessions import check_truth


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(MORNING, tick=False) as travelled:
        yield travelled


@pytest.fixture(autouse=True)
def _the_truth_holds(db):
    yield
    check_truth()


@pytest.fixture
def event():
    return make_event()


@pytest.fixture
def owner(event):
    return make_conductor(event)


@pytest.fixture
def send(owner):
    """Send a write as a conductor's program does, or as ``client`` does."""
    program, count = Client(headers=bearer(owner, "conduct")), iter(range(1000))

    def send(path, body=None, *, client=program, version=None, key=None):
        headers = {"Idempotency-Key": key or f"a-key-of-mine-{next(count):04}"}
        if version is not None:
            headers["If-Match"] = f'"{version}"'
        return client.post(urljoin(BASE, path), body or {}, "application/json", headers=headers)

    return send
