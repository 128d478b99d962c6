"""Getting ready to open: the database, the static files, the demo.

A process of its own, so that the supervisor stays small. On its standard output it prints
``ready`` as soon as the site may start, and after that how to sign in.
"""

import argparse
import gc
import io
import os
import sys

import django
from django.conf import settings
from django.core.management import CommandError, call_command

from server.supervisor.files import COLLECTED


def main() -> None:
    """Prepare the site, and the demo convention with ``--demo``."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--site", required=True, help="the address of the site")
    parser.add_argument("--demo", action="store_true")
    parser.add_argument("--speed")
    wanted = parser.parse_args()
    report = sys.stdout
    sys.stdout = sys.stderr  # what commands print belongs in the log
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    gc.disable()  # loading code makes many objects and no garbage
    django.setup()
    gc.freeze()
    gc.enable()
    backed_up = _bring_up_to_date()
    call_command("give_due_warnings")  # seconds before a worker has started
    call_command("collectstatic", interactive=False, verbosity=0)
    (settings.STATIC_ROOT / COLLECTED).touch()
    report.write("ready\n")
    report.flush()
    report.write(backed_up)
    if wanted.demo:
        speed = ["--speed", wanted.speed] if wanted.speed else []
        report.write(_printed("demo", "--ensure", *speed))
    report.write(_printed("first_account", "--site", wanted.site, "--verbosity=0"))


def _bring_up_to_date() -> str:
    """Apply the migrations of this release, after a backup; what that printed.

    Raises CommandError if a newer release has used the database.
    """
    from django.db import connection  # noqa: PLC0415 - Django must be set up

    from server.backup import versions  # noqa: PLC0415 - as above

    if newer := versions.unknown(connection):
        raise CommandError(versions.refusal(newer))
    if not versions.unapplied(connection):
        return ""
    printed = _printed("backup", "--automatic") if connection.introspection.table_names() else ""
    call_command("migrate", interactive=False, verbosity=0)
    return printed


def _printed(*command: str) -> str:
    """Run a command; returns what it prints."""
    printed = io.StringIO()
    call_command(*command, stdout=printed)
    return printed.getvalue()


if __name__ == "__main__":
    try:
        main()
    except CommandError as error:
        sys.exit(str(error))
