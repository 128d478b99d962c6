"""Aborted transactions are tried again; after too many aborts the answer is "busy"."""

import pytest
from django.db import OperationalError, connection, transaction
from psycopg import errors

from tests.builders import NOON, make_conductor, make_entries, make_event, make_round
from tests.builders import make_tournament as new_tournament
from tournaments.models import Event, ScoreSheet
from tournaments.transactions import ATTEMPTS, after_commit, atomic, was_aborted

pytestmark = pytest.mark.django_db(transaction=True)


def aborted() -> OperationalError:
    error = OperationalError("deadlock detected")
    error.__cause__ = errors.DeadlockDetected()
    return error


class Aborted:
    """A verb that writes and is then aborted, so many times."""

    def __init__(self, times: int) -> None:
        self.times, self.tried = times, 0

    def __call__(self, names=()) -> list[str]:
        self.tried += 1
        for name in names:
            make_event(name)
        if self.tried <= self.times:
            raise aborted()
        return list(Event.objects.order_by("name").values_list("name", flat=True))


def run(verb, *args):
    def named(*given):
        return verb(*given)

    return atomic(named)(*args)


def test_an_aborted_transaction_is_done_again_from_the_beginning():
    assert run(Aborted(ATTEMPTS - 1), ["One"]) == ["One"]


def test_an_iterator_is_there_for_each_attempt():
    assert run(Aborted(1), (name for name in ("One", "Two"))) == ["One", "Two"]


def test_it_is_not_done_again_for_ever():
    verb = Aborted(ATTEMPTS)
    with pytest.raises(OperationalError):
        run(verb, ["One"])
    assert verb.tried == ATTEMPTS
    assert not Event.objects.exists()


def test_inside_of_another_transaction_only_the_outermost_is_done_again():
    inner = Aborted(1)
    assert run(lambda: run(inner, ["One"])) == ["One"]
    assert inner.tried == 2
    alone = Aborted(1)
    with pytest.raises(OperationalError), transaction.atomic():
        run(alone)
    assert alone.tried == 1


def test_another_error_is_an_error_at_once():
    verb = Aborted(0)

    def fails():
        verb()
        raise OperationalError("the server is gone")

    with pytest.raises(OperationalError):
        run(fails)
    assert verb.tried == 1
    assert not was_aborted(OperationalError("deadlock detected"))


@pytest.fixture
def table():
    tournament = new_tournament()
    return make_round(tournament, [make_entries(tournament, 4)], started_at=NOON).tables.get()


@pytest.fixture
def busy_database():
    """A database that aborts whatever somebody wants to lock."""

    def abort(execute, sql, params, many, context):
        if "tournaments_table" in sql and context["connection"].in_atomic_block:
            raise aborted()
        return execute(sql, params, many, context)

    with connection.execute_wrapper(abort):
        yield


def test_a_page_says_busy_and_keeps_what_was_typed(client, table, busy_database):
    client.force_login(make_conductor(table.round.tournament.event))
    given = {"number": "1", "note": 'said "no" & left'}
    answer = client.post(f"/table/{table.code}/deal/", given)
    assert answer.status_code == 503
    assert answer["Retry-After"] == "1"
    page = answer.content.decode()
    assert 'name="number" value="1"' in page
    assert "said &quot;no&quot; &amp; left" in page
    assert "Send it again" in page
    assert not ScoreSheet.objects.exists()


def test_a_secret_is_not_put_into_a_page(client, table, busy_database):
    client.force_login(make_conductor(table.round.tournament.event))
    answer = client.post(f"/table/{table.code}/deal/", {"number": "1", "pin": "123456"})
    assert answer.status_code == 503
    assert "123456" not in answer.content.decode()


def test_a_program_is_told_busy_in_json(client, table, busy_database):
    client.force_login(make_conductor(table.round.tournament.event))
    address = f"/api/v1/tables/{table.code}/deal/"
    answer = client.post(address, {"number": 1}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    assert answer["Retry-After"] == "1"


def break_down(*, at):
    raise ZeroDivisionError(at)


def test_what_fails_after_the_commit_is_logged_by_its_name(caplog):
    with transaction.atomic():
        make_event("One")
        after_commit(break_down, at=NOON)
    assert Event.objects.get().name == "One"
    assert "break_down" in caplog.records[-1].message
    assert caplog.records[-1].exc_info
