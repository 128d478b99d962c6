"""How long a killed site takes to be open again, and what that costs of processors.

``python -m tests.benchmarks.opening [TIMES]``. The seconds depend on what else the machine does;
what the processes of the site have used of a processor when it is open depends on it far less.
"""

import os
import sys
import time
from contextlib import suppress
from pathlib import Path

from server.supervisor.terminal import say
from tests.processes import children
from tests.stack import Stack


def processor_seconds(pid: int) -> float:
    """Processor time of a process, of those that it has started and of those that have ended."""
    ticks = 0
    for each in (pid, *children(pid)):
        with suppress(FileNotFoundError, ProcessLookupError):  # it ended in this moment
            fields = Path(f"/proc/{each}/stat").read_text().rpartition(") ")[2].split()
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def main(times: int) -> None:
    site = Stack()
    try:
        site.start()
        for _ in range(times):
            site.supervisor.kill()
            site.wait_for_end()
            began = time.monotonic()
            site.start()
            say(
                f"open again after {time.monotonic() - began:.1f} s and"
                f" {processor_seconds(site.supervisor.pid):.1f} s of processors;"
                f" load of the machine {os.getloadavg()[0]:.1f}"
            )
    finally:
        site.remove()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
