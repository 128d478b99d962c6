"""Which tests a run has: each once, and again where another database may change how it ends."""

import os

import pytest
from django.db import connection

from tests.examples import LONG
from tests.scheduling import BESIDE_POSTGRESQL

#: For a test beside others that show PostgreSQL the same rows, or whose matter Python decides.
ON_SQLITE = pytest.mark.long("postgresql")
DATABASE_FIXTURES = {"db", "transactional_db", "empty_database", "stack", "new_stack"}


def touches_a_database(item: pytest.Item) -> bool:
    names = set(getattr(item, "fixturenames", ()))
    return bool(item.get_closest_marker("django_db") or names & DATABASE_FIXTURES)


def commits(item: pytest.Item) -> bool:
    """Whether a test keeps what it writes until it ends, instead of rolling it back."""
    database = item.get_closest_marker("django_db")
    names = getattr(item, "fixturenames", ())
    return "transactional_db" in names or bool(database and database.kwargs.get("transaction"))


def shows_pages(item: pytest.Item) -> bool:
    """Whether a test looks at pages, in a browser or with Django's test client.

    A page shows what services did and queries read, which have tests of their own on every
    database. So its test runs once, on SQLite, unless

    - it commits (``transaction=True``): locks and what happens at once differ by database;
    - it is marked ``each_database``: the page itself depends on SQL that no other test asks for
      (an order, a search, a sum), or on how the database names what it refuses.

    On PostgreSQL every address that reads is still asked once, by tests/routes/test_matrix.py, but
    for the part of a page beside the page, and in a long run with each method: SQL that PostgreSQL
    alone refuses is an error there.
    """
    names = getattr(item, "fixturenames", ())
    if "browser" in names:
        return True
    return "client" in names and not commits(item)


def is_for_each_database(item: pytest.Item) -> bool:
    """Whether another database may change how a test ends."""
    if shows_pages(item) or item.get_closest_marker("once"):
        return bool(item.get_closest_marker("each_database"))
    return touches_a_database(item)


def is_long(item: pytest.Item) -> bool:
    """Whether only a long run has time for a test on this database: see ``make thorough``."""
    marker = item.get_closest_marker("long")
    return bool(marker) and (not marker.args or connection.vendor in marker.args)


def is_for_this_run(item: pytest.Item) -> bool:
    """Whether the database of this run may change how a test ends, and there is time for it."""
    if item.get_closest_marker("postgresql") and connection.vendor != "postgresql":
        return False
    if is_long(item) and not LONG:
        return False
    run, is_beside = os.environ.get("ROUNDHOUSE_TESTS"), item.nodeid.startswith(BESIDE_POSTGRESQL)
    if run == "database":
        return is_beside or is_for_each_database(item)
    return run != "first" or not is_beside
