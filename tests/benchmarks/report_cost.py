"""The cost of one hand: the statements that write, and the processor time of its two requests.

``python -m tests.benchmarks.report_cost`` deals and reports hands in this process, on the database
of DATABASE_URL, and prints the medians. ``REPORTS=300`` chooses how many. It calls the site as its
web process does, by WSGI; it uses nothing of the site but addresses and test data, so the same file
measures an older tree as well: compare two trees in alternating runs.
"""

import io
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median

import django

REPORTS = int(os.environ.get("REPORTS", "300"))
WARM_UP = 30
WRITING = ("INSERT", "UPDATE", "DELETE")


@contextmanager
def site() -> Iterator[Callable]:
    """The site on a database and a Redis of its own; its WSGI application."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from django.conf import settings  # noqa: PLC0415 - after django.setup()
    from django.core.wsgi import get_wsgi_application  # noqa: PLC0415 - after django.setup()
    from django.test.runner import DiscoverRunner  # noqa: PLC0415 - after django.setup()

    redis = subprocess.Popen(settings.REDIS_COMMAND, stdout=subprocess.DEVNULL)
    runner = DiscoverRunner(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        yield get_wsgi_application()
    finally:
        runner.teardown_databases(databases)
        redis.terminate()
        redis.wait()


def make_table() -> tuple[str, str]:
    """The code of a table without end, and the cookies of a phone there."""
    from django.test import Client  # noqa: PLC0415 - after django.setup()
    from django.utils import timezone  # noqa: PLC0415 - after django.setup()

    from tests.builders import (  # noqa: PLC0415 - after django.setup()
        make_entries,
        make_round,
        make_tournament,
        phone_of,
    )

    tournament = make_tournament(target=10**6)
    entries = make_entries(tournament, 4)
    table = make_round(tournament, [entries], started_at=timezone.now()).tables.get()
    client = Client()
    phone_of(client, entries[0].player)
    return table.code, "; ".join(f"{m.key}={m.value}" for m in client.cookies.values())


def request(path: str, content: dict, key: str, cookie: str) -> dict:
    """A request of a phone, as WSGI has it."""
    body = json.dumps(content).encode()
    return {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": path,
        "QUERY_STRING": "",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "localhost",
        "HTTP_COOKIE": cookie,
        "HTTP_IDEMPOTENCY_KEY": key,
        "HTTP_IF_MATCH": '"1"',
        "HTTP_PREFER": "return=minimal",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": io.BytesIO(body),
        "wsgi.url_scheme": "http",
        "wsgi.errors": sys.stderr,
    }


def call(application: Callable, environ: dict) -> float:
    """Have a request answered; the seconds of the processor that it took."""
    statuses = []
    began = time.process_time()
    answer = application(environ, lambda status, _headers, _error=None: statuses.append(status))
    body = b"".join(answer)
    answer.close()
    spent = time.process_time() - began
    if not statuses[0].startswith("2"):
        raise RuntimeError(f"{statuses[0]}: {body.decode()}")
    return spent


class Hands:
    """Deals and reports one hand after the other at a table."""

    def __init__(self, application: Callable) -> None:
        self._application = application
        self._code, self._cookie = make_table()
        self._number = 0

    def _post(self, path: str, content: dict) -> float:
        key = f"{path}-{self._number:020}"
        path = f"/api/v1/tables/{self._code}/{path}/"
        return call(self._application, request(path, content, key, self._cookie))

    def deal(self) -> float:
        self._number += 1
        return self._post("deal", {"number": self._number})

    def report(self) -> float:
        lines = [{"seat": seat, "points": self._number % 9 + seat} for seat in range(1, 5)]
        return self._post("hands", {"number": self._number, "points": lines, "went_out": 1})


def statements(act: Callable[[], float]) -> Counter[str]:
    """How often each kind of statement is sent."""
    from django.db import connection  # noqa: PLC0415 - after django.setup()

    kinds: Counter[str] = Counter()

    def note(execute, sql, params, many, context):
        for statement in str(sql).split("; "):  # those that go with the COMMIT are one message
            words = statement.replace('"', " ").split()
            if words[0] in WRITING:
                kinds[" ".join(word for word in words[:3] if word.isidentifier())] += 1
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        act()
    return kinds


def main() -> None:
    from django.db import connection  # noqa: PLC0415 - nothing is loaded for ``--help``

    with site() as application:
        hands = Hands(application)
        for _ in range(WARM_UP):
            hands.deal()
            hands.report()
        engine = connection.settings_dict["ENGINE"]
        written = [("deal", statements(hands.deal)), ("report", statements(hands.report))]
        times = [(hands.deal(), hands.report()) for _ in range(REPORTS)]
    for name, kinds in written:
        each = ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items()))
        print(f"{engine}: a {name} sends {kinds.total()} statements that write: {each}")  # noqa: T201
    deal, report = (1000 * median(spent) for spent in zip(*times, strict=True))
    print(  # noqa: T201 - the report is what a benchmark is for
        f"{engine}: ms of the processor: deal {deal:.2f}, report {report:.2f},"
        f" both {deal + report:.2f}"
    )


if __name__ == "__main__":
    main()
