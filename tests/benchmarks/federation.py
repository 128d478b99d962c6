"""The cost of a site that holds the events of a federation: at 100, 1,000 and 10,000 of them.

``python -m tests.benchmarks.federation [EVENTS …]`` fills a database of PostgreSQL for each number
with copies of an event of 40 people (``copied_events``), and prints what a page, a result and a
second without either cost of the processor, that of PostgreSQL with it, in loops of the yardstick
(``engines.measure``), and the memory of the site.
100 of the events are played at a time, so that the growth, beside the first figure, is that of the
number of events; the last column is that of the most events, with 200 that are played.

What else runs on the machine makes everything dearer. So the sites take turns, one open at a time,
with a yardstick before each figure, and the cheapest of each counts.
"""

import os
import random
import selectors
import socket
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit

import httpx

from server.supervisor.terminal import say
from tests.benchmarks.engines.measure import loops
from tests.benchmarks.idle import SHARE, sum_of
from tests.benchmarks.listeners import REQUEST
from tests.benchmarks.opening import processor_seconds
from tests.postgres import postgres_server
from tests.stack import Stack, wait_for

EVENTS = (100, 1_000, 10_000)
LIVE, MOST_LIVE = 100, 200
TURNS = 3
PAGES, READERS, RESULTS, SECONDS = 150, 10, 200, 10
CALLERS = 8
ANSWER_SECONDS = 60
#: Both directions: a figure that falls has another reason, which may hide one that grows.
BAR = 0.1
LOOPS = "M loops"
#: Those that the machine of docs/performance.md does in a second: so often can each be done there.
FULL_SPEED = 38.5
EVENT = "/e/club-evening-{number}"
PAGES_OF_AN_EVENT = ("/", "/t/express-open/standings/", "/t/express-open/rounds/2/")
#: One that stays: that of the server's own work.
A_SESSION = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'"
STALE = """
SELECT count(*) FROM tournaments_standingsstate WHERE standings_version <> results_version
"""


@dataclass
class Figure:
    """A cost, by the number of events; the last is that with more events played."""

    name: str
    unit: str
    values: list[float]

    @property
    def row(self) -> str:
        first, *more = self.values
        cells = [
            self._said(first),
            *(f"{self._said(one)} ({one / first - 1:+.0%})" for one in more),
        ]
        return f"| {self.name} | {' | '.join(cells)} |"

    def _said(self, value: float) -> str:
        rate = f", {FULL_SPEED / value:,.0f}/s" if self.unit == LOOPS else ""
        return f"{value:.2f} {self.unit}{rate}"

    @property
    def is_flat(self) -> bool:
        return all(abs(value / self.values[0] - 1) <= BAR for value in self.values[:-1])


