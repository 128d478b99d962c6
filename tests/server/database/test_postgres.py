"""Our backend for PostgreSQL, where it differs from Django's."""

import psycopg
import pytest
from django.db import OperationalError, connection, transaction

from tests.builders import make_event
from tests.stack import wait_for
from tournaments.models import Event
from tournaments.prepared import Prepared, ask

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="about PostgreSQL alone"),
]

BY_SLUG = Prepared[Event](lambda slug: Event.objects.filter(slug=slug).order_by())
ECHO = "SELECT %s::text"
RENAME = "UPDATE tournaments_event SET name = %s WHERE id = %s"


def prepared(part: str) -> int:
    """How many statements with this part are prepared on the connection."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        return sum(part in statement for (statement,) in cursor.fetchall())


def end_connection() -> None:
    """Have the server end the connection, as when it is restarted."""
    connection.ensure_connection()
    with psycopg.connect(connection.connection.info.dsn, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [connection.connection.info.backend_pid])
    wait_for(lambda: not connection.is_usable())


def test_a_query_that_comes_again_is_prepared_once():
    event = make_event()
    before = prepared("tournaments_event")
    for _ in range(5):
        assert BY_SLUG.one(event.slug) == event
    assert prepared("tournaments_event") == before + 1


def test_several_answers_come_in_their_order():
    first, second = make_event("First"), make_event("Second")
    found = ask(BY_SLUG.of(second.slug), BY_SLUG.of("nobody"), BY_SLUG.of(first.slug))
    assert found == [[second], [], [first]]


def test_a_statement_of_a_batch_is_prepared_once_and_only_where_it_may_be():
    with connection.statements.batch() as batch:
        together = [batch.execute(ECHO, [str(number)]) for number in range(3)]
    assert [result.rows for result in together] == [[("0",)], [("1",)], [("2",)]]
    assert connection.statements.execute(ECHO, ["again"]).rows == [("again",)]
    assert prepared("SELECT $1::text") == 1

    connection.close()
    connection.ensure_connection()
    connection.connection.prepare_threshold = None  # as with DATABASE_PREPARES=0
    assert connection.statements.execute(ECHO, ["unprepared"]).rows == [("unprepared",)]
    assert prepared("SELECT $1::text") == 0
    connection.close()


def test_nothing_of_a_batch_is_sent_where_its_block_fails():
    event = make_event("Before")

    def story():
        with connection.statements.batch() as batch:
            batch.execute(RENAME, ["After", event.pk])
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        story()
    event.refresh_from_db()
    assert event.name == "Before"


def test_a_result_cannot_be_read_before_its_batch_has_ended():
    with connection.statements.batch() as batch:
        result = batch.execute(ECHO, ["early"])
        with pytest.raises(AttributeError):
            result.rows  # noqa: B018 - reading it is the point
    assert result.rows == [("early",)]


def test_the_last_statement_of_a_transaction_waits_for_the_commit():
    event = make_event("Before")
    with transaction.atomic():
        connection.statements.at_commit(RENAME, ["After", event.pk])
        event.refresh_from_db()
        assert event.name == "Before"
    event.refresh_from_db()
    assert event.name == "After"


def test_a_connection_that_stands_is_known_without_asking():
    connection.ensure_connection()
    sent = []
    with connection.execute_wrapper(lambda *call: sent.append(call)):
        assert connection.is_usable()
    assert sent == []


def test_a_connection_that_the_server_ended_is_not_usable():
    end_connection()
    connection.close()
    assert make_event().pk


def test_a_server_that_went_away_is_an_error_and_the_next_connection_works():
    end_connection()
    with pytest.raises(OperationalError):
        connection.statements.execute(ECHO, ["anybody?"])
    connection.close()
    assert connection.statements.execute(ECHO, ["here"]).rows == [("here",)]
