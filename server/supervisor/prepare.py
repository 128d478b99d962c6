"""What must be ready before the site opens: the database, the static files, the demo.

A process of its own, so that the supervisor stays small. On its standard output it prints
``ready`` as soon as the site may start, and after that what the demo prints.
"""

import argparse
import io
import os
import sys

import django
from django.core.management import CommandError, call_command


def main() -> None:
    """Prepare the site, and the demo convention with ``--demo``."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--demo", action="store_true")
    parser.add_argument("--speed")
    wanted = parser.parse_args()
    report = sys.stdout
    sys.stdout = sys.stderr  # what commands print belongs in the log
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    report.write("ready\n")
    report.flush()
    if wanted.demo:
        report.write(_demo(wanted.speed))


def _demo(speed: str | None) -> str:
    """Make sure that the demo exists; returns how to sign in to it."""
    printed = io.StringIO()
    call_command("demo", "--ensure", *(["--speed", speed] if speed else []), stdout=printed)
    return printed.getvalue()


if __name__ == "__main__":
    try:
        main()
    except CommandError as error:
        sys.exit(str(error))
