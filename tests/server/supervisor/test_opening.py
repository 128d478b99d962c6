"""Opening and closing the site: what a person in front of a terminal goes through."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
import requests
from celery import Celery
from django.conf import settings

from server.backup.checking import checked
from server.redis_servers import RedisServers
from server.supervisor import supervisor
from tests.processes import children, processes_alive
from tests.stack import ROOT, SQLITE, Stack, wait_for

EVERYWHERE = "0.0.0.0"  # noqa: S104 - this is what it is for
EVERYBODY = {"redis", "web", "web-2", "worker", "beat"}
#: The process that the site is forked from, and the one that the standard library keeps beside it.
BEHIND_THEM = 2
#: What Ctrl-C may take until nothing is left.
CLOSE_SECONDS = 5

MAKE_AN_EVENT = """
from datetime import date
from tournaments.models import Event
Event.objects.create(name="Kept", slug="kept", starts_on=date.today(), ends_on=date.today())
answer = None
"""
SCHEMA = "SELECT type, name, sql FROM sqlite_master ORDER BY type, name"
LOADED = """
import sys, django
django.setup()
{more}
print(*sys.modules)
"""


def family(stack):
    """Process ids of the site, the supervisor included."""
    return {stack.supervisor.pid, *children(stack.supervisor.pid)}


def survivors(pids):
    return {pid: command for pid, command in processes_alive().items() if pid in pids}


@pytest.fixture
def taken_port():
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        yield listener.getsockname()[1]


@pytest.mark.long
@pytest.mark.once
def test_a_site_that_migrates_by_itself_has_the_tables_that_other_tests_begin_with(
    new_stack, template
):
    """Theirs were migrated in a quicker way."""
    site = new_stack(migrated=False).start()
    with closing(sqlite3.connect(template.var / SQLITE)) as quick:
        assert site.rows(SCHEMA) == quick.execute(SCHEMA).fetchall()


@pytest.mark.long
@pytest.mark.once
def test_nothing_survives_a_killed_supervisor_and_the_site_goes_on_where_it_was(new_stack):
    site = new_stack().start()
    site.ask(MAKE_AN_EVENT)
    address_of_redis = (site.var / "redis.url").read_text()
    before = family(site)
    assert len(before) == 1 + len(EVERYBODY) + BEHIND_THEM
    site.supervisor.send_signal(signal.SIGKILL)
    site.wait_for_end()
    wait_for(lambda: not survivors(before))

    site.start()
    assert site.rows("SELECT slug FROM tournaments_event") == [("kept",)]
    assert (site.var / "redis.url").read_text() == address_of_redis


def test_no_process_is_given_more_time_to_end_than_there_is():
    assert supervisor.CLOSE_SECONDS + supervisor.CLOSE_REDIS_SECONDS < CLOSE_SECONDS


@pytest.mark.once
@pytest.mark.parametrize(
    "after_seconds",
    [0.4, *(pytest.param(one, marks=pytest.mark.long) for one in (0.01, 0.9, 1.4))],
)
def test_ctrl_c_is_obeyed_while_the_site_is_still_opening(new_stack, after_seconds):
    # Python says what it imports. Before its first import for us it may swallow a signal itself.
    site = new_stack(migrated=False, PYTHONPROFILEIMPORTTIME="1")
    site.launch()
    site.wait_for_line(r"\| +argparse")
    with pytest.raises(subprocess.TimeoutExpired):
        site.supervisor.wait(after_seconds)
    before = family(site)
    site.stop()
    assert not survivors(before)


def test_the_guard_of_other_systems_kills_what_the_supervisor_leaves():
    program = (
        "import subprocess, sys; from server.supervisor.lifeline import Guard; guard = Guard();"
        "child = subprocess.Popen(['sleep', '600']); guard.register(child.pid);"
        "print(child.pid, flush=True); sys.stdin.read()"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with parent:
        child = int(parent.stdout.readline())
        before = {parent.pid, *children(parent.pid)}
        assert child in before
        parent.kill()
    wait_for(lambda: not survivors(before))


@pytest.mark.once
def test_a_taken_port_that_was_asked_for_is_refused_by_number_and_setting(new_stack, taken_port):
    site = new_stack(ROUNDHOUSE_PORT=str(taken_port))
    site.launch()
    assert site.wait_for_end() == 1
    assert site.output.startswith(f"Port {taken_port} is taken")
    assert "ROUNDHOUSE_PORT" in site.output


@pytest.fixture(scope="module")
def opened(template):
    """A site in a hall whose usual port is taken. It costs five seconds of a processor to open."""
    site = Stack(template=template, ROUNDHOUSE_BIND=EVERYWHERE, ROUNDHOUSE_KEEP_BACKUPS="24")
    del site.env["ROUNDHOUSE_PORT"]
    try:
        usual = socket.create_server((EVERYWHERE, 8000))
    except OSError:  # somebody uses it already, which is just as good
        usual = socket.socket()
    with closing(usual):
        site.start()
    yield site
    site.remove()


@pytest.mark.once
@pytest.mark.stack
class TestAnOpenSite:
    def test_it_says_where_it_is_and_where_the_first_account_is_made(self, opened):
        opened.wait_for_line(r"\n  code     \w{5}-\w{5}$")
        assert f"Create the first account at {opened.url}/first-account/" in opened.lines
        clock = requests.get(f"{opened.url}/server-clock/", timeout=60).json()
        assert abs(clock["now_ms"] - time.time() * 1000) < 60_000
        assert set(opened.pids()) == EVERYBODY

    def test_a_taken_usual_port_makes_way_for_the_next_one_and_says_so(self, opened):
        assert re.search(r"Port 8000 is taken, so this copy uses port \d+\.", opened.output)
        assert "ROUNDHOUSE_PORT" in opened.output

    def test_a_hall_is_told_the_address_that_phones_can_reach(self, opened):
        assert EVERYWHERE not in opened.output
        assert requests.get(f"{opened.url}/server-clock/", timeout=60).ok

    def test_a_second_copy_on_the_same_data_says_where_the_first_one_is(self, opened, new_stack):
        second = new_stack(ROUNDHOUSE_VAR=str(opened.var))
        second.launch()
        assert second.wait_for_end() == 1
        assert f"already running at {opened.url}/" in second.output
        assert "ROUNDHOUSE_VAR" in second.output
        assert set(opened.pids()) == EVERYBODY

    def test_an_error_in_a_log_is_pointed_at_in_the_terminal_once(self, opened):
        broker, options = RedisServers((opened.var / "redis.url").read_text(), seconds=60).broker()
        app = Celery("a stranger", broker=broker, set_as_current=False)
        app.conf.broker_transport_options = options
        for _ in range(3):
            app.send_task("nobody.knows.this")
        app.close()
        line = opened.wait_for_line(r"worker: .*nobody\.knows\.this.*\((.*)\)")
        assert line[1].endswith("worker.log")
        assert opened.output.count("nobody.knows.this") == 1

    def test_ctrl_c_ends_all_of_it_with_a_backup(self, opened, django_db_blocker):
        """The last one here: nothing is open after it."""
        opened.ask(MAKE_AN_EVENT)
        before, port = family(opened), int(opened.url.rpartition(":")[2])
        # A page that stays open, as those that wait for news do.
        with closing(socket.create_connection(("127.0.0.1", port))):
            opened.stop()
        assert not survivors(before)
        made = re.search(r"Backed up to (\S+auto-\S+\.zip)", opened.output)
        assert made
        with django_db_blocker.unblock(), checked(Path(made[1])) as (manifest, _database):
            assert manifest.tables["tournaments_event"] == 1  # and it is whole


@pytest.mark.once
def test_an_address_of_another_machine_is_refused_in_words(new_stack):
    site = new_stack(ROUNDHOUSE_BIND="192.0.2.7")
    site.launch()
    assert site.wait_for_end() == 1
    assert "Cannot listen on 192.0.2.7" in site.output
    assert "ROUNDHOUSE_BIND" in site.output


@pytest.mark.once
def test_a_database_that_cannot_be_opened_is_a_clear_end_and_leaves_nothing(new_stack):
    site = new_stack(DATABASE_URL="sqlite:////nowhere/at/all/house.sqlite3")
    site.launch()
    before = {site.supervisor.pid}
    assert site.wait_for_end() == 1
    assert "could not be prepared" in site.output
    assert "unable to open database file" in site.output
    assert "prepare.log" in site.output
    assert not survivors(before)


@pytest.mark.long
def test_by_settings_alone_the_site_uses_the_redis_and_the_database_it_is_given(
    new_stack, redis_server
):
    site = new_stack(REDIS_URL=settings.REDIS_URL).start()
    assert set(site.pids()) == EVERYBODY - {"redis"}
    assert not (site.var / "redis").exists()
    assert site.ask("from django.conf import settings; answer = settings.REDIS_URL") == (
        settings.REDIS_URL
    )
    on_postgres = os.environ.get("DATABASE_URL", "").startswith("postgres")
    assert (site.var / "roundhouse.sqlite3").exists() != on_postgres
    vendor = site.ask("from django.db import connection; answer = connection.vendor")
    assert vendor == ("postgresql" if on_postgres else "sqlite")
    wait_for(lambda: requests.get(f"{site.url}/readyz", timeout=60).ok)


@pytest.mark.long
@pytest.mark.once
@pytest.mark.parametrize(
    ("more", "not_needed"),
    [
        (
            "from config.celery import app; app.loader.import_default_modules()",
            "rest_framework.views",
        ),
        ("import config.asgi", "openpyxl"),
    ],
    ids=["worker", "web"],
)
def test_what_is_seldom_needed_is_not_loaded_to_open_the_site(more, not_needed, tmp_path):
    """Each is a quarter of a second of a processor, for each process of the site."""
    own = {"ROUNDHOUSE_VAR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(
        [sys.executable, "-c", LOADED.format(more=more)],
        cwd=ROOT,
        env=os.environ | own,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "tournaments" in done.stdout.split()
    assert not_needed not in done.stdout.split()
