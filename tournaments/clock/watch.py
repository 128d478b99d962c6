"""Whether the clock's worker is at work, and whether the server's clock can be trusted.

The worker leaves a sign of life in the database, which any web process can read. Under the
supervisor, what fell silent or died and was started again is also in its list of incidents.
"""

import json
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from tournaments.models import Pulse

WORKER, STEP = "worker", "step of the clock"
SIGN_EVERY = timedelta(seconds=5)
SILENT_AFTER = timedelta(seconds=12)
SHOWN_FOR = timedelta(minutes=15)
STEP_SECONDS = 2.0
INCIDENTS_READ_BYTES = 8_192

#: Goes on while the machine sleeps, where the system has such a clock.
STEADY = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


@dataclass(slots=True)
class Report:
    """What a conductor must know of the house; empty when all is well.

    ``silent_since`` is when the worker was seen last, if that is too long ago.
    """

    silent_since: datetime | None = None
    never_seen: bool = False
    step: str = ""
    incidents: list[tuple[datetime, str]] = field(default_factory=list)


def report(*, now: datetime) -> Report:
    """How the house is. One query."""
    pulses = {pulse.name: pulse for pulse in Pulse.objects.all()}
    worker, step = pulses.get(WORKER), pulses.get(STEP)
    found = Report(never_seen=worker is None, incidents=_incidents(now))
    if worker and now - worker.seen_at > SILENT_AFTER:
        found.silent_since = worker.seen_at
    if step and abs(now - step.seen_at) < SHOWN_FOR:
        found.step = step.note
    return found


def sign_of_life(*, now: datetime) -> None:
    """Leave the worker's sign, once in a while; one set back with the clock is put right."""
    fresh = Pulse.objects.filter(
        name=WORKER, seen_at__gt=now - SIGN_EVERY, seen_at__lt=now + SIGN_EVERY
    )
    if not fresh.exists():
        Pulse.objects.update_or_create(name=WORKER, defaults={"seen_at": now})


class StepDetector:
    """Notices that the server's clock was set, by a clock that nobody can set."""

    def __init__(self) -> None:
        self._offset: float | None = None

    def look(self, wall: float, steady: float) -> float:
        """By how many seconds the clock was set since the last look; 0 if it was not."""
        before, self._offset = self._offset, wall - steady
        step = 0.0 if before is None else self._offset - before
        return step if abs(step) >= STEP_SECONDS else 0.0


_detector = StepDetector()


def note_step(*, now: datetime) -> None:
    """Note it for the conductors if the server's clock was set since the last tick."""
    step = _detector.look(time.time(), time.clock_gettime(STEADY))
    if step:
        words = _("forward") if step > 0 else _("back")
        note = _("%(direction)s by %(seconds)s s") % {
            "direction": words,
            "seconds": round(abs(step)),
        }
        Pulse.objects.update_or_create(name=STEP, defaults={"seen_at": now, "note": note})


def _incidents(now: datetime) -> list[tuple[datetime, str]]:
    """What the supervisor had to start again lately, newest first."""
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
        except (ValueError, KeyError, TypeError):
            continue  # the first line may have been cut
        if now - at < SHOWN_FOR:
            found.append((at, str(said["what"])))
    return found[::-1]
