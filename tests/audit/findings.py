"""Findings of bandit in our code. Each is fixed, or excused by test and file."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from server.paths import BASE_DIR

OURS = ("config", "games", "pairing", "scoring", "server", "tournaments", "manage.py")


class Finding(NamedTuple):
    """A finding; ``file`` is its path from the root of the repository."""

    test: str
    file: str
    line: int
    text: str


def bandit() -> list[Finding]:
    """Everything that bandit reports. Raises RuntimeError if it did not run."""
    command = [sys.executable, "-m", "bandit", "--quiet", "--format", "json", "--recursive", *OURS]
    done = subprocess.run(command, cwd=BASE_DIR, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stderr.strip() or done.stdout.strip())
    return [
        Finding(
            row["test_id"], Path(row["filename"]).as_posix(), row["line_number"], row["issue_text"]
        )
        for row in json.loads(done.stdout)["results"]
    ]


def faults(
    found: list[Finding], everywhere: Mapping[str, str], excuses: Mapping[str, Mapping[str, str]]
) -> list[str]:
    """Findings without an excuse, and excuses without a finding.

    ``everywhere`` has reasons by test, ``excuses`` reasons by test and file.
    """
    left = [
        f"{row.file}:{row.line}: {row.test} {row.text}"
        for row in found
        if row.test not in everywhere and row.file not in excuses.get(row.test, {})
    ]
    places = {(row.test, row.file) for row in found}
    stale = [
        f"{file}: the excuse for {test} is not needed"
        for test, files in excuses.items()
        for file in files
        if (test, file) not in places
    ]
    return left + stale
