"""Fixtures of the tests in a browser."""

import pytest

from tests.e2e.clicks import Day
from tests.e2e.hall import Hall


@pytest.fixture
def hall(stack, open_page, numbers):
    """Makes a table with its phones, each time of an event of its own."""
    return lambda **options: Hall(stack, open_page, next(numbers), **options)


@pytest.fixture
def day():
    return Day()


@pytest.fixture
def open_here(transactional_db, live_server, open_page):
    def open_here(**options):
        page = open_page(base_url=live_server.url, service_workers="block", **options)
        page.watch.expect("/stream/")  # The server of these tests has no streams.
        return page

    return open_here
