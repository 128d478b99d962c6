"""The site as docker/compose.yaml has it, without containers: each service a plain process.

The commands are those of compose.yaml and the Dockerfile; of the network only addresses differ.
"""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import environ
import psycopg
import requests
import yaml

from server.supervisor.lifeline import lifeline
from tests.sentinels import PROGRAM
from tests.stack import METRICS_TOKEN, ROOT, Stack, wait_for

COMPOSE = ROOT / "docker" / "compose.yaml"
DOCKERFILE = ROOT / "docker" / "Dockerfile"
OPEN_SECONDS = 120
#: Of processes that are given a time to end, as containers are.
END_SECONDS = 10


def command_of(service: str) -> list[str]:
    """The command of a service: its own, or that of the image."""
    services = yaml.safe_load(COMPOSE.read_text())["services"]
    if "command" in services[service]:
        return list(services[service]["command"])
    assert services[service]["image"] == "roundhouse"
    lines = DOCKERFILE.read_text().replace("\\\n", "").splitlines()
    [command] = [line.removeprefix("CMD ") for line in lines if line.startswith("CMD ")]
    return json.loads(command)


class Cluster(Stack):
    """Web processes, workers and beats on a PostgreSQL and a Redis that are there already.

    ``counts`` says how many of each: ``{"web": 2, "worker": 2, "beat": 2}``. Each process has a
    name such as ``web-1`` and its own log, ``var/log/web-1.log``. ``webs`` are the addresses that a
    proxy is given; ``url`` is for a test to set to that of the proxy.
    """

    def __init__(
        self, database_url: str, redis_url: str, counts: dict[str, int], **settings
    ) -> None:
        chosen = {
            "DATABASE_URL": database_url,
            "REDIS_URL": redis_url,
            "PRODUCTION": "1",
            "SECRET_KEY": "of-the-Cluster.of/tests" * 3,
            "PUBLIC_URL": "http://127.0.0.1",
            "FORWARDED_ALLOW_IPS": "127.0.0.1",
            "LOG_FORMAT": "json",
            "METRICS_TOKEN": METRICS_TOKEN,
        }
        # The caller has made its database, whichever the run of the tests is on.
        super().__init__(url="none", **chosen | settings)
        self._counts = counts
        self._running: dict[str, subprocess.Popen] = {}
        port = _free_port_on_all(_hosts(counts["web"]))
        self.webs = [(host, port) for host in _hosts(counts["web"])]

    # --- Opening and closing ----------------------------------------------------------------------

    def start(self, *_arguments: str) -> "Cluster":
        """Migrate, start everything, and wait until each web process says that it is ready."""
        self.manage(*command_of("migrate")[2:], "--verbosity=0")
        self.manage("collectstatic", "--noinput", "--verbosity=0")
        for service, count in self._counts.items():
            for number in range(1, count + 1):
                self.run(f"{service}-{number}")
        for host, port in self.webs:
            self.wait_until_ready(f"http://{host}:{port}")
        return self

    def run(self, name: str) -> None:
        """Start one process, as its container would be."""
        log = self.var / "log" / f"{name}.log"
        log.parent.mkdir(exist_ok=True)
        with log.open("ab") as output:
            self._running[name] = subprocess.Popen(
                self._command(name),
                cwd=ROOT,
                env=self.env,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                preexec_fn=lifeline().in_child(),  # noqa: PLW1509 - it must not outlive the test
            )

    def _command(self, name: str) -> list[str]:
        """The command of its service, with what a container has to itself put in."""
        service, _dash, number = name.partition("-")
        words = command_of(service)
        if service == "web":
            host, port = self.webs[int(number) - 1]
            words[words.index("--host") + 1] = host
            words[words.index("--port") + 1] = str(port)
        elif service == "worker":
            words.append(f"--hostname={name}@cluster")
        elif service == "beat":
            words[-1] = f"--schedule={self.var / name}"
        return [sys.executable, "-m", *words]

    def wait_until_ready(self, url: str) -> None:
        """Until ``/readyz`` has nothing to complain about."""

        def is_ready() -> bool:
            with suppress(requests.RequestException):
                return requests.get(f"{url}/readyz", timeout=5).ok
            return False

        try:
            wait_for(is_ready, OPEN_SECONDS, unless=self._ended)
        except AssertionError as error:
            logs = (self.var / "log").glob("*.log")
            error.add_note("\n".join(f"--- {log.name}\n{log.read_text()[-1500:]}" for log in logs))
            raise

    def _ended(self) -> list[str]:
        return [name for name, process in self._running.items() if process.poll() is not None]

    def remove(self) -> None:
        for process in self._running.values():
            process.send_signal(signal.SIGTERM)
        for process in self._running.values():
            try:
                process.wait(END_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        super().remove()

    # --- Looking at it ----------------------------------------------------------------------------

    def pids(self) -> dict[str, int]:
        return {name: one.pid for name, one in self._running.items() if one.poll() is None}

    def kill(self, name: str) -> int:
        """SIGKILL for a process; it does not come back before ``run(name)``."""
        process = self._running[name]
        process.kill()
        process.wait()
        return process.pid

    def rows(self, statement: str) -> list[tuple]:
        server = environ.Env.db_url_config(self.env["DATABASE_URL"])
        with psycopg.connect(
            host=server["HOST"],
            port=server["PORT"] or None,
            user=server["USER"],
            dbname=server["NAME"],
            autocommit=True,
            **server.get("OPTIONS", {}),
        ) as connection:
            return connection.execute(statement).fetchall()

    @property
    def on_postgresql(self) -> bool:
        return True

    def logged(self, name: str) -> list[dict]:
        """The lines of a process that are JSON objects."""
        found = []
        for line in (self.var / "log" / f"{name}.log").read_text().splitlines():
            with suppress(json.JSONDecodeError):
                found.append(json.loads(line))
        return found

    def answered(self, name: str) -> int:
        """How many requests a web process has answered, by its own metrics."""
        host, port = self.webs[int(name.partition("-")[2]) - 1]
        said = requests.get(
            f"http://{host}:{port}/metrics",
            headers={"Authorization": f"Bearer {METRICS_TOKEN}"},
            timeout=10,
        )
        counts = re.findall(r"^roundhouse_request_seconds_count\S* (\S+)$", said.text, re.MULTILINE)
        return int(sum(map(float, counts)))

    def processor_seconds(self, name: str) -> float:
        """Processor time of a process so far."""
        fields = (
            Path(f"/proc/{self._running[name].pid}/stat").read_text().rpartition(") ")[2].split()
        )
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def redis_server() -> Iterator[str]:
    """The Redis of compose.yaml, on a port of its own; its REDIS_URL."""
    port = _free_port_on_all(["127.0.0.1"])
    _name, *words = command_of("redis")
    process = subprocess.Popen(
        [PROGRAM, *words, "--bind", "127.0.0.1", "--port", str(port)],
        stdout=subprocess.DEVNULL,
        preexec_fn=lifeline().in_child(),  # noqa: PLW1509 - it must not outlive the test
    )
    try:
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.kill()
        process.wait()


def _hosts(count: int) -> list[str]:
    """Addresses of this machine, one for each container."""
    return [f"127.0.0.{number + 2}" for number in range(count)]


def _free_port_on_all(hosts: list[str]) -> int:
    while True:
        with socket.create_server((hosts[0], 0)) as first:
            port = first.getsockname()[1]
            with suppress(OSError):
                for host in hosts[1:]:
                    socket.create_server((host, port)).close()
                return port
