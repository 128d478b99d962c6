"""How long visitors wait while a stranger tries to stop the site with the budget of ``Stranger``.

``ROUNDHOUSE_ABUSE_SECONDS`` attacks for longer. The bar: nothing fails, and no request takes longer
than two seconds, on a machine that does nothing else.
"""

import os
import time

import pytest

from tests.faults.stranger import Stranger
from tests.faults.visitors import Visitors, table
from tests.stack import Stack

pytestmark = pytest.mark.bench

SECONDS = float(os.environ.get("ROUNDHOUSE_ABUSE_SECONDS", "60"))
ALONE_ROUNDS = 10
BAR_SECONDS = 2.0


@pytest.fixture
def site(tmp_path):
    mail = {"EMAIL_URL": f"filemail:///{tmp_path}", "PUBLIC_URL": "https://play.example.org"}
    site = Stack(CHECK_LOCK_ORDER="0", **mail)
    try:
        yield site.start()
    finally:
        site.remove()


def test_a_stranger_cannot_keep_visitors_waiting(site, say):
    alone = Visitors.at(site, 1, takes_mail=True)
    for _round in range(ALONE_ROUNDS):
        alone.go_round()
    visitors = Visitors.at(site, 2, takes_mail=True)
    with Stranger(site.url, visitors.target) as stranger:
        stranger.ready.wait()
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            visitors.go_round()
    say(f"\nload of the machine {os.getloadavg()[0]:.1f}; bar {BAR_SECONDS:g} s for each request")
    say(f"longest without a stranger: {max(map(max, alone.seconds.values())):.2f} s")
    say(table(visitors, stranger))
    assert alone.failed == visitors.failed == stranger.failed == []
