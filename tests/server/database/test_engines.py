"""The site runs on its own database backends, and by a setting on those of Django."""

import json
import os
import subprocess
import sys

import pytest
from django.test import Client
from django.utils import timezone

from tests.builders import make_entries, make_round, make_tournament, phone_of
from tests.stack import ROOT
from tournaments.models import SheetVersion, Standing
from tournaments.standings.computing.services import refresh

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


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("backend")
def test_a_hand_is_dealt_and_reported_and_counts():
    tournament = make_tournament()
    entries = make_entries(tournament, 4)
    table = make_round(tournament, [entries], started_at=timezone.now()).tables.get()
    phone = Client(headers={"if-match": '"1"'})
    phone_of(phone, entries[0].player)
    place = f"/api/v1/tables/{table.code}"

    def post(path: str, content: dict) -> int:
        headers = {"idempotency-key": f"{path}-0123456789abcdef"}
        json_ = "application/json"
        return phone.post(f"{place}/{path}/", content, json_, headers=headers).status_code

    points = [{"seat": seat, "points": 5 * seat} for seat in range(1, 5)]
    hand = {"number": 1, "points": points, "went_out": 1}
    assert [post("deal", {"number": 1}), post("hands", hand)] == [201, 201]
    assert post("hands", hand) in {200, 201}  # the same key again
    refresh(tournament.pk, at=timezone.now())
    assert Standing.objects.filter(tournament=tournament).count() == 4
    versions = SheetVersion.objects.order_by("number").values_list("act", flat=True)
    assert list(versions) == ["deal", "report"]