class Federation:
    """A site with so many ``events`` of clubs, of which ``live`` are played."""

    def __init__(self, site: Stack, events: int, live: int) -> None:
        self._site, self._events, self._live = site, events, live
        self._hands = [count(1) for _ in range(live)]
        self._random = random.Random(7)
        self.costs: dict[tuple[str, str], float] = {}
        site.start()  # with its migrations
        self._ask("answer = play_one()")
        self._ask(f"answer = copy(range(1, {events + 1}))")
        self._ask("answer = compute_seasons()")
        self._ask(f"answer = begin(range(1, {live + 1}))")
        self._phones = self._ask(f"answer = phones(range(1, {live + 1}))")
        site.stop()

    def _ask(self, code: str):
        return self._site.ask(f"from tests.benchmarks.copied_events import *\n{code}")

    @property
    def title(self) -> str:
        return f"{self._events:,} events, {self._live} played"

    # --- What it costs ----------------------------------------------------------------------------

    def _processor(self) -> float:
        """Seconds of the processor that the site and PostgreSQL have used, which serves it alone.

        Sessions that have ended are in the figure of the process that started them.
        """
        ((session,),) = self._site.rows(A_SESSION)
        stat = Path(f"/proc/{session}/stat").read_text()
        server = int(stat.rpartition(") ")[2].split()[1])
        return processor_seconds(self._site.supervisor.pid) + processor_seconds(server)

    def measure(self) -> None:
        """Take a turn: keep each cost that is lower than in the turns before."""
        self._site.start()  # only now, so that its memory is of this alone
        with self._open_pages():
            self._pages()  # what each process loads and prepares first
            self._results()
            found = {
                ("a page made for who asks", LOOPS): self._cost(self._pages),
                (f"a page kept for {READERS} readers", LOOPS): self._cost(self._kept_pages),
                ("the home page, or the last page of it", LOOPS): self._cost(self._home_pages),
                ("a search, which reads all names", LOOPS): self._cost(self._searches),
                ("a hand dealt and reported", LOOPS): self._cost(self._results),
                ("a second without any", LOOPS): self._cost(self._nothing),
                ("memory of the site", "MB"): self._memory(),
            }
        self._site.stop()
        self.costs = {name: min(cost, self.costs.get(name, cost)) for name, cost in found.items()}

    def _cost(self, act: Callable[[], float]) -> float:
        """Million loops for each of what ``act`` does, which says how many."""
        speed = yardstick()
        before = self._processor()
        done = act()
        return (speed + yardstick()) / 2 * (self._processor() - before) / done

    def _memory(self) -> float:
        """The megabytes of the site's processes."""
        return sum_of(self._site.supervisor.pid, "smaps_rollup", SHARE) / 1000

    # --- What is done -----------------------------------------------------------------------------

    def _pages(self) -> int:
        """Pages that are made for whoever asks, of events that are played."""
        return self._get(f"{self._page_of(self._playing())}?own=page" for _ in range(PAGES))

    def _kept_pages(self) -> int:
        """Pages that everybody gets the same, of events that are played."""
        asked = (self._page_of(self._playing()) for _ in range(PAGES))
        return self._get(page for page in asked for _reader in range(READERS))

    def _home_pages(self) -> int:
        return self._get(("/?all", f"/?all&page={self._events}") * (PAGES // 2))

    def _searches(self) -> int:
        return self._get(f"/?q=evening+{self._any()}" for _ in range(PAGES))

    def _results(self) -> int:
        """Hands that are dealt and reported at the events that are played, until all standings
        are computed."""
        hands = [self._random.randrange(self._live) for _ in range(RESULTS)]
        with ThreadPoolExecutor(CALLERS) as pool:
            for part in range(CALLERS):  # a table is of one caller: its hands come in order
                pool.submit(self._report, [at for at in hands if at % CALLERS == part])
        wait_for(lambda: self._site.rows(STALE) == [(0,)])
        return RESULTS

    def _nothing(self) -> float:
        time.sleep(SECONDS)  # the time that is measured
        return SECONDS

    def _any(self) -> int:
        return self._random.randint(1, self._events)

    def _playing(self) -> int:
        return self._random.randint(1, self._live)

    def _page_of(self, number: int) -> str:
        return EVENT.format(number=number) + self._random.choice(PAGES_OF_AN_EVENT)

    def _get(self, addresses) -> int:
        with httpx.Client(base_url=self._site.url, timeout=ANSWER_SECONDS) as client:
            answers = [client.get(address).status_code for address in addresses]
        assert set(answers) == {200}, set(answers)
        return len(answers)

    def _report(self, tables: list[int]) -> None:
        with httpx.Client(base_url=self._site.url, timeout=ANSWER_SECONDS) as client:
            for at in tables:
                number = next(self._hands[at])
                self._post(client, at, "deal", {"number": number})
                points = [{"seat": seat, "points": number % 9 + seat} for seat in range(1, 5)]
                hand = {"number": number, "points": points, "went_out": 1}
                self._post(client, at, "hands", hand)

    def _post(self, client: httpx.Client, at: int, act: str, content: dict) -> None:
        code, cookie, _stream = self._phones[at]
        headers = {"Cookie": cookie, "If-Match": '"1"', "Prefer": "return=minimal"}
        headers["Idempotency-Key"] = os.urandom(16).hex()
        address = f"/api/v1/tables/{code}/{act}/"
        answer = client.post(address, json=content, headers=headers)
        assert answer.status_code == 201, answer.text

    @contextmanager
    def _open_pages(self):
        """A page of each event that is played is open meanwhile."""
        place, found = urlsplit(self._site.url), selectors.DefaultSelector()
        for _code, _cookie, stream in self._phones:
            page = socket.create_connection((place.hostname, place.port), ANSWER_SECONDS)
            page.sendall(REQUEST.format(path=stream).encode())
            found.register(page, selectors.EVENT_READ)
        is_over = threading.Event()

        def read():
            while not is_over.is_set():
                for key, _event in found.select(0.1):
                    key.fileobj.recv(65_536)

        reading = threading.Thread(target=read)
        reading.start()
        try:
            yield
        finally:
            is_over.set()
            reading.join()
            for key in list(found.get_map().values()):
                key.fileobj.close()


def yardstick() -> float:
    """Million loops that the processor does in a second, when nobody else has it."""
    return max(loops() for _ in range(50)) / 1e6


def main(numbers: list[int]) -> None:
    columns = [*((events, LIVE) for events in numbers), (numbers[-1], MOST_LIVE)]
    sites: list[Stack] = []
    with postgres_server() as url:
        try:
            federations = []
            for events, live in columns:
                sites.append(Stack(url=url, CHECK_LOCK_ORDER="0"))
                began = time.monotonic()
                federations.append(Federation(sites[-1], events, live))
                say(f"{federations[-1].title}: filled in {time.monotonic() - began:.0f} s")
            for _turn in range(TURNS):
                for federation in federations:
                    federation.measure()
                    say(
                        f"{federation.title}: {yardstick():.1f} M loops a second,"
                        f" load of the machine {os.getloadavg()[0]:.1f}"
                    )
        finally:
            for site in sites:
                site.remove()
    say("| what | " + " | ".join(federation.title for federation in federations) + " |")
    say("|---" * (len(columns) + 1) + "|")
    for name, unit in federations[0].costs:
        values = [federation.costs[name, unit] for federation in federations]
        figure = Figure(name, unit, values)
        say(figure.row + ("" if figure.is_flat else " not flat"))


if __name__ == "__main__":
    main([int(one) for one in sys.argv[1:]] or list(EVENTS))
