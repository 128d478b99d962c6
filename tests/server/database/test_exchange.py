"""Prepared queries go to PostgreSQL together, and what is wrong with one of them is said."""

from contextlib import suppress

import psycopg
import pytest
from django.db import (
    DataError,
    IntegrityError,
    OperationalError,
    ProgrammingError,
    connection,
    transaction,
)
from django.test.utils import CaptureQueriesContext

from server.database.postgres.exchange import _numbered
from tests.builders import make_event, make_tournament
from tests.stack import wait_for
from tournaments.models import Event

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="about PostgreSQL alone"),
]

RENAME = "UPDATE tournaments_event SET name = %s WHERE id = %s"
NAMES = "SELECT name FROM tournaments_event ORDER BY id"
DIVIDE = "SELECT 1 / %s::int"
ECHO = "SELECT %s::text"


def asked(sql, *values):
    """A cursor with a query that was handed in."""
    cursor = connection.prepared_cursor()
    cursor.execute(sql, values)
    return cursor


def prepared(part: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        return sum(part in statement for (statement,) in cursor.fetchall())


def test_places_are_numbered_and_percent_signs_are_single():
    assert _numbered("a = %s AND b LIKE '%%x' AND c = %s") == b"a = $1 AND b LIKE '%x' AND c = $2"


def test_each_cursor_has_its_own_answer():
    event = make_event("Before")
    with connection.answering_at_the_end():
        before = asked(NAMES)
        change = asked(RENAME, "After", event.pk)
        after = asked(NAMES)
    assert before.fetchall() == [("Before",)]
    assert change.rowcount == 1
    assert after.fetchall() == [("After",)]


def test_an_answer_can_be_read_while_others_are_still_handed_in():
    event = make_event("Before")
    with connection.answering_at_the_end():
        asked(RENAME, "After", event.pk)
        assert asked(NAMES).fetchall() == [("After",)]
        asked(RENAME, "Later", event.pk)
    assert asked(NAMES).fetchall() == [("Later",)]


def test_any_other_query_sees_what_was_handed_in_before():
    event = make_event("Before")
    with transaction.atomic(), connection.answering_at_the_end():
        asked(RENAME, "After", event.pk)
        assert Event.objects.get().name == "After"


def test_what_was_handed_in_before_a_commit_is_committed():
    event = make_event("Before")
    with connection.answering_at_the_end():
        with transaction.atomic():
            asked(RENAME, "After", event.pk)
        connection.close()
    assert asked(NAMES).fetchall() == [("After",)]


def test_the_first_thing_that_is_wrong_is_raised_and_nothing_after_it_is_done():
    event = make_event("Before")

    def story():
        with connection.answering_at_the_end():
            asked(DIVIDE, 0)
            asked(RENAME, "After", event.pk)

    with pytest.raises(DataError, match="zero"):
        story()
    assert asked(NAMES).fetchall() == [("Before",)]


def test_a_transaction_goes_on_after_the_savepoint_of_what_was_wrong():
    event = make_event("Before")
    with transaction.atomic():
        with suppress(DataError), transaction.atomic():
            asked(RENAME, "After", event.pk)
            asked(DIVIDE, 0)
        asked(RENAME, "Later", event.pk)
    assert asked(NAMES).fetchall() == [("Later",)]


def test_what_was_handed_in_before_an_error_of_ours_is_never_sent():
    event = make_event("Before")

    def story():
        with connection.answering_at_the_end():
            asked(RENAME, "After", event.pk)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        story()
    assert asked(NAMES).fetchall() == [("Before",)]


def test_where_one_row_cannot_be_written_none_is_sent():
    event = make_event("Before")
    rows = [("After", event.pk), (object(), event.pk)]
    with pytest.raises(ProgrammingError, match="adapt"):
        connection.prepared_cursor().executemany(RENAME, rows)
    assert asked(NAMES).fetchall() == [("Before",)]


def test_a_commit_that_is_refused_stores_nothing():
    """The constraint is checked with the COMMIT: its message is the answer to that."""
    event = make_event("Before")

    @transaction.atomic
    def story():
        make_tournament(event)
        asked("UPDATE tournaments_tournament SET event_id = %s", event.pk + 1000)

    with pytest.raises(IntegrityError):
        story()
    assert asked(NAMES).fetchall() == [("Before",)]


def test_more_is_sent_and_answered_together_than_any_buffer_holds():
    long = "x" * 1_000_000
    with connection.answering_at_the_end():
        echoes = [asked(ECHO, f"{number}{long}") for number in range(30)]
    assert [len(echo.fetchall()[0][0]) for echo in echoes] == [
        len(str(number)) + len(long) for number in range(30)
    ]


def test_a_query_is_prepared_once_and_only_where_it_may_be():
    with connection.answering_at_the_end():
        together = [asked(ECHO, str(number)) for number in range(3)]
    assert [cursor.fetchall() for cursor in together] == [[("0",)], [("1",)], [("2",)]]
    assert asked(ECHO, "again").fetchall() == [("again",)]
    assert prepared("SELECT $1::text") == 1

    connection.close()
    connection.ensure_connection()
    connection.connection.prepare_threshold = None  # as with DATABASE_PREPARES=0
    assert asked(ECHO, "unprepared").fetchall() == [("unprepared",)]
    assert prepared("SELECT $1::text") == 0
    connection.close()


def test_a_server_that_went_away_is_an_error_and_the_next_connection_works():
    connection.ensure_connection()
    with psycopg.connect(connection.connection.info.dsn, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [connection.connection.info.backend_pid])
    wait_for(lambda: not connection.is_usable())
    with pytest.raises(OperationalError):
        asked(ECHO, "anybody?")
    connection.close()
    assert asked(ECHO, "here").fetchall() == [("here",)]


def test_the_log_of_queries_shows_them():
    with CaptureQueriesContext(connection) as log:
        asked(ECHO, "heard")
    assert [query["sql"] for query in log.captured_queries] == ["SELECT $1::text"]
