"""A PostgreSQL primary with a synchronous standby, for tests that kill, promote and cut off."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

from server.supervisor.lifeline import lifeline
from tests.ports import HOST, free_port
from tests.postgres import INITIAL, _binaries, _short_temporary_folder
from tests.proxy import FINE, Fault, Proxy
from tests.stack import wait_for

USER = "postgres"
BACK_WITHIN = 60
#: The processes are killed, not the machine: what was written stays in the kernel's memory.
SETTINGS = (
    f"listen_addresses={HOST}", "max_connections=100", "fsync=off", "full_page_writes=off",
    "wal_keep_size=256MB", "autovacuum=off", "wal_retrieve_retry_interval=500ms",
)  # fmt: skip


class Server:
    """One of the two servers: its data, its port, and the network between it and the site."""

    def __init__(self, pair: "Pair", name: str) -> None:
        self._pair = pair
        self.data = pair.home / name
        self.port = free_port()
        self.network = Proxy(f"tcp://{HOST}:{self.port}").start()
        self._process: subprocess.Popen | None = None

    def start(self) -> None:
        options = [word for setting in SETTINGS for word in ("-c", setting)]
        with (self._pair.home / f"{self.data.name}.log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._pair.program("postgres"), "-D", self.data, "-k", self._pair.home,
                 "-p", str(self.port), *options],
                stdout=log,
                stderr=log,
                cwd=self._pair.home,
                start_new_session=True,
                preexec_fn=lifeline().in_child(),  # noqa: PLW1509 - it must not outlive the test
                **self._pair.user,
            )  # fmt: skip
        wait_for(self.answers, BACK_WITHIN)

    def answers(self) -> bool:
        with suppress(psycopg.OperationalError):
            self.rows("SELECT 1")
            return True
        return False

    def rows(self, statement: str, database: str = "postgres") -> list[tuple]:
        with psycopg.connect(
            host=HOST, port=self.port, user=USER, dbname=database, autocommit=True
        ) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def kill(self) -> None:
        """SIGKILL for the server and all its sessions."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        """PostgreSQL's "fast" shutdown."""
        if self._process and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(BACK_WITHIN)


class Pair:
    """Two servers, of which one is the primary; the other repeats each commit before it returns."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self._programs, self.user = _binaries(home)
        self.primary, self.standby = Server(self, "a"), Server(self, "b")
        self._run("initdb", "-D", self.primary.data, *INITIAL)
        self.primary.start()
        self.servers = (self.primary, self.standby)
        self.build_standby()

    def program(self, name: str) -> Path:
        return self._programs / name

    def _run(self, name: str, *arguments: object) -> None:
        subprocess.run(
            [self.program(name), *map(str, arguments)],
            check=True,
            capture_output=True,
            cwd=self.home,
            **self.user,
        )

    def build_standby(self) -> None:
        """Make the standby from the primary, and have each commit wait for it from now on."""
        shutil.rmtree(self.standby.data, ignore_errors=True)
        self._run(
            "pg_basebackup", "-h", HOST, "-p", self.primary.port, "-U", USER,
            "-D", self.standby.data, "-R", "-X", "stream", "-c", "fast", "--no-sync",
        )  # fmt: skip
        self.standby.start()
        wait_for(lambda: self.primary.rows("SELECT 1 FROM pg_stat_replication"), BACK_WITHIN)
        self._wait_for_standby("'*'")

    def _wait_for_standby(self, names: str) -> None:
        self.primary.rows(f"ALTER SYSTEM SET synchronous_standby_names = {names}")
        self.primary.rows("SELECT pg_reload_conf()")
        expected = names.strip("'")
        wait_for(lambda: self.primary.rows("SHOW synchronous_standby_names") == [(expected,)])

    def fail_over(self) -> float:
        """Kill the primary and promote the standby; the moment at which it took over."""
        self.primary.kill()
        self.primary, self.standby = self.standby, self.primary
        self.primary.rows("SELECT pg_promote()")
        promoted = time.time()
        self._wait_for_standby("''")
        return promoted

    def restart(self) -> None:
        """Close the primary and start it again."""
        self.primary.stop()
        self.primary.start()

    def switch(self, fault: Fault) -> None:
        """Change the network between the site and both servers."""
        for server in self.servers:
            server.network.switch(fault)

    def url(self, database: str) -> str:
        """For DATABASE_URL: whichever of the two is the primary, through the network."""
        hosts = ",".join(server.network.url.removeprefix("http://") for server in self.servers)
        return (
            f"postgres://{USER}@{hosts}/{database}"
            "?target_session_attrs=read-write&connect_timeout=3"
        )

    def rows(self, statement: str, database: str) -> list[tuple]:
        """The answer of the primary, past the network; waits until there is one."""
        found = []

        def ask() -> bool:
            with suppress(psycopg.Error):
                found[:] = [self.primary.rows(statement, database)]
            return bool(found)

        wait_for(ask, BACK_WITHIN)
        return found[0]

    def close(self) -> None:
        self.switch(FINE)
        for server in self.servers:
            server.network.close()
            server.stop()


@contextmanager
def postgres_pair() -> Iterator[Pair]:
    """Two running servers in a temporary folder."""
    home = Path(tempfile.mkdtemp(prefix="rhpair-", dir=_short_temporary_folder()))
    try:
        pair = Pair(home)
        try:
            yield pair
        finally:
            pair.close()
    finally:
        shutil.rmtree(home, ignore_errors=True)
