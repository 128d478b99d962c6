"""The worker and beat, without what Celery's command line loads for people at a terminal.

``python -m server.supervisor.celery_program worker|beat``. Production starts both by ``celery``,
as docs/operators.md says. docs/decisions/0030 has what this saves.
"""

import sys
from importlib import import_module

THREADS = 4
#: By name, since nothing here knows what the site is made of.
app = import_module("config.celery").app


def worker() -> int | None:
    made = app.Worker(
        concurrency=THREADS,
        without_gossip=True,
        without_mingle=True,
        loglevel="WARNING",
        quiet=True,
    )
    made.start()
    exit_code: int | None = made.exitcode
    return exit_code


def beat() -> None:
    app.Beat(loglevel="WARNING", quiet=True).run()


if __name__ == "__main__":
    sys.exit({"worker": worker, "beat": beat}[sys.argv[1]]())
