"""How long after a place is free the next in the queue hears of it: by the stream, and by push.

``python -m tests.benchmarks.place_freed [TIMES]``. A phone leaves a full session on a running site;
the page of who is first in its queue listens, and a push service of this machine gets the message
for that phone over https and decrypts it.
"""

import json
import sys
import tempfile
import threading
import time
from pathlib import Path
from statistics import median

import httpx
import trustme

from server.supervisor.terminal import say
from tests.stack import Stack, wait_for
from tests.tournaments.notifications.push.services import Browser, PushService

BARS = {"stream": 2.0, "push": 5.0}
MAKE = """
from datetime import timedelta
from types import SimpleNamespace
from django.utils import timezone
from tests.builders import ANNA, make_event, make_tournament, phone_of
from tests.tournaments.signup.sessions import make_players
from tournaments.live.stream import stream_address
from tournaments.notifications.push import services as push
from tournaments.signup import services as signup
from tournaments.timetable.services import plan_session, publish_timetable
now = timezone.now()
event = make_event("Place {number}")
event.starts_on, event.ends_on = now.date(), now.date() + timedelta(days=2)
event.save()
tomorrow = now.replace(minute=0, second=0, microsecond=0) + timedelta(days=1)
who = {"by": ANNA, "at": now}
game = make_tournament(event)
session = plan_session(event, tournament=game.pk, starts_at=tomorrow, capacity=1,
                       ends_at=tomorrow + timedelta(hours=1), **who)
publish_timetable(event, **who)
first, second = make_players(event, 2)
signup.book(session, first, **who)
signup.join_queue(session, second, **who)
phones = [SimpleNamespace(cookies={}) for _ in range(2)]
leaving, waiting = (phone_of(phone, one) for phone, one in zip(phones, (first, second)))
push.subscribe(waiting, endpoint={endpoint!r}, language="en", by=ANNA, at=now,
               first=("Place", "Messages arrive.", "/"), **{keys!r})
answer = [f"/e/{event.slug}/s/{session.pk}/", phones[0].cookies, stream_address(event.pk),
          f"session-{session.pk}"]
"""
HELD = """
SELECT 1 FROM tournaments_booking
JOIN tournaments_player AS player ON player.id = player_id
WHERE session_id = {session} AND state = 'held' AND player.name = 'Guest 002'
"""


class Page:
    """Listens to the stream as the page of a session does, on a thread of its own."""

    def __init__(self, site: Stack, address: str, topic: str) -> None:
        self._site, self._address, self._topic = site, f"{address}&kinds=sessions,session", topic
        self.is_open, self.told_at = threading.Event(), 0.0
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        never = httpx.Timeout(None)
        with httpx.stream("GET", self._site.url + self._address, timeout=never) as answer:
            for line in answer.iter_lines():
                self.is_open.set()
                if not line.startswith("data:"):
                    continue
                at = time.monotonic()
                if self._topic in json.loads(line[5:]).get("topics", ()) and self._has_the_place():
                    self.told_at = at
                    return

    def _has_the_place(self) -> bool:
        """Whether a page that is fetched now says that the second in the queue has the place."""
        session = self._topic.rpartition("-")[2]
        return bool(self._site.rows(HELD.format(session=session)))


def leave(site: Stack, address: str, cookies: dict[str, str]) -> float:
    """Give a place up as its page does; when it was free."""
    with httpx.Client(base_url=site.url, cookies=cookies) as phone:
        phone.get(f"{address}?own=page")
        token = phone.cookies["csrftoken"]
        sent = {"act": "cancel", "csrfmiddlewaretoken": token}
        began = time.monotonic()
        assert phone.post(f"{address}place/", data=sent).status_code == 302
        return began


def once(site: Stack, service: PushService, number: int) -> dict[str, float]:
    reader, name = Browser(), f"phone-{number}"
    code = MAKE.replace("{number}", str(number)).replace("{keys!r}", repr(reader.keys))
    address, cookies, stream, topic = site.ask(
        code.replace("{endpoint!r}", repr(service.address(name)))
    )

    def arrived() -> list[tuple[float, bytes]]:
        heard = zip(service.moments, service.heard, strict=False)
        return [(at, body) for at, (path, _headers, body) in heard if path.endswith(f"/{name}")]

    wait_for(arrived)  # the first message, which says that they arrive
    page = Page(site, stream, topic)
    page.is_open.wait()
    began = leave(site, address, cookies)
    wait_for(lambda: page.told_at and len(arrived()) > 1)
    at, body = arrived()[1]
    assert "place" in reader.read(body)
    return {"stream": page.told_at - began, "push": at - began}


class TimedService(PushService):
    """Notes when each message came."""

    def __init__(self, certificate) -> None:
        super().__init__(certificate)
        self.moments: list[float] = []

    def finish_request(self, request, client_address) -> None:
        super().finish_request(request, client_address)
        self.moments.append(time.monotonic())


def main(times: int) -> None:
    authority = trustme.CA()
    with tempfile.TemporaryDirectory() as folder:
        trusted = Path(folder) / "authority.pem"
        authority.cert_pem.write_to_path(trusted)
        service = TimedService(authority.issue_cert("127.0.0.1"))
        threading.Thread(target=service.serve_forever, daemon=True).start()
        site = Stack(SSL_CERT_FILE=str(trusted), PUSH_NETWORKS="127.0.0.0/8")
        try:
            site.start()
            took = [once(site, service, number) for number in range(1, times + 1)]
        finally:
            site.remove()
            service.shutdown()
    for way, bar in BARS.items():
        seconds = sorted(one[way] for one in took)
        say(
            f"{way}: median {median(seconds):.2f} s, longest {seconds[-1]:.2f} s"
            f" of {times}; the bar is {bar:.0f} s"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
