"""A page that expects no file takes little, and one that does says how much."""

import inspect

import pytest
from django.conf import settings
from django.urls import get_resolver, reverse

from tests.builders import make_conductor, make_event
from tournaments.access.body_limits import USUAL_BYTES, most_bytes
from tournaments.federation.forms import LARGEST_FILE
from tournaments.registration.roster_file import MOST_BYTES as MOST_OF_A_ROSTER


def views(resolver=None):
    """Every view of the site by the name of its address."""
    for pattern in (resolver or get_resolver()).url_patterns:
        if hasattr(pattern, "url_patterns"):
            yield from views(pattern)
        else:
            yield pattern.name, pattern.callback


def takes_files(view) -> bool:
    return "request.FILES" in inspect.getsource(inspect.unwrap(view))


def test_every_page_that_reads_a_file_says_how_large_it_may_be():
    reading = {name for name, view in views() if takes_files(view)}
    assert {"roster-import", "event-bring", "rules-position", "round-read-list"} <= reading
    saying = {name for name, view in views() if getattr(view, "most_bytes", 0) > USUAL_BYTES}
    assert reading <= saying


def test_a_page_without_a_file_takes_little():
    for path in ("/", "/sign-in/", "/api/v1/events/", "/nowhere/", "/stream/"):
        assert most_bytes(path, "") == USUAL_BYTES == 64 * 1024


def test_nobody_without_an_account_sends_a_roster_or_an_event(client, db):
    event = make_event()
    addresses = {
        reverse("roster-import", args=[event.slug]): MOST_OF_A_ROSTER,
        reverse("event-bring"): LARGEST_FILE,
    }
    client.force_login(make_conductor(event))
    cookie = f"{settings.SESSION_COOKIE_NAME}={client.session.session_key}"
    for address, file in addresses.items():
        assert most_bytes(address, f"theme=dark; {cookie}") > file
        for stranger in ("", f"{settings.SESSION_COOKIE_NAME}=forged", "sessionid"):
            assert most_bytes(address, stranger) == USUAL_BYTES


@pytest.mark.parametrize("name", ["rules-position", "rules-save"])
def test_anybody_may_ask_about_a_long_record(name):
    assert most_bytes(reverse(name, args=["express"]), "") > 200_000
