"""Shared by the tests of the API."""

import pytest
import time_machine
from django.utils import timezone


@pytest.fixture
def within_a_minute():
    """The clock stands still: limits count by the minute, which a test must not outlast."""
    with time_machine.travel(timezone.now(), tick=False):
        yield
