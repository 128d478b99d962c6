"""The statement protocol: every implementation runs statements the same way."""

from contextlib import suppress

import pytest
from django.db import DataError, IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from server.database.plain import PlainStatements, statements_of
from server.database.protocol import Statements
from tests.builders import make_event, make_tournament
from tournaments.models import Event

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("backend")]

RENAME = "UPDATE tournaments_event SET name = %s WHERE id = %s"
NAMES = "SELECT name FROM tournaments_event ORDER BY id"
BREAK = "INSERT INTO tournaments_event SELECT * FROM tournaments_event WHERE id = %s"
ECHO = "SELECT CAST(%s AS text)"


@pytest.fixture
def statements() -> Statements:
    return statements_of(connection)


@pytest.fixture
def event():
    return make_event("Before")


def names() -> list[str]:
    return list(Event.objects.order_by("pk").values_list("name", flat=True))


def test_what_a_connection_has_keeps_the_protocol(statements):
    assert isinstance(statements, Statements)
    is_ours = connection.settings_dict["ENGINE"] == "server.database.postgres"
    assert isinstance(statements, PlainStatements) != is_ours


def test_a_result_has_the_rows_that_were_found_or_the_number_that_were_changed(statements, event):
    found = statements.execute(NAMES)
    assert found.rows == [("Before",)]
    changed = statements.execute(RENAME, ["After", event.pk])
    assert (changed.rows, changed.rowcount) == ([], 1)
    assert statements.execute(RENAME, ["Nobody", event.pk + 1]).rowcount == 0
    returned = statements.execute(f"{RENAME} RETURNING name", ["Later", event.pk])
    assert returned.rows == [("Later",)]


def test_percent_signs_are_doubled_as_in_all_sql_of_django(statements):
    assert statements.execute("SELECT CAST(%s AS text) WHERE 'ab' LIKE 'a%%'", ["x"]).rows == [
        ("x",)
    ]


class TestBatch:
    def test_each_statement_has_its_own_result_and_they_run_in_their_order(self, statements, event):
        with statements.batch() as batch:
            before = batch.execute(NAMES)
            change = batch.execute(RENAME, ["After", event.pk])
            after = batch.execute(NAMES)
        assert before.rows == [("Before",)]
        assert change.rowcount == 1
        assert after.rows == [("After",)]

    def test_a_batch_without_a_statement_is_none(self, statements):
        with CaptureQueriesContext(connection) as log, statements.batch():
            pass
        assert log.captured_queries == []

    def test_the_first_error_is_raised_and_with_a_transaction_nothing_stays(
        self, statements, event
    ):
        def store():
            with transaction.atomic(), statements.batch() as batch:
                batch.execute(RENAME, ["After", event.pk])
                batch.execute(BREAK, [event.pk])
                batch.execute("SELECT nonsense FROM nowhere")

        with pytest.raises(IntegrityError):
            store()
        assert names() == ["Before"]

    def test_an_exception_of_ours_in_a_transaction_leaves_nothing(self, statements, event):
        def store():
            with transaction.atomic(), statements.batch() as batch:
                batch.execute(RENAME, ["After", event.pk])
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            store()
        assert names() == ["Before"]

    def test_a_transaction_goes_on_after_the_savepoint_of_a_batch_that_failed(
        self, statements, event
    ):
        with transaction.atomic():
            with suppress(IntegrityError), transaction.atomic(), statements.batch() as batch:
                batch.execute(RENAME, ["After", event.pk])
                batch.execute(BREAK, [event.pk])
            statements.execute(RENAME, ["Later", event.pk])
        assert names() == ["Later"]

    def test_more_is_sent_and_answered_together_than_any_buffer_holds(self, statements):
        long = "x" * 1_000_000
        with statements.batch() as batch:
            echoes = [batch.execute(ECHO, [f"{number}{long}"]) for number in range(30)]
        assert [len(echo.rows[0][0]) for echo in echoes] == [
            len(str(number)) + len(long) for number in range(30)
        ]

    def test_the_log_of_queries_shows_each(self, statements):
        with CaptureQueriesContext(connection) as log, statements.batch() as batch:
            batch.execute(ECHO, ["heard"])
            batch.execute(ECHO, ["again"])
        assert len(log.captured_queries) == 2


class TestAtCommit:
    def test_it_is_stored_after_the_transaction(self, statements, event):
        with transaction.atomic():
            statements.at_commit(RENAME, ["After", event.pk])
        assert names() == ["After"]

    def test_it_runs_after_everything_else_of_the_transaction(self, statements, event):
        with transaction.atomic():
            statements.at_commit(RENAME, ["Last", event.pk])
            assert names() in (["Before"], ["Last"])
            Event.objects.filter(pk=event.pk + 1).update(name="Nobody")
        assert names() == ["Last"]

    def test_outside_of_a_transaction_it_runs_at_once(self, statements, event):
        statements.at_commit(RENAME, ["After", event.pk])
        assert names() == ["After"]

    def test_a_rollback_forgets_it(self, statements, event):
        with transaction.atomic():
            statements.at_commit(RENAME, ["After", event.pk])
            transaction.set_rollback(True)
        with transaction.atomic():
            make_event("Other")
        assert names() == ["Before", "Other"]

    def test_a_closed_connection_forgets_it(self, statements, event):
        with transaction.atomic():
            statements.at_commit(RENAME, ["After", event.pk])
            connection.close()
        with transaction.atomic():
            make_event("Other")
        assert names() == ["Before", "Other"]

    def test_its_error_rolls_the_transaction_back(self, statements, event):
        def store():
            with transaction.atomic():
                make_event("Other")
                statements.at_commit(BREAK, [event.pk])

        with pytest.raises(IntegrityError):
            store()
        assert names() == ["Before"]

    def test_a_commit_that_is_refused_stores_nothing(self, statements, event):
        """A foreign key is checked with the COMMIT: its error is the answer to that."""

        def store():
            with transaction.atomic():
                make_tournament(event)
                statements.at_commit(
                    "UPDATE tournaments_tournament SET event_id = %s", [event.pk + 1000]
                )

        with pytest.raises(IntegrityError):
            store()
        with transaction.atomic():
            make_event("Other")
        assert names() == ["Before", "Other"]

    def test_what_waits_for_the_commit_is_done_after_it(self, statements, event):
        seen = []
        with transaction.atomic():
            statements.at_commit(RENAME, ["After", event.pk])
            transaction.on_commit(lambda: seen.append(names()))
        assert seen == [["After"]]


def test_an_error_of_the_database_is_one_of_django(statements):
    too_large = "9" * 400
    with pytest.raises((DataError, IntegrityError)):
        statements.execute(
            "INSERT INTO tournaments_event (id) VALUES (CAST(%s AS numeric))", [too_large]
        )
