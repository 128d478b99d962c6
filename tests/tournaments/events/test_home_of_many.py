"""The home page of a site that holds the events of a federation."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tournaments.events.views import EVENTS_A_PAGE
from tournaments.models import Event

pytestmark = pytest.mark.django_db
#: PostgreSQL reads a small table whole.
MANY = {"sqlite": 2_000, "postgresql": 8_000}
EXPLAIN = {"sqlite": "EXPLAIN QUERY PLAN", "postgresql": "EXPLAIN"}


def make_events(number):
    """Four events a day, as many in the past as to come."""
    today, half = timezone.now().date(), number // 2
    days = [today + timedelta(days=number // 4) for number in range(-half, half)]
    Event.objects.bulk_create(
        Event(name=f"Meet {n:04}", slug=f"meet-{n}", starts_on=day, ends_on=day)
        for n, day in enumerate(days)
    )


def days_on(client, page):
    """The days of the events of a page, in order, by when they are."""
    found = client.get(reverse("home"), {"page": page}).context["groups"]
    return {when: [event.starts_on for event in events] for when, events in found}


def test_every_event_is_on_one_page_and_in_order(client):
    number = 4 * EVENTS_A_PAGE
    make_events(number)
    pages = [days_on(client, page) for page in range(1, number // EVENTS_A_PAGE + 1)]
    days = {
        when: [day for page in pages for day in page.get(when, ())]
        for when in ("now", "coming", "past")
    }
    assert sum(map(len, days.values())) == number
    assert days["coming"] == sorted(days["coming"])
    assert days["past"] == sorted(days["past"], reverse=True)
    assert max(days["past"]) < min(days["now"]) <= max(days["now"]) < min(days["coming"])


def test_a_page_reads_the_events_that_it_shows_by_an_index(client):
    make_events(MANY[connection.vendor])
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    for page in (2, MANY[connection.vendor] // 80):
        with CaptureQueriesContext(connection) as asked:
            client.get(reverse("home"), {"page": page})
        reads = [query["sql"] for query in asked if " COUNT(" not in query["sql"]]
        assert len(asked) == 4
        assert len(reads) == 2
        for read in reads:
            with connection.cursor() as cursor:
                cursor.execute(f"{EXPLAIN[connection.vendor]} {read}")
                plan = str(cursor.fetchall())
            assert "event_latest_first" in plan or "event_by_last_day" in plan, plan
