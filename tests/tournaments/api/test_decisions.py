"""A program decides what conductors and owners of seasons decide on pages."""

from copy import deepcopy
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
)
from tests.tournaments.seasons.gatherings import LATER, count, make_season, play
from tests.tournaments.seating.head_to_head.playing import head_to_head, seat
from tests.tournaments.standings.hands import play_round
from tournaments.api.tokens import SCOPES, make_token
from tournaments.api.webhooks import add
from tournaments.models import LedgerEntry, ScoreSheet, User, WebhookDelivery
from tournaments.seasons.computing.services import refresh as refresh_season
from tournaments.seating.services import publish_round
from tournaments.standings.computing.services import refresh
from tournaments.timetable.hall.services import add_room, number_tables

pytestmark = [pytest.mark.django_db, pytest.mark.once]

EVENT = "/api/v1/events/winter-meet"
OPEN = f"{EVENT}/tournaments/express-open"


def with_scopes(user, *scopes):
    secret = make_token(user, "script", scopes, at=timezone.now())[1]
    return Client(headers={"Authorization": f"Bearer {secret}"})


def send(program, method, where, body=None, **headers):
    send = getattr(program, method)
    return send(where, body or {}, content_type="application/json", headers=headers)


def verbs():
    return list(LedgerEntry.objects.order_by("pk").values_list("verb", flat=True))


@pytest.fixture
def event():
    return make_event()


@pytest.fixture
def program(event):
    return with_scopes(make_conductor(event), *SCOPES)


# --- A tournament ---------------------------------------------------------------------------------


def test_another_scheme_is_chosen_unless_somebody_was_quicker(program, event):
    make_tournament(event)
    was = {"scheme": "house", "tie_breaks": None}
    chosen = {"scheme": "share", "tie_breaks": ["wins"], "was": was}
    done = send(program, "put", f"{OPEN}/scheme/", chosen)
    assert (done.status_code, done.json()["scheme"], done.json()["tie_breaks"]) == (
        200, "share", ["wins"],
    )  # fmt: skip
    late = send(program, "put", f"{OPEN}/scheme/", {"scheme": "latto", "was": was})
    assert (late.status_code, late.json()["code"]) == (409, "changed-since-seen")
    assert verbs() == ["choose scheme"]


def test_the_next_round_is_announced_and_delayed_with_a_reason(program, event):
    make_tournament(event)
    for days in (1, 2):
        starts_at = (timezone.now() + timedelta(days=days)).replace(microsecond=0)
        body = {"starts_at": starts_at.isoformat(), "reason": "lunch"}
        done = send(program, "put", f"{OPEN}/next-round/", body)
        assert done.status_code == 200, done.content
        assert done.json()["next_round_at"] == starts_at.isoformat().replace("+00:00", "Z")
    past = send(program, "put", f"{OPEN}/next-round/", {"starts_at": NOON, "reason": "lunch"})
    assert past.status_code == 422
    assert verbs() == ["clock: plan", "clock: plan"]


def test_semifinals_are_seated_of_the_best(program, event):
    tournament = make_tournament(event)
    entries = make_entries(tournament, 16)
    tables = [
        [(entry, 100 * table + points) for points, entry in enumerate(entries[at : at + 4])]
        for table, at in enumerate(range(0, 16, 4))
    ]
    play_round(tournament, tables, number=1)
    refresh(tournament.pk, at=LATER)
    made = send(program, "post", f"{OPEN}/semifinals/", {"tables": 2})
    assert (made.status_code, made.json()["kind"]) == (201, "semifinal"), made.content
    assert tournament.rounds.get(number=2).tables.count() == 2


def test_a_match_of_a_bracket_is_decided_and_the_sheet_decides_again(program, event, client):
    seat(head_to_head("single", 4, event, slug="cup"))
    where = f"{EVENT}/tournaments/cup/bracket/"
    assert client.get(where).json()["matches"] == []  # the seating is no more than a draft
    matches = {one["name"]: one for one in program.get(where).json()["matches"]}
    assert matches["W1.1"]["state"] == "seated"
    winner = matches["W1.1"]["sides"][1]["entry_id"]
    said = {"name": "W1.1", "winner_id": winner, "reason": "the other one fell ill"}
    decided = send(program, "post", where, said).json()["matches"]
    first = next(one for one in decided if one["name"] == "W1.1")
    assert [side["won"] for side in first["sides"]] == [False, True]
    assert (first["state"], first["reason"]) == ("decided", said["reason"])
    again = send(program, "post", where, said | {"winner_id": None}).json()["matches"]
    assert next(one for one in again if one["name"] == "W1.1")["state"] == "seated"
    assert send(program, "post", where, said | {"name": "W2.1"}).status_code == 422
    assert send(program, "post", where, said | {"winner_id": 10**9}).status_code == 404


@pytest.mark.long
@pytest.mark.parametrize("people", [4, 16])
def test_a_bracket_needs_the_same_queries_for_any_number(client, event, same_queries, people):
    publish_round(seat(head_to_head("single", people, event, slug="cup")), by=ANNA, at=NOON)
    with same_queries(at_most=14):
        assert len(client.get(f"{EVENT}/tournaments/cup/bracket/").json()["matches"]) == people - 1


