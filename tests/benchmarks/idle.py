"""The processor time, the memory and the writes of an open site while nobody does anything.

``python -m tests.benchmarks.idle [MINUTES]``. First it is watched with a request each half minute
that may change something, which keeps every task at its usual pace; then without one.

Memory is the sum of PSS: a page that n processes share counts as 1/n in each. RSS would count it n
times, and the processes of a site share most of what they load.
"""

import re
import sys
import time
from contextlib import suppress
from pathlib import Path

import httpx

from server.supervisor.terminal import say
from tests.benchmarks.opening import processor_seconds
from tests.processes import children
from tests.stack import Stack
from tournaments.activity import LASTS_SECONDS

WRITTEN = re.compile(r"^write_bytes: (\d+)", re.MULTILINE)
SHARE = re.compile(r"^Pss:\s+(\d+) kB", re.MULTILINE)


def sum_of(pid: int, name: str, figure: re.Pattern[str]) -> int:
    """A figure of /proc, summed over a process and those that it has started."""
    total = 0
    for each in (pid, *children(pid)):
        with suppress(OSError):  # it has ended meanwhile
            found = figure.search(Path(f"/proc/{each}/{name}").read_text())
            total += int(found[1]) if found else 0
    return total


def watch(site: Stack, seconds: float, *, busy: bool) -> None:
    pid = site.supervisor.pid
    before = processor_seconds(pid), sum_of(pid, "io", WRITTEN)
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        if busy:
            httpx.post(f"{site.url}/sign-in/")
        time.sleep(min(30, left))
    used = processor_seconds(pid) - before[0]
    written = sum_of(pid, "io", WRITTEN) - before[1]
    say(
        f"{'usual pace' if busy else 'quiet'}: {used / seconds:.1%} of a processor,"
        f" {written * 60 / seconds / 1000:.0f} KB written a minute,"
        f" {sum_of(pid, 'smaps_rollup', SHARE) / 1000:.0f} MB (PSS)"
    )


def main(minutes: float) -> None:
    site = Stack()
    try:
        site.start()
        watch(site, minutes * 60, busy=True)
        time.sleep(LASTS_SECONDS + 30)
        watch(site, minutes * 60, busy=False)
    finally:
        site.remove()


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 10)
