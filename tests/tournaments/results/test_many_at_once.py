"""A hall full of phones: what is entered is stored once, and of many opinions one wins.

Many tables with four phones each, every request tapped twice at once and then sent again; and
many conductors who correct the same hand.
"""

import os
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests.builders import (
    make_entries,
    make_event,
    make_round,
    make_tournament,
    open_seat,
)
from tests.examples import ALL
from tests.tournaments.results.tables import FIRST, at_seat, kept_keys, totals
from tournaments.events.ledger.sealing import seal_all
from tournaments.models import (
    LedgerEntry,
    ScoreSheet,
    SheetLine,
    SheetVersion,
    Staff,
    Tournament,
    User,
)
from tournaments.results.reporting import services as reporting

# SQLite writes one after the other: there is less to find.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long("sqlite")]

#: More phones at once than there are threads; `make thorough` has fifty tables, and conductors.
TABLES, EDITORS, PHONES = (50, 50, 24) if ALL else (2, 6, 8)
SEATS, HANDS = 4, 2
THREADS = int(
    os.environ.get("ROUNDHOUSE_TEST_PHONES", PHONES)
)  # requests that are under way at once
SECONDS_TO_START = 60


def in_threads(jobs, act, *, threads=THREADS):
    """Do ``act`` with each job, many at a time, each thread with its own connection."""

    def one(job):
        try:
            return act(job)
        finally:
            connection.close()

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(one, jobs))


def send(client, code, path, body, key, *, version="1"):
    return client.post(
        f"/api/v1/tables/{code}/{path}/",
        body,
        content_type="application/json",
        headers={"Idempotency-Key": key, "If-Match": f'"{version}"', "Prefer": "return=minimal"},
    )


def hand(number):
    points = [{"seat": seat, "points": 10 * number + seat} for seat in range(1, SEATS + 1)]
    return {"number": number, "points": points, "went_out": 1}


@pytest.fixture
def hall():
    """The tables, and a phone for each of their seats: (code, client) by table."""
    tournament = make_tournament(make_event())
    entries = make_entries(tournament, TABLES * SEATS)
    groups = [entries[n : n + SEATS] for n in range(0, len(entries), SEATS)]
    round_ = make_round(tournament, groups, started_at=timezone.now())
    tables = {}
    for table in round_.tables.prefetch_related("seats__entry__player__event"):
        clients = [Client() for _ in range(SEATS)]
        for client, seat in zip(clients, table.seats.all(), strict=True):
            open_seat(client, seat)
        tables[table.code] = clients
    return tables


def taps(hall, path, body, number):
    """Every phone taps twice, with the key of that tap, and later sends it once more."""
    once = [
        (client, code, path, body, f"{path}-{code}-{number}-{seat}-0123456789")
        for code, clients in hall.items()
        for seat, client in enumerate(clients, start=1)
    ]
    return [*(tap for tap in once for _ in range(2)), *once]


def test_many_tables_of_four_phones_store_what_was_entered_once(hall):
    statuses = Counter()
    for number in range(1, HANDS + 1):
        for path, body in (("deal", {"number": number}), ("hands", hand(number))):
            answers = in_threads(taps(hall, path, body, number), lambda tap: send(*tap).status_code)
            statuses.update(answers)
    assert set(statuses) <= {200, 201}, statuses
    assert ScoreSheet.objects.count() == TABLES * HANDS
    assert SheetLine.objects.count() == TABLES * HANDS * SEATS
    # Each hand was reported by one seat, and agreed to by another that entered the same.
    states = Counter(ScoreSheet.objects.values_list("status", flat=True))
    assert states == {"confirmed": TABLES * HANDS}
    seal_all(now=timezone.now())
    for act in ("deal", "report", "confirm"):
        assert SheetVersion.objects.filter(act=act).count() == TABLES * HANDS
        assert LedgerEntry.objects.filter(verb=f"{act} hand").count() == TABLES * HANDS
    assert Tournament.objects.get().results_version == TABLES * HANDS
    for sheet in ScoreSheet.objects.select_related("table").filter(number=HANDS):
        expected = {seat: 10 * (1 + 2) + 2 * seat for seat in range(1, SEATS + 1)}
        assert totals(sheet.table) == expected
    keys = TABLES * HANDS * SEATS * 2
    assert kept_keys() == keys


def test_of_many_conflicting_edits_of_one_sheet_one_wins_and_the_others_see_what_stands():
    tournament = make_tournament()
    table = make_round(
        tournament, [make_entries(tournament, 4)], started_at=timezone.now()
    ).tables.get()
    by, now = at_seat(table, 1), timezone.now()
    reporting.deal_hand(table, 1, by=by, at=now)
    receipt = reporting.report_hand(table, 1, FIRST, by=by, at=now)
    clients = []
    for number in range(EDITORS):
        user = User.objects.create_user(f"clara{number}@example.org", "a long password")
        Staff.objects.create(event=tournament.event, user=user, role="conductor")
        client = Client()
        client.force_login(user)
        clients.append(client)
    start = Barrier(EDITORS)

    def edit(number):
        start.wait(SECONDS_TO_START)
        points = [{"seat": s, "points": number + 1} for s in range(1, 5)]
        body = {"points": points, "went_out": 1, "reason": f"edit {number}"}
        return number, send(
            clients[number], table.code, "hands/1/correct", body, "", version=receipt.version
        )

    answers = in_threads(range(EDITORS), edit, threads=EDITORS)
    assert Counter(answer.status_code for _n, answer in answers) == {200: 1, 409: EDITORS - 1}
    [winner] = [number for number, answer in answers if answer.status_code == 200]
    sheet = ScoreSheet.objects.get()
    assert (sheet.version, sheet.status) == (receipt.version + 1, "ruled")
    assert sheet.data["points"] == [winner + 1] * 4
    for _number, answer in answers:
        if answer.status_code == 409:
            assert answer.json()["stands"]["entered"] == sheet.data
            assert answer.json()["stands"]["version"] == sheet.version
            assert answer.json()["detail"]
    assert LedgerEntry.objects.filter(verb="correct hand").count() == 1
