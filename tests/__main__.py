"""``make test``: the suite on SQLite and, beside it, what touches a database on PostgreSQL.

Tests that know no database run once, with those on PostgreSQL (tests/scheduling.py), which are a
third of the work: so that run has a worker less than there are processors. The one on SQLite has as
many as there are: each more has to begin, and to open a site and a browser of its own.

``python -m tests [arguments of pytest]`` runs a part of it. What the second run prints comes after
the first, and then what the tests cost (tests/budget.py). The last line is the sum of both:
``N passed, N failed, N skipped``.
"""

import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from server.supervisor.lifeline import lifeline
from tests import budget
from tests.examples import LONG
from tests.migrations import KEPT_AT
from tests.postgres import postgres_server
from tests.scheduling import BESIDE_POSTGRESQL
from tests.stack import Template

PROCESSORS = min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 2, 7)
#: The last one would have each process of the tests compile all code as it starts.
CHOSEN_HERE = {
    "DATABASE_URL",
    "REDIS_URL",
    "DJANGO_SETTINGS_MODULE",
    "PYTHONDONTWRITEBYTECODE",
}
COMPILED_BY_PYTEST = "__pycache__/*-pytest-*.pyc"
HALVES = ("tests/tournaments", "--ignore=tests/tournaments")  # of all tests
NO_TESTS = ("--override-ini=python_functions=_", "--override-ini=python_classes=_")
NOTHING_SELECTED = 5  # pytest's status when no test was left to run
#: No good run comes near it. What hangs outside of any test ends then.
RUN_SECONDS = (4 if LONG else 1) * 60 * 60


@dataclass(frozen=True)
class Result:
    """How one run ended."""

    database: str
    passed: int
    failed: int
    skipped: int
    seconds: float
    files: Counter[str]
    """Seconds of a processor by file."""

    def line(self) -> str:
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


def main(arguments: list[str]) -> int:
    """Run the suite twice; the exit status is 1 if anything failed."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("The tests were stopped."))
    for name in CHOSEN_HERE:
        os.environ.pop(name, None)
    began = time.monotonic()
    results = both(arguments)
    seconds = time.monotonic() - began
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = usage.ru_utime + usage.ru_stime
    say("")
    files = {result.database: result.files for result in results}
    for line in budget.lines(files, spent, is_whole=not arguments):
        say(line)
    say("")
    for result in results:
        say(f"{result.database:<11}{result.line()} in {result.seconds:.0f} s")
    say(f"{seconds:.0f} s in all, {spent:.0f} s of a processor")
    passed, failed, skipped = (
        sum(getattr(result, count) for result in results)
        for count in ("passed", "failed", "skipped")
    )
    say(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


def both(arguments: list[str]) -> list[Result]:
    """Both runs at once: many tests wait for clocks and for processes that start."""
    # Collecting their tests a second time took 15 s in each process.
    ignored = [f"--ignore={path}" for path in BESIDE_POSTGRESQL]
    with (
        postgres_server() as url,
        prepared(None, url, is_whole=not arguments) as (small, large),
        tempfile.TemporaryFile() as later,
        started(
            "SQLite",
            [*ignored, *arguments],
            {"ROUNDHOUSE_TESTS": "first", KEPT_AT: small.older},
            small,
        ) as first,
        started(
            "PostgreSQL",
            arguments,
            {"DATABASE_URL": url, "ROUNDHOUSE_TESTS": "database", KEPT_AT: small.older},
            large,
            output=later,
        ) as second,
    ):
        results = [first.result()]
        say("\n=== The tests on PostgreSQL, and those that need no other database ===")
        results.append(second.result())
        later.seek(0)
        shutil.copyfileobj(later, sys.stdout.buffer)
    return results


@contextmanager
def prepared(*urls: str | None, is_whole: bool) -> Iterator[list[Template]]:
    """A migrated database on each server, made at once: each keeps one processor busy."""
    is_fresh = not any(Path("tests").glob(COMPILED_BY_PYTEST))
    halves = HALVES if is_whole and is_fresh else ()
    with ExitStack() as stack, ThreadPoolExecutor(len(urls) + len(halves)) as pool:
        compiled = pool.map(compile_tests, halves)
        made = list(pool.map(stack.enter_context, map(Template.made, urls)))
        list(compiled)
        yield made


def compile_tests(half: str) -> None:
    """Have pytest compile these tests of a fresh checkout.

    Its workers begin at the same time, and each compiled them all for itself: half of the
    processor time that they needed to begin. A fifth of that is to make tests: none is made here.
    """
    command = [sys.executable, "-m", "pytest", "--collect-only", "--quiet", *NO_TESTS, half]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


class Run:
    """pytest at work on one database."""

    def __init__(self, database: str, report: Path, process: subprocess.Popen) -> None:
        self._database, self._report, self._process = database, report, process

    def result(self) -> Result:
        """Wait for the end, RUN_SECONDS at most."""
        try:
            status = self._process.wait(RUN_SECONDS)
        except subprocess.TimeoutExpired:
            say(f"The tests were ended: they ran for more than {RUN_SECONDS // 60} minutes.")
            status = 1
        passed, failed, skipped, seconds = count(self._report)
        files = budget.seconds_by_file(self._report) if self._report.exists() else Counter()
        if status not in (0, NOTHING_SELECTED) and not failed:
            failed = 1  # pytest itself failed: that must not look like success
        return Result(self._database, passed, failed, skipped, seconds, files)


@contextmanager
def started(
    database: str,
    arguments: list[str],
    settings: dict[str, str],
    template: Template,
    output=None,
) -> Iterator[Run]:
    """Pytest with ``settings`` added to the environment, and all that it needs for one database."""
    with tempfile.TemporaryDirectory(prefix="rht-", ignore_cleanup_errors=True) as folder:
        report = Path(folder) / "report.xml"
        environment = os.environ | settings | template.as_setting()
        environment["TMPDIR"] = folder  # what a killed process leaves behind goes with it
        workers = PROCESSORS if database == "SQLite" else max(PROCESSORS - 1, 1)
        options = ["-q", f"--numprocesses={workers}", "--dist=loadfile", f"--junitxml={report}"]
        options += ["--override-ini=junit_family=xunit1"]  # with the file of each test
        if os.environ.get("ROUNDHOUSE_COVERAGE") == "1":
            options += ["--cov", "--cov-report="]  # its settings: tool.coverage in pyproject.toml
            # Counting branches slows an engine down several times: limits are three times as wide.
            options += ["--timeout=900", "--override-ini=faulthandler_timeout=960"]
            environment["COVERAGE_FILE"] = f".coverage.{database}"
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", *options, *arguments],
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT if output else None,
            preexec_fn=lifeline().in_child(),  # noqa: PLW1509 - no other thread is at work
        )
        try:
            yield Run(database, report, process)
        finally:
            process.kill()  # its workers and all that they started end with it
            process.wait()


def count(report: Path) -> tuple[int, int, int, float]:
    """How many passed, failed and were skipped, and the seconds, from pytest's report."""
    if not report.exists():
        return 0, 0, 0, 0.0
    suite = ElementTree.parse(report).getroot().find("testsuite")  # noqa: S314 - pytest wrote it
    failed = int(suite.get("failures")) + int(suite.get("errors"))
    skipped = int(suite.get("skipped"))
    return int(suite.get("tests")) - failed - skipped, failed, skipped, float(suite.get("time"))


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
