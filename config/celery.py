"""The Celery application. What beat starts stands in ``tournaments/tasks.py``."""

import atexit
import os
from pathlib import Path
from typing import Any

from celery import Celery
from celery.signals import (
    beat_init,
    before_task_publish,
    setup_logging,
    task_postrun,
    task_prerun,
    worker_init,
)

from server import request_id
from server.database.sqlite import hand_over_quickly
from server.ticker import EVERY_SECONDS, Job, Ticker, stop_all

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# Celery would check the whole site at each start, half a second long, and read none of the answers.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

#: Threads of each worker that send webhooks and do nothing else, and how often they look.
WEBHOOK_THREADS = 4
WEBHOOKS_EVERY_SECONDS = 2.0
#: Those that send messages to phones, one message at a time each.
PUSH_THREADS = 2
MESSAGES_EVERY_SECONDS = 1.0
LETTERS_EVERY_SECONDS = 5.0
PUBLISH_EVERY_SECONDS = 2.0

app = Celery("roundhouse")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["tournaments"])


@app.on_after_finalize.connect(weak=False)
def schedule_tasks(sender: Celery, **_: Any) -> None:
    """Not in the settings, since the table names the services themselves."""
    from tournaments.tasks import schedule  # noqa: PLC0415 - needs the loaded app

    sender.conf.beat_schedule = schedule()


@setup_logging.connect(weak=False)
def leave_the_logs_alone(**_: Any) -> None:
    """They are Django's, by LOG_LEVEL and LOG_FORMAT. Celery would set the level of its own."""


@before_task_publish.connect(weak=False)
def name_the_request(headers: dict[str, Any], **_: Any) -> None:
    """A task's lines in the logs have the name of the request that led to it."""
    headers["request_id"] = request_id.current.get()


@task_prerun.connect(weak=False)
def take_the_name_of_the_request(task: Any, **_: Any) -> None:
    request_id.current.set(getattr(task.request, "request_id", None) or "")


@worker_init.connect(weak=False)
@beat_init.connect(weak=False)
def refuse_a_newer_database(**_: Any) -> None:
    """Comes first: the others begin to work, which they would do by older rules."""
    from server.backup import versions  # noqa: PLC0415 - needs the loaded app

    if sentence := versions.refused():
        raise SystemExit(sentence)


@worker_init.connect(weak=False)
def let_writers_go_first(**_: Any) -> None:
    """A worker that stores standings holds up every table that reports meanwhile."""
    hand_over_quickly()


@worker_init.connect(weak=False)
@beat_init.connect(weak=False)
def keep_the_clock(**_: Any) -> None:
    """One that comes back does at once what fell due meanwhile, before it has asked for Redis."""
    from tournaments.clock.warnings.services import fire_due_warnings  # noqa: PLC0415 - needs the loaded app
    from tournaments.results.overtime.services import end_tables_out_of_time  # noqa: PLC0415 - as above

    _tick(Ticker(fire_due_warnings), Ticker(end_tables_out_of_time))


@worker_init.connect(weak=False)
def send_webhooks(**_: Any) -> None:
    """A receiver may be slow on purpose, so none of it runs on the threads that run tasks."""
    from tournaments.api.webhook_changes import queue_messages  # noqa: PLC0415 - needs the loaded app
    from tournaments.api.webhook_sending import deliver_due  # noqa: PLC0415 - as above

    _tick(
        _unhurried(queue_messages),
        *(_unhurried(deliver_due, every=WEBHOOKS_EVERY_SECONDS) for _ in range(WEBHOOK_THREADS)),
    )


@worker_init.connect(weak=False)
def send_messages(**_: Any) -> None:
    """Push services and mail servers answer to other people, so they hold up no task either."""
    from tournaments.notifications.mail.sending import send_due  # noqa: PLC0415 - as above
    from tournaments.notifications.push.changes import queue_messages  # noqa: PLC0415 - needs the loaded app
    from tournaments.notifications.push.delivering import deliver_due  # noqa: PLC0415 - as above

    _tick(
        _unhurried(queue_messages),
        *(_unhurried(deliver_due, every=MESSAGES_EVERY_SECONDS) for _ in range(PUSH_THREADS)),
        Ticker(send_due, every=LETTERS_EVERY_SECONDS),
    )


@worker_init.connect(weak=False)
def publish_events(**_: Any) -> None:
    """A bad network takes minutes for a file, which no task and no message waits for."""
    from tournaments.federation.publishing import publish_due  # noqa: PLC0415 - needs the loaded app

    _tick(_unhurried(publish_due, every=PUBLISH_EVERY_SECONDS))


def _unhurried(job: Job, *, every: float = EVERY_SECONDS) -> Ticker:
    """Of a job that nothing is due for, or that may be late, while nobody does anything."""
    from tournaments.activity import is_quiet  # noqa: PLC0415 - needs the loaded app

    return Ticker(job, every=every, is_quiet=is_quiet)


def _tick(*tickers: Ticker) -> None:
    for ticker in tickers:
        ticker.start()
    atexit.register(stop_all, tickers)  # beat has no signal for its end


if heartbeat := os.environ.get("ROUNDHOUSE_HEARTBEAT"):
    sign = Path(heartbeat)

    def leave_sign(**_: Any) -> None:
        """Touch the file by which supervisor and web processes know that the worker works."""
        sign.touch()

    task_postrun.connect(leave_sign, weak=False)
