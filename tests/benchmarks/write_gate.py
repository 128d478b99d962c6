"""The gain of the write gate on SQLite: writes a second, and how fairly threads get their turn.

``python -m tests.benchmarks.write_gate`` has three processes of eight threads each update the same
row in transactions for five seconds: first on Django's own backend, then on ours.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.stack import ROOT

PROCESSES, THREADS, SECONDS = 3, 8, 5.0
ENGINES = {"Django's own backend": "plain", "with the gate": ""}
MAKE = """
import django; django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from tests.builders import make_event
print(make_event(venue="0").pk)
"""


def measure(engine: str) -> list[int]:
    """How many transactions each thread committed."""
    with tempfile.TemporaryDirectory() as folder:
        env = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "ROUNDHOUSE_VAR": folder,
            "DATABASE_URL": f"sqlite:///{Path(folder) / 'site.sqlite3'}",
            "DATABASE_ENGINE": engine,
        }
        make = [sys.executable, "-c", MAKE]
        made = subprocess.run(make, cwd=ROOT, env=env, check=True, capture_output=True, text=True)
        arguments = [made.stdout.strip(), str(THREADS), str(SECONDS)]
        writers = [
            subprocess.Popen(
                [sys.executable, "-m", "tests.server.database.writers", *arguments],
                cwd=ROOT,
                env=env,
                stdout=subprocess.PIPE,
            )
            for _process in range(PROCESSES)
        ]
        outputs = [writer.communicate()[0] for writer in writers]
    return [count for output in outputs for count in json.loads(output or "[0]")]


def main() -> None:
    for name, engine in ENGINES.items():
        counts = measure(engine)
        print(  # noqa: T201 - the report is what a benchmark is for
            f"{name}: {sum(counts) / SECONDS:.0f} transactions a second;"
            f" the quickest thread {max(counts)}, the slowest {min(counts)}"
        )


if __name__ == "__main__":
    main()
