"""An afternoon of two hundred tables, a conductor who works the clocks, and somebody who kills.

Every moment is of the one clock of this machine, in seconds since 1970.
"""

import random
import re
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import requests

from server import embedded_redis
from tests.stack import Stack, wait_for

#: Who gives the warnings: while one of them is at work, they come. Neither needs Redis for it.
GIVERS = ("worker", "beat")
VICTIMS = ("redis", *GIVERS, "web")
BACK_WITHIN = 90
LOOK_EVERY_SECONDS = 0.1
WARNINGS = "SELECT id, fired_at FROM tournaments_clockwarning"


@dataclass
class Kill:
    """One SIGKILL; when its victim was started again, and when it was at work again."""

    name: str
    at: float
    started: float
    back: float


@dataclass
class Nemesis:
    """Kills each of the parts so many times, at random moments, all parts at the same time."""

    site: Stack
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
                victim = self.site.kill(name)
                self.done.append(Kill(name, at, *self._until_back(name, victim)))
        except Exception as error:  # noqa: BLE001 - the test reports it, in its own thread
            self.failed.append(f"{name}: {error!r}")

    def _until_back(self, name: str, victim: int) -> tuple[float, float]:
        """When the next of that name was started, and when it was at work."""

        def successor() -> int | None:
            pid = self.site.pids().get(name, victim)
            return pid if pid != victim else None

        wait_for(successor, BACK_WITHIN)
        started = time.time()
        wait_for(lambda: self._is_at_work(name, successor()), BACK_WITHIN)
        return started, time.time()

    def _is_at_work(self, name: str, pid: int | None) -> bool:
        if name == "web":
            return self._site_answers()
        if name == "redis":
            address = (self.site.var / "redis.url").read_text().strip()
            return embedded_redis.accepts_connections(address)
        # They make their threads once they have read their code; until then they can do nothing.
        return len(list(Path(f"/proc/{pid}/task").glob("*"))) > 1

    def _site_answers(self) -> bool:
        with suppress(requests.RequestException):
            return requests.get(f"{self.site.url}/server-clock/", timeout=2).ok
        return False


def lateness(due: float, fired: float, away: list[tuple[float, float]]) -> float:
    """How late a warning came, without the time in which nobody could give it."""
    excused = sum(max(0.0, min(until, fired) - max(since, due)) for since, until in away)
    return fired - due - excused


def nobody_at_work(kills: list[Kill]) -> list[tuple[float, float]]:
    """From when until when both of the givers were away. Their parts do not overlap."""
    worker, beat = ([(k.at, k.back) for k in kills if k.name == name] for name in GIVERS)
    both = [(max(a, c), min(b, d)) for a, b in worker for c, d in beat]
    return [(since, until) for since, until in both if since < until]


class Witness:
    """Looks at the warnings all the time, past all our code.

    ``first`` has for each that was fired what it says of when, as seen first, and when that was
    seen; ``twice`` those of which it changed later, or that are gone. ``unplanned`` has for each
    the last moment at which it was not there yet, so that nobody could have given it.
    """

    def __init__(self, site: Stack) -> None:
        self._site = site
        self.first: dict[int, tuple[object, float]] = {}
        self.twice: set[int] = set()
        self.unplanned: dict[int, float] = {}
        self._looked_at = 0.0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._keep_looking, daemon=True)

    def begin(self) -> "Witness":
        self._thread.start()
        return self

    def end(self) -> None:
        self._stop.set()
        self._thread.join()
        self._look()

    def _keep_looking(self) -> None:
        while not self._stop.wait(LOOK_EVERY_SECONDS):
            self._look()

    def _look(self) -> None:
        began = time.time()
        planned, now = dict(self._site.rows(WARNINGS)), time.time()
        for pk in planned:
            self.unplanned.setdefault(pk, self._looked_at)
        self._looked_at = began
        fired = {pk: at for pk, at in planned.items() if at is not None}
        for pk, at in fired.items():
            if self.first.setdefault(pk, (at, now))[0] != at:
                self.twice.add(pk)
        self.twice |= self.first.keys() - fired.keys()


@dataclass
class Conductor:
    """Somebody at the clock room, who pauses tables, lets them go on and gives them time."""

    site: Stack
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
                    f"{self.site.url}{self.address}",
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
            self._session.post(f"{self.site.url}/sign-in/", data=fields, timeout=20)
        return "sessionid" in self._session.cookies

    def _page(self, path: str) -> requests.Response | None:
        with suppress(requests.RequestException):
            return self._session.get(f"{self.site.url}{path}", timeout=10)
        return None

    def _token(self) -> str:
        return self._session.cookies.get("csrftoken", "")
