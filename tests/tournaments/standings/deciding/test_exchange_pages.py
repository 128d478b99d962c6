"""Exchanging the results of two people on its page: chosen, previewed, done once."""

import pytest
from django.urls import reverse

from tests.builders import NOON, make_conductor, make_entries, make_round, make_tournament
from tests.builders import minutes as after
from tests.routes.controls import PageForms
from tests.tournaments.results.tables import deal, play
from tournaments.models import Seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_(that_day):
    tournament = make_tournament()
    entries = make_entries(tournament, 8)
    made = make_round(tournament, [entries[:4], entries[4:]])
    play(made.tables.get(number=1), at=NOON + after(1))
    return made


@pytest.fixture
def conductor(client, round_):
    client.force_login(make_conductor(round_.tournament.event))
    return client


@pytest.fixture
def page(round_):
    tournament = round_.tournament
    return reverse("round-exchange", args=[tournament.event.slug, tournament.slug, 1])


def form(response):
    return PageForms(response.text).found[-1].values


def previewed(conductor, page, round_, **other):
    one, two = (round_.seats.get(table__number=n, position=1).entry_id for n in (1, 2))
    values = form(conductor.get(page)) | {"one": one, "other": two, "reason": "sat wrong"} | other
    return conductor.post(page, values)


def test_it_is_previewed_and_then_done_once(conductor, page, round_):
    shown = previewed(conductor, page, round_)
    assert "Nothing is saved yet." in shown.text
    assert "Table 2, seat 1" in shown.text
    first = Seat.objects.get(round=round_, table__number=1, position=1).entry_id
    done = conductor.post(page, form(shown), follow=True)
    assert "The results of Player 001 and Player 005 are exchanged." in done.text
    assert Seat.objects.get(round=round_, table__number=2, position=1).entry_id == first
    # Sent again, it shows what it would do now.
    again = conductor.post(page, form(shown))
    assert "Something has changed since you looked." in again.text
    assert Seat.objects.get(round=round_, table__number=2, position=1).entry_id == first


@pytest.mark.long
def test_what_changed_since_the_preview_is_shown_again(conductor, page, round_):
    shown = previewed(conductor, page, round_)
    deal(round_.tables.get(number=2), at=NOON + after(20))
    again = conductor.post(page, form(shown))
    assert again.status_code == 409
    assert "Something has changed since you looked." in again.text
    assert "sat wrong" in again.text


def test_a_refusal_stands_beside_what_was_chosen(conductor, page, round_):
    one = round_.seats.get(table__number=1, position=1).entry_id
    refused = previewed(conductor, page, round_, other=one)
    assert refused.status_code == 422
    assert "Choose two different people." in refused.text
    assert form(refused)["reason"] == "sat wrong"
