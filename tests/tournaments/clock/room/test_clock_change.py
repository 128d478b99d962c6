"""The nights in which the clocks change: each moment is announced, and shown as it is."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from tests.builders import make_conductor, make_entries, make_event, make_tournament
from tournaments.local_times import moments
from tournaments.standings.exporting import calendar
from tournaments.wording import clock_time

BERLIN = ZoneInfo("Europe/Berlin")
TWICE = datetime(2027, 10, 31, 2, 30)  # noqa: DTZ001 - as a clock shows it
FIRST, SECOND = datetime(2027, 10, 31, 0, 30, tzinfo=UTC), datetime(2027, 10, 31, 1, 30, tzinfo=UTC)


def in_berlin(at):
    with timezone.override(BERLIN):
        return clock_time(at)


def test_a_time_may_be_shown_twice_once_or_never():
    assert moments(TWICE, BERLIN) == [FIRST, SECOND]
    assert moments(TWICE.replace(hour=4), BERLIN) == [datetime(2027, 10, 31, 3, 30, tzinfo=UTC)]
    assert moments(datetime(2027, 3, 28, 2, 30), BERLIN) == []  # noqa: DTZ001


def test_a_time_that_is_shown_twice_has_its_zone():
    assert in_berlin(FIRST) == "02:30 CEST"
    assert in_berlin(SECOND) == "02:30 CET"
    assert in_berlin(SECOND.replace(hour=5)) == "06:30"


@pytest.fixture
def tournament(db):
    return make_tournament(make_event(time_zone="Europe/Berlin"))


def announce(client, tournament, at, **more):
    client.force_login(
        tournament.event.staff.first().user
        if tournament.event.staff.exists()
        else make_conductor(tournament.event)
    )
    address = f"{tournament.get_absolute_url()}next/"
    return client.post(address, {"starts_at": at, "reason": "after dinner", **more})


@pytest.mark.parametrize(
    ("which", "at"), [pytest.param("0", FIRST, marks=pytest.mark.long), ("1", SECOND)]
)
def test_either_of_two_equal_times_is_announced(client, tournament, which, at):
    asked = announce(client, tournament, "2027-10-31T02:30")
    assert asked.status_code == 422
    assert "02:30 CEST" in asked.text
    assert "02:30 CET" in asked.text
    announce(client, tournament, "2027-10-31T02:30", which=which)
    tournament.refresh_from_db()
    assert tournament.next_round_at == at
    said = client.get(f"/e/{tournament.event.slug}/board/").text
    assert in_berlin(at) in said
    room = client.get(f"/e/{tournament.event.slug}/clocks/").text
    assert f'value="{which}" selected' in room

    text = calendar.write(tournament.event, [tournament], site="https://x.org").decode()
    assert f"DTSTART:{at:%Y%m%dT%H%M%S}Z" in text


def test_a_time_that_the_clocks_leave_out_is_refused(client, tournament):
    said = announce(client, tournament, "2027-03-28T02:30")
    assert said.status_code == 422
    assert "The clocks leave this time out that night." in said.text


def test_every_page_of_an_event_names_its_time_zone_once(client, tournament):
    make_entries(tournament, 3)
    base = f"/e/{tournament.event.slug}/"
    for address in (base, f"{base}find/", f"{base}board/", tournament.get_absolute_url()):
        page = client.get(address).text
        shown = page.partition("<main")[2]
        assert shown.count("Europe/Berlin") == 1, address


def test_a_new_event_is_offered_the_zone_of_the_browser_unless_there_was_one_before(client, db):
    user = make_conductor(make_event())
    client.force_login(user)
    assert "data-browser-zone" not in client.get("/events/new/").text
    user.roles.all().delete()
    assert "data-browser-zone" in client.get("/events/new/").text
