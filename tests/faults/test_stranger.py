"""Nobody outside can stop a tournament: visitors are served while a stranger does what they can.

``ROUNDHOUSE_ABUSE_SECONDS`` attacks for longer. How long visitors wait is in the benchmarks; here
nothing depends on how fast this machine is.
"""

import os
import time

import pytest

from tests.faults.stranger import KEPT_STREAMS, Stranger
from tests.faults.visitors import Visitors, table

SECONDS = float(os.environ.get("ROUNDHOUSE_ABUSE_SECONDS", "2"))


@pytest.fixture
def visitors(stack, number):
    return Visitors.at(stack, number)


@pytest.mark.once  # a stranger is stopped before the database
def test_visitors_are_served_while_a_stranger_does_what_they_can(stack, visitors, capsys):
    with Stranger(stack.url, visitors.target) as stranger:
        stranger.ready.wait()
        until = time.monotonic() + SECONDS
        while time.monotonic() < until or not stranger.has_tried_everything:
            visitors.go_round()
    with capsys.disabled():
        print(table(visitors, stranger))  # noqa: T201 - the report of what was tried
    assert visitors.failed == []
    assert stranger.failed == []
    # Nobody was served because the stranger had gone: what they opened first is still open.
    assert stranger.kept == KEPT_STREAMS
