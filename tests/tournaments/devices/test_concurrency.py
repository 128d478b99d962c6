"""Simultaneous guesses are counted one by one, and phones do not block one another."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests.builders import make_conductor, make_entries, make_round, make_tournament
from tournaments.models import Attempt, Phone, Player
from tournaments.rate_limit.rules import FREE, JOINED_WITHOUT_COOKIES, PINS_OF_A_NETWORK
from tournaments.rate_limit.visitors import network_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long("sqlite")]  # one writer

#: How many phones try at once, and how many tries their network has left.
PHONES, LEFT = 12, 6


@pytest.fixture
def table():
    tournament = make_tournament()
    entries = make_entries(tournament, 4)
    return make_round(tournament, [entries], started_at=timezone.now()).tables.get()


def all_at_once(command):
    """Run ``command(phone)`` on all phones at once and count the results."""
    start = Barrier(PHONES)

    def phone(number):
        try:
            start.wait()
            return command(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(PHONES) as pool:
        return Counter(pool.map(phone, range(PHONES)))


def note_earlier(count, **about):
    """Store tries of those without cookies of this network."""
    now, network = timezone.now(), network_of("127.0.0.1")
    Attempt.objects.bulk_create(Attempt(network=network, at=now, **about) for _ in range(count))


def test_simultaneous_wrong_pins_stop_at_the_limit_of_the_network(table):
    player = table.seats.get(position=1).entry.player
    right, before = player.pin, PINS_OF_A_NETWORK.shared - LEFT
    subject = f"player {player.pk}"
    note_earlier(before, kind=Attempt.Kind.PIN, event=player.event, subject=subject)
    wrong = "000000" if right != "000000" else "000001"

    def guess(_phone):
        sent = {"player": player.pk, "pin": wrong}
        return Client().post(f"/table/{table.code}/open/", sent).status_code

    answers = all_at_once(guess)
    assert answers == {422: LEFT, 429: PHONES - LEFT}
    assert Attempt.objects.count() == before + LEFT


def test_many_phones_open_their_seats_at_once(table):
    players = list(table.seats.values_list("entry__player", "entry__player__pin"))

    def open_seat(phone):
        player, pin = players[phone % 4]
        sent = {"player": player, "pin": pin}
        return Client().post(f"/table/{table.code}/open/", sent).status_code

    assert all_at_once(open_seat) == {302: PHONES}
    assert Phone.objects.filter(closed_at=None).count() == PHONES


def test_simultaneous_registrations_stop_at_the_limit(table):
    tournament = table.round.tournament
    before = Player.objects.count()
    earlier = JOINED_WITHOUT_COOKIES - LEFT
    note_earlier(earlier, kind=Attempt.Kind.JOIN, event=tournament.event)

    def join(phone):
        sent = {"name": f"Nobody {phone}", "tournaments": [tournament.slug]}
        return Client().post(f"/e/{tournament.event.slug}/join/", sent).status_code

    assert all_at_once(join) == {302: LEFT, 429: PHONES - LEFT}
    assert Player.objects.count() == before + LEFT


def test_of_simultaneous_wrong_passwords_of_a_device_no_more_than_six_are_examined(table):
    make_conductor(table.round.tournament.event, "olga@example.org")
    cookie = device_cookie()

    def sign_in(_phone):
        client = Client()
        client.cookies["device"] = cookie
        sent = {"username": "olga@example.org", "password": "wrong"}
        return client.post("/sign-in/", sent).status_code

    answers = all_at_once(sign_in)
    assert answers.total() == PHONES
    assert answers[422] <= FREE
    assert Attempt.objects.count() == answers[422]


def device_cookie():
    client = Client()
    client.get("/sign-in/")
    return client.cookies["device"].value
