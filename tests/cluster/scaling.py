"""The gain of a second web process and a second worker: ``python -m tests.cluster.scaling``.

Phones play through HAProxy at one web process, then at two; then many standings are out of date
for one worker, then for two. On a machine of few cores all of it competes for them, so each of the
measured processes may use QUOTA of one core and no more, as if it had a small machine of its own:
Linux does that for root (control groups, version 1). Without that right it measures what there
is. The database, the proxy and the phones are not limited. Beside the throughput it prints what a
hand and a computation cost: where that stays the same, another core does as much as the first.
"""

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from server.supervisor.terminal import say
from tests.cluster.site import Cluster, redis_server
from tests.databases import Database
from tests.faults.table_of_phones import Evening
from tests.postgres import postgres_server
from tests.proxies.fronts import front, program
from tests.stack import Stack, wait_for

SECONDS = float(os.environ.get("SECONDS", "20"))
QUOTA = float(os.environ.get("QUOTA", "0.1"))
GROUPS = Path("/sys/fs/cgroup/cpu")
PERIOD = 100_000
TABLES, TOURNAMENTS = 12, 60

MAKE_TABLES = f"""
from django.utils import timezone
from tests.builders import make_entries, make_round, make_tournament
played = make_tournament(target=10**6)
groups = [make_entries(played, 4) for _ in range({TABLES})]
round_ = make_round(played, groups, started_at=timezone.now())
answer = sorted(round_.tables.values_list("code", flat=True))
"""
MAKE_STANDINGS = f"""
from tests.builders import make_entries, make_event, make_tournament
from tests.tournaments.standings.hands import play_large_round
event = make_event()
for number in range({TOURNAMENTS}):
    one = make_tournament(event, name=f"Tournament {{number}}")
    play_large_round(one, make_entries(one, 200), hands=4)
answer = None
"""
MAKE_STALE = """
UPDATE tournaments_standingsstate SET results_version = results_version + 1 RETURNING 1
"""
STALE = """
SELECT count(*) FROM tournaments_standingsstate WHERE results_version <> standings_version
"""


class Measured(NamedTuple):
    """The work of processes: units a second, and seconds of the processor for each unit."""

    rate: float
    cost: float


class Share:
    """Lets a process use QUOTA of a core, where this machine allows to say so."""

    def __init__(self, name: str, pid: int) -> None:
        self._group = GROUPS / f"roundhouse-{os.getpid()}-{name}"
        try:
            self._group.mkdir()
            (self._group / "cpu.cfs_period_us").write_text(str(PERIOD))
            (self._group / "cpu.cfs_quota_us").write_text(str(int(QUOTA * PERIOD)))
            (self._group / "cgroup.procs").write_text(str(pid))
            self.holds = True
        except OSError:
            self.holds = False

    def remove(self) -> None:
        with suppress(OSError):
            self._group.rmdir()


@contextmanager
def running(url: str, template: Database, **counts: int) -> Iterator[Cluster]:
    """The site with so many of each process, on a copy of the migrated database."""
    database = Database.like(url, template)
    try:
        with redis_server() as redis_url:
            site = Cluster(database.url, redis_url, counts, LOG_FORMAT="line")
            try:
                yield site.start()
            finally:
                site.remove()
    finally:
        database.drop()


@contextmanager
def limited(site: Cluster, service: str) -> Iterator[bool]:
    """Every process of a service with its share of a core; whether that was possible."""
    names = [name for name in site.pids() if name.startswith(service)]
    shares = [Share(name, site.pids()[name]) for name in names]
    try:
        yield all(share.holds for share in shares)
    finally:
        for name in names:
            site.kill(name)
        for share in shares:
            share.remove()


def web(site: Cluster, folder: Path) -> Measured:
    """How many hands these web processes store."""
    codes = site.ask(MAKE_TABLES)
    with front("haproxy", site.webs, folder) as site.url, limited(site, "web") as is_limited:
        evening = Evening.begin(site, codes)
        try:
            wait_for(lambda: evening.acknowledged >= 2 * TABLES)
            before, spent = evening.acknowledged, used(site, "web")
            answered = {name: site.answered(name) for name in spent}
            began = time.monotonic()
            wait_for(lambda: time.monotonic() - began >= SECONDS, 2 * SECONDS + 60)
            took, hands = time.monotonic() - began, evening.acknowledged - before
            spent = {name: seconds - spent[name] for name, seconds in used(site, "web").items()}
            answered = {name: site.answered(name) - count for name, count in answered.items()}
        finally:
            evening.end()
    report(f"{hands} hands stored in {took:.0f} s", spent, is_limited=is_limited)
    say(f"    requests answered: {answered}")
    return Measured(hands / took, sum(spent.values()) / hands)


def workers(site: Cluster) -> Measured:
    """How many standings these workers compute."""
    site.ask(MAKE_STANDINGS)
    wait_for(lambda: site.rows(STALE) == [(0,)], 600)
    with limited(site, "worker") as is_limited:
        spent, began = used(site, "worker"), time.monotonic()
        site.rows(MAKE_STALE)
        wait_for(lambda: site.rows(STALE) == [(0,)], 600)
        took = time.monotonic() - began
        spent = {name: seconds - spent[name] for name, seconds in used(site, "worker").items()}
    what = f"{TOURNAMENTS} standings of 200 players computed in {took:.0f} s"
    report(what, spent, is_limited=is_limited)
    return Measured(TOURNAMENTS / took, sum(spent.values()) / TOURNAMENTS)


def used(site: Cluster, service: str) -> dict[str, float]:
    return {name: site.processor_seconds(name) for name in site.pids() if name.startswith(service)}


def report(what: str, spent: dict[str, float], *, is_limited: bool) -> None:
    each = ", ".join(f"{name} {seconds:.1f}" for name, seconds in spent.items())
    limit = f"each with {QUOTA:g} of a core" if is_limited else "not limited"
    say(f"  {len(spent)} of them, {limit}: {what}; seconds of the processor: {each}")


def main() -> int:
    """Measure each, and print the ratios."""
    if program("haproxy") is None:
        sys.exit("This needs HAProxy (Debian: apt install haproxy).")
    say(f"load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with ExitStack() as stack:
        url = stack.enter_context(postgres_server())
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        template = Stack(url=url)
        stack.callback(template.remove)
        template.manage("migrate", "--verbosity=0")
        measured: dict[str, list[Measured]] = {"web processes": [], "workers": []}
        for count in (1, 2):
            (folder / str(count)).mkdir()
            with running(url, template.database, web=count, worker=1, beat=1) as site:
                measured["web processes"].append(web(site, folder / str(count)))
        for count in (1, 2):
            with running(url, template.database, web=1, worker=count, beat=1) as site:
                measured["workers"].append(workers(site))
    for name, (one, two) in measured.items():
        say(
            f"two {name}: {two.rate / one.rate:.2f} times as much as one ({one.rate:.2f} and"
            f" {two.rate:.2f} a second), each unit at {two.cost / one.cost:.2f} times the cost"
            f" ({1000 * one.cost:.1f} and {1000 * two.cost:.1f} ms of the processor)"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
