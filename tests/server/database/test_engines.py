"""The site runs on its own database backends, and by a setting on those of Django."""

import json
import os
import subprocess
import sys

import pytest

from tests.server.database.hands import play_a_hand
from tests.stack import ROOT

SQLITE, POSTGRES = "sqlite:///site.sqlite3", "postgres://a@b/c"
#: The settings are read again for each, in a process that imports Django but once.
SETTINGS = """
import json, os, runpy, sys
found = []
for url, engine in json.loads(sys.argv[1]):
    os.environ |= {"DATABASE_URL": url, "DATABASE_ENGINE": engine}
    database = runpy.run_module("config.settings")["DATABASES"]["default"]
    found.append([database["ENGINE"], database.get("OPTIONS", {})])
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def databases(tmp_path_factory) -> dict[tuple[str, str], tuple[str, dict]]:
    """Engine and options of the database, by DATABASE_URL and DATABASE_ENGINE."""
    variables = [(url, engine) for url in (SQLITE, POSTGRES) for engine in ("", "plain")]
    read = subprocess.run(
        [sys.executable, "-c", SETTINGS, json.dumps(variables)],
        cwd=ROOT,
        env={**os.environ, "ROUNDHOUSE_VAR": str(tmp_path_factory.mktemp("var"))},
        capture_output=True,
        check=True,
        text=True,
    )
    return dict(zip(variables, map(tuple, json.loads(read.stdout)), strict=True))


@pytest.mark.parametrize(
    ("url", "ours", "own"),
    [
        (SQLITE, "server.database.sqlite", "django.db.backends.sqlite3"),
        (POSTGRES, "server.database.postgres", "django.db.backends.postgresql"),
    ],
)
def test_a_setting_chooses_the_backends_of_django(databases, url, ours, own):
    assert databases[url, ""][0] == ours
    assert databases[url, "plain"][0] == own


def test_without_our_log_sqlite_syncs_each_commit_itself(databases):
    _engine, options = databases[SQLITE, "plain"]
    assert "synchronous=FULL" in options["init_command"]
    assert "secure_delete=ON" in options["init_command"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("backend")
def test_a_hand_is_dealt_and_reported_and_counts():
    play_a_hand()
