"""The Celery application. Tasks live in the ``tasks.py`` of each room of ``tournaments``."""

import os
from pathlib import Path

from celery import Celery
from celery.signals import task_postrun

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

ROOMS_WITH_TASKS = ("clock", "results", "standings", "seasons", "api", "demo")

app = Celery("roundhouse")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks([f"tournaments.{room}" for room in ROOMS_WITH_TASKS])

if pulse := os.environ.get("ROUNDHOUSE_PULSE"):
    # The supervisor looks at this file: a worker that never touches it is hung.
    task_postrun.connect(lambda **_: Path(pulse).touch(), weak=False)
