"""Hands reported by the API: headers, receipts, refusals with what is stored."""

from copy import deepcopy

import pytest
from django.test import Client
from django.utils import timezone

from tests.builders import (
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
    open_seat,
)
from tournaments.api.tokens import make_token
from tournaments.models import ScoreSheet, SheetVersion

pytestmark = [pytest.mark.django_db, pytest.mark.once]

KEY, OTHER_KEY = "0123456789abcdef", "fedcba9876543210"
POINTS = [{"seat": 1, "points": 30}, {"seat": 2, "points": -4}, {"seat": 3, "points": 0}]
HAND = {"number": 1, "points": POINTS, "went_out": 1}
MINE = HAND | {"points": [{"seat": 1, "points": 31}, *POINTS[1:]]}


@pytest.fixture(scope="module")
def made_once(module_database):
    """A table and the phones of its seats, and a client of nobody; made once."""
    tournament = make_tournament(make_event())
    entries = make_entries(tournament, 3)
    began = timezone.now() - minutes(9)
    table = make_round(tournament, [entries], started_at=began).tables.get()
    phones = {0: Client()}
    for seat in table.seats.select_related("entry__player__event"):
        phones[seat.position] = Client()
        open_seat(phones[seat.position], seat)
    return table, phones


@pytest.fixture
def made(made_once):
    return deepcopy(made_once)


@pytest.fixture
def table(made):
    return made[0]


@pytest.fixture
def send(made):
    """Post to the table from the phone of a seat, or with a client of one's own."""
    table, phones = made

    def post(path, body, *, seat=1, version="1", key=KEY, **headers):
        said = {"If-Match": f'"{version}"', "Idempotency-Key": key} | headers
        return phones[seat].post(
            f"/api/v1/tables/{table.code}/{path}/",
            body,
            content_type="application/json",
            headers={name: value for name, value in said.items() if value},
        )

    return post


@pytest.fixture
def reported(send):
    send("deal", {"number": 1}, key="")
    send("hands", HAND)
    return send


def milliseconds(moment):
    return int(moment.timestamp() * 1000)


def test_a_receipt_says_what_is_stored(send, table):
    dealt = send("deal", {"number": 1}, key=OTHER_KEY)
    assert dealt.json()["receipt"] == {
        "code": table.code, "number": 1, "act": "deal", "status": "dealt", "version": 1,
        "stored": True,
    }  # fmt: skip
    answer = send("hands", HAND)
    assert answer.status_code == 201
    assert answer.json()["receipt"]["version"] == 2
    assert answer.json()["table"]["hands"][0]["version"] == 2


def test_a_repeated_key_gets_the_first_receipt_byte_for_byte(reported):
    first = reported("hands", HAND).content
    reported("hands/1/confirm", {}, seat=2, version=2, key="")
    again = reported("hands", HAND, Prefer="return=minimal")
    assert again.status_code == 200
    assert first.startswith(again.content[:-1])  # but for the table behind it
    assert again.json()["receipt"]["status"] == "reported"


def test_without_a_version_nothing_is_written(send):
    send("deal", {"number": 1}, key="")
    answer = send("hands", HAND, **{"If-Match": ""})
    assert (answer.status_code, answer.json()["code"]) == (428, "version-missing")
    assert ScoreSheet.objects.get().status == "dealt"


def test_an_invalid_version_is_refused(reported):
    for said in ("x", "-1", '"two"', "9" * 40, "*"):
        answer = reported("hands/1/confirm", {}, seat=2, **{"If-Match": said})
        assert answer.status_code == 428, said


def test_another_seat_agrees_by_tapping_or_by_entering_the_same(reported):
    answer = reported("hands", HAND, seat=2, key=OTHER_KEY)
    assert (answer.status_code, answer.json()["receipt"]["act"]) == (200, "confirm")
    answer = reported("hands/1/confirm", {}, seat=3, version=2, key="")
    assert (answer.status_code, answer.json()["receipt"]["status"]) == (200, "confirmed")
    assert SheetVersion.objects.filter(act="confirm").count() == 1


def test_the_reporter_cannot_confirm_and_nobody_without_a_seat_may_write(reported):
    answer = reported("hands/1/confirm", {}, version=2, key="")
    assert (answer.status_code, answer.json()["code"]) == (422, "own-report")
    assert reported("hands/1/confirm", {}, seat=0, version=2).status_code == 403


