"""Time, and what worker and beat do in it."""

from __future__ import annotations

from datetime import timedelta
from random import Random

from tests.simulation.day import Day
from tests.simulation.verbs.declaring import verb
from tournaments import tasks
from tournaments.models import ClockWarning
from tournaments.results.overtime import services as overtime
from tournaments.standings.computing.services import refresh


@verb(12)
def wait(day: Day, rnd: Random) -> None:
    day.now += timedelta(minutes=rnd.choice([1, 2, 5, 10, 20, 40]))


@verb(8)
def wait_for_warning(day: Day, _rnd: Random) -> None:
    """Until the next one is due: a day of few steps would seldom see any."""
    due = ClockWarning.objects.filter(tournament=day.tournament, fired_at=None)
    next_due = due.order_by("due_at").values_list("due_at", flat=True).first()
    day.now = max(day.now, next_due or day.now)


#: What beat has a worker do, but for mail and badges, the demo, and what counts real seconds.
BEATS = [
    one.service
    for one in tasks.PERIODIC
    if one.name.rpartition(".")[2]
    in {"tick", "confirm_due", "seal_ledgers", "forget_answers", "remove_what_is_old"}
]


@verb(8)
def beat(day: Day, rnd: Random) -> None:
    """A periodic task; now and then two workers have it at once."""
    service = rnd.choice(BEATS)
    for _worker in range(rnd.choice([1, 1, 2])):
        service(now=day.now)


@verb(10)
def tick(day: Day, _rnd: Random) -> None:
    tasks.clock.tick(now=day.now)
    overtime.end_tables_out_of_time(now=day.now)


@verb(3)
def compute_standings(day: Day, _rnd: Random) -> None:
    refresh(day.tournament.pk, at=day.now)
