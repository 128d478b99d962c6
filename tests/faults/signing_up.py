"""People who sign up, come, leave and are moved, on many threads of a process that may be killed.

``main`` does so many acts on the sessions of the database, and prints how each hundred ended as a
line of JSON. Django is ready when this is imported.
"""

import json
import random
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from django.db import connection

from tests.builders import ANNA, NOON, make_tournament, minutes
from tests.tournaments.signup.sessions import check_truth, make_players, make_session
from tournaments.errors import Refused
from tournaments.models import Booking, LedgerEntry, Player, PlayerHold, Session
from tournaments.signup import moving, promoting, services

PEOPLE, SESSIONS, PLACES = 120, 6, 15
BEFORE = {"by": ANNA, "at": NOON - minutes(20)}
REPORT_EVERY = 100


def make_hall() -> None:
    """Sessions at overlapping times, each too small for all who want to play in it."""
    tournament = make_tournament()
    for n in range(SESSIONS):
        make_session(tournament, start=45 * n, length=90, capacity=PLACES, release_minutes=0)
    make_players(tournament.event, PEOPLE)


def look() -> dict[str, int]:
    """Fail where holds or counters are not what bookings say; count what there is.

    A worker gives free places to queues, as the processes that were killed may have left some.
    """
    check_truth()
    promoting.keep_places(now=BEFORE["at"])
    check_truth()
    waiting = [len(promoting._first_in(one, BEFORE["at"])) for one in Session.objects.all()]
    return {
        "acts in the ledger": LedgerEntry.objects.count(),
        "bookings": Booking.objects.count(),
        "quarters": PlayerHold.objects.count(),
        "lost promotions": sum(waiting),
    }


class Phones:
    """All threads of this process, and how what they did has ended."""

    def __init__(self, seed: int, acts: int) -> None:
        self.seed, self.left = seed, acts
        self.sessions = list(Session.objects.select_related("event").order_by("pk"))
        self.people = list(Player.objects.order_by("pk"))
        self.ended: Counter[str] = Counter()
        self.lock = threading.Lock()

    def run(self, number: int) -> None:
        """One thread, until all acts are done."""
        rng = random.Random(f"{self.seed} {number}")
        try:
            while self._take():
                self._note(self._act(rng))
        finally:
            connection.close()

    def _take(self) -> bool:
        with self.lock:
            self.left -= 1
            return self.left >= 0

    def _note(self, end: str) -> None:
        with self.lock:
            self.ended[end] += 1
            if self.ended.total() >= REPORT_EVERY or self.left <= 0:
                print(json.dumps(self.ended), flush=True)  # noqa: T201 - the test reads it
                self.ended.clear()

    def _act(self, rng: random.Random) -> str:
        verbs = [services.book, services.join_queue, services.check_in] * 6
        verbs += [services.cancel, services.leave] * 5 + [move, None]
        verb = rng.choice(verbs)
        session, player = rng.choice(self.sessions), rng.choice(self.people)
        try:
            if verb is None:
                promoting.keep_places(now=BEFORE["at"])
            else:
                verb(session, player, conducts=rng.random() < 0.5, **BEFORE)
        except Refused:
            return "refused"
        except Exception as error:  # noqa: BLE001 - the test fails for it, by its name
            return f"{type(error).__name__}: {error}"
        return "done"


def move(session, player, *, by, at, **_conducts) -> None:
    """Move a session with its people, to where some of them may be elsewhere."""
    start = NOON + minutes(15 * (player.pk % 20))
    times = {"starts_at": start, "ends_at": start + minutes(90)}
    moving.change_session(session, anyway=player.pk % 3 > 0, by=by, at=at, **times)


def main(seed: int, threads: int, acts: int) -> None:
    phones = Phones(seed, acts)
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(phones.run, range(threads)))
