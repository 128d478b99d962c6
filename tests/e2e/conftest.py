"""Fixtures of the tests in a browser."""

import pytest

from tests.e2e.hall import Hall


@pytest.fixture
def hall(stack, open_page, numbers):
    """Makes a table with its phones, each time of an event of its own."""
    return lambda **options: Hall(stack, open_page, next(numbers), **options)
