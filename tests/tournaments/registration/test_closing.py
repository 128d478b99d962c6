"""Closing registration: players no longer join by themselves, conductors still add them."""

import pytest

from tests.builders import ANNA, NOON, make_conductor, make_tournament
from tests.tournaments.registration.pages import join, page, statuses
from tournaments.devices import services as devices
from tournaments.events.services import change_tournament
from tournaments.models import Tournament
from tournaments.rate_limit.visitors import Visitor
from tournaments.registration import errors, services

pytestmark = pytest.mark.django_db
CLOSED = Tournament.Registration.CLOSED


@pytest.fixture
def closed(tournament):
    return change_tournament(tournament, registration=CLOSED, by=ANNA, at=NOON)


def test_the_join_page_says_that_registration_is_closed(client, event, closed):
    shown = page(client, "join", event.slug)
    assert "Registration is closed: Express Open." in shown
    assert "<form" not in shown.partition("<main")[2].partition("</main")[0]


def test_people_join_what_is_still_open_and_read_what_is_not(client, event, closed):
    late = make_tournament(event, name="Late Express")
    shown = page(client, "join", event.slug)
    assert "Registration is closed: Express Open." in shown
    join(client, event, name="Ada", tournaments=[closed.slug])
    assert statuses(closed) == {}
    join(client, event, name="Ada", tournaments=[late.slug])
    assert statuses(late) == {"Ada": "entered"}


def test_a_page_from_before_the_closing_registers_nobody(event, closed):
    visitor = Visitor(device="phone", network="192.0.2.1")
    with pytest.raises(errors.RegistrationClosed):
        devices.join(event, [closed], name="Ada", visitor=visitor, by=ANNA, at=NOON)
    assert not event.players.exists()


def test_conductors_still_add_people(event, closed):
    services.walk_in(event, [closed], name="Ada", by=ANNA, at=NOON)
    assert statuses(closed) == {"Ada": "checked_in"}


def test_the_roster_closes_and_opens_registration(client, event, tournament):
    client.force_login(make_conductor(event))
    address = f"{tournament.get_absolute_url()}registration/"
    assert f'action="{address}"' in page(client, "roster", event.slug)
    for to, then in (("closed", "Open registration"), ("open", "Close registration")):
        client.post(address, {"to": to})
        tournament.refresh_from_db()
        assert tournament.registration == to
        assert then in page(client, "roster", event.slug)
    assert event.ledger.filter(verb="change tournament").count() == 2
    assert client.post(address, {"to": "ajar"}).status_code == 400
