"""The Celery application. Tasks live in the ``tasks.py`` of each room of ``tournaments``."""

import os
from pathlib import Path

from celery import Celery
from celery.signals import task_postrun, worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

ROOMS_WITH_TASKS = ("clock", "results", "standings", "seasons", "live", "api", "demo")

app = Celery("roundhouse")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks([f"tournaments.{room}" for room in ROOMS_WITH_TASKS])


@worker_ready.connect(weak=False)
def catch_up(**_):
    """A worker that comes back fires at once what fell due meanwhile, before beat wakes it."""
    app.tasks["tournaments.clock.tick"].apply()


if pulse := os.environ.get("ROUNDHOUSE_PULSE"):

    def leave_sign(task=None, **_):
        """Touch the file that the supervisor looks at: a worker that never does is hung.

        It holds until when beat wanted the task done, which tells how old that wish was.
        """
        Path(pulse).write_text(str(task.request.expires or ""))

    task_postrun.connect(leave_sign, weak=False)
