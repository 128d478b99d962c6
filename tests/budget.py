"""The cost of the tests: minutes of a processor by folder and database, and the slowest files.

Seconds of a processor count, for those on the wall depend on what else runs. They are those of the
process of the test and of the programs that it started and ended; a site or a browser that stays
open for many tests, collecting and starting are the rest.
"""

import os
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from xml.etree import ElementTree

PROPERTY = "processor_seconds"
SLOWEST = 20
BUDGET = Path(__file__).with_suffix(".toml")


def processor_seconds() -> float:
    """The time that this process and its ended children have used so far."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def seconds_by_file(report: Path) -> Counter[str]:
    """Seconds of a processor by file of tests, from a report of pytest (xunit1)."""
    found: Counter[str] = Counter()
    for case in ElementTree.parse(report).iter("testcase"):  # noqa: S314 - pytest wrote it
        for one in case.iter("property"):
            if one.get("name") == PROPERTY:
                found[case.get("file", "")] += float(one.get("value", "0"))
    return found


def folder_of(file: str) -> str:
    """``tests/server``, and one level more in ``tests/tournaments``."""
    parts = Path(file).parts[:-1]
    return "/".join(parts[: 3 if "tournaments" in parts else 2])


def lines(
    files: Mapping[str, Counter[str]], spent: float, *, is_whole: bool = True
) -> Iterator[str]:
    """The table to print: ``files`` are the seconds by file of each database, ``spent`` all."""
    together = sum(files.values(), Counter())
    yield "Minutes of a processor:"
    yield _row("", files)
    for folder, _seconds in _by_folder(together).most_common():
        yield _row(folder, (f"{_by_folder(one)[folder] / 60:.2f}" for one in files.values()))
    yield _row("all tests", (f"{one.total() / 60:.2f}" for one in files.values()))
    rest = max(spent - together.total(), 0)
    yield f"{rest / 60:.1f} more for starting, collecting, open sites, browsers and PostgreSQL"
    yield f"The slowest {SLOWEST} files, in seconds of a processor:"
    for file, _seconds in together.most_common(SLOWEST):
        yield _row(file, (f"{one[file]:.1f}" for one in files.values()))
    if is_whole:
        declared = tomllib.loads(BUDGET.read_text())
        allowed = declared["measured"] + declared["new"]
        used = spent / 60
        yield f"{used:.1f} of {allowed:.1f} minutes used, {allowed - used:.1f} left ({BUDGET.name})"


def _by_folder(seconds: Mapping[str, float]) -> Counter[str]:
    found: Counter[str] = Counter()
    for file, one in seconds.items():
        found[folder_of(file)] += one
    return found


def _row(name: str, columns: Iterable[str]) -> str:
    return f"  {name:<62}" + "".join(f"{column:>12}" for column in columns)
