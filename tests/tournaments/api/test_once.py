"""A write with a key is done once, however often it is sent and whenever it arrives."""

import threading
from datetime import timedelta

import pytest
from django.db import connection, connections, transaction
from django.test import Client
from django.utils import timezone

from tests.builders import make_conductor, make_entries, make_round, make_tournament
from tests.selecting import ON_SQLITE
from tournaments.api.tokens import make_token
from tournaments.api.writing import kept_answers, once
from tournaments.models import Adjustment, Event, LedgerEntry, Round, ScoreSheet, StoredAnswer

# A unique key tells what came twice.
pytestmark = [pytest.mark.django_db, pytest.mark.each_database]

BASE = "/api/v1/events/winter-meet/tournaments/express-open"
KEY, OTHER = "a-key-of-16-chars", "another-key-of-16"


@pytest.fixture
def tournament(db):
    return make_tournament()


@pytest.fixture
def entry(tournament):
    return make_entries(tournament, 4)[0]


@pytest.fixture
def user(tournament):
    return make_conductor(tournament.event)


def bearer(user, *scopes, event=None):
    token = make_token(user, "script", scopes, at=timezone.now(), event=event)
    return {"Authorization": f"Bearer {token[1]}"}


@pytest.fixture
def send(client, user):
    headers = bearer(user, "conduct", "organize")

    def post(where, body, key=KEY, **more):
        said = headers | ({"Idempotency-Key": key} if key else {}) | more
        return client.post(where, body, content_type="application/json", headers=said)

    return post


def penalty(entry, **more):
    return {"entry_id": entry.pk, "kind": "penalty", "points": "1/2", "reason": "slow"} | more


def test_a_repeated_penalty_is_given_once_and_answered_alike(send, entry):
    first, second = send(f"{BASE}/adjust/", penalty(entry)), send(f"{BASE}/adjust/", penalty(entry))
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.content == second.content
    assert "Idempotency-Replayed" not in first
    assert second["Idempotency-Replayed"] == "true"
    assert Adjustment.objects.count() == 1
    assert LedgerEntry.objects.filter(verb="adjust").count() == 1


@ON_SQLITE
def test_without_a_key_each_request_counts(send, entry):
    for _again in range(2):
        assert send(f"{BASE}/adjust/", penalty(entry), key="").status_code == 201
    assert Adjustment.objects.count() == 2


@ON_SQLITE
def test_another_body_with_the_same_key_is_refused(send, entry):
    send(f"{BASE}/adjust/", penalty(entry))
    answer = send(f"{BASE}/adjust/", penalty(entry, points="1"))
    assert (answer.status_code, answer.json()["code"]) == (422, "key-reused")
    assert Adjustment.objects.count() == 1
    assert send(f"{BASE}/adjust/", penalty(entry), key=OTHER).status_code == 201


def test_a_key_is_that_of_its_caller_and_its_address(send, client, tournament, entry):
    send(f"{BASE}/adjust/", penalty(entry))
    mate = bearer(make_conductor(tournament.event, "mate@example.org"), "conduct")
    assert send(f"{BASE}/adjust/", penalty(entry), **mate).status_code == 201
    bye = {"entry_id": entry.pk, "round_number": 1, "reason": "late train"}
    assert send(f"{BASE}/byes/", bye).status_code == 201
    assert Adjustment.objects.count() == 3


@ON_SQLITE
def test_a_kept_answer_is_shown_only_to_those_who_may_write(send, user, entry):
    send(f"{BASE}/adjust/", penalty(entry))
    weak = bearer(user, "results")
    assert send(f"{BASE}/adjust/", penalty(entry), **weak).status_code == 403


@ON_SQLITE
def test_a_refused_write_keeps_nothing_and_may_be_mended(send, entry):
    assert send(f"{BASE}/adjust/", penalty(entry, points="0")).status_code == 422
    assert send(f"{BASE}/adjust/", penalty(entry, points="x")).status_code == 400
    assert not StoredAnswer.objects.exists()
    assert send(f"{BASE}/adjust/", penalty(entry)).status_code == 201


