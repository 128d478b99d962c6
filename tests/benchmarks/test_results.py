"""Fifty phones that post without pause: how many results a second the site stores, and how fast.

The bar, on a quiet machine: at least 200 results a second, and p99 at most
400 ms, on either database. First the phones post results of hands that were dealt before, at one
table after the other; then each deals and reports hand after hand, which is two writes for each
result. ``PHONES=50 SECONDS=10`` choose how many and for how long. Every figure is printed beside
its bar; only what does not depend on a quiet machine is asserted.
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
SECONDS = int(os.environ.get("SECONDS", "10"))
WARM_UP_SECONDS = 4  # until each thread of the site has its connection and what it prepares
WEB_PROCESSES = os.environ.get("WEB", "2")

#: Tables of each phone with a hand that waits for its result, each in a tournament of its own.
WAITING = int(os.environ.get("WAITING", str(6 * (SECONDS + WARM_UP_SECONDS))))

MAKE = """
from django.db import connection
from django.test import Client
from django.utils import timezone
from tests.builders import make_entries, make_event, make_round, make_tournament, minutes, phone_of
from tournaments.access.device_cookies import signed_device
from tournaments.models import Entry, ScoreSheet, Seat, SheetVersion, Table
now, event = timezone.now(), make_event()
first = make_tournament(event, name="Hall", target=10**6)
people = [entry.player for entry in make_entries(first, {phones} * 4)]
phones = []
for player in people[::4]:
    client = Client()
    phone_of(client, player)
    cookie = "; ".join(f"{m.key}={m.value}" for m in client.cookies.values())
    phones.append([[], f"device={signed_device(str(player.pk))}; {cookie}"])
for number in range({tournaments}):
    tournament = make_tournament(event, name=f"Hall {number}", target=10**6)
    entries = Entry.objects.bulk_create(
        Entry(tournament=tournament, player=p, status="checked_in", entered_at=now, status_at=now)
        for p in people
    )
    round_ = make_round(tournament, [], started_at=now)
    tables = Table.objects.bulk_create(
        Table(round=round_, number=n, code=f"Q{number:03}{n:03}", status="playing")
        for n in range(1, {phones} + 1)
    )
    Seat.objects.bulk_create(
        Seat(table=tables[n // 4], round=round_, entry=entry, position=n % 4 + 1)
        for n, entry in enumerate(entries)
    )
    if number < {tournaments} - 1:
        facts = {"number": 1, "dealt_at": now, "cutoff_at": now + minutes(60)}
        sheets = ScoreSheet.objects.bulk_create(ScoreSheet(table=t, **facts) for t in tables)
        SheetVersion.objects.bulk_create(
            SheetVersion(sheet=s, number=1, act="deal", status="dealt", at=now) for s in sheets
        )
    for phone, table in zip(phones, tables):
        phone[0].append(table.code)
if connection.vendor == "postgresql":  # what autovacuum does within the next minute
    connection.cursor().execute("ANALYZE")
answer = phones
"""
STORED = """
from django.utils import timezone
from tournaments.events.ledger.sealing import seal_all
from tournaments.models import LedgerEntry, ScoreSheet, SheetVersion
seal_all(now=timezone.now())
answer = [
    ScoreSheet.objects.filter(status__in=ScoreSheet.COUNTED).count(),
    SheetVersion.objects.filter(act="report").count(),
    LedgerEntry.objects.filter(verb="report hand").count(),
]
"""


def processor_seconds(pid: int) -> float:
    """Processor time of a process so far (Linux: proc(5), fields 14 and 15)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def times(seconds: list[float]) -> str:
    ms = [1000 * s for s in seconds]
    return f"p50 {median(ms):.0f} p99 {share(ms, 0.99):.0f} max {max(ms):.0f} ms"


def measure(stack, phones, say, what):
    """Let the phones post for a while, and say what came of it."""
    pids = {**stack.pids(), "the phones": os.getpid()}
    before = {phone: (len(phone.dealt), len(phone.reported)) for phone in phones}
    used = {name: processor_seconds(pid) for name, pid in pids.items()}
    began = time.monotonic()
    time.sleep(SECONDS)
    used = {name: processor_seconds(pid) - used[name] for name, pid in pids.items()}
    counted = [(p, len(p.dealt), len(p.reported)) for p in phones]
    lasted = time.monotonic() - began
    dealt = [s for p, d, _r in counted for s in p.dealt[before[p][0] : d]]
    reported = [s for p, _d, r in counted for s in p.reported[before[p][1] : r]]
    database = "PostgreSQL" if "DATABASE_URL" in stack.env else "SQLite"
    load = os.getloadavg()[0]
    site = f"on {database} with {WEB_PROCESSES} web process(es)"
    say(f"\n{len(phones)} phones {what}, {site}; load of the machine {load:.1f}")
    say(f"  results stored: {len(reported) / lasted:.0f} a second (bar 200)")
    say(f"  reporting: {times(reported)} (bar p99 400)")
    if dealt:
        say(f"  dealing: {times(dealt)}")
    writes = len(dealt) + len(reported)
    each = {name: f"{1000 * seconds / max(1, writes):.1f}" for name, seconds in used.items()}
    spent = ", ".join(f"{name} {ms}" for name, ms in each.items())
    say(f"  {writes / lasted:.0f} writes a second; each took ms of the processor: {spent}")


@pytest.mark.parametrize("waiting", [WAITING, 0], ids=["results", "deals and results"])
def test_fifty_phones_post_without_pause(new_stack, say, waiting):
    stack = new_stack(ROUNDHOUSE_WEB_PROCESSES=WEB_PROCESSES, CHECK_LOCK_ORDER="0").start()
    address = urlsplit(stack.url)
    make = MAKE.replace("{tournaments}", str(waiting + 1)).replace("{phones}", str(PHONES))
    stop = threading.Event()
    phones = [
        Phone((address.hostname, address.port), codes, cookie, stop)
        for codes, cookie in stack.ask(make)
    ]
    for phone in phones:
        phone.start()
    time.sleep(WARM_UP_SECONDS)
    measure(stack, phones, say, "report" if waiting else "deal and report")
    stop.set()
    for phone in phones:
        phone.join(60)
    statuses = sum((Counter(phone.statuses) for phone in phones), Counter())
    assert set(statuses) == {201}, statuses
    sent = sum(len(phone.reported) for phone in phones)
    assert stack.ask(STORED) == [sent] * 3