def test_a_tournament_without_a_bracket_has_none_to_read_or_decide(program, event):
    make_tournament(event)
    assert program.get(f"{OPEN}/bracket/").status_code == 404
    said = {"name": "W1.1", "winner_id": None, "reason": "x"}
    assert send(program, "post", f"{OPEN}/bracket/", said).status_code == 404


def test_a_seat_is_locked_against_other_proposals_and_unlocked(program, event):
    tournament = make_tournament(event)
    entries = make_entries(tournament, 4)
    made = make_round(tournament, [entries], started_at=None)
    for locked in (True, False):
        said = {"entry_id": entries[0].pk, "locked": locked}
        done = send(program, "post", f"{OPEN}/rounds/1/lock/", said)
        assert (done.status_code, done.json()) == (200, said)
        assert made.seats.get(entry=entries[0]).locked == locked


# --- The hall, and its tables ---------------------------------------------------------------------


def test_a_room_moves_up_unless_the_order_is_another_one(program, event):
    one, two = (add_room(event, name, by=ANNA, at=NOON) for name in ("Attic", "Cellar"))
    where = f"{EVENT}/rooms/{two.pk}/up/"
    seen = {"was": [one.pk, two.pk]}
    done = send(program, "post", where, seen)
    assert [room["name"] for room in done.json()] == ["Cellar", "Attic"]
    late = send(program, "post", where, seen)
    assert (late.status_code, late.json()["code"]) == (409, "changed-since-seen")


@pytest.fixture
def table(event):
    tournament = make_tournament(event)
    began = timezone.now() - minutes(9)
    return make_round(tournament, [make_entries(tournament, 3)], started_at=began).tables.get()


def test_a_game_goes_on_at_another_table_of_the_hall(program, event, table):
    room = add_room(event, "Hall", by=ANNA, at=NOON)
    number_tables(room, first=7, last=8, by=ANNA, at=NOON)
    where = f"/api/v1/tables/{table.code}/move/"
    assert send(program, "post", where, {"number": 8}).json()["hall_table"] == 8
    assert send(program, "post", where, {"number": 9}).status_code in (404, 422)


def test_the_last_change_at_a_table_is_undone_and_no_other(program, table):
    where = f"/api/v1/tables/{table.code}"
    send(program, "post", f"{where}/deal/", {"number": 1})
    points = [{"seat": seat, "points": 20 - seat} for seat in (1, 2, 3)]
    key = {"Idempotency-Key": "a-key-of-this-hand", "If-Match": '"1"'}
    hand = {"number": 1, "points": points, "went_out": 1}
    assert send(program, "post", f"{where}/hands/", hand, **key).status_code == 201
    undo, reason = f"{where}/hands/1/undo/", {"reason": "the wrong table"}
    assert send(program, "post", undo, reason).status_code == 428
    old = send(program, "post", undo, reason, **{"If-Match": '"1"'})
    assert (old.status_code, old.json()["code"]) == (409, "later-acts")
    assert send(program, "post", undo, reason, **{"If-Match": '"7"'}).status_code == 404
    done = send(program, "post", undo, reason, **{"If-Match": '"2"'})
    assert (done.status_code, done.json()["receipt"]["status"]) == (200, "dealt")


def test_a_hand_takes_the_place_of_a_void_one(program, table):
    where = f"/api/v1/tables/{table.code}"
    send(program, "post", f"{where}/deal/", {"number": 1})
    none = send(program, "post", f"{where}/hands/1/replace/")
    assert none.status_code == 422
    void = {"reason": "a misdeal"}
    send(program, "post", f"{where}/hands/1/void/", void, **{"If-Match": '"1"'})
    made = send(program, "post", f"{where}/hands/1/replace/")
    assert (made.status_code, made.json()["receipt"]["status"]) == (201, "dealt"), made.content
    assert set(ScoreSheet.objects.values_list("status", flat=True)) == {"voided", "dealt"}


# --- Webhooks -------------------------------------------------------------------------------------


def test_a_webhook_is_tried_and_a_message_sent_once_more(program, event):
    hook = add(event, url="https://example.org/", topics=["round"], by=ANNA, at=NOON)
    where = f"{EVENT}/webhooks/{hook.pk}"
    sent = send(program, "post", f"{where}/test/")
    assert (sent.status_code, sent.json()["topic"]) == (201, "test")
    WebhookDelivery.objects.update(due_at=None, delivered_at=LATER, answer="accepted", attempts=1)
    again = send(program, "post", f"{where}/deliveries/{sent.json()['id']}/again/")
    assert (again.status_code, again.json()["answer"]) == (201, "")
    listed = program.get(f"{where}/deliveries/").json()["results"]
    assert [one["id"] for one in listed] == [again.json()["id"], sent.json()["id"]]
    accepted = program.get(f"{where}/deliveries/?answer=accepted").json()["results"]
    assert [one["id"] for one in accepted] == [sent.json()["id"]]
    hook.is_active, hook.stopped_at = False, LATER
    hook.save()
    assert send(program, "post", f"{where}/test/").status_code in (409, 422)


