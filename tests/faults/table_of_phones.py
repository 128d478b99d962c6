"""Phones at a table that play hand after hand and never give up on one that is not acknowledged."""

import itertools
import math
import secrets
import threading
import time
from collections import Counter
from dataclasses import dataclass, field

import requests

from tests.examples import ALL
from tests.stack import Stack

SEATS = (1, 2, 3, 4)
PAUSE_SECONDS = 0.05
#: How long people look at their cards between two hands. In `make test` other tests need the
#: processor; a long run has phones that never rest.
REST_SECONDS = 0.0 if ALL else 0.3
#: What a site answers that cannot store something now, and asks to send it again.
UNAVAILABLE = 503


def points(number: int) -> dict[int, int]:
    """The sheet of hand ``number`` at every table: both phones write the same."""
    return {1: number % 40 + 1, 2: 7, 3: -(number % 5), 4: 0}


@dataclass
class Phone:
    """One phone at the table of this code. Read its counts after it has stopped."""

    url: str
    code: str
    stop: threading.Event
    cookies: dict[str, str]
    rest: float = 0.0  # seconds between two hands
    keys: dict[int, str] = field(default_factory=dict)  # of acknowledged hands, by number
    tried: int = 0  # the last hand it dealt
    statuses: Counter = field(default_factory=Counter)
    retries: int = 0
    #: Of each answer that is an error of the site: the name of its request in the site's logs.
    errors: list[str] = field(default_factory=list)
    #: Of each write that was accepted: when, in seconds since 1970, and how many seconds it took.
    times: list[tuple[float, float]] = field(default_factory=list)

    def play(self, hands: float = math.inf) -> None:
        """Deal and report so many hands, one after the other, or until stopped."""
        self._connection = requests.Session()
        self._connection.cookies.update(self.cookies)
        while self.tried < hands and not self.stop.is_set():
            self.tried += 1
            number, key = self.tried, secrets.token_hex(16)
            dealt = self._send("deal", {"number": number}, secrets.token_hex(16))
            lines = [{"seat": seat, "points": value} for seat, value in points(number).items()]
            hand = {"number": number, "points": lines, "went_out": 1}
            if dealt and self._send("hands", hand, key) in (200, 201):
                self.keys[number] = key
            self.stop.wait(self.rest)
        self._connection.close()

    def _send(self, path: str, body: dict, key: str) -> int | None:
        """Send until there is an answer; its status, or None if the evening is over."""
        while not self.stop.is_set():
            began, name = time.time(), secrets.token_hex(8)
            try:
                answer = self._connection.post(
                    f"{self.url}/api/v1/tables/{self.code}/{path}/",
                    json=body,
                    headers={"Idempotency-Key": key, "If-Match": '"1"', "X-Request-ID": name},
                    timeout=10,
                )
            except requests.RequestException:
                self.retries += 1
                self.stop.wait(PAUSE_SECONDS)
                continue
            self.statuses[path, answer.status_code] += 1
            if answer.status_code < 500:
                if answer.ok:
                    self.times.append((time.time(), time.time() - began))
                return answer.status_code
            if answer.status_code != UNAVAILABLE:
                self.errors.append(name)
            self.stop.wait(PAUSE_SECONDS)
        return None


@dataclass
class Evening:
    """All phones of all tables, two at each: those of the first two seats.

    At ``together`` tables at a time they play ``hands`` hands, and then go on to the next tables.
    """

    phones: list[Phone]
    stop: threading.Event

    @classmethod
    def begin(
        cls,
        site: Stack,
        codes: list[str],
        *,
        together: int | None = None,
        hands: float = math.inf,
        rest: float = 0.0,
    ) -> "Evening":
        stop = threading.Event()
        seats = site.phones(codes)
        phones = [
            Phone(site.url, code, stop, own, rest) for code in codes for own in seats[code][:2]
        ]
        evening = cls(phones, stop)
        people = 2 * (together or len(codes))
        evening._threads = [
            threading.Thread(target=_play_all, args=[phones[number::people], hands])
            for number in range(people)
        ]
        for thread in evening._threads:
            thread.start()
        return evening

    @property
    def acknowledged(self) -> int:
        return sum(len(phone.keys) for phone in self.phones)

    @property
    def is_over(self) -> bool:
        """Whether all hands of all tables were played."""
        return not any(thread.is_alive() for thread in self._threads)

    def first_write_after(self, moment: float) -> float | None:
        """When the site first accepted a write after ``moment``, in seconds since 1970."""
        later = [
            at
            for phone in self.phones
            for at, _took in itertools.takewhile(lambda one: one[0] > moment, reversed(phone.times))
        ]
        return min(later, default=None)

    def end(self) -> None:
        self.stop.set()
        for thread in self._threads:
            thread.join()


def _play_all(phones: list[Phone], hands: float) -> None:
    for phone in phones:
        phone.play(hands)
