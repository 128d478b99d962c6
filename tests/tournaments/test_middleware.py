"""The header of every response, and the response while nothing can be written."""

import errno
import sqlite3
from contextlib import contextmanager

import pytest
from django.db import OperationalError, ProgrammingError, connection
from django.utils import timezone

from tests.builders import make_conductor, make_entries, make_round, make_tournament
from tournaments.middleware import cannot_write, unavailable
from tournaments.models import ScoreSheet

SITE_HEADER = "X-Roundhouse"


@pytest.fixture
def table(transactional_db):
    tournament = make_tournament()
    entries = make_entries(tournament, 4)
    return make_round(tournament, [entries], started_at=timezone.now()).tables.get()


@contextmanager
def nothing_can_be_written():
    """The database refuses every write."""
    on, off = {
        "sqlite": ("PRAGMA query_only = ON", "PRAGMA query_only = OFF"),
        "postgresql": (
            "SET default_transaction_read_only = on",
            "SET default_transaction_read_only = off",
        ),
    }[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(on)
        try:
            yield
        finally:
            cursor.execute(off)


@contextmanager
def the_disk_is_full():
    """PostgreSQL reports a full disk as soon as a hand is stored."""
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; END $$"
        )
        cursor.execute(
            "CREATE TRIGGER full_disk BEFORE INSERT ON tournaments_scoresheet "
            "EXECUTE FUNCTION full_disk()"
        )
        try:
            yield
        finally:
            cursor.execute("DROP FUNCTION full_disk CASCADE")


@pytest.mark.parametrize(
    "path", ["/", "/no/such/page/", "/api/v1/events/", "/api/v1/nothing/", "/clock/"]
)
def test_every_response_is_marked_as_the_sites(client, transactional_db, path):
    assert client.get(path)[SITE_HEADER] == "1"


def deal_by_page(client, table):
    return client.post(f"/table/{table.code}/deal/", {"number": "1"})


def deal_by_program(client, table):
    address = f"/api/v1/tables/{table.code}/deal/"
    return client.post(address, {"number": 1}, content_type="application/json")


@pytest.fixture
def conductor(client, table):
    client.force_login(make_conductor(table.round.tournament.event))


def test_a_page_says_that_nothing_was_saved_and_reading_goes_on(client, table, conductor):
    with nothing_can_be_written():
        answer = deal_by_page(client, table)
        shown = client.get(table.get_absolute_url())
    assert answer.status_code == 503
    assert "Not saved" in answer.content.decode()
    assert answer["Retry-After"]
    assert shown.status_code == 200
    assert "Deal hand 1" in shown.content.decode()
    assert deal_by_page(client, table).status_code == 302
    assert ScoreSheet.objects.count() == 1


def test_a_program_gets_json_with_the_header(client, table, conductor):
    with nothing_can_be_written():
        answer = deal_by_program(client, table)
        shown = client.get(f"/api/v1/tables/{table.code}/")
    assert answer.status_code == 503
    assert answer.json()["code"] == "not-saved"
    assert answer.json()["detail"].startswith("Not saved: ")
    assert answer[SITE_HEADER] == "1"
    assert shown.status_code == 200
    assert deal_by_program(client, table).status_code == 201


def test_a_full_disk_is_reported_like_a_read_only_one(client, table, conductor):
    """tests/faults/test_full_disk.py fills the disk of SQLite for real."""
    postgresql = connection.vendor == "postgresql"
    with the_disk_is_full() if postgresql else nothing_can_be_written():
        assert deal_by_program(client, table).status_code == 503
        assert deal_by_page(client, table).status_code == 503
    assert deal_by_program(client, table).status_code == 201


def test_a_sign_in_that_cannot_be_stored_is_not_an_error(client, table):
    make_conductor(table.round.tournament.event, "clara@example.org")
    given = {"username": "clara@example.org", "password": "a long password"}
    with nothing_can_be_written():
        answer = client.post("/sign-in/", given)
    assert answer.status_code == 503


def error_of(act) -> OperationalError:
    """The error that Django raises for an error of SQLite."""
    try:
        act()
    except sqlite3.Error as cause:
        error = OperationalError(str(cause))
        error.__cause__ = cause
        return error
    raise AssertionError("nothing failed")


def test_full_and_read_only_databases_are_distinguished_from_other_errors(tmp_path):
    small = sqlite3.connect(tmp_path / "small.sqlite3")
    small.execute("CREATE TABLE t (x)")
    small.execute("PRAGMA max_page_count = 2")
    full = error_of(lambda: small.execute("INSERT INTO t VALUES (zeroblob(100000))"))
    wrong = error_of(lambda: small.execute("SELECT nothing FROM t"))
    small.close()
    gone = error_of(lambda: sqlite3.connect(tmp_path / "no" / "such.sqlite3"))
    assert cannot_write(full)
    assert cannot_write(gone)
    assert not cannot_write(wrong)
    assert cannot_write(OSError(errno.ENOSPC, "No space left on device"))
    assert not cannot_write(OSError(errno.ENOENT, "No such file"))
    assert not cannot_write(ValueError())
    assert not cannot_write(None)


MULTIPART = "multipart/form-data; boundary=xx"
FORM_DATA = (
    b'--xx\r\nContent-Disposition: form-data; name="username"\r\n\r\n\xff\xfe\x00abc\r\n--xx--\r\n'
)


@pytest.mark.django_db
@pytest.mark.parametrize("charset", ["zlib", "idna", "punycode", "undefined", "rot13", "utf-16"])
@pytest.mark.parametrize(
    ("kind", "address"),
    [
        (MULTIPART, "/sign-in/"),
        ("application/x-www-form-urlencoded", "/sign-in/"),
        ("application/json", "/api/v1/tables/ABC123/deal/"),
    ],
)
def test_a_body_in_another_encoding_than_utf_8_is_refused(client, kind, address, charset):
    answer = client.generic("POST", address, FORM_DATA, f"{kind}; charset={charset}")
    assert answer.status_code == 415
    assert b"UTF-8" in answer.content


@pytest.mark.django_db
@pytest.mark.parametrize("charset", ["utf-8", "UTF8", "us-ascii", "no-such-charset", '""'])
def test_any_other_body_is_read_as_utf_8(client, charset):
    answer = client.generic("POST", "/sign-in/", FORM_DATA, f"{MULTIPART}; charset={charset}")
    assert answer.status_code == 422


def lost(statement="SELECT pg_terminate_backend(pg_backend_pid())"):
    """The error of Django when PostgreSQL ends this session."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(statement)
    except OperationalError as error:
        connection.close()
        return error
    raise AssertionError("the session goes on")


@pytest.mark.postgresql
def test_a_database_that_went_away_or_cannot_be_reached_is_answered_503(transactional_db, rf):
    name = connection.settings_dict["NAME"]
    errors = [lost()]
    try:
        connection.settings_dict["NAME"] = "there_is_no_such_database"
        errors.append(lost())
    finally:
        connection.settings_dict["NAME"] = name
    for error in errors:
        for path in ("/", "/api/v1/events/"):
            answer = unavailable(rf.get(path), error)
            assert answer.status_code == 503
            assert answer["Retry-After"] == "1"
            assert "nothing is stored twice" in answer.content.decode()
    with pytest.raises(ProgrammingError) as other, connection.cursor() as cursor:
        cursor.execute("SELECT nonsense")
    assert unavailable(rf.get("/"), other.value) is None
