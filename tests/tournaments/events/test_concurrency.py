"""Two conductors at once."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date
from threading import Barrier

import pytest
from django.db import connection

from tests.builders import ANNA, NOON
from tournaments.events import services

pytestmark = pytest.mark.django_db(transaction=True)

CONDUCTORS = 6


def test_events_of_one_name_created_at_once_get_different_slugs():
    together = Barrier(CONDUCTORS)
    day = date(2026, 11, 21)

    def create(_number):
        try:
            together.wait(10)
            return services.create_event(
                name="Winter Meet", starts_on=day, ends_on=day, by=ANNA, at=NOON
            ).slug
        finally:
            connection.close()

    with ThreadPoolExecutor(CONDUCTORS) as pool:
        slugs = sorted(pool.map(create, range(CONDUCTORS)))
    assert slugs == ["winter-meet", *(f"winter-meet-{n}" for n in range(2, CONDUCTORS + 1))]
