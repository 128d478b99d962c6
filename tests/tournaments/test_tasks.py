"""The tasks that beat starts: one table, whose names workers of an older release know as well."""

from datetime import timedelta

import pytest
import time_machine
from celery.beat import Scheduler
from django.core.cache import cache

from config.celery import app
from tests.builders import NOON, make_entries, make_tournament
from tests.stack import wait_for
from tournaments.activity import Activity
from tournaments.clock.health import SILENT_AFTER
from tournaments.models import Heartbeat
from tournaments.tasks import EARLY, LOOK_EVERY, PERIODIC, Paced, monotonic_time, schedule

#: As they stand in the queues of sites that are upgraded: seconds between two, and worth it for.
KNOWN = {
    "tournaments.signup.keep_free": (5, 10),
    "tournaments.overtime.keep_free": (5, 10),
    "tournaments.signup.keep_places": (5.0, 10),
    "tournaments.accounts.mail_notices": (5, 5),
    "tournaments.archive.make_pages": (2, 5),
    "tournaments.api.forget_answers": (3600, 600),
    "tournaments.clock.mail_warnings": (5, 5),
    "tournaments.clock.tick": (1, 5),
    "tournaments.demo.step": (1, 5),
    "tournaments.devices.forget_attempts": (600, 60),
    "tournaments.events.forget_changes": (60, 30),
    "tournaments.events.seal_ledgers": (10, 20),
    "tournaments.notifications.remind": (5, 10),
    "tournaments.notifications.show_due": (2, 5),
    "tournaments.privacy.remove_what_is_old": (3600, 600),
    "tournaments.rankings.refresh_stale": (1, 5),
    "tournaments.registration.draw_badges": (2, 5),
    "tournaments.results.confirm_due": (5, 10),
    "tournaments.seasons.refresh_stale": (10, 20),
    "tournaments.standings.refresh_stale": (1, 5),
}

#: A slow machine may find all others due again by the time it looks a second time.
HOURLY = {name for name, (seconds, _expires) in KNOWN.items() if seconds >= 3600}


def test_beat_starts_every_task_of_the_table_and_nothing_else():
    app.finalize()
    assert app.conf.beat_schedule == schedule()
    found = {
        name: (one["schedule"].seconds, one["options"]["expires"])
        for name, one in schedule().items()
    }
    assert found == KNOWN


class Sent(Scheduler):
    """A beat that remembers what it would have sent."""

    def apply_entry(self, entry, producer=None):
        self.names.append(entry.name)

    def send_what_is_due(self) -> list[str]:
        self.names: list[str] = []
        while self.tick() == 0:
            pass
        return self.names


@pytest.mark.parametrize("jump", [timedelta(days=days) for days in (-1, 1)], ids=str)
def test_a_beat_that_starts_sends_everything_and_a_clock_that_is_set_changes_nothing(jump):
    Activity().note()
    with time_machine.travel(NOON) as clock:
        beat = Sent(app)
        assert set(beat.send_what_is_due()) == set(KNOWN)
        clock.move_to(NOON + jump)
        assert HOURLY.isdisjoint(beat.send_what_is_due())
        assert wait_for(beat.send_what_is_due)


class TestTheScheduleOfAQuietSite:
    """A task that is due each second, and each half minute while nobody does anything."""

    def is_due(self, *, seconds_ago, quiet):
        paced = Paced(1, 30, is_quiet=lambda: quiet)
        return paced.is_due(monotonic_time() - timedelta(seconds=seconds_ago))

    def test_is_slower_while_nobody_does_anything(self):
        assert self.is_due(seconds_ago=2, quiet=False).is_due
        assert not self.is_due(seconds_ago=2, quiet=True).is_due
        assert self.is_due(seconds_ago=31, quiet=True).is_due

    def test_is_looked_at_each_second_all_the_same(self):
        assert LOOK_EVERY == 1
        assert self.is_due(seconds_ago=2, quiet=True).next <= LOOK_EVERY + EARLY

    def test_shows_the_supervisor_and_conductors_that_the_worker_works(self, settings):
        (tick,) = (one for one in PERIODIC if one.name == "tournaments.clock.tick")
        assert 2 * tick.quiet <= min(settings.SILENT_SECONDS, SILENT_AFTER.total_seconds())


def test_a_worker_knows_the_tasks_by_the_names_that_stand_in_queues():
    app.loader.import_default_modules()
    ours = {name for name in app.tasks if name.startswith("tournaments.")}
    assert ours == {*KNOWN, "tournaments.standings.refresh"}


@pytest.mark.django_db
@pytest.mark.parametrize("name", [one.name for one in PERIODIC])
def test_a_task_that_comes_twice_does_its_work_and_nothing_more(name):
    make_entries(make_tournament(), 2)
    cache.clear()
    task = app.tasks[name]
    assert task() is None
    # When the worker was seen is written again after five seconds, which a slow machine may take.
    before = list(Heartbeat.objects.values("name", "note"))
    assert task() is None
    assert list(Heartbeat.objects.values("name", "note")) == before
