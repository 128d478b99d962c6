"""Periodic tasks of the site: beat starts each of these, and a worker runs it.

Each calls one service and is safe to run twice, so a message that comes too late may be dropped,
and a beat that has just started sends all of them. It counts the seconds from there by the
monotonic clock: by the time of day, it would send nothing for an hour after the clock was set back
by one.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from celery import schedules, shared_task
from django.conf import settings
from django.utils import timezone

from tournaments import activity, event_changes
from tournaments.accounts import notices
from tournaments.api.writing import kept_answers
from tournaments.archive import serving
from tournaments.clock.health import SILENT_AFTER
from tournaments.clock.warnings import mail
from tournaments.clock.warnings import services as clock
from tournaments.demo import services as demo
from tournaments.events.ledger import sealing
from tournaments.notifications import services as notifications
from tournaments.notifications.push import changes as push
from tournaments.privacy import retention
from tournaments.rankings import computing as rankings
from tournaments.rate_limit import attempts
from tournaments.registration.printing import prints
from tournaments.results.confirming import services as confirming
from tournaments.results.overtime import missing
from tournaments.seasons.computing.services import refresh_stale as refresh_seasons
from tournaments.signup import finishing, promoting
from tournaments.standings.computing import background as standings


@dataclass(frozen=True, slots=True)
class Periodic:
    """A service that beat has a worker call with ``now``.

    Messages in Redis and running workers of the release before know the task by its ``name``, so a
    name never changes. It starts each ``every`` seconds; a message is worth nothing after
    ``expires`` seconds. While nobody does anything at the site, ``quiet`` seconds pass in between.
    """

    name: str
    every: float
    expires: float
    service: Callable[..., object]
    quiet: float = 60


#: A worker that does nothing is taken for one that hangs, so it has two tasks in that time.
SEEN_EVERY = min(SILENT_AFTER.total_seconds(), settings.SILENT_SECONDS) / 2


PERIODIC = (
    Periodic("tournaments.clock.tick", 1, 5, clock.tick, quiet=SEEN_EVERY),
    Periodic("tournaments.clock.mail_warnings", 5, 5, mail.mail_fired_warnings),
    Periodic("tournaments.accounts.mail_notices", 5, 5, notices.mail_due),
    Periodic("tournaments.devices.forget_attempts", 600, 60, attempts.forget),
    Periodic("tournaments.registration.draw_badges", 2, 5, lambda **_now: prints.draw_waiting()),
    Periodic("tournaments.archive.make_pages", 2, 5, serving.make_waiting),
    Periodic("tournaments.notifications.show_due", 2, 5, notifications.show_due),
    Periodic("tournaments.notifications.remind", 5, 10, push.remind),
    Periodic("tournaments.signup.keep_free", 5, 10, finishing.keep_free),
    Periodic("tournaments.overtime.keep_free", 5, 10, missing.keep_free),
    Periodic("tournaments.signup.keep_places", 5, 10, promoting.keep_places),
    Periodic("tournaments.results.confirm_due", 5, 10, confirming.confirm_due),
    Periodic("tournaments.standings.refresh_stale", 1, 5, standings.refresh_stale),
    Periodic("tournaments.events.seal_ledgers", 10, 20, sealing.seal_all),
    Periodic("tournaments.rankings.refresh_stale", 1, 5, rankings.refresh_stale),
    Periodic("tournaments.seasons.refresh_stale", 10, 20, lambda now: refresh_seasons(at=now)),
    Periodic("tournaments.api.forget_answers", 3600, 600, kept_answers.forget_old),
    Periodic("tournaments.privacy.remove_what_is_old", 3600, 600, retention.remove_what_is_old),
    Periodic("tournaments.events.forget_changes", 60, 30, event_changes.forget_old),
    Periodic("tournaments.demo.step", 1, 5, demo.step),
)


#: Before every moment of ``monotonic_time``: a beat that starts finds everything due.
NEVER = datetime.fromtimestamp(-86_400, UTC)
#: Beat looks at what would be due if somebody did something this often, at all of it at once.
LOOK_EVERY = 1.0
#: Beat comes 10 ms early. It would find that it is not yet time, and look without a pause.
EARLY = 0.02


def monotonic_time() -> datetime:
    """The monotonic clock in the form that Celery's schedules read; not a date."""
    return datetime.fromtimestamp(time.monotonic(), UTC)


class Paced(schedules.schedule):  # type: ignore[misc]  # Celery has no types
    """Due every ``every`` seconds, and while the site is quiet every ``quiet`` seconds.

    It says a second at most until it may be due, since somebody may do something at any time.
    """

    def __init__(
        self, every: float, quiet: float, is_quiet: Callable[[], bool] = activity.is_quiet
    ) -> None:
        super().__init__(every, nowfun=monotonic_time)
        self._quiet, self._is_quiet = quiet, is_quiet

    def is_due(self, last_run_at: datetime) -> schedules.schedstate:
        passed = (self.now() - last_run_at).total_seconds()
        if passed >= self._quiet or not self._is_quiet():
            return super().is_due(last_run_at)
        left = LOOK_EVERY - self.now().timestamp() % LOOK_EVERY
        return schedules.schedstate(is_due=False, next=left + EARLY)


def schedule() -> dict[str, dict[str, Any]]:
    """The table as beat reads it."""
    return {
        one.name: {
            "task": one.name,
            "schedule": Paced(one.every, one.quiet),
            "last_run_at": NEVER,
            "options": {"expires": one.expires},
        }
        for one in PERIODIC
    }


def _register(one: Periodic) -> None:
    def run() -> None:
        one.service(now=timezone.now())

    shared_task(name=one.name)(run)


for _one in PERIODIC:
    _register(_one)
