"""Processes that share the memory of one that has loaded the site."""

import inspect
import os
import signal
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from coverage import CoverageData

from server.supervisor import forking
from server.supervisor.forking import CAN_FORK
from tests.processes import children
from tests.stack import ROOT, wait_for

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(not CAN_FORK, reason="Linux alone shares the memory of a forked process"),
]

LOADED = """
import gc, os, threading
from server.supervisor import preloaded
from django.db import connections
print(len(os.listdir("/proc/self/task")), threading.active_count(), gc.get_freeze_count() > 100_000)
print([one.connection for one in connections.all(initialized_only=True) if one.connection])
"""

CLERK = """
import atexit, os, socket, sys
atexit.register(print, "went home")
with socket.socket(fileno=int(sys.argv[2])) as letterbox:
    print(sys.argv[1], open("/proc/self/comm").read().strip(), os.getsid(0) == os.getpid())
    print(letterbox.recv(9).decode(), flush=True)
raise SystemExit(3)
"""


def test_what_is_shared_has_no_thread_and_no_connection(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", LOADED],
        cwd=ROOT,
        env=os.environ | {"ROUNDHOUSE_VAR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "1 1 True\n[]\n"


FORK = """
import socket, sys
from pathlib import Path
from server.supervisor.forking import Forked
here, there = socket.socketpair()
child = Forked("clerk", ["clerk", "good"], Path(sys.argv[1]), [there.fileno()])
assert child.poll() is None
here.send(b"morning")
print(child.wait())
"""


MEASURED_FORK = """
import sys
from pathlib import Path
from server.supervisor.forking import Forked
if __name__ == "__main__":
    print(Forked("clerk", ["clerk"], Path(sys.argv[1]), []).wait())
"""


def test_a_forked_process_is_what_its_command_would_be(tmp_path):
    (tmp_path / "clerk.py").write_text(CLERK)
    log = tmp_path / "clerk.log"
    done = subprocess.run(
        [sys.executable, "-c", FORK, str(log)],
        cwd=ROOT,
        env=os.environ | {"ROUNDHOUSE_VAR": str(tmp_path), "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "3\n"
    assert log.read_text() == "good clerk True\nmorning\nwent home\n"


def run_with(folder: Path, *arguments: str) -> subprocess.CompletedProcess:
    """Run Python with the modules of a folder beside ours."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=os.environ
        | {
            "ROUNDHOUSE_VAR": str(folder),
            "PYTHONPATH": os.pathsep.join([str(ROOT), str(folder)]),
        },
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.long  # `make coverage` alone depends on it
@pytest.mark.parametrize(
    ("program", "status"),
    [
        ("raise SystemExit(3)", "3"),
        ("import signal; signal.raise_signal(signal.SIGTERM)", "-15"),  # as uvicorn does
    ],
)
def test_the_branches_of_a_forked_process_are_measured(program, status, tmp_path):
    """``make coverage`` counts what a site does that a test has opened."""
    (tmp_path / "clerk.py").write_text(program)
    parent = tmp_path / "fork.py"
    # The process that loads the site reads this module again.
    parent.write_text(MEASURED_FORK)
    data = tmp_path / "data" / "coverage"
    data.parent.mkdir()
    coverage = ("-m", "coverage", "run", f"--data-file={data}", "--parallel-mode")
    done = run_with(tmp_path, *coverage, str(parent), str(tmp_path / "clerk.log"))
    assert done.stdout == f"{status}\n", done.stderr
    lines, first = inspect.getsourcelines(forking._run)
    call = next(number for number, line in enumerate(lines, first) if "runpy.run_module" in line)
    assert call in {line for file in data.parent.iterdir() for line in measured(file)}


#: Ends as one that is killed and has much memory to give back: its descriptors are closed first.
#: To sleep is to be slow here; what the test waits for is the end of the process.
SLOW_TO_END = """
import os, signal, time
def end(*_):
    os.closerange(3, 4096)
    time.sleep(0.3)
    os._exit(0)
signal.signal(signal.SIGUSR1, end)
"""
KILLED = """
import os, select, signal, sys
from multiprocessing import forkserver
from pathlib import Path
from server.supervisor import forking
from server.supervisor.forking import Forked
forking.PRELOADED = "slow_to_end"
if __name__ == "__main__":
    for _ in range(2):
        child = Forked("clerk", ["clerk"], Path(sys.argv[1]), [])
        os.kill(forkserver._forkserver._forkserver_pid, signal.SIGUSR1)
        select.select([child.sentinel], [], [])
    print("all forked")
"""


def test_a_process_is_forked_while_the_one_that_it_would_be_forked_from_is_being_killed(tmp_path):
    """Its descriptors, which say that its child died, are closed before it has ended."""
    (tmp_path / "clerk.py").write_text("import signal; signal.pause()")
    (tmp_path / "slow_to_end.py").write_text(SLOW_TO_END)
    (tmp_path / "killed.py").write_text(KILLED)
    done = run_with(tmp_path, str(tmp_path / "killed.py"), str(tmp_path / "clerk.log"))
    assert done.stdout == "all forked\n", done.stderr


def measured(file: Path) -> list[int]:
    """The lines of ``forking`` that the process ran which has written ``file``."""
    found = CoverageData(str(file))
    found.read()
    return found.lines(forking.__file__) or []


@pytest.mark.long
def test_without_the_process_that_it_is_forked_from_the_site_starts_again(stack):
    before = stack.pids()
    behind = next(
        pid
        for pid, command in children(stack.supervisor.pid).items()
        if "multiprocessing.forkserver" in command and pid not in before.values()
    )
    os.kill(behind, signal.SIGKILL)
    ours = {"web", "web-2", "worker", "beat"}
    wait_for(lambda: not set(before.values()) & {stack.pids().get(name) for name in ours})
    wait_for(lambda: ours <= set(stack.pids()))
    port = int(stack.url.rpartition(":")[2])
    with closing(socket.create_connection(("127.0.0.1", port), 60)) as page:
        page.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert page.recv(20).startswith(b"HTTP/1.1 200")
