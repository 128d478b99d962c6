"""What is our own of the way to PostgreSQL."""

import psycopg
import pytest
from django.db import connection

from tests.builders import make_event
from tests.stack import wait_for
from tournaments.models import Event
from tournaments.prepared import Prepared, ask

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="about PostgreSQL alone"),
]

BY_SLUG = Prepared[Event](lambda slug: Event.objects.filter(slug=slug).order_by())
PREPARED = "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%tournaments_event%'"


def prepared_statements() -> int:
    with connection.cursor() as cursor:
        cursor.execute(PREPARED.replace("%", "%%"), [])
        return cursor.fetchone()[0]


def test_what_is_asked_again_and_again_is_prepared_once():
    event = make_event()
    before = prepared_statements()
    for _ in range(5):
        assert BY_SLUG.one(event.slug) == event
    assert prepared_statements() == before + 1


def test_several_answers_come_in_their_order():
    first, second = make_event("First"), make_event("Second")
    asked = ask(BY_SLUG.of(second.slug), BY_SLUG.of("nobody"), BY_SLUG.of(first.slug))
    assert asked == [[second], [], [first]]


def test_a_connection_that_stands_is_known_without_asking():
    connection.ensure_connection()
    sent = []
    with connection.execute_wrapper(lambda *call: sent.append(call)):
        assert connection.is_usable()
    assert sent == []


def test_a_connection_that_the_server_ended_is_not_usable():
    connection.ensure_connection()
    with psycopg.connect(connection.connection.info.dsn, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [connection.connection.info.backend_pid])
    wait_for(lambda: not connection.is_usable())
    connection.close()
    assert make_event().pk
