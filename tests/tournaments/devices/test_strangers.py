"""Wrong tries of a stranger never make the site refuse the right one of somebody else.

All of them come from one address here, as in a hall.
"""

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from tests.builders import (
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
)
from tests.tournaments.devices.test_pin_limits import made

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def table():
    tournament = make_tournament()
    round_ = make_round(tournament, [make_entries(tournament, 3)], started_at=timezone.now())
    return round_.tables.get()


@pytest.fixture
def elsewhere():
    """A table of another event."""
    tournament = make_tournament(make_event("Elsewhere"))
    round_ = make_round(tournament, [make_entries(tournament, 3)], number=2)
    return round_.tables.get()


def open_by_pin(client, table, position, pin):
    sent = {"player": table.seats.get(position=position).entry.player_id, "pin": pin}
    return client.post(f"/table/{table.code}/open/", sent).status_code


def pin_of(table, position):
    return table.seats.get(position=position).entry.player.pin


def wrong_pin(table, position):
    return "000000" if pin_of(table, position) != "000000" else "000001"


def test_sixty_wrong_codes_close_no_table(table, elsewhere):
    """As measured from outside: it closed every table of every event for ten minutes."""
    stranger = Client()
    for n in range(60):
        stranger.cookies.clear()
        address = f"/api/v1/tables/ZZ{n:04}/" if n % 10 else f"/table/ZZ{n:04}/"
        assert stranger.get(address).status_code == 404
    for found in (table, elsewhere):
        assert Client().get(found.get_absolute_url()).status_code == 200
        assert Client().get("/table/", {"code": found.code}).status_code == 302
        assert Client().get(f"/api/v1/tables/{found.code}/").status_code == 200
        assert open_by_pin(Client(), found, 1, pin_of(found, 1)) == 302


def test_twenty_wrong_pins_close_no_table(table):
    made(table, 18, networks=["127.0.0.1"])
    for _ in range(2):
        assert open_by_pin(Client(), table, 1, wrong_pin(table, 1)) == 422
    for position in (1, 2, 3):
        assert open_by_pin(Client(), table, position, pin_of(table, position)) == 302


def test_thirty_requests_for_links_keep_no_link_from_a_conductor():
    make_conductor(make_event(), "olga@example.org")
    for n in range(30):
        Client().post("/sign-in/link/", {"email": f"nobody{n}@example.org"})
    assert Client().post("/sign-in/link/", {"email": "olga@example.org"}).status_code == 302
    assert [letter.to for letter in mail.outbox] == [["olga@example.org"]]


def test_who_asks_for_anothers_link_keeps_none_from_them():
    make_conductor(make_event(), "olga@example.org")
    for _ in range(30):
        Client().post("/sign-in/link/", {"email": "olga@example.org"})
    answer = Client().post("/sign-in/link/", {"email": "olga@example.org"}, follow=True)
    assert "a link is on its way" in answer.content.decode()
    assert 0 < len(mail.outbox) <= 3
