"""Visitors who do what people do at an event, each thing with the answer that it must get."""

import itertools
import secrets
import socket
import time
from collections import defaultdict
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import median
from urllib.parse import urlsplit

import requests

from tests.faults.stranger import Stranger, Target
from tests.stack import Stack

#: How long a visitor waits for an answer before it counts as none.
PATIENCE_SECONDS = 120
ROWS_OF_ROSTER = 3_000
PIECES, PAUSE_SECONDS = 16, 0.02

MAKE = """
from django.utils import timezone
from tests.builders import make_conductor, make_entries, make_event, make_round, make_tournament
from tournaments.live.stream import stream_address
event = make_event("Siege {number}")
make_conductor(event, "siege{number}@example.org")
tournament = make_tournament(event, target=10**6)
groups = [make_entries(tournament, 3) for _ in range(8)]
tables = list(make_round(tournament, groups, started_at=timezone.now()).tables.order_by("number"))
pins = [[s.entry.player_id, s.entry.player.pin] for s in tables[1].seats.order_by("position")]
answer = {
    "event": event.slug,
    "stream": stream_address(event.pk),
    "playing": tables[0].code,
    "opening": tables[1].code,
    "pins": pins,
    "attacked": tables[2].code,
    "guessed": tables[2].seats.get(position=1).entry.player_id,
}
"""


@dataclass
class Visitors:
    """One of each kind. ``seconds`` has how long each request took, ``failed`` what went wrong."""

    url: str
    made: dict
    phone_cookies: dict[str, str]
    conductor: str
    takes_mail: bool = False
    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    failed: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._hands = itertools.count(1)

    @classmethod
    def at(cls, site: Stack, number: int, *, takes_mail: bool = False) -> "Visitors":
        """Visitors of a new event, on a site that sends mail or does not."""
        made = site.ask(MAKE.replace("{number}", str(number)))
        phones = site.phones([made["playing"]])[made["playing"]]
        conductor = f"siege{number}@example.org"
        return cls(site.url, made, phones[0], conductor, takes_mail)

    @property
    def target(self) -> Target:
        facts = (self.made[name] for name in ("event", "attacked", "guessed", "stream"))
        return Target(*facts, self.conductor)

    def go_round(self) -> None:
        """Do everything once."""
        things = ("look", "listen", "report", "open_seat", "conduct")
        for name in (*things, "ask_for_link") if self.takes_mail else things:
            self._doing = name
            try:
                getattr(self, f"_{name}")()
            except (AssertionError, OSError) as error:
                self.failed.append(f"{name}: {error}")

    # --- What they do -----------------------------------------------------------------------------

    def _look(self) -> None:
        self._get(requests, f"/e/{self.made['event']}/")
        self._get(requests, f"/table/{self.made['playing']}/")

    def _listen(self) -> None:
        """The stream greets its page at once."""
        address = urlsplit(self.url)
        place = address.hostname, address.port
        with self._timed(), socket.create_connection(place, PATIENCE_SECONDS) as page:
            page.sendall(f"GET {self.made['stream']} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            read = b""
            while b"welcome" not in read:
                more = page.recv(4096)
                assert more, read
                read += more

    def _report(self) -> None:
        """A phone whose seat is open deals a hand and reports it."""
        phone = requests.Session()
        phone.cookies.update(self.phone_cookies)
        number = next(self._hands)
        self._call(phone, "deal", {"number": number})
        points = [{"seat": seat, "points": seat} for seat in (1, 2, 3)]
        self._call(phone, "hands", {"number": number, "points": points, "went_out": 1})

    def _open_seat(self) -> None:
        """A phone with the right PIN; each time it is another one."""
        player, pin = self.made["pins"][0]
        path = f"/table/{self.made['opening']}/open/"
        self._fill_in(requests.Session(), path, 302, player=player, pin=pin)

    def _conduct(self) -> None:
        """A conductor signs in, looks at the desk, and checks a roster, over a slow network."""
        laptop = requests.Session()
        fields = {"username": self.conductor, "password": "a long password"}
        self._fill_in(laptop, "/sign-in/", 302, **fields)
        self._get(laptop, f"/e/{self.made['event']}/desk/")
        path = f"/e/{self.made['event']}/roster/import/"
        token = laptop.cookies["csrftoken"]
        names = "\n".join(f"Person {n:05}" for n in range(ROWS_OF_ROSTER))
        form = requests.Request(
            "POST",
            self.url + path,
            data={"csrfmiddlewaretoken": token},
            files={"file": ("roster.csv", f"name\n{names}\n".encode())},
            cookies=laptop.cookies,
        ).prepare()
        kind = {"Content-Type": form.headers["Content-Type"]}
        body = form.body
        with self._timed():
            answer = laptop.post(
                self.url + path, data=slowly(body), headers=kind, timeout=PATIENCE_SECONDS
            )
        assert answer.status_code == 200, answer.status_code
        assert f"Person {ROWS_OF_ROSTER - 1:05}" in answer.text

    def _ask_for_link(self) -> None:
        self._fill_in(requests.Session(), "/sign-in/link/", 302, email=self.conductor)

    # --- How they do it ---------------------------------------------------------------------------

    @contextmanager
    def _timed(self):
        began = time.monotonic()
        yield
        self.seconds[self._doing].append(time.monotonic() - began)

    def _get(self, client, path: str) -> requests.Response:
        with self._timed():
            answer = client.get(self.url + path, timeout=PATIENCE_SECONDS)
        assert answer.status_code == 200, f"{path} {answer.status_code}"
        return answer

    def _fill_in(self, client, path: str, status: int, **fields) -> None:
        """Open the page of a form and send it."""
        self._get(client, path)
        fields["csrfmiddlewaretoken"] = client.cookies["csrftoken"]
        options = {"timeout": PATIENCE_SECONDS, "allow_redirects": False}
        with self._timed():
            answer = client.post(self.url + path, data=fields, **options)
        assert answer.status_code == status, f"{path} {answer.status_code}"

    def _call(self, phone, path: str, body: dict) -> None:
        with self._timed():
            answer = phone.post(
                f"{self.url}/api/v1/tables/{self.made['playing']}/{path}/",
                json=body,
                headers={"Idempotency-Key": secrets.token_hex(16), "If-Match": '"1"'},
                timeout=PATIENCE_SECONDS,
            )
        assert answer.status_code in (200, 201), f"{path} {answer.status_code} {answer.text}"


def slowly(body: bytes):
    """A body in pieces, as over a slow network."""
    size = len(body) // PIECES + 1
    for start in range(0, len(body), size):
        yield body[start : start + size]
        time.sleep(PAUSE_SECONDS)


def table(visitors: Visitors, stranger: Stranger) -> str:
    """Both outcomes, and how long the visitors waited."""
    lines = ["", f"{'visitors':<16}{'times':>6}{'median s':>10}{'longest s':>11}"]
    for name, seconds in visitors.seconds.items():
        lines.append(f"{name:<16}{len(seconds):>6}{median(seconds):>10.2f}{max(seconds):>11.2f}")
    lines += [f"failed: {visitors.failed or 'none'}", "", f"{'stranger':<20}{'times':>6}  answers"]
    for kind, times in sorted(stranger.done.items()):
        answers = {s: n for (k, s), n in sorted(stranger.statuses.items()) if k == kind}
        said = ", ".join(f"{status} {count}" for status, count in answers.items())
        lines.append(f"{kind:<20}{times:>6}  {said or 'none'}")
    return "\n".join(lines)
