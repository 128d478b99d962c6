"""The database under many writers: SQLite's settings and the gate before its one writer."""

import errno
import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.db import OperationalError, connection, transaction

from tests.builders import make_event
from tests.examples import ALL
from tests.stack import ROOT
from tournaments.middleware import cannot_write
from tournaments.models import Event

ON_SQLITE = settings.DATABASES["default"]["ENGINE"] == "server.database.sqlite"
about_sqlite = pytest.mark.skipif(not ON_SQLITE, reason="about SQLite alone")

PROCESSES, THREADS, TURNS = (3, 6, 240) if ALL else (2, 6, 60)


def pragma(name):
    with connection.cursor() as cursor:
        return cursor.execute(f"PRAGMA {name}").fetchone()[0]


@about_sqlite
@pytest.mark.once
@pytest.mark.django_db
def test_readers_do_not_wait_for_writers_and_the_log_is_synced_by_us():
    normal = 1
    assert pragma("journal_mode") == "wal"
    assert pragma("synchronous") == normal
    assert pragma("foreign_keys") == 1
    assert pragma("secure_delete") == 1
    assert pragma("busy_timeout") == 20_000


@about_sqlite
@pytest.mark.once
@pytest.mark.django_db(transaction=True)
def test_what_is_committed_is_on_the_disk_before_anybody_is_notified(monkeypatch):
    happened, sync = [], os.fsync

    def note(file):
        happened.append(Path(f"/proc/self/fd/{file}").resolve().name)
        sync(file)

    monkeypatch.setattr(os, "fsync", note)
    with transaction.atomic():
        make_event()
        transaction.on_commit(lambda: happened.append("heard"))
        assert happened == []
    name = Path(connection.settings_dict["NAME"]).name
    assert happened[0] == f"{name}-wal"
    assert happened[-1] == "heard"


@about_sqlite
@pytest.mark.once
@pytest.mark.django_db(transaction=True)
def test_a_disk_that_fails_is_no_success(monkeypatch):
    def fail(_file):
        raise OSError(errno.EIO, "the disk is gone")

    monkeypatch.setattr(os, "fsync", fail)
    heard = []

    @transaction.atomic
    def save():
        make_event()
        transaction.on_commit(lambda: heard.append("saved"))

    with pytest.raises(OperationalError) as refusal:
        save()
    assert cannot_write(refusal.value)  # so that the phone keeps it
    monkeypatch.undo()
    with transaction.atomic():
        make_event(name="Another")  # no thread is left inside the gate
    assert heard == []


@pytest.mark.long("postgresql")  # which has no gate
@pytest.mark.django_db(transaction=True)
def test_writers_of_many_processes_lose_nothing_fail_nowhere_and_take_turns():
    event = make_event(venue="0")

    writers = [start_writers(event) for _ in range(PROCESSES)]
    outputs = [writer.communicate(timeout=120) for writer in writers]

    assert [error for _, error in outputs] == [""] * PROCESSES
    turns = [json.loads(said) for said, _ in outputs]
    event.refresh_from_db()
    assert int(event.venue) == sum(map(sum, turns))
    for threads in turns:  # of one process, so that they began together
        assert min(threads) >= max(threads) / 5, f"some hardly got a turn: {turns}"


@about_sqlite
@pytest.mark.once
@pytest.mark.django_db(transaction=True)
def test_a_reader_is_not_kept_waiting_by_a_long_write():
    event = make_event(venue="before")
    writing, read = threading.Event(), threading.Event()

    def write_for_long():
        with transaction.atomic():
            Event.objects.filter(pk=event.pk).update(venue="after")
            writing.set()
            assert read.wait(60)
        connection.close()

    writer = threading.Thread(target=write_for_long)
    writer.start()
    assert writing.wait(60)
    assert Event.objects.get(pk=event.pk).venue == "before"
    read.set()
    writer.join()
    assert Event.objects.get(pk=event.pk).venue == "after"


def start_writers(event):
    return subprocess.Popen(
        [
            sys.executable,
            "-m",
            "tests.server.database.writers",
            str(event.pk),
            str(THREADS),
            str(TURNS),
        ],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": address_of_this_database()},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def address_of_this_database():
    name = connection.settings_dict["NAME"]
    if ON_SQLITE:
        return f"sqlite:///{name}"
    server = urlsplit(os.environ["DATABASE_URL"])
    return f"{server.scheme}://{server.netloc}{server.path.rpartition('/')[0]}/{name}"