@ON_SQLITE
@pytest.mark.parametrize("key", ["short", "x" * 65])
def test_a_key_of_another_length_is_refused(send, entry, key):
    answer = send(f"{BASE}/adjust/", penalty(entry), key=key)
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "Idempotency-Key")


def test_a_key_is_forgotten_after_its_time(send, entry):
    send(f"{BASE}/adjust/", penalty(entry))
    old = timezone.now() - kept_answers.KEPT - timedelta(minutes=1)
    StoredAnswer.objects.update(created_at=old)
    assert send(f"{BASE}/adjust/", penalty(entry)).status_code == 201
    assert Adjustment.objects.count() == 2
    assert kept_answers.forget_old(now=timezone.now()) == 0
    StoredAnswer.objects.update(created_at=old)
    assert kept_answers.forget_old(now=timezone.now()) == 1


@ON_SQLITE
def test_every_write_takes_a_key(send, tournament, entry):
    """Setting up, seating, publishing, discarding and ruling twice with a key happen once."""
    days = {"starts_on": "2026-12-01", "ends_on": "2026-12-02"}
    season = {"name": "League", "rule": "laurels"}
    writes = [
        ("/api/v1/events/", {"name": "Spring Meet"} | days),
        ("/api/v1/seasons/", season),
        ("/api/v1/events/winter-meet/tournaments/", {"name": "Late", "game": "express"}),
        ("/api/v1/events/winter-meet/players/", {"name": "Zoë New"}),
        (f"{BASE}/entries/", {"entries": [{"name": "Zoë New"}]}),
        (f"{BASE}/seat/", {}),
        (f"{BASE}/rounds/1/publish/", {}),
        (f"{BASE}/rounds/1/discard/", {}),
    ]
    for where, body in writes:
        first, again = send(where, body), send(where, body)
        assert first.status_code in {200, 201, 204}, (where, first.content)
        assert (again.status_code, again.content) == (first.status_code, first.content), where
        assert again["Idempotency-Replayed"] == "true"
    assert Event.objects.count() == 2
    assert not Round.objects.exists()


@ON_SQLITE
def test_a_ruling_is_given_once(send, tournament, user):
    made = make_round(tournament, [make_entries(tournament, 3)], started_at=timezone.now())
    where = f"/api/v1/tables/{made.tables.get().code}"
    both = bearer(user, "conduct", "results")
    send(f"{where}/deal/", {"number": 1}, key=OTHER, **both)
    void = {"reason": "misdeal"}
    seen = both | {"If-Match": '"1"'}
    first = send(f"{where}/hands/1/void/", void, **seen)
    again = send(f"{where}/hands/1/void/", void, **seen)
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.content == again.content
    assert ScoreSheet.objects.get().version == 2


@pytest.mark.django_db(transaction=True)
def test_two_at_the_same_moment_write_once_and_get_one_answer(tournament, user):
    entry = make_entries(tournament, 1)[0]
    headers = bearer(user, "conduct") | {"Idempotency-Key": KEY}
    answers, start = [], threading.Barrier(4)

    def send_it():
        start.wait()
        try:
            answers.append(
                Client().post(
                    f"{BASE}/adjust/",
                    penalty(entry),
                    content_type="application/json",
                    headers=headers,
                )
            )
        finally:
            connections.close_all()

    threads = [threading.Thread(target=send_it) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [answer.status_code for answer in answers] == [201] * 4
    assert len({answer.content for answer in answers}) == 1
    assert Adjustment.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_write_that_breaks_off_leaves_no_key_behind(tournament, user, monkeypatch):
    entry = make_entries(tournament, 1)[0]

    def break_off(*_args):
        assert connection.in_atomic_block
        raise ZeroDivisionError

    monkeypatch.setattr(once, "_note", break_off)
    client = Client(raise_request_exception=False)
    headers = bearer(user, "conduct") | {"Idempotency-Key": KEY}
    answer = client.post(
        f"{BASE}/adjust/", penalty(entry), content_type="application/json", headers=headers
    )
    assert (answer.status_code, answer.json()["code"]) == (500, "server-error")
    with transaction.atomic():
        assert not Adjustment.objects.exists()
        assert not StoredAnswer.objects.exists()
