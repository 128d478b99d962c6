"""The connection to PostgreSQL is lost in the middle of a write, at each statement in turn.

No answer is an error of the site, and what is sent again is stored once.
"""

import os
import socket
from collections.abc import Callable
from contextlib import closing

import psycopg
import pytest
from django.db import connection
from django.utils import timezone

from tests.builders import make_entries, make_round, make_tournament, open_seat
from tournaments.models import ScoreSheet, SheetVersion

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]

MOST_STATEMENTS = 100  # of one request, and more than any has
HAND = {
    "number": 1,
    "points": [{"seat": 1, "points": 30}, {"seat": 2, "points": -4}, {"seat": 3, "points": 0}],
    "went_out": 1,
}


def ended_by_the_server() -> None:
    """As when PostgreSQL is restarted."""
    with psycopg.connect(connection.connection.info.dsn, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [connection.connection.info.backend_pid])


def cut() -> None:
    """As when the network is gone: nothing is sent any more, and nothing comes."""
    with closing(socket.socket(fileno=os.dup(connection.connection.fileno()))) as wire:
        wire.shutdown(socket.SHUT_RDWR)


class Loss:
    """Loses the connection before one statement of a request; they are counted from zero."""

    def __init__(self, number: int, lose: Callable[[], None]) -> None:
        self._number, self._lose, self._met = number, lose, 0

    def __call__(self, execute, sql, values, many, context):
        if self._met == self._number:
            self._lose()
        self._met += 1
        return execute(sql, values, many, context)

    @property
    def has_come(self) -> bool:
        return self._met > self._number


@pytest.fixture
def send(client):
    """Sends a write of the table's first phone until no statement is left that could fail."""
    tournament = make_tournament()
    entries = make_entries(tournament, 3)
    table = make_round(tournament, [entries], started_at=timezone.now()).tables.get()
    open_seat(client, table.seats.get(position=1))
    client.raise_request_exception = False

    def send(path: str, body: dict, lose: Callable[[], None]) -> list[int]:
        headers = {"If-Match": '"1"', "Idempotency-Key": path.ljust(16, "x")}
        statuses = []
        for number in range(MOST_STATEMENTS):
            connection.close_if_unusable_or_obsolete()  # as at the start of each real request
            loss = Loss(number, lose)
            with connection.execute_wrapper(loss):
                answer = client.post(
                    f"/api/v1/tables/{table.code}/{path}/",
                    body,
                    content_type="application/json",
                    headers=headers,
                )
            statuses.append(answer.status_code)
            if not loss.has_come:
                break
        return statuses

    return send


# Django meets the same error, and the network is where nobody says that it is gone.
@pytest.mark.parametrize("lose", [pytest.param(ended_by_the_server, marks=pytest.mark.long), cut])
def test_a_write_that_loses_its_connection_is_refused_with_503_and_then_stored_once(send, lose):
    *lost, dealt = send("deal", {"number": 1}, lose)
    assert len(lost) > 10
    assert set(lost) == {503}
    assert dealt == 201

    *lost, reported = send("hands", HAND, lose)
    assert len(lost) > 10
    assert set(lost) == {503}  # also after its COMMIT, when receivers and the answer ask
    assert reported == 200
    assert ScoreSheet.objects.get().data["points"] == [30, -4, 0]
    assert SheetVersion.objects.filter(act=SheetVersion.Act.REPORT).count() == 1