def test_other_points_are_a_conflict_that_shows_what_stands(reported):
    answer = reported("hands", MINE, seat=2, key=OTHER_KEY)
    assert answer.status_code == 409
    assert answer.json()["stands"]["entered"]["points"] == [30, -4, 0]
    assert answer.json()["stands"]["version"] == 2


def test_other_points_that_were_entered_offline_become_a_dispute(reported):
    said = MINE | {"offline": True, "made_at": milliseconds(timezone.now())}
    answer = reported("hands", said, seat=2, key=OTHER_KEY)
    assert (answer.status_code, answer.json()["receipt"]["status"]) == (202, "disputed")
    assert ScoreSheet.objects.get().data["points"] == [30, -4, 0]


def test_a_dispute_takes_a_proposal_or_a_reason(reported):
    said = {"reason": "misread", "points": MINE["points"], "went_out": 1}
    answer = reported("hands/1/dispute", said, seat=2, version=2, key=OTHER_KEY)
    assert (answer.status_code, answer.json()["receipt"]["version"]) == (202, 3)
    answer = reported("hands/1/dispute", {"reason": "no"}, seat=3, version=3, key="a" * 16)
    assert answer.status_code == 202
    answer = reported("hands/1/dispute", {"reason": ""}, seat=3, version=4, key="b" * 16)
    assert (answer.status_code, answer.json()["code"]) == (422, "nothing-wrong")


def test_a_hand_dealt_offline_keeps_the_phone_s_time(send):
    made_at = milliseconds(timezone.now() - minutes(2))
    answer = send("deal", {"number": 1, "offline": True, "made_at": made_at})
    assert answer.status_code == 201
    hand = answer.json()["table"]["hands"][0]
    assert hand["dealt_offline"] is True
    assert milliseconds(ScoreSheet.objects.get().dealt_at) == made_at


def test_what_a_phone_kept_for_another_player_is_refused(send, table):
    other = table.seats.get(position=2).entry.player_id
    kept = {"number": 1, "offline": True, "made_at": milliseconds(timezone.now() - minutes(5))}
    refused = send("deal", kept | {"made_for": other}), send("hands", HAND | {"made_for": other})
    for answer in refused:
        assert (answer.status_code, answer.json()["code"]) == (403, "made-for-another")
    assert not ScoreSheet.objects.exists()
    mine = table.seats.get(position=1).entry.player_id
    assert send("deal", kept | {"made_for": mine}, key=OTHER_KEY).status_code == 201


@pytest.mark.parametrize("made_at", [None, 5, "now", 10**30, -1])
def test_an_offline_deal_without_a_time_is_refused(send, made_at):
    answer = send("deal", {"number": 1, "offline": True, "made_at": made_at})
    assert answer.status_code == 400
    assert not ScoreSheet.objects.exists()


class TestPrograms:
    @pytest.fixture
    def act(self, table, reported):
        user = make_conductor(table.round.tournament.event)

        def post(path, body, *scopes, version=2):
            _token, secret = make_token(user, "script", scopes, at=timezone.now())
            return reported(
                f"hands/1/{path}", body, seat=0, version=version, key="",
                Authorization=f"Bearer {secret}",
            )  # fmt: skip

        return post

    @pytest.mark.parametrize("path", ["rule", "correct", "void"])
    def test_need_the_scope_of_a_conductor(self, act, path):
        assert act(path, {"reason": "x"}, "results").status_code == 403

    def test_correct_and_void_with_a_reason(self, act):
        said = {"points": MINE["points"], "went_out": 1}
        assert act("correct", said | {"reason": ""}, "conduct").status_code == 422
        assert act("correct", said | {"reason": "misread"}, "conduct").status_code == 200
        assert ScoreSheet.objects.get().status == "ruled"
        assert act("void", {"reason": "misdeal"}, "conduct", version=3).status_code == 200
        assert ScoreSheet.objects.get().status == "voided"

    def test_are_told_when_the_hand_has_changed(self, act):
        answer = act("void", {"reason": "misdeal"}, "conduct", version=1)
        assert (answer.status_code, answer.json()["code"]) == (409, "sheet-changed")
        assert answer.json()["stands"]["version"] == 2

    def test_take_a_hand_for_agreed(self, act):
        assert act("confirm", {}, "conduct").json()["receipt"]["status"] == "confirmed"
