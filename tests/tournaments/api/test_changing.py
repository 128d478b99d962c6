"""A program changes what was set up, as the pages do: what it does not send stays."""

import pytest
from django.test import Client
from django.utils import timezone

from games.catalogue import games
from tests.api_schema import api_schema
from tests.builders import make_conductor, make_entries, make_round, make_title, make_tournament
from tournaments.api.tokens import SCOPES, make_token
from tournaments.models import LedgerEntry

pytestmark = [pytest.mark.django_db, pytest.mark.once]

EVENT = "/api/v1/events/winter-meet"
OPEN = f"{EVENT}/tournaments/express-open"


@pytest.fixture
def tournament():
    return make_tournament()


@pytest.fixture
def program(tournament):
    return with_scopes(make_conductor(tournament.event), *SCOPES)


def with_scopes(user, *scopes):
    secret = make_token(user, "script", scopes, at=timezone.now())[1]
    return Client(headers={"Authorization": f"Bearer {secret}"})


def patch(program, where, body, **headers):
    return program.patch(where, body, content_type="application/json", headers=headers)


def verbs():
    return list(LedgerEntry.objects.order_by("pk").values_list("verb", flat=True))


def test_an_event_is_changed_in_what_is_sent_and_nothing_else(program, tournament):
    before = program.get(f"{EVENT}/").json()
    answer = patch(program, f"{EVENT}/", {"venue": "The Depot"})
    assert answer.status_code == 200
    different = {key for key, value in answer.json().items() if value != before[key]}
    assert different - {"updated_at"} == {"venue"}
    assert program.get(f"{EVENT}/").json()["venue"] == "The Depot"
    assert verbs() == ["change event"]


def test_a_tournament_is_changed_with_durations_in_minutes(program, tournament):
    answer = patch(program, f"{OPEN}/", {"name": "Express Cup", "slot": 90, "rounds_planned": 3})
    assert answer.status_code == 200
    tournament.refresh_from_db()
    assert (tournament.name, tournament.slot.seconds, tournament.rounds_planned) == (
        "Express Cup", 5400, 3,
    )  # fmt: skip
    refused = patch(program, f"{OPEN}/", {"slot": 0})
    assert refused.status_code in (400, 422)
    assert patch(program, f"{OPEN}/", {"game": "metro_x"}).json()["errors"][0]["field"] == "game"


def test_what_somebody_else_changed_since_is_not_overwritten(program, tournament):
    patch(program, f"{OPEN}/", {"rounds_planned": 3})
    late = patch(program, f"{OPEN}/", {"rounds_planned": 4, "was": {"rounds_planned": 2}})
    assert (late.status_code, late.json()["code"]) == (409, "changed-meanwhile")
    assert late.json()["field"] == "rounds_planned"
    seen = patch(program, f"{OPEN}/", {"rounds_planned": 4, "was": {"rounds_planned": 3}})
    assert seen.json()["rounds_planned"] == 4


def test_a_change_that_is_sent_twice_is_made_once(program, tournament):
    key = {"Idempotency-Key": "0123456789abcdef"}
    for venue in ("The Depot", "The Depot"):
        assert patch(program, f"{EVENT}/", {"venue": venue}, **key).status_code == 200
    assert verbs() == ["change event"]
    assert patch(program, f"{EVENT}/", {"venue": "Hall 2"}, **key).json()["code"] == "key-reused"


def test_a_player_is_changed_and_deleted_before_anything_was_made_with_them(program, tournament):
    one, two = make_entries(tournament, 2)
    where = f"{EVENT}/players/{one.player_id}/"
    assert patch(program, where, {"home_town": "Oslo"}).json()["home_town"] == "Oslo"
    ada = {"name": "Ada Lind", "home_town": "Oslo"}
    assert (
        program.post(f"{EVENT}/players/", ada, content_type="application/json").status_code == 201
    )
    taken = patch(program, where, ada)
    assert (taken.status_code, taken.json()["code"]) == (422, "already-on-the-roster")
    make_round(tournament, [[two]])
    assert program.delete(where).status_code == 204
    assert program.delete(where).status_code == 404
    seated = program.delete(f"{EVENT}/players/{two.player_id}/")
    assert (seated.status_code, seated.json()["code"]) == (422, "player-takes-part")


def test_a_game_of_the_event_is_changed_and_removed_unless_it_is_played(program, tournament):
    title = make_title(tournament.event)
    where = f"{EVENT}/games/{title.key}/"
    changed = patch(program, where, {"slot": 200, "was": {"slot": 240}})
    assert (changed.status_code, changed.json()["slot"]) == (200, 200)
    assert patch(program, where, {"players_max": 1}).status_code in (400, 422)
    assert program.delete(where).status_code == 204
    assert not tournament.event.titles.exists()


def test_an_event_is_announced_and_deleted_by_what_was_seen_of_it(program, tournament):
    draft = program.post(
        f"{EVENT}/announce/", {"announced": False}, content_type="application/json"
    )
    assert draft.json()["announced_at"] is None
    assert Client().get(f"{EVENT}/").status_code == 404
    seen = {"name": "Winter Meet", "players": 0, "tournaments": 2}
    send = {"content_type": "application/json"}
    assert program.post(f"{EVENT}/delete/", seen, **send).status_code == 409
    assert program.post(f"{EVENT}/delete/", seen | {"tournaments": 1}, **send).status_code == 204
    assert program.get(f"{EVENT}/").status_code == 404


@pytest.mark.parametrize("where", [f"{EVENT}/", f"{OPEN}/"])
def test_only_a_token_that_may_organize_changes_an_event(tournament, where):
    conducts = with_scopes(make_conductor(tournament.event), "conduct", "roster", "results")
    assert patch(conducts, where, {}).status_code == 403
    assert patch(Client(), where, {}).status_code == 401


def test_the_games_are_listed_with_the_schemas_of_their_sheets(client):
    found = {one["key"]: one for one in client.get("/api/v1/games/").json()}
    assert set(found) == set(games())
    schemas = api_schema()["components"]["schemas"]
    for one in found.values():
        assert sum(sheet["is_usual"] for sheet in one["sheets"]) == 1
        assert all(sheet["schema"] in schemas for sheet in one["sheets"])
