"""An afternoon of two hundred tables, a conductor who works the clocks, and somebody who kills.

Every moment is of the one clock of this machine, in seconds since 1970.
"""

import random
import re
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import requests

from config import embedded
from tests.stack import Stack, wait_for

#: Who must be at work for a warning to be given.
CHAIN = ("redis", "worker", "beat")
VICTIMS = (*CHAIN, "web")
BACK_WITHIN = 90
EXPIRES_SECONDS = 5  # of every task of beat, in the settings


@dataclass
class Kill:
    """One SIGKILL, and when its victim was at work again."""

    name: str
    at: float
    back: float


@dataclass
class Nemesis:
    """Kills each of the parts so many times, at random moments, all parts at the same time."""

    house: Stack
    kills: int
    seed: int
    done: list[Kill] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def run(self) -> None:
        """Until every part was killed often enough."""
        threads = [
            threading.Thread(target=self._keep_killing, args=[name], daemon=True)
            for name in VICTIMS
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _keep_killing(self, name: str) -> None:
        rnd = random.Random(f"{self.seed} {name}")
        try:
            for _ in range(self.kills):
                time.sleep(rnd.uniform(0.0, 4.0))
                at = time.time()
                victim = self.house.kill(name)
                self.done.append(Kill(name, at, self._until_back(name, victim)))
        except Exception as error:  # noqa: BLE001 - told by the test, in its own thread
            self.failed.append(f"{name}: {error!r}")

    def _until_back(self, name: str, victim: int) -> float:
        def is_new():
            return self.house.pids().get(name, victim) != victim

        wait_for(is_new, BACK_WITHIN)
        born = time.time()
        if name == "web":
            wait_for(self._site_answers, BACK_WITHIN)
        else:
            pulse = self.house.var / "worker.pulse"
            if name == "redis":
                address = (self.house.var / "redis.url").read_text().strip()
                wait_for(lambda: embedded.accepts_connections(address), BACK_WITHIN)
            # The chain works again when a task is done that beat has sent since then; what had
            # waited in Redis proves nothing of beat.
            wait_for(lambda: sent_at(pulse) > born, BACK_WITHIN)
            return max(born, pulse.stat().st_mtime)
        return time.time()

    def _site_answers(self) -> bool:
        with suppress(requests.RequestException):
            return requests.get(f"{self.house.url}/server-clock/", timeout=2).ok
        return False


def sent_at(pulse: Path) -> float:
    """When beat sent the task that the worker did last; the file holds when it expires."""
    try:
        return datetime.fromisoformat(pulse.read_text()).timestamp() - EXPIRES_SECONDS
    except (OSError, ValueError):
        return 0.0  # none was done yet, or the file is being written


def lateness(due: float, fired: float, kills: list[Kill]) -> float:
    """How late a warning came, counted from when the parts it needs were back."""
    from_when = due
    for kill in sorted(kills, key=lambda kill: kill.at):
        if kill.name in CHAIN and kill.at <= fired and kill.back > from_when:
            from_when = kill.back
    return fired - from_when


@dataclass
class Conductor:
    """Somebody at the clock room, who pauses tables, lets them go on and gives them time."""

    house: Stack
    address: str
    tables: list[int]
    seed: int
    gives_time: bool
    acts: int = 0
    statuses: set[int] = field(default_factory=set)
    stop: threading.Event = field(default_factory=threading.Event)

    def begin(self) -> "Conductor":
        self._thread = threading.Thread(target=self._work)
        self._thread.start()
        return self

    def end(self) -> None:
        self.stop.set()
        self._thread.join()

    def _work(self) -> None:
        rnd = random.Random(f"{self.seed} conductor")
        self.sign_in()
        while not self.stop.wait(rnd.uniform(0.2, 0.8)):
            some = rnd.sample(self.tables, 5)
            self.act("pause", some)
            self.stop.wait(rnd.uniform(0.0, 1.0))
            self.act("resume", some)
            if self.gives_time:
                self.act("extra", rnd.sample(self.tables, 8), minutes=1)

    def act(self, act: str, tables: list[int], **more) -> None:
        """Send it until the site has answered; one that was done already is refused in words."""
        fields = {"act": act, "scope": "chosen", "tables": tables, "reason": "of the test", **more}
        while not self.stop.is_set():
            with suppress(requests.RequestException):
                answer = self._session.post(
                    f"{self.house.url}{self.address}",
                    data=fields,
                    headers={"X-CSRFToken": self._token()},
                    timeout=10,
                    allow_redirects=False,
                )
                if answer.status_code < 500:
                    self.acts += 1
                    self.statuses.add(answer.status_code)
                    return
            self.stop.wait(0.2)

    def sign_in(self) -> None:
        """As the conductor of the event, in a session of its own, however often it takes."""
        self._session = requests.Session()
        wait_for(self._signed_in, BACK_WITHIN)

    def _signed_in(self) -> bool:
        page = self._page("/sign-in/")
        token = page and re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.text)
        if not token:
            return False
        fields = {
            "username": "conductor@example.org",
            "password": "a long password",
            "csrfmiddlewaretoken": token[1],
        }
        with suppress(requests.RequestException):
            self._session.post(f"{self.house.url}/sign-in/", data=fields, timeout=20)
        return "sessionid" in self._session.cookies

    def _page(self, path: str) -> requests.Response | None:
        with suppress(requests.RequestException):
            return self._session.get(f"{self.house.url}{path}", timeout=10)
        return None

    def _token(self) -> str:
        return self._session.cookies.get("csrftoken", "")
