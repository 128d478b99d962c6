"""What must be in order before the house opens: the database, the static files, the demo.

A process of its own, so that the supervisor stays small. On its standard output it reports
``ready`` as soon as the site may start, and what the demo printed after that, line by line.
"""

import io
import sys

import django
from django.core.management import call_command, get_commands


def main(demo_speed: str | None) -> None:
    """Prepare the house, and the demo event if ``demo_speed`` is given."""
    report = sys.stdout
    django.setup()
    # Commands talk to people; here their words belong into the log.
    sys.stdout = sys.stderr
    call_command("migrate", interactive=False, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    report.write("ready\n")
    report.flush()
    if demo_speed is not None and "demo" in get_commands():
        said = io.StringIO()
        call_command("demo", "--speed", demo_speed, "--ensure", stdout=said)
        report.write(said.getvalue())


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
