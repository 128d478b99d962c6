"""No process of an older release starts on a database that a newer one has used."""

import os
import re
import subprocess
import sys

import pytest
from django.core.management import CommandError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from server.backup.versions import unapplied, unknown
from server.supervisor import prepare
from server.web import probes
from tests.server.database.test_write_gate import address_of_this_database
from tests.server.test_ticker import NOBODY_LISTENS
from tests.stack import ROOT

TOMORROW = ("tournaments", "9999_of_tomorrow")
SENTENCE = (
    "A newer release of Roundhouse has used this database: it has tournaments.9999_of_tomorrow."
)


@pytest.fixture
def newer(transactional_db):
    recorder = MigrationRecorder(connection)
    recorder.record_applied(*TOMORROW)
    yield recorder
    recorder.record_unapplied(*TOMORROW)


@pytest.mark.once
@pytest.mark.parametrize(
    "program",
    [
        pytest.param("celery --quiet -A config worker --concurrency=1", marks=pytest.mark.long),
        pytest.param("celery --quiet -A config beat --pidfile=", marks=pytest.mark.long),
        "uvicorn config.asgi:application --port 0",
    ],
)
def test_web_worker_and_beat_say_why_and_end(newer, program, tmp_path):
    env = {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "ROUNDHOUSE_VAR": str(tmp_path),
        "DATABASE_URL": address_of_this_database(),
        "REDIS_URL": NOBODY_LISTENS,
    }
    done = subprocess.run(
        [sys.executable, "-m", *program.split()],
        cwd=ROOT,
        env=os.environ | env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in {1, 3}
    assert SENTENCE in done.stderr
    assert "Traceback" not in done.stderr


def test_a_site_that_opens_is_not_prepared_but_says_why(newer):
    with pytest.raises(CommandError, match=f"^{re.escape(SENTENCE)}"):
        prepare._bring_up_to_date()


def test_a_site_is_not_ready_if_the_database_was_newer_when_it_first_answered(newer):
    assert unknown(connection) == [".".join(TOMORROW)]
    assert unapplied(connection) == 0
    probes._newer_at_first.cache_clear()
    try:
        assert probes.migrations() == "a newer release has used it"
    finally:
        probes._newer_at_first.cache_clear()


def test_a_site_stays_ready_while_a_newer_release_takes_its_place(newer):
    newer.record_unapplied(*TOMORROW)
    probes._newer_at_first.cache_clear()
    assert probes.migrations() == ""
    newer.record_applied(*TOMORROW)
    assert probes.migrations() == ""
