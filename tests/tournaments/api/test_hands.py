"""Reporting hands by the API: what is good is stored once, what is not gets a sentence."""

from copy import deepcopy

import pytest
from django.utils import timezone

from tests.builders import (
    make_conductor,
    make_entries,
    make_round,
    make_tournament,
    minutes,
    open_seat,
)
from tournaments.api.tokens import make_token
from tournaments.models import Round, ScoreSheet

pytestmark = pytest.mark.django_db

KEY = {"Idempotency-Key": "0123456789abcdef"}
HAND = {
    "number": 1,
    "points": [{"seat": 1, "points": 30}, {"seat": 2, "points": -4}, {"seat": 3, "points": 0}],
    "went_out": 1,
}


@pytest.fixture(scope="module")
def made_once(module_database):
    tournament = make_tournament()
    entries = make_entries(tournament, 3)
    return make_round(tournament, [entries], started_at=timezone.now()).tables.get()


@pytest.fixture
def table(made_once):
    return deepcopy(made_once)


@pytest.fixture
def post(client, table):
    open_seat(client, table.seats.get(position=1))

    def send(path, body, **headers):
        address = f"/api/v1/tables/{table.code}/{path}/"
        headers = {"If-Match": '"1"'} | headers
        return client.post(address, body, content_type="application/json", headers=headers)

    return send


def test_a_hand_is_dealt_and_reported(post, client, table):
    assert post("deal", {"number": 1}).status_code == 201
    assert post("hands", HAND, **KEY).status_code == 201
    shown = client.get(f"/api/v1/tables/{table.code.lower()}/").json()
    assert [seat["total"] for seat in shown["seats"]] == [30, -4, 0]
    assert [seat["to_target"] for seat in shown["seats"]] == [90, 124, 120]
    assert shown["next_hand"] == 2


def test_the_same_request_again_is_answered_as_the_first_was(post):
    post("deal", {"number": 1})
    first, second = post("hands", HAND, **KEY), post("hands", HAND, **KEY)
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json() == second.json()
    assert (first.get("Idempotency-Replayed"), second["Idempotency-Replayed"]) == (None, "true")


def test_a_deal_that_comes_again_says_so(post):
    first, second = post("deal", {"number": 1}, **KEY), post("deal", {"number": 1}, **KEY)
    assert (first.status_code, second.status_code) == (201, 201)
    assert (first.get("Idempotency-Replayed"), second["Idempotency-Replayed"]) == (None, "true")


def test_what_another_phone_has_done_before_is_no_repeat_of_this_one_s_write(post):
    post("deal", {"number": 1}, **KEY)
    other = post("deal", {"number": 1}, **{"Idempotency-Key": "another-key-0123456"})
    assert (other.status_code, "Idempotency-Replayed" in other) == (201, False)


def test_a_key_used_for_something_else_is_refused(post):
    post("deal", {"number": 1})
    post("hands", HAND, **KEY)
    answer = post("hands", HAND | {"went_out": 2}, **KEY)
    assert (answer.status_code, answer.json()["code"]) == (422, "key-reused")


def test_other_points_for_a_reported_hand_are_a_conflict(post):
    post("deal", {"number": 1})
    post("hands", HAND, **KEY)
    answer = post("hands", HAND | {"went_out": 2}, **{"Idempotency-Key": "another-key-0123456"})
    assert (answer.status_code, answer.json()["code"]) == (409, "hand-already-reported")


def test_a_hand_of_a_closed_table_is_refused_in_words(post, table):
    Round.objects.update(status=Round.Status.CLOSED, closed_at=timezone.now())
    answer = post("deal", {"number": 1})
    assert answer.status_code == 422
    assert answer.json() == {
        "type": "/api/problems/#slot-not-running",
        "title": "Unprocessable Entity",
        "status": 422,
        "detail": "The slot of this round is not running.",
        "code": "slot-not-running",
    }


def test_a_hand_after_the_cutoff_is_refused_in_words(post, table):
    Round.objects.update(
        started_at=timezone.now() - minutes(110),
        warning_at=timezone.now() - minutes(20),
        cutoff_at=timezone.now() - minutes(10),
        force_end_at=timezone.now(),
        ends_at=timezone.now() + minutes(10),
    )
    answer = post("deal", {"number": 1})
    assert (answer.status_code, answer.json()["code"]) == (422, "cutoff-passed")
    assert "No new hands: the cutoff was at" in answer.json()["detail"]


