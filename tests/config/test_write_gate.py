"""SQLite as the house runs it: its settings, and the gate before its one writer."""

import subprocess
import sys
import threading
import time

import pytest
from django.db import connection

from tests.stack import ROOT

sqlite_only = pytest.mark.skipif(
    "connection.vendor != 'sqlite'", reason="about SQLite; PostgreSQL queues its writers itself"
)
pytestmark = sqlite_only


def pragma(name):
    with connection.cursor() as cursor:
        return cursor.execute(f"PRAGMA {name}").fetchone()[0]


@pytest.mark.django_db
def test_a_commit_survives_a_power_cut_and_readers_do_not_wait_for_writers():
    full = 2
    assert pragma("journal_mode") == "wal"
    assert pragma("synchronous") == full
    assert pragma("foreign_keys") == 1
    assert pragma("busy_timeout") == 20_000
