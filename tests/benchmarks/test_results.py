"""Fifty phones that post without pause: how many results a second the house stores, and how fast.

The bar, for this house's machine when it is quiet: at least 200 results a second, and p99 at most
400 ms, on either database. Each hand is dealt and reported, which is two writes; both are timed.
``PHONES=50 SECONDS=15`` choose how many and for how long. Every figure is printed beside its bar;
only what does not depend on a quiet machine is asserted.
"""

import os
import threading
import time
from collections import Counter
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

import pytest

from tests.benchmarks.listeners import share
from tests.benchmarks.phones import Phone

pytestmark = pytest.mark.bench

PHONES = int(os.environ.get("PHONES", "50"))
SECONDS = int(os.environ.get("SECONDS", "15"))
WARM_UP_SECONDS = 2

MAKE = f"""
from django.test import Client
from django.utils import timezone
from tests.builders import make_entries, make_event, make_round, make_tournament, open_seat
event = make_event()
tournament = make_tournament(event, target=10**6)
groups = [make_entries(tournament, 4) for _ in range({PHONES})]
round_ = make_round(tournament, groups, started_at=timezone.now())
answer = []
for table in round_.tables.order_by("number"):
    client = Client()
    open_seat(client, table.seats.select_related("entry__player__event").get(position=1))
    cookie = "; ".join(f"{{m.key}}={{m.value}}" for m in client.cookies.values())
    answer.append([table.code, f"device=bench{{table.number:04}}; {{cookie}}"])
"""
STORED = """
from tournaments.models import LedgerEntry, ScoreSheet, SheetVersion
answer = [
    ScoreSheet.objects.filter(status__in=ScoreSheet.COUNTED).count(),
    SheetVersion.objects.filter(act="report").count(),
    LedgerEntry.objects.filter(verb="report hand").count(),
]
"""


def processor_seconds(pid: int) -> float:
    """What a process has used of the processor so far (Linux: proc(5), fields 14 and 15)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def times(seconds: list[float]) -> str:
    ms = [1000 * s for s in seconds]
    return f"p50 {median(ms):.0f} p99 {share(ms, 0.99):.0f} max {max(ms):.0f} ms"


def test_fifty_phones_post_without_pause(stack, say):
    address = urlsplit(stack.url)
    stop = threading.Event()
    phones = [
        Phone((address.hostname, address.port), code, cookie, stop)
        for code, cookie in stack.ask(MAKE)
    ]
    for phone in phones:
        phone.start()
    time.sleep(WARM_UP_SECONDS)
    before = {phone: (len(phone.dealt), len(phone.reported)) for phone in phones}
    web = stack.pids()["web"]
    began, used = time.monotonic(), processor_seconds(web)
    time.sleep(SECONDS)
    used = processor_seconds(web) - used
    counted = [(p, len(p.dealt), len(p.reported)) for p in phones]
    lasted = time.monotonic() - began
    stop.set()
    for phone in phones:
        phone.join(60)
    dealt = [s for p, d, _r in counted for s in p.dealt[before[p][0] : d]]
    reported = [s for p, _d, r in counted for s in p.reported[before[p][1] : r]]
    database = "PostgreSQL" if "DATABASE_URL" in stack.env else "SQLite"
    say(f"\n{PHONES} phones on {database}; load of the machine {os.getloadavg()[0]:.1f}")
    say(f"  results stored: {len(reported) / lasted:.0f} a second (bar 200)")
    say(f"  writes, deals among them: {(len(dealt) + len(reported)) / lasted:.0f} a second")
    each = 1000 * used / max(1, len(dealt) + len(reported))
    say(f"  the web process used {each:.1f} ms of the processor for each write")
    say(f"  reporting: {times(reported)} (bar p99 400)")
    say(f"  dealing: {times(dealt)}")
    statuses = sum((Counter(phone.statuses) for phone in phones), Counter())
    assert set(statuses) == {201}, statuses
    sent = sum(len(phone.reported) for phone in phones)
    assert stack.ask(STORED) == [sent] * 3
