"""Runs the tests of a game against one mutant at a time, each in a process of its own.

The parent has pytest, hypothesis and their like loaded and nothing of ours; a child imports the
game with one module's source flipped, and runs the tests, quickest file first, until one fails.
"""

from __future__ import annotations

import ast
import os
import pickle
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType
from typing import Any

import pytest
from hypothesis import Phase, settings

from tests.mutation.mutants import Mutant, mutate

OPTIONS = (
    *("-x", "-q", "--tb=no", "--disable-warnings"),
    *("--noconftest", "--import-mode=importlib", "-c", os.devnull, "--rootdir=."),
    *("-p", "no:django", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:randomly"),
)
OURS = ("games", "tests", "conftest", "__main__", "__mp_main__")
SHORTEST, TIMES_LONGER = 4.0, 8.0
"""A test may take so many seconds of processor time, or so many times what it takes unmutated."""

settings.register_profile(
    "mutation",
    database=None,
    deadline=None,
    derandomize=True,
    phases=(Phase.explicit, Phase.generate),
)


class Stopwatch:
    """A pytest plugin: notes how long each test took, and ends a child when one takes too long."""

    def __init__(self, limits: dict[str, float]) -> None:
        self.limits, self.took, self.failed = limits, dict[str, float](), ""
        self.loaded: list[str] = []

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        signal.setitimer(signal.ITIMER_PROF, self.limits.get(item.nodeid, 0))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.took[report.nodeid] = self.took.get(report.nodeid, 0) + report.duration
        if report.failed:
            self.failed = report.nodeid


class Flipped(SourceFileLoader):
    """Loads a module from a tree instead of its source."""

    tree: ast.Module

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.tree, self.get_filename(fullname), "exec")


class Finder:
    """Finds one module, flipped; the rest is found as always."""

    def __init__(self, file: Path, tree: ast.Module) -> None:
        self.name = ".".join(file.with_suffix("").parts)
        self.loader = Flipped(self.name, str(file.resolve()))
        self.loader.tree = tree

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        if name != self.name:
            return None
        return spec_from_file_location(name, self.loader.path, loader=self.loader)


def _in_child(work: Callable[[], Any]) -> tuple[int, int]:
    """Start a process that does some work; its id, and where its answer can be read.

    Who waits for its end before reading needs an answer that a pipe can hold: 64 kB.
    """
    answer, write = os.pipe()
    child = os.fork()
    if child:
        os.close(write)
        return child, answer
    os.close(answer)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    try:
        with os.fdopen(write, "wb") as file:
            pickle.dump(work(), file)
    finally:
        os._exit(0)


def _answer(answer: int) -> Any:
    """The answer of a child; None when it was ended before it could answer."""
    with os.fdopen(answer, "rb") as file:
        content = file.read()
    return pickle.loads(content) if content else None  # noqa: S301 - from our own child


def _run(tests: Sequence[str], limits: dict[str, float], finder: Finder | None) -> Stopwatch:
    if finder is not None:
        sys.meta_path.insert(0, finder)
    os.environ["ROUNDHOUSE_ALL_EXAMPLES"] = "1"  # tests/examples.py, which no child has loaded yet
    settings.load_profile("mutation")
    watch = Stopwatch(limits)
    for part in tests:
        code = pytest.main([*OPTIONS, part], plugins=[watch])
        if code:
            watch.failed = watch.failed or "import"
            break
    watch.loaded = [] if finder else list(sys.modules)
    return watch


def _load(names: Sequence[str]) -> None:
    """Load what is not ours once for every child that will need it; what cannot be, they do."""
    for name in names:
        if name.partition(".")[0] not in OURS:
            with suppress(Exception):
                import_module(name)


def baseline(tests: Sequence[str]) -> tuple[list[str], dict[str, float]]:
    """The unmutated run: test files, quickest first, and a limit for each test.

    Raises RuntimeError when a test fails as it is.
    """
    child, answer = _in_child(lambda: _run(tests, {}, None))
    watch = _answer(answer)
    os.waitpid(child, 0)
    if watch is None or watch.failed:
        raise RuntimeError(f"Without a mutant there fails {watch and watch.failed}.")
    _load(watch.loaded)
    times: dict[str, float] = {}
    for test, seconds in watch.took.items():
        file = test.partition("::")[0]
        times[file] = times.get(file, 0) + seconds
    limits = {test: max(SHORTEST, TIMES_LONGER * took) for test, took in watch.took.items()}
    return sorted(times, key=times.__getitem__), limits


def _after(file: Path, test: str) -> bool:
    """Whether a file of tests is called after a source: ``test_sheet`` after ``full_sheet``."""
    return Path(test).stem.removeprefix("test_") in file.stem


def run(
    found: Sequence[tuple[Path, Mutant]],
    tests: Sequence[str],
    limits: dict[str, float],
    jobs: int,
) -> Iterator[tuple[Path, Mutant, str]]:
    """Each mutant with the test that noticed it, "timeout", or "" for a survivor; as they end.

    The tests that noticed most mutants of the same source are asked first, then the quickest;
    to begin with, those that are called after the source.
    """
    noticed = Counter({(file, one) for file, _ in found for one in tests if _after(file, one)})
    waiting = list(reversed(found))
    busy: dict[int, tuple[int, Path, Mutant]] = {}
    while waiting or busy:
        while waiting and len(busy) < jobs:
            file, mutant = waiting.pop()
            finder = Finder(file, mutate(file.read_text("utf-8"), mutant.number))
            order = sorted(tests, key=lambda one, file=file: -noticed[file, one])
            child, answer = _in_child(
                lambda order=order, finder=finder: _run(order, limits, finder).failed
            )
            busy[child] = (answer, file, mutant)
        child, _ = os.wait()
        answer, file, mutant = busy.pop(child)
        killer = _answer(answer)
        if killer:
            noticed[file, killer.partition("::")[0]] += 1
        yield file, mutant, "timeout" if killer is None else killer
