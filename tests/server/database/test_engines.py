"""The site runs on its own database backends, and by a setting on those of Django."""

import json
import os
import subprocess
import sys

import pytest

from tests.server.database.hands import play_a_hand
from tests.stack import ROOT

SETTINGS = """
import json
from config.settings import DATABASES
database = DATABASES["default"]
print(json.dumps([database["ENGINE"], database.get("OPTIONS", {})]))
"""


def database_by(tmp_path, **variables) -> tuple[str, dict]:
    """Engine and options of the database where the environment has these variables."""
    read = subprocess.run(
        [sys.executable, "-c", SETTINGS],
        cwd=ROOT,
        env={**os.environ, "ROUNDHOUSE_VAR": str(tmp_path), "DATABASE_ENGINE": "", **variables},
        capture_output=True,
        check=True,
        text=True,
    )
    return tuple(json.loads(read.stdout))


@pytest.mark.parametrize(
    ("url", "ours", "own"),
    [
        ("sqlite:///site.sqlite3", "server.database.sqlite", "django.db.backends.sqlite3"),
        ("postgres://a@b/c", "server.database.postgres", "django.db.backends.postgresql"),
    ],
)
def test_a_setting_chooses_the_backends_of_django(tmp_path, url, ours, own):
    assert database_by(tmp_path, DATABASE_URL=url)[0] == ours
    assert database_by(tmp_path, DATABASE_URL=url, DATABASE_ENGINE="plain")[0] == own


def test_without_our_log_sqlite_syncs_each_commit_itself(tmp_path):
    url = "sqlite:///site.sqlite3"
    _engine, options = database_by(tmp_path, DATABASE_URL=url, DATABASE_ENGINE="plain")
    assert "synchronous=FULL" in options["init_command"]
    assert "secure_delete=ON" in options["init_command"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("backend")
def test_a_hand_is_dealt_and_reported_and_counts():
    play_a_hand()
