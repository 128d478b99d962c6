"""Runs Python inside Django for a test: ``python -m tests.answering``, with a stack's settings.

A line of standard input is a program as a JSON string; the line of output after it is a JSON list
of what the program assigned to ``answer`` and of its traceback, if it had one.
"""

import json
import os
import sys
import traceback

import django


def main() -> None:
    """Answer until the input ends."""
    report, sys.stdout = sys.stdout, sys.stderr
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    django.setup()
    for line in sys.stdin:
        report.write(json.dumps(answer(json.loads(line))) + "\n")
        report.flush()


def answer(code: str) -> tuple[object, str]:
    """The value that ``code`` assigned to ``answer``, and the error if it failed."""
    from django.db import connections  # noqa: PLC0415 - after the setup

    names: dict[str, object] = {"__name__": "a program of a test"}
    try:
        exec(code, names)  # noqa: S102 - it is the test's own
        return json.loads(json.dumps(names["answer"])), ""
    except Exception:  # noqa: BLE001 - the test shall see it
        return None, traceback.format_exc()
    finally:
        connections.close_all()  # nothing of it keeps a database from being closed


if __name__ == "__main__":
    main()
