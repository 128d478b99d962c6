"""An upgrade with people at the tables: how long a write waits for each migration of PostgreSQL.

``python -m tests.benchmarks.upgrade [MIGRATION]`` fills a database with SHEETS sheets (a million),
goes back to MIGRATION and then forth again, one after the other, while somebody goes on writing.
"""

import os
import sys
import threading
import time
from pathlib import Path

import psycopg

from server.supervisor.terminal import say
from tests.postgres import postgres_server
from tests.stack import ROOT, Stack

SHEETS = int(os.environ.get("SHEETS", "1000000"))
#: Since then no migration may keep people out: see tests/server/backup/test_upgrades.py.
SINCE = "0034_wording"
FIRST = 1_000_000
PAUSE_SECONDS = 0.005

MAKE_A_HAND = """
from django.utils import timezone
from tests.builders import ANNA, make_entries, make_round, make_tournament
from tournaments.results.reporting.services import deal_hand, report_hand
from games.sheet import QuickHand
tournament = make_tournament()
now = timezone.now()
round_ = make_round(tournament, [make_entries(tournament, 4)], started_at=now)
table = round_.tables.get()
deal_hand(table, 1, by=ANNA, at=now)
report_hand(table, 1, QuickHand({1: 10, 2: 7, 3: 0, 4: -4}, 1), by=ANNA, at=now, key="k" * 32,
            version=1)
answer = None
"""
#: What each copy of the rows of that hand has of its own; ``g`` is its number.
OWN = {
    "tournaments_scoresheet": {"id": "g", "table_id": "g"},
    "tournaments_sheetline": {"id": "4 * g + t.id", "sheet_id": "g"},
    "tournaments_sheetversion": {"id": "2 * g + t.number", "sheet_id": "g", "key": "NULL"},
}
COPY = "INSERT INTO {0} ({1}) SELECT {2} FROM {0} t, generate_series(%s::int, %s::int) g"
SAME = "UPDATE {0} SET id = id WHERE id = (SELECT max(id) FROM {0})"
COLUMNS = "SELECT column_name FROM information_schema.columns WHERE table_name = %s"


class Writer:
    """Writes to a row of each of the large tables in turn; ``longest`` is what one write took."""

    def __init__(self, dsn: str) -> None:
        self._dsn, self.longest = dsn, 0.0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._write)

    def __enter__(self) -> "Writer":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _write(self) -> None:
        with psycopg.connect(self._dsn, autocommit=True) as connection:
            while not self._stop.wait(PAUSE_SECONDS):
                for table in OWN:
                    began = time.monotonic()
                    connection.execute(SAME.format(table))
                    self.longest = max(self.longest, time.monotonic() - began)


def fill(dsn: str) -> None:
    """Copy the rows of the one hand SHEETS times, past triggers and foreign keys."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("SET session_replication_role = replica")
        for table, own in OWN.items():
            columns = [name for (name,) in connection.execute(COLUMNS, [table])]
            values = ", ".join(own.get(name, f't."{name}"') for name in columns)
            names = ", ".join(f'"{name}"' for name in columns)
            copied = connection.execute(
                COPY.format(table, names, values), [FIRST, FIRST + SHEETS - 1]
            )
            say(f"{table}: {copied.rowcount} rows")


def main(since: str) -> None:
    folder = ROOT / "tournaments" / "migrations"
    names = sorted(path.stem for path in Path(folder).glob("0*.py"))
    with postgres_server() as url:
        site = Stack(url=url)
        try:
            site.manage("migrate", "--verbosity=0")
            site.ask(MAKE_A_HAND)
            dsn = site.database.dsn
            fill(dsn)
            site.manage("migrate", "--verbosity=0", "tournaments", since)
            for name in names[names.index(since) + 1 :]:
                with Writer(dsn) as writer:
                    began = time.monotonic()
                    site.manage("migrate", "--verbosity=0", "tournaments", name)
                    took = time.monotonic() - began
                say(
                    f"{name}: {took:.1f} s with the start of manage.py,"
                    f" the longest write {writer.longest:.3f} s"
                )
        finally:
            site.remove()
    say(f"load of the machine {os.getloadavg()[1]:.1f}")


if __name__ == "__main__":
    main(*(sys.argv[1:] or [SINCE]))
