"""Benchmarks run only when asked for: ``python -m pytest tests/benchmarks -s``.

They compare times of one run with each other, in seconds of the processor: the clock on the wall of
a busy machine proves nothing.
"""

import time
from collections.abc import Callable
from statistics import median

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "bench: measures; not part of the normal run")


def pytest_ignore_collect(config: pytest.Config) -> bool | None:
    """Leave this folder out unless the command names it."""
    named = any("benchmarks" in str(argument) for argument in config.invocation_params.args)
    return None if named else True


@pytest.fixture
def cpu() -> Callable[..., float]:
    """Measure: ``cpu(act, times=20)`` is the median of the processor seconds that ``act`` takes."""

    def measure(act: Callable[[], object], *, times: int = 20) -> float:
        act()
        taken = []
        for _ in range(times):
            begun = time.process_time()
            act()
            taken.append(time.process_time() - begun)
        return median(taken)

    return measure


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Callable[[str], None]:
    """Print a line of the report, whether pytest captures output or not."""

    def write(line: str) -> None:
        with capsys.disabled():
            print(line)  # noqa: T201 - the report is what a benchmark is for

    return write
