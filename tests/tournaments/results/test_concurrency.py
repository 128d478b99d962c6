"""Many phones at once, each with a connection of its own to the database."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests.builders import make_entries, make_round, make_tournament, open_seat
from tests.examples import ALL
from tests.tournaments.results.tables import kept_keys
from tournaments.events.ledger.sealing import seal_all
from tournaments.models import LedgerEntry, ScoreSheet, SheetLine, Tournament

# SQLite writes one after the other: there is less to find.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long("sqlite")]

PHONES = 20 if ALL else 6
POINTS = {1: 30, 2: 12, 3: 0, 4: -5}


@pytest.fixture
def table():
    tournament = make_tournament()
    entries = make_entries(tournament, 4)
    return make_round(tournament, [entries], started_at=timezone.now()).tables.get()


def all_at_once(act):
    """Run ``act(phone)`` on every phone at the same moment; return what each came back with."""
    start = Barrier(PHONES)

    def phone(number):
        try:
            start.wait()
            return act(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(PHONES) as pool:
        return list(pool.map(phone, range(PHONES)))


def send(table, path, body, key=""):
    client = Client()
    open_seat(client, table.seats.get(position=1))
    return client.post(
        f"/api/v1/tables/{table.code}/{path}/",
        body,
        content_type="application/json",
        headers={"Idempotency-Key": key, "If-Match": '"1"'} if key else {},
    )


def hand(points):
    lines = [{"seat": seat, "points": value} for seat, value in points.items()]
    return {"number": 1, "points": lines, "went_out": 1}


def test_many_phones_that_deal_the_same_hand_deal_one(table):
    answers = all_at_once(lambda _phone: send(table, "deal", {"number": 1}).status_code)
    assert answers == [201] * PHONES
    assert ScoreSheet.objects.count() == 1


def test_many_phones_that_submit_the_same_hand_store_one(table):
    send(table, "deal", {"number": 1})
    answers = all_at_once(
        lambda phone: send(table, "hands", hand(POINTS), f"phone-{phone:02}-0123456789").status_code
    )
    assert Counter(answers) == {201: 1, 200: PHONES - 1}
    assert dict(SheetLine.objects.values_list("seat__position", "points")) == POINTS
    seal_all(now=timezone.now())
    assert LedgerEntry.objects.filter(verb="report hand").count() == 1
    assert Tournament.objects.get().results_version == 1


def test_one_phone_that_sends_many_times_stores_one(table):
    send(table, "deal", {"number": 1})
    answers = all_at_once(
        lambda _phone: send(table, "hands", hand(POINTS), "the-same-key-0123456789").status_code
    )
    assert Counter(answers) == {201: 1, 200: PHONES - 1}
    assert kept_keys() == 1
    assert SheetLine.objects.count() == len(POINTS)


def test_of_many_different_reports_one_wins_and_the_others_are_told(table):
    send(table, "deal", {"number": 1})
    answers = all_at_once(
        lambda phone: (
            send(
                table, "hands", hand(POINTS | {1: 30 + phone}), f"phone-{phone:02}-0123456789"
            ).status_code
        )
    )
    assert Counter(answers) == {201: 1, 409: PHONES - 1}
    assert SheetLine.objects.count() == len(POINTS)
