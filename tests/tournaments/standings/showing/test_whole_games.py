"""A tournament that writes down whole games: its pages speak of results, and of no hands."""

import re

import pytest
from django.urls import reverse

from tests.builders import NOON, make_conductor, make_entries, make_tournament, minutes
from tests.tournaments.adjudicator.helpers import text
from tests.tournaments.standings.hands import count_change, play_round
from tournaments.standings.computing import services

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return make_tournament(game="night_express", target=0)


@pytest.fixture
def read(client, tournament):
    """The words of a page, as the event's conductor reads it."""
    client.force_login(make_conductor(tournament.event))

    def read(name, *keys):
        response = client.get(reverse(name, args=keys or at(tournament)))
        assert response.status_code == 200
        return text(response)

    return read


def at(tournament):
    return [tournament.event.slug, tournament.slug]


def play(tournament):
    a, b, c = make_entries(tournament, 3)
    play_round(tournament, [[(a, 60), (b, 50), (c, 40)]], number=1)


def has_hands(page):
    return re.search(r"\bhands?\b", page, re.IGNORECASE)


def test_before_the_first_result(read):
    page = read("tournament")
    assert "The standings appear with the first reported result." in page
    assert not has_hands(page)


def test_while_a_result_is_being_counted(read, tournament):
    play(tournament)
    services.refresh(tournament.pk, at=NOON + minutes(30))
    count_change(tournament.pk)
    for page, sentence in {
        read("standings"): "Updating with a newer result.",
        read("desk", tournament.event.slug): "The standings are being updated with a newer result.",
    }.items():
        assert sentence in page
        assert not has_hands(page)


def test_once_it_is_counted(read, tournament):
    play(tournament)
    services.refresh(tournament.pk, at=NOON + minutes(30))
    standings = read("standings")
    assert re.search(r"Place Player Score Wins Game points Games 1 .*Player 001", standings)
    for page in (standings, read("statistics"), read("tournament")):
        assert not has_hands(page)
