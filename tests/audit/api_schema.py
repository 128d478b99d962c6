"""Findings of spectral and redocly in the schema of the API, each an error or a warning.

Both are programs of Node.js, which npm fetches; where it is not, nothing is checked.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from server.paths import BASE_DIR, VAR_DIR

HERE = Path(__file__).parent
SCHEMA = VAR_DIR / "audit" / "openapi.json"
#: The packages in the versions whose rules are meant, and what follows the name of the schema.
SPECTRAL = ("@stoplight/spectral-cli@6.16.3", "spectral", "--format", "json", "--quiet")
REDOCLY = ("@redocly/cli@2.77.0", "redocly", "--format", "json", "--max-problems", "1000")


def is_possible() -> bool:
    """Whether this machine has npm."""
    return shutil.which("npx") is not None


def write() -> None:
    """Write the schema where both programs read it."""
    SCHEMA.parent.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "manage.py", "spectacular", "--format", "openapi-json"]
    subprocess.run([*command, "--file", str(SCHEMA)], cwd=BASE_DIR, check=True)


def spectral() -> list[str]:
    """The findings of spectral. Raises RuntimeError if it did not run."""
    found = _run(*SPECTRAL, "--ruleset", str(HERE / "spectral.yaml"))
    return [f"{row['code']}: {row['message']} ({'/'.join(map(str, row['path']))})" for row in found]


def redocly() -> list[str]:
    """The findings of redocly. Raises RuntimeError if it did not run."""
    found = _run(*REDOCLY, "--config", str(HERE / "redocly.yaml"))
    return [
        f"{row['ruleId']}: {row['message']} ({row['location'][0].get('pointer', '')})"
        for row in found["problems"]
    ]


def _run(package: str, program: str, *options: str) -> Any:
    command = ["npx", "--yes", "--package", package, program, "lint", str(SCHEMA), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        return json.loads(done.stdout)
    except ValueError:
        raise RuntimeError(done.stderr.strip() or done.stdout.strip()) from None
