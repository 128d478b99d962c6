"""Guesses are limited per phone, table and event, and codes per site; never by IP address."""

import pytest
from django.test import Client
from django.utils import timezone

from tests.builders import (
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
    open_seat,
)
from tournaments import rate_limit
from tournaments.models import Phone, WrongGuess
from tournaments.rate_limit import stopped_until

pytestmark = pytest.mark.django_db


@pytest.fixture
def tables():
    tournament = make_tournament()
    groups = [make_entries(tournament, 3) for _ in range(2)]
    round_ = make_round(tournament, groups, started_at=timezone.now())
    return list(round_.tables.order_by("number"))


@pytest.fixture
def table(tables):
    return tables[0]


def wrong_pin(table):
    right = table.seats.get(position=1).entry.player.pin
    return "000000" if right != "000000" else "000001"


def guess(client, table, pin=None):
    sent = {"position": "1", "pin": pin or wrong_pin(table)}
    return client.post(f"/table/{table.code}/open/", sent)


def right_pin(table):
    return table.seats.get(position=1).entry.player.pin


def made(table, count, device="", kind=WrongGuess.Kind.PIN, at=None):
    """Record wrong guesses, made a minute ago."""
    event = table.round.tournament.event
    WrongGuess.objects.bulk_create(
        WrongGuess(
            kind=kind,
            event=event if kind == WrongGuess.Kind.PIN else None,
            table=table if kind == WrongGuess.Kind.PIN else None,
            device=device or f"device{n}",
            at=at or timezone.now() - minutes(1),
        )
        for n in range(count)
    )


# --- The rule -------------------------------------------------------------------------------------


def test_below_the_limit_nobody_waits():
    assert stopped_until([NOON] * 5, 6, NOON) is None


def test_at_the_limit_a_phone_waits_until_the_first_guess_is_ten_minutes_old():
    guesses = [NOON - minutes(9), NOON - minutes(5), NOON]
    assert stopped_until(guesses, 3, NOON) == NOON + minutes(1)
    assert stopped_until(guesses, 2, NOON) == NOON + minutes(5)


def test_guesses_older_than_ten_minutes_do_not_count():
    assert stopped_until([NOON - minutes(10)] * 6, 6, NOON) is None


# --- PINs -----------------------------------------------------------------------------------------


def test_a_phone_that_guessed_six_times_waits_even_with_the_right_pin(client, table):
    for _ in range(6):
        assert guess(client, table).status_code == 422
    page = guess(client, table, right_pin(table))
    assert page.status_code == 429
    assert 0 < int(page["Retry-After"]) <= 600
    assert "Too many wrong guesses on this phone. Try again at" in page.content.decode()
    assert not Phone.objects.exists()


def test_another_phone_in_the_same_hall_does_not_wait(client, table):
    for _ in range(6):
        guess(client, table)
    assert guess(Client(), table, right_pin(table)).status_code == 302


def test_a_phone_that_waits_at_one_table_waits_at_the_next(client, tables):
    for _ in range(6):
        guess(client, tables[0])
    assert guess(client, tables[1], right_pin(tables[1])).status_code == 429


def test_a_phone_without_its_cookie_is_stopped_by_the_limit_of_the_table(table):
    answers = [guess(Client(), table).status_code for _ in range(21)]
    assert answers == [422] * 20 + [429]


def test_the_whole_event_waits_after_three_hundred_wrong_pins(client, tables):
    made(tables[0], 300)
    page = guess(client, tables[1], right_pin(tables[1]))
    assert page.status_code == 429
    assert "at this event" in page.content.decode()


def test_another_event_does_not_wait(client, table):
    other = make_tournament(make_event("Elsewhere"))
    there = make_round(other, [make_entries(other, 3)], number=2).tables.get()
    made(table, 300)
    assert guess(client, there, right_pin(there)).status_code == 302


def test_a_right_badge_never_waits(client, table):
    made(table, 300)
    badge = table.seats.get(position=1).entry.player.badge
    assert client.post(f"/b/{badge}/").status_code == 302
    assert Phone.objects.exists()


def test_a_refused_guess_does_not_count(client, table):
    for _ in range(9):
        guess(client, table)
    assert WrongGuess.objects.count() == 6


def test_old_guesses_are_deleted_with_the_next_one(client, table):
    made(table, 3, at=timezone.now() - minutes(60 * 25))
    guess(client, table)
    assert WrongGuess.objects.count() == 1


# --- Codes ----------------------------------------------------------------------------------------


def test_a_phone_that_tries_codes_also_waits_for_valid_ones(client, table):
    for n in range(20):
        assert client.get(f"/table/ZZZ{n:03}/").status_code == 404
    assert client.get("/table/ZZZ999/").status_code == 429
    assert client.get(table.get_absolute_url()).status_code == 429


def test_a_phone_without_its_cookie_is_stopped_by_the_limit_of_the_site(client, table):
    made(table, 300, kind=WrongGuess.Kind.CODE)
    assert Client().get("/table/ZZZ999/").status_code == 429
    assert Client().get("/table/", {"code": "ZZZ999"}).status_code == 429


def test_players_at_the_table_and_accounts_do_not_wait_for_others(client, table):
    made(table, 300, kind=WrongGuess.Kind.CODE)
    open_seat(client, table.seats.first())
    assert client.get(table.get_absolute_url()).status_code == 200
    laptop = Client()
    laptop.force_login(make_conductor(table.round.tournament.event))
    assert laptop.get(table.get_absolute_url()).status_code == 200


def test_the_api_has_the_same_limit_of_codes(client, table):
    made(table, rate_limit.CODES_OF_ALL, kind=WrongGuess.Kind.CODE)
    answer = client.get("/api/v1/tables/ZZZ999/")
    assert answer.status_code == 429
    assert answer.json()["code"] == "too-many-guesses"
    assert int(answer["Retry-After"]) > 0