NONSENSE = [
    {},
    [],
    "nonsense",
    HAND | {"number": -1},
    HAND | {"number": 0},
    HAND | {"number": "one"},
    HAND | {"number": 10**30},
    HAND | {"points": []},
    HAND | {"points": {"1": 3}},
    HAND | {"points": [{"seat": 1, "points": "many"}]},
    HAND | {"points": [{"seat": 1, "points": 10**40}]},
    HAND | {"points": [{"seat": 1, "points": 1}, {"seat": 1, "points": 2}]},
    HAND | {"points": [{"seat": 1, "points": 30}]},
    HAND | {"points": [*HAND["points"], {"seat": 9, "points": 3}]},
    HAND | {"went_out": 9},
    HAND | {"went_out": "Anna"},
]


def test_nonsense_is_refused_and_nothing_is_stored(post):
    post("deal", {"number": 1})
    for body in NONSENSE:
        answer = post("hands", body, **KEY)
        assert answer.status_code in {400, 422}, body
        assert answer.json()
    assert ScoreSheet.objects.get().status == ScoreSheet.Status.DEALT


@pytest.mark.parametrize("body", ["{", "", "[" * 100_000, '{"number": NaN}', "\x00", "\udcff"])
def test_a_broken_body_is_refused(client, table, body):
    open_seat(client, table.seats.get(position=1))
    answer = client.post(
        f"/api/v1/tables/{table.code}/hands/",
        body.encode("utf-8", "surrogateescape"),
        content_type="application/json",
        headers=KEY | {"If-Match": '"1"'},
    )
    assert answer.status_code == 400


def test_a_report_without_a_key_is_refused(post):
    post("deal", {"number": 1})
    answer = post("hands", HAND)
    assert answer.status_code == 400
    assert "Idempotency-Key" in answer.json()


@pytest.mark.parametrize("path", ["tables/NOSUCH", "events/none/tournaments", "nothing", ""])
def test_what_does_not_exist_is_answered_as_json(client, path):
    answer = client.get(f"/api/v1/{path}/")
    assert answer.status_code == 404
    assert answer.json()["detail"]


def test_an_unpublished_table_is_not_shown(client, table):
    Round.objects.update(
        status=Round.Status.SEATED,
        started_at=None,
        warning_at=None,
        cutoff_at=None,
        force_end_at=None,
        ends_at=None,
    )
    assert client.get(f"/api/v1/tables/{table.code}/").status_code == 404


FOREIGN = [
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://testserver.evil.example"},
    {"Origin": "https://testserver"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
]
OUR_OWN = [{"Origin": "http://testserver"}, {"Sec-Fetch-Site": "same-origin"}, {}]


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_a_page_of_another_site_cannot_use_the_cookie_of_a_phone(post, headers):
    answer = post("deal", {"number": 1}, **headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign-origin")
    assert not ScoreSheet.objects.exists()


@pytest.mark.parametrize("headers", OUR_OWN, ids=str)
def test_a_page_of_this_site_can(post, headers):
    assert post("deal", {"number": 1}, **headers).status_code == 201


def test_other_names_of_the_site_are_trusted_as_with_forms(post, settings):
    settings.CSRF_TRUSTED_ORIGINS = ["https://*.example.org", "https://club.example.net"]
    for number, origin in enumerate(["https://play.example.org", "https://club.example.net"], 1):
        assert post("deal", {"number": 1}, Origin=origin).status_code in {200, 201}, number
    assert post("deal", {"number": 1}, Origin="http://play.example.org").status_code == 403


def test_a_program_may_send_from_anywhere_with_its_token(post, client, table):
    user = make_conductor(table.round.tournament.event)
    token = make_token(user, "program", ["results"], at=timezone.now())[1]
    headers = {"Authorization": f"Bearer {token}", "Origin": "https://my-program.example"}
    assert post("deal", {"number": 1}, **headers).status_code == 201
