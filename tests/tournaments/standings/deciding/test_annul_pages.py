"""Annulling a round on its page: what changes is shown, then done; and it says so everywhere."""

from copy import deepcopy

import pytest
from django.urls import reverse

from games.sheet import QuickHand
from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
    open_seat,
)
from tests.routes.controls import PageForms
from tests.tournaments.results.tables import deal, play
from tests.tournaments.signup.sessions import make_players
from tournaments.models import Round, Standing, Table
from tournaments.pickups.services import start_at_once
from tournaments.results.ruling.annulling import annul_round, restore_round

pytestmark = pytest.mark.django_db

HAND = QuickHand(points={1: 30, 2: 12, 3: 0}, went_out=1)
ALARM = "a fire alarm"


@pytest.fixture(scope="module")
def played_once(module_database):
    entries = make_entries(make_tournament(finalists=3), 3)
    made = make_round(entries[0].tournament, [entries], started_at=NOON)
    table = made.tables.get()
    play(table, hand=HAND, at=NOON + minutes(1))
    return table


@pytest.fixture
def table(played_once, that_day):
    return deepcopy(played_once)


@pytest.fixture
def conductor(client, table):
    client.force_login(make_conductor(table.round.tournament.event))
    return client


def address(name, table, number=1):
    tournament = table.round.tournament
    return reverse(name, args=[tournament.event.slug, tournament.slug, number])


def form(response):
    return PageForms(response.text).found[-1].values


def annulled(table):
    return annul_round(
        Round.objects.get(pk=table.round_id), by=ANNA, at=NOON + minutes(40), reason=ALARM
    )


def previewed(client, page, reason):
    values = form(client.get(page)) | {"reason": reason}
    return client.post(page, values)


def test_what_changes_is_shown_and_then_done(conductor, table):
    page = address("round-annul", table)
    assert page in conductor.get(address("round", table), {"own": "page"}).text
    shown = previewed(conductor, page, ALARM)
    assert "1 result counts no longer" in shown.text
    assert "Player 001" in shown.text
    assert Round.objects.count() == 1
    done = conductor.post(page, form(shown), follow=True)
    assert "The next round takes its number." in done.text
    assert ALARM in done.text
    assert not Round.objects.exists()
    assert not Standing.objects.filter(hands__gt=0).exists()


@pytest.mark.long
def test_a_game_of_open_play_is_annulled_without_a_word_of_a_cut(client):
    event = make_event("Open Play")
    client.force_login(make_conductor(event))
    start_at_once(event, "express", make_players(event, 3), key="one", by=ANNA, at=NOON)
    tables = Table.objects.select_related("round__tournament__event")
    table = tables.get(round__tournament__event=event)
    shown = previewed(client, address("round-annul", table), ALARM)
    assert "Nothing is saved yet." in shown.text
    for other in ("The cut", "finalists", "The next round"):
        assert other not in shown.text
    done = client.post(shown.wsgi_request.path, form(shown), follow=True)
    assert "Game 1 is annulled." in done.text
    assert "The next round" not in done.text


@pytest.mark.long
def test_a_cut_is_shown_where_there_is_one(conductor, table):
    shown = previewed(conductor, address("round-annul", table), ALARM)
    assert "<h2>The cut</h2>" in shown.text


def test_an_older_page_annuls_nothing(conductor, table):
    page = address("round-annul", table)
    shown = previewed(conductor, page, ALARM)
    deal(table, 2, at=NOON + minutes(20))
    again = conductor.post(page, form(shown))
    assert again.status_code == 409
    assert "Something has changed since you looked." in again.text
    assert ALARM in again.text
    assert Round.objects.count() == 1
    conductor.post(page, form(again))
    assert not Round.objects.exists()


def test_it_is_not_annulled_without_a_reason(conductor, table):
    page = address("round-annul", table)
    assert previewed(conductor, page, " ").status_code == 422
    assert Round.objects.count() == 1


@pytest.mark.long
def test_the_page_of_the_round_and_of_the_table_say_so(client, table):
    open_seat(client, table.seats.get(position=2))
    assert "Agree with hand 1" in client.get(reverse("table", args=[table.code])).text
    made = annulled(table)
    for page in (made.get_absolute_url(), reverse("table", args=[table.code])):
        text = client.get(page).text
        assert "Round 1 was annulled at 12:40." in text
        assert ALARM in text
    assert "left in the slot" not in text
    assert "unless someone objects" not in text
    for offer in ("Agree with hand", "deal-hand", "Something is wrong"):
        assert offer not in text


def test_what_a_phone_sends_to_its_table_is_refused_with_the_reason(client, table):
    deal(table, 2, at=NOON + minutes(20))
    open_seat(client, table.seats.get(position=1))
    page = reverse("hand-report", args=[table.code, 2])
    values = form(client.get(page))
    annulled(table)
    points = {"points-1": "1", "points-2": "2", "points-3": "3", "went_out": "3"}
    answer = client.post(page, values | points)
    assert answer.status_code == 422
    assert f"so nothing at its tables counts: {ALARM}" in answer.text


def test_the_annulment_is_taken_back_on_its_page(conductor, table):
    made = annulled(table)
    page = address("round-restore", table, made.number)
    assert page in conductor.get(made.get_absolute_url(), {"own": "page"}).text
    shown = previewed(conductor, page, "a mistake")
    done = conductor.post(page, form(shown), follow=True)
    assert "Round 1 counts again." in done.text
    assert Round.objects.get().status == Round.Status.RUNNING
    # Sent again, there is nothing to take back.
    assert conductor.post(page, form(shown)).status_code == 404


def test_an_older_page_takes_no_other_annulment_back(conductor, table):
    made = annulled(table)
    shown = previewed(conductor, address("round-restore", table, made.number), "a mistake")
    restored = restore_round(made, by=ANNA, at=NOON + minutes(41), reason="no fire")
    again = annul_round(restored, by=ANNA, at=NOON + minutes(42), reason="a fire after all")
    answer = conductor.post(address("round-restore", table, again.number), form(shown))
    assert answer.status_code == 409
    assert "Something has changed since you looked." in answer.text
    assert "a mistake" in answer.text
    assert not Round.objects.exists()


@pytest.mark.long
def test_a_round_that_was_not_started_is_discarded_instead(conductor, table):
    other = make_tournament(table.round.tournament.event, name="Other Open")
    made = make_round(other, [make_entries(other, 3)], started_at=None)
    page = address("round-annul", made.tables.get())
    refused = previewed(conductor, page, ALARM)
    assert refused.status_code == 422
    assert "Discard its seating instead." in refused.text
    assert page not in conductor.get(made.get_absolute_url(), {"own": "page"}).text