@pytest.mark.long
@pytest.mark.parametrize("messages", [1, 9])
def test_the_messages_of_a_webhook_need_the_same_queries_for_any_number(
    program, event, same_queries, messages
):
    hook = add(event, url="https://example.org/", topics=["round"], by=ANNA, at=NOON)
    body = dict.fromkeys(("tournament", "round", "table", "label", "room", "version"))
    WebhookDelivery.objects.bulk_create(
        WebhookDelivery(webhook=hook, topic="test", created_at=NOON,
                        body=body | {"topic": "test", "event": event.slug})
        for _number in range(messages)
    )  # fmt: skip
    with same_queries(at_most=10):
        found = program.get(f"{EVENT}/webhooks/{hook.pk}/deliveries/").json()
    assert found["count"] == messages


# --- Seasons --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def season_once(module_database):
    """Made once; what a test does with it is rolled back."""
    owner = User.objects.create_user("saskia@example.org", name="Saskia")
    made = make_season(owner, name="Second", rule="best-results", promoted=2, tie_breaks=[])
    count(made, play("Winter", ("Ann", "Ben", "Cay", "Dee"), [50, 20, 20, 1]))
    made.refresh_from_db()
    refresh_season(made, at=LATER)
    return made


@pytest.fixture
def season(season_once):
    """Ann won; Ben and Cay are equal, and one of them would go up."""
    return deepcopy(season_once)


@pytest.fixture
def owner(season):
    return season.owner


@pytest.fixture
def owning(owner):
    return with_scopes(owner, "organize")


def test_a_division_is_put_below_another_of_the_same_owner(owning, owner, season):
    first = make_season(owner, name="First", rule="best-results")
    make_season(None, name="Strange", rule="best-results")
    where = f"/api/v1/seasons/{season.slug}/above/"
    said = {"above": first.slug, "was": {"above": None}}
    assert send(owning, "put", where, said).json() == {"above": "first"}
    late = send(owning, "put", where, {"above": None, "was": {"above": None}})
    assert late.json() == {"above": "first"}  # nothing was changed, so it stays as it is
    strange = send(owning, "put", where, {"above": "strange"})
    assert (strange.status_code, strange.json()["errors"][0]["field"]) == (400, "above")
    circle = send(owning, "put", "/api/v1/seasons/first/above/", {"above": season.slug})
    assert circle.status_code in (409, 422)


def test_the_season_after_one_is_begun_once(owning, season):
    where = f"/api/v1/seasons/{season.slug}/next/"
    made = send(owning, "post", where, {"name": "Second, next year"})
    assert (made.status_code, made.json()["promoted"]) == (201, 2)
    assert send(owning, "post", where, {"name": "Again"}).status_code in (409, 422)


def test_a_penalty_in_a_season_is_given_and_taken_back(owning, season):
    where = f"/api/v1/seasons/{season.slug}/adjustments/"
    ann = season.standings.get(place=1).player_id
    said = {"player_id": ann, "kind": "penalty", "points": "3/2", "reason": "late"}
    given = send(owning, "post", where, said)
    assert given.status_code == 201, given.content
    assert {key: given.json()[key] for key in said} == said
    assert send(owning, "post", where, said | {"points": "0"}).status_code == 422
    assert send(owning, "post", where, said | {"player_id": 10**9}).status_code == 404
    back = send(owning, "post", f"{where}{given.json()['id']}/take-back/")
    assert back.json()["taken_back_at"]
    assert send(owning, "post", f"{where}{given.json()['id']}/take-back/").status_code in (409, 422)


def test_people_who_are_equal_in_a_season_are_put_in_an_order(owning, season):
    where = f"/api/v1/seasons/{season.slug}/ties/"
    equal = list(season.standings.filter(place=2).order_by("-name"))
    ids = [row.player_id for row in equal]
    said = {"players": ids, "how": "choice", "reason": "a coin"}
    twice = send(owning, "post", where, said | {"players": [*ids, ids[0]]})
    assert (twice.status_code, twice.json()["code"]) == (422, "not-equal")
    unknown = send(owning, "post", where, said | {"players": [ids[0], 10**9]})
    assert (unknown.status_code, unknown.json()["errors"][0]["field"]) == (400, "players")
    done = send(owning, "post", where, said)
    assert done.status_code == 201, done.content
    assert [one["player_id"] for one in done.json()] == ids
    assert [one["points"] for one in done.json()] == ["1", "2"]


@pytest.mark.parametrize(
    ("method", "act"),
    [("put", "above"), ("post", "next"), ("post", "adjustments"), ("post", "ties")],
)
def test_nobody_else_decides_about_a_season(season, program, owner, method, act):
    where = f"/api/v1/seasons/{season.slug}/{act}/"
    assert send(program, method, where).status_code == 403
    assert send(with_scopes(owner, "conduct"), method, where).status_code == 403
    assert send(Client(), method, where).status_code == 401
