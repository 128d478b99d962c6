"""The site through a real PgBouncer in transaction mode: each transaction has another connection.

Without it these tests are skipped. One before release 1.22 knows no prepared statements.
"""

import threading

import psycopg
import pytest
from django.db import ProgrammingError, connection, connections, transaction
from django.db.utils import load_backend

from server.database.postgres import PREPARE_AFTER
from tests.builders import make_event
from tests.pgbouncer import HOST, MISSING, PROGRAM, knows_prepared_statements, pgbouncer
from tests.server.database.hands import play_a_hand
from tests.stack import wait_for
from tournaments.models import Event
from tournaments.prepared import Prepared

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.postgresql,
    pytest.mark.skipif(PROGRAM is None, reason=MISSING),
]
BY_SLUG = Prepared[Event](lambda slug: Event.objects.filter(slug=slug).order_by())


@pytest.fixture(params=["server.database.postgres", "django.db.backends.postgresql"])
def pooled(request, django_db_setup, django_db_blocker):
    """Give Django a connection through PgBouncer, as with DATABASE_PREPARES=0."""
    direct = connections["default"]
    settings = direct.settings_dict
    server = {"host": settings["HOST"], "port": settings["PORT"], "user": settings["USER"]}
    with pgbouncer(**server) as port:
        options = {k: v for k, v in settings["OPTIONS"].items() if k != "prepare_threshold"}
        through = {"HOST": HOST, "PORT": port, "OPTIONS": options}
        through["ENGINE"] = request.param
        through["DISABLE_SERVER_SIDE_CURSORS"] = "django" in request.param
        made = load_backend(request.param).DatabaseWrapper(settings | through, "default")
        connections["default"] = made
        with django_db_blocker.unblock():
            wait_for(lambda: len({who_serves() for _ in range(4)}) == 2 or open_another())
        yield made
        with django_db_blocker.unblock():
            made.close()
        connections["default"] = direct


def who_serves() -> int:
    """The process of PostgreSQL that serves this transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return cursor.fetchone()[0]


def open_another() -> None:
    """Have PgBouncer open one more connection, by keeping the one it has busy."""
    with psycopg.connect(connection.connection.info.dsn) as other:
        other.execute("SELECT 1")
        who_serves()


def test_a_hand_is_dealt_and_reported_and_counts(pooled):
    play_a_hand()


def test_many_rows_are_read_in_turns_with_what_others_do(pooled):
    made = [make_event(f"Event {number}", slug=f"event-{number}") for number in range(5)]
    seen = []
    for event in Event.objects.order_by("pk").iterator(chunk_size=2):
        who_serves()
        seen.append(event)
    assert seen == made


def test_statements_that_others_hold_open_keep_nobody_waiting_for_ever(pooled):
    held, over = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            make_event("Held", slug="held")
            held.set()
            over.wait(60)
        connection.close()

    other = threading.Thread(target=hold)
    other.start()
    assert held.wait(60)
    assert not Event.objects.filter(slug="held").exists()
    over.set()
    other.join()
    assert Event.objects.filter(slug="held").exists()


@pytest.mark.parametrize("pooled", ["server.database.postgres"], indirect=True)
def test_prepared_statements_need_a_pooler_that_knows_them(pooled):
    event = make_event()
    pooled.connection.prepare_threshold = PREPARE_AFTER  # as with DATABASE_PREPARES=1

    def ask_again_and_again() -> list[Event]:
        return [BY_SLUG.one(event.slug) for _ in range(6)]

    if knows_prepared_statements():
        assert ask_again_and_again() == [event] * 6
    else:
        with pytest.raises(ProgrammingError, match=r"prepared statement .* does not exist"):
            ask_again_and_again()
