"""``make test``: the whole suite on SQLite, and what touches a database again on PostgreSQL.

``python -m tests [arguments of pytest]`` runs a part of it. The last line is the sum of both runs:
``N passed, N failed, N skipped``.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from server.supervisor.lifeline import lifeline
from tests.postgres import postgres_server
from tests.stack import Template

#: One more than there are processors: many tests wait for clocks and for processes that start.
WORKERS = min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 2, 7) + 1
PARALLEL = (f"--numprocesses={WORKERS}", "--dist=loadfile")
COVERAGE = ("--cov", "--cov-report=")  # its settings: tool.coverage in pyproject.toml
CHOSEN_HERE = {"DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE"}
NOTHING_SELECTED = 5  # pytest's status when no test was left to run
RUN_SECONDS = 40 * 60  # no good run comes near it; what hangs outside of any test ends then


@dataclass(frozen=True)
class Result:
    """How one run ended."""

    database: str
    passed: int
    failed: int
    skipped: int
    seconds: float

    def line(self) -> str:
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


def main(arguments: list[str]) -> int:
    """Run the suite twice; the exit status is 1 if anything failed."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("The tests were stopped."))
    for name in CHOSEN_HERE:
        os.environ.pop(name, None)
    coverage = os.environ.get("ROUNDHOUSE_COVERAGE") == "1"
    first, second = (COVERAGE, (*COVERAGE, "--cov-append")) if coverage else ((), ())
    results = [run("SQLite", [*first, *arguments], {})]
    with postgres_server() as url:
        settings = {"DATABASE_URL": url, "ROUNDHOUSE_TESTS": "database"}
        results.append(run("PostgreSQL", [*second, *arguments], settings))
    total = Result(
        "both",
        passed=sum(result.passed for result in results),
        failed=sum(result.failed for result in results),
        skipped=sum(result.skipped for result in results),
        seconds=sum(result.seconds for result in results),
    )
    say("")
    for result in results:
        say(f"{result.database:<11}{result.line()} in {result.seconds:.0f} s")
    say(total.line())
    return 1 if total.failed else 0


def run(database: str, arguments: list[str], settings: dict[str, str]) -> Result:
    """Run pytest with ``settings`` added to the environment; tests without a database but once."""
    say(f"\n=== The tests on {database} ===")
    environment = dict(os.environ) | settings
    began = time.monotonic()
    with (
        tempfile.TemporaryDirectory(prefix="rht-", ignore_cleanup_errors=True) as folder,
        Template.made(settings.get("DATABASE_URL")) as template,
    ):
        report = Path(folder) / "report.xml"
        environment["TMPDIR"] = folder  # what a killed process leaves behind goes with it
        environment |= template.as_setting()
        status = pytest(["-q", *PARALLEL, f"--junitxml={report}", *arguments], environment)
        passed, failed, skipped = count(report)
    if status not in (0, NOTHING_SELECTED) and not failed:
        failed = 1  # pytest itself failed: that must not look like success
    return Result(database, passed, failed, skipped, time.monotonic() - began)


def pytest(arguments: list[str], environment: dict[str, str]) -> int:
    """The exit status of a run of pytest, which ends after RUN_SECONDS in any case."""
    run = subprocess.Popen(
        [sys.executable, "-m", "pytest", *arguments],
        env=environment,
        preexec_fn=lifeline().in_child(),  # noqa: PLW1509 - no other thread is at work
    )
    try:
        return run.wait(RUN_SECONDS)
    except subprocess.TimeoutExpired:
        say(f"The tests were ended: they ran for more than {RUN_SECONDS // 60} minutes.")
        return 1
    finally:
        run.kill()  # its workers and all that they started end with it
        run.wait()


def count(report: Path) -> tuple[int, int, int]:
    """How many passed, failed and were skipped, from pytest's report."""
    if not report.exists():
        return 0, 0, 0
    suite = ElementTree.parse(report).getroot().find("testsuite")  # noqa: S314 - pytest wrote it
    failed = int(suite.get("failures")) + int(suite.get("errors"))
    skipped = int(suite.get("skipped"))
    return int(suite.get("tests")) - failed - skipped, failed, skipped


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
