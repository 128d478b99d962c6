"""The Celery application. Tasks live in the ``tasks.py`` of each room of ``tournaments``."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

ROOMS_WITH_TASKS = ("clock", "results", "standings", "demo")

app = Celery("roundhouse")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks([f"tournaments.{room}" for room in ROOMS_WITH_TASKS])
