"""Whether the clock's worker is running, and whether the server's clock can be trusted.

The worker leaves a heartbeat where any web process can read it: on the supervisor's SQLite by
touching a file after each task, elsewhere in the database. Under the supervisor, its list of
incidents also says which processes died or hung and were restarted.
"""

import json
import re
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from signal import Signals

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Heartbeat

WORKER, STEP = "worker", "step of the clock"
BEAT_EVERY = timedelta(seconds=5)
SILENT_AFTER = timedelta(seconds=12)
SHOWN_FOR = timedelta(minutes=15)
STEP_SECONDS = 2.0
INCIDENTS_READ_BYTES = 8_192
#: The status of a process that hung, as server/supervisor/incidents.py notes it.
SILENT = "silent"
#: By how many seconds the clock was set, as it is noted.
SECONDS = re.compile(r"[+-]\d+")

#: Keeps counting while the machine sleeps, on systems that have such a clock.
STEADY = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


@dataclass(slots=True)
class Report:
    """Faults of the server that a conductor must know of; empty when all is well.

    ``silent_since`` is when the worker was last seen, if that is too long ago.
    """

    silent_since: datetime | None = None
    never_seen: bool = False
    step: str = ""
    incidents: list[tuple[datetime, str]] = field(default_factory=list)


def report(*, now: datetime) -> Report:
    """The health of the server. One query."""
    beats = {beat.name: beat for beat in Heartbeat.objects.all()}
    worker, step = beats.get(WORKER), beats.get(STEP)
    seen_at = _touched_at() if settings.HEARTBEAT_FILE else worker and worker.seen_at
    found = Report(never_seen=seen_at is None, incidents=_incidents(now))
    if seen_at and now - seen_at > SILENT_AFTER:
        found.silent_since = seen_at
    if step and abs(now - step.seen_at) < SHOWN_FOR:
        found.step = _step_in_words(step.note)
    return found


def silence_of_worker() -> str:
    """Since when no worker has been seen, for operators; empty while one is at work."""
    now = timezone.now()
    found = report(now=now)
    if found.never_seen:
        return "never seen"
    if found.silent_since:
        return f"not seen for {(now - found.silent_since).total_seconds():.0f} s"
    return ""


def beat(*, now: datetime) -> None:
    """Write the worker's heartbeat if it is due, or if the clock was set back since the last.

    None is written where the worker touches a file: a site where nobody does anything lets the
    disk sleep.
    """
    if settings.HEARTBEAT_FILE:
        return
    fresh = Heartbeat.objects.filter(
        name=WORKER, seen_at__gt=now - BEAT_EVERY, seen_at__lt=now + BEAT_EVERY
    )
    if not fresh.exists():
        Heartbeat.objects.update_or_create(name=WORKER, defaults={"seen_at": now})


def _touched_at() -> datetime | None:
    """When the worker of this supervisor last did a task; None if it never did."""
    try:
        touched_at = Path(settings.HEARTBEAT_FILE).stat().st_mtime
    except OSError:  # the supervisor has ended
        return None
    return datetime.fromtimestamp(touched_at, UTC) if touched_at else None


class StepDetector:
    """Notices that the server's clock was set, by comparing it with one that nobody can set."""

    def __init__(self) -> None:
        self._offset: float | None = None

    def check(self, wall: float, steady: float) -> float:
        """By how many seconds the clock was set since the last call; 0 if it was not."""
        before, self._offset = self._offset, wall - steady
        step = 0.0 if before is None else self._offset - before
        return step if abs(step) >= STEP_SECONDS else 0.0


_detector = StepDetector()


def note_step(*, now: datetime) -> None:
    """Record, for the conductors, that the server's clock was set since the last tick."""
    step = _detector.check(time.time(), time.clock_gettime(STEADY))
    if step:
        note = {"seen_at": now, "note": f"{round(step):+d}"}
        Heartbeat.objects.update_or_create(name=STEP, defaults=note)


def _step_in_words(note: str) -> str:
    """By how much the clock was set; an earlier release noted the words."""
    if not SECONDS.fullmatch(note):
        return note
    words = _("forward") if note.startswith("+") else _("back")
    return _("%(direction)s by %(seconds)s s") % {"direction": words, "seconds": note[1:]}


def _incidents(now: datetime) -> list[tuple[datetime, str]]:
    """Return the recent restarts by the supervisor, newest first."""
    path = Path(settings.INCIDENTS_FILE)
    try:
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - INCIDENTS_READ_BYTES))
            lines = file.read().decode(errors="replace").splitlines()
    except OSError:
        return []
    found = []
    for line in lines:
        try:
            said = json.loads(line)
            at = datetime.fromtimestamp(said["at"], UTC)
            words = _restart_in_words(str(said["process"]), said["status"])
        except (ValueError, KeyError, TypeError):
            continue  # the first line may have been cut
        if now - at < SHOWN_FOR:
            found.append((at, words))
    return found[::-1]


def _restart_in_words(process: str, status: int | str) -> str:
    """Why the supervisor restarted a process."""
    if status == SILENT:
        return _("%(process)s fell silent and was restarted") % {"process": process}
    if int(status) < 0:
        facts = {"process": process, "signal": Signals(-int(status)).name}
        return _("%(process)s was ended by %(signal)s and was restarted") % facts
    facts = {"process": process, "status": str(status)}
    return _("%(process)s ended with status %(status)s and was restarted") % facts
