"""Badges to print."""

import pytest
from django.utils import timezone

from tests.builders import make_conductor, make_entries, make_round, make_tournament
from tournaments import qr
from tournaments.models import Player
from tournaments.registration.printing import prints

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    tournament = make_tournament()
    entries = make_entries(tournament, 4)
    return make_round(tournament, [entries], started_at=timezone.now()).tables.get()


@pytest.fixture
def conductor(client, table):
    user = make_conductor(table.round.tournament.event)
    client.force_login(user)
    return user


def spoken(player):
    return f"{player.pin[:3]} {player.pin[3:]}"


def test_everybody_has_a_card_with_name_pin_and_code(client, conductor, table):
    page = client.get("/e/winter-meet/badges/").content.decode()
    for player in Player.objects.all():
        assert player.name in page
        assert spoken(player) in page
    assert page.count('class="qr"') == 4


def test_one_person_has_one_card(client, conductor, table):
    player = Player.objects.first()
    page = client.get(f"/e/winter-meet/badges/?player={player.pk}").content.decode()
    assert page.count('class="qr"') == 1
    assert client.get("/e/winter-meet/badges/?player=999999").status_code == 404
    assert client.get("/e/winter-meet/badges/?player=x").status_code == 404


@pytest.mark.long
def test_many_people_have_their_badges_on_several_pages(client, conductor, table, monkeypatch):
    monkeypatch.setattr(prints, "BADGES_A_SHEET", 6)  # each code takes milliseconds to draw
    make_entries(table.round.tournament, 12)
    first = client.get("/e/winter-meet/badges/").content.decode()
    assert "Sheet 1 of 3 for 16 people" in first
    assert first.count('class="qr"') == 6
    last = client.get("/e/winter-meet/badges/?page=3").content.decode()
    assert last.count('class="qr"') == 4


def test_a_printed_badge_has_an_address_of_this_site(client, conductor, table, monkeypatch):
    drawn = []
    monkeypatch.setattr(qr.segno, "make", _noting(qr.segno.make, drawn))
    player = Player.objects.first()
    client.get(f"/e/winter-meet/badges/?player={player.pk}")
    assert drawn == [f"http://testserver/b/{player.badge}/"]


def _noting(make, drawn):
    def noting(text, **options):
        drawn.append(text)
        return make(text, **options)

    return noting
