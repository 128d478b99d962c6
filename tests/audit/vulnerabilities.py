"""Known vulnerabilities of the locked packages, by pip-audit, as far as its data can be reached."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any, NamedTuple

from server.paths import BASE_DIR
from tests.audit.locked import LOCK

#: Where pip-audit looks, one after the other until every package was found: the index, then OSV.
SERVICES = ("pypi", "osv")
SECONDS = 15


class Answer(NamedTuple):
    """The answer of a service: packages that it knows, and their vulnerabilities in words."""

    checked: frozenset[str]
    vulnerable: tuple[str, ...]
    #: Why there is no answer, in one line; empty if there is one.
    trouble: str = ""


def ask(service: str) -> Answer:
    """The answer of one service for the lock file."""
    command = [
        *(sys.executable, "-m", "pip_audit", "--vulnerability-service", service),
        *("--requirement", str(LOCK), "--require-hashes", "--disable-pip"),
        *("--progress-spinner", "off", "--format", "json", "--timeout", str(SECONDS)),
    ]
    done = subprocess.run(command, cwd=BASE_DIR, capture_output=True, text=True, check=False)
    return read(done.stdout, done.stderr)


def read(output: str, errors: str) -> Answer:
    """The answer in what pip-audit printed.

    A package that the service does not know is none without vulnerabilities: pip-audit lists it
    with a reason, and ends well.
    """
    try:
        rows: list[dict[str, Any]] = json.loads(output)["dependencies"]
    except (ValueError, KeyError):
        last = errors.strip().rsplit("\n", 1)[-1]
        return Answer(frozenset(), (), last or "it said nothing")
    known = [row for row in rows if "skip_reason" not in row]
    vulnerable = tuple(
        f"{row['name']} {row['version']}: {one['id']}, {_repaired(one['fix_versions'])}"
        for row in known
        for one in row["vulns"]
    )
    return Answer(frozenset(row["name"] for row in known), vulnerable)


def _repaired(versions: list[str]) -> str:
    return f"repaired in {', '.join(versions)}" if versions else "not repaired yet"
