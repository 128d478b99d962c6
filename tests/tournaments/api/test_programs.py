"""The API for programs: schema, tokens, pages, ETags, limits."""

from copy import deepcopy
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.api_schema import api_schema
from tests.builders import (
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
)
from tests.tournaments.seasons.gatherings import count, make_season
from tests.tournaments.standings.hands import play_round
from tournaments.api.tokens import SCOPES, AddressThrottle, EachThrottle, make_token
from tournaments.models import Adjustment, ApiToken, Entry, Event, Player, Round, Tournament
from tournaments.seasons.computing.services import refresh
from tournaments.standings.computing import services

pytestmark = pytest.mark.django_db
BASE = "/api/v1/events/winter-meet/tournaments/express-open"


@pytest.fixture(scope="module")
def played_once(module_database):
    tournament = make_tournament()
    a, b, c, d = make_entries(tournament, 4)
    play_round(tournament, [[(a, 40), (b, 30), (c, 20), (d, 10)]], number=1)
    services.refresh(tournament.pk, at=NOON)
    return tournament


@pytest.fixture
def tournament(played_once):
    return deepcopy(played_once)


def bearer(user, *scopes):
    return {"Authorization": f"Bearer {make_token(user, 'script', scopes, at=NOON)[1]}"}


@pytest.mark.once
def test_the_schema_is_complete():
    """That it is valid, test_client.py shows; that nothing in it was guessed, api_schema."""
    schema = api_schema()
    assert "/api/v1/events/{event}/tournaments/{tournament}/standings/" in schema["paths"]
    assert "bearer" in str(schema["components"]["securitySchemes"])


@pytest.mark.long
def test_the_documentation_has_every_operation(client):
    html = client.get(reverse("api-documentation")).content.decode()
    assert "GET /api/v1/schemes/" in html
    assert "POST /api/v1/events/{event}/tournaments/{tournament}/seat/" in html
    assert "<code>results</code>" in html


def test_standings_say_everything_and_exactly(client, tournament):
    row = client.get(f"{BASE}/standings/").json()["results"][0]
    assert row["score"] == "4"
    assert row["why"] == "More points: 4 against 3."
    assert row["measures"]["wins"] == "1"


def test_what_has_not_changed_is_not_sent_again(client, tournament):
    for where in (f"{BASE}/standings/", f"{BASE}/rounds/", "/api/v1/schemes/", "/api/v1/events/"):
        first = client.get(where)
        again = client.get(where, headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
    first = client.get(f"{BASE}/standings/")
    tournament.standings.filter(rank=4).update(score="2")
    changed = client.get(f"{BASE}/standings/", headers={"If-None-Match": first["ETag"]})
    assert changed.status_code == 200


def test_lists_come_in_pages_of_the_requested_size(client, tournament):
    page = client.get(f"{BASE}/standings/", {"page_size": 3}).json()
    assert (page["count"], len(page["results"])) == (4, 3)
    assert "page=2" in page["next"]
    assert len(client.get(f"{BASE}/standings/", {"page_size": 10**9}).json()["results"]) == 4


def test_seasons_and_players_can_be_read(client, tournament):
    season = make_season(None, name="League", rule="best-results", counts_running=True)
    count(season, tournament)
    refresh(season, at=NOON)
    rows = client.get("/api/v1/seasons/league/standings/").json()["results"]
    assert (rows[0]["name"], rows[0]["total"]) == ("Player 001", "100")
    players = client.get("/api/v1/events/winter-meet/players/").json()["results"]
    assert set(players[0]) == {
        "id",
        "name",
        "handle",
        "home_town",
        "rating",
        "seed",
        "federation",
        "member_number",
        "shown_name",
    }


# --- Tokens ---------------------------------------------------------------------------------------


def post(client, where, **more):
    return client.post(where, data={}, content_type="application/json", **more)


def test_a_token_acts_as_its_account_as_far_as_its_scopes_go(client, tournament):
    user = make_conductor(tournament.event)
    where = f"{BASE}/seat/"
    assert post(client, where).status_code == 401
    assert post(client, where, headers=bearer(user)).status_code == 403
    assert post(client, where, headers=bearer(user, "results")).status_code == 403
    answer = post(client, where, headers=bearer(user, "conduct"))
    assert answer.status_code == 201
    assert answer.json()["number"] == 2


def test_a_whole_round_is_run_by_a_program(client, tournament):
    headers = bearer(make_conductor(tournament.event), *SCOPES)
    assert post(client, f"{BASE}/seat/", headers=headers).status_code == 201
    for act in ("publish", "start"):
        assert post(client, f"{BASE}/rounds/2/{act}/", headers=headers).status_code == 200
    assert tournament.rounds.get(number=2).status == Round.Status.RUNNING
    refused = post(client, f"{BASE}/rounds/2/close/", headers=headers)
    assert refused.status_code == 422
    assert refused.json()["code"] == "tables-still-playing"


@pytest.mark.parametrize("points", ["1e3000000", "9" * 24, "1/0", "nan"])
def test_penalty_points_are_bounded_before_anything_is_locked(client, tournament, points):
    headers = bearer(make_conductor(tournament.event), *SCOPES)
    entry = tournament.entries.order_by("pk").first()
    data = {"entry_id": entry.pk, "kind": "penalty", "points": points, "reason": "slow"}
    answer = client.post(f"{BASE}/adjust/", data, content_type="application/json", headers=headers)
    assert answer.status_code == 400
    assert "Enter a number such as" in answer.text
    assert not Adjustment.objects.exists()


def test_a_token_without_the_scope_reports_no_hands(client, tournament):
    table = make_round(tournament, [make_entries(tournament, 3)], number=2).tables.get()
    user = make_conductor(tournament.event)
    where = f"/api/v1/tables/{table.code}/deal/"
    sent = {"data": {"number": 1}, "content_type": "application/json"}
    assert client.post(where, **sent, headers=bearer(user, "conduct")).status_code == 403
    answer = client.post(where, **sent, headers=bearer(user, "results"))
    # It may; only the cutoff of this test's slot has long passed.
    assert answer.status_code == 422


def test_a_token_of_somebody_else_conducts_nothing(client, tournament):
    other = make_conductor(make_event("Spring Meet"))
    assert client.post(f"{BASE}/seat/", headers=bearer(other, "conduct")).status_code == 403


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer x", "Bearer x y", "bearer rh_0", "Bearer \u00e4"]
)
def test_a_token_that_is_none_is_refused(client, header):
    answer = client.get("/api/v1/events/", headers={"Authorization": header})
    assert answer.status_code == 401


def test_a_revoked_token_and_one_of_a_closed_account_are_refused(client, tournament):
    user = make_conductor(tournament.event)
    headers = bearer(user)
    assert client.get("/api/v1/events/", headers=headers).status_code == 200
    user.is_active = False
    user.save()
    assert client.get("/api/v1/events/", headers=headers).status_code == 401


def test_the_secret_is_shown_once_and_stored_nowhere(client, tournament):
    user = make_conductor(tournament.event)
    client.force_login(user)
    answer = client.post(reverse("api-tokens"), {"name": "script", "scopes": ["conduct"]})
    token = ApiToken.objects.get()
    secret = answer.content.decode().split("<code>")[1].split("</code>")[0]
    assert secret.startswith(token.start)
    assert "no-store" in answer["Cache-Control"]
    assert secret not in client.get(reverse("api-tokens")).content.decode()
    assert secret not in str(list(ApiToken.objects.values()))
    headers = {"Authorization": f"Bearer {secret}"}
    assert client.get("/api/v1/events/", headers=headers).status_code == 200
    client.post(reverse("api-token-revoke", args=[token.pk]))
    assert client.get("/api/v1/events/", headers=headers).status_code == 401


# --- Limits ---------------------------------------------------------------------------------------


@pytest.mark.usefixtures("within_a_minute")
def test_too_many_requests_of_one_token_are_held_up_and_no_others(client, tournament, monkeypatch):
    monkeypatch.setattr(EachThrottle, "rate", "3/min", raising=False)
    user = make_conductor(tournament.event)
    headers = bearer(user)
    answers = [client.get("/api/v1/events/", headers=headers).status_code for _ in range(5)]
    assert answers == [200, 200, 200, 429, 429]
    assert client.get("/api/v1/events/", headers=bearer(user)).status_code == 200
    assert client.get("/api/v1/events/").status_code == 200


#: What is asked with parameters is made for its sender, and counts.
SEARCH = "/api/v1/events/?q=meet"


def phone(address="203.0.113.7"):
    """A phone that has looked at a page, and so has a cookie."""
    client = Client(REMOTE_ADDR=address)
    client.get("/sign-in/")
    return client


@pytest.mark.usefixtures("within_a_minute")
def test_a_new_cookie_does_not_reset_the_limit(tournament, monkeypatch):
    monkeypatch.setattr(AddressThrottle, "rate", "3/min", raising=False)
    answers = [phone().get(SEARCH).status_code for _ in range(5)]
    assert answers == [200, 200, 200, 429, 429]
    assert phone("198.51.100.9").get(SEARCH).status_code == 200


@pytest.mark.usefixtures("within_a_minute")
def test_a_cookie_that_somebody_made_up_is_no_cookie(tournament, monkeypatch):
    monkeypatch.setattr(AddressThrottle, "rate", "3/min", raising=False)
    answers = []
    for name in ("one", "two", "three", "four", "five"):
        stranger = Client(REMOTE_ADDR="203.0.113.7")
        stranger.cookies["device"] = name
        answers.append(stranger.get(SEARCH).status_code)
    assert answers == [200, 200, 200, 429, 429]


@pytest.mark.usefixtures("within_a_minute")
def test_a_flood_without_cookies_holds_up_no_phone_and_no_token(tournament, monkeypatch):
    monkeypatch.setattr(AddressThrottle, "rate", "3/min", raising=False)
    strangers = [Client(REMOTE_ADDR="203.0.113.7").get(SEARCH) for _ in range(4)]
    assert strangers[-1].status_code == 429
    assert phone().get(SEARCH).status_code == 200
    headers = bearer(make_conductor(tournament.event))
    program = Client(REMOTE_ADDR="203.0.113.7")
    assert program.get(SEARCH, headers=headers).status_code == 200


@pytest.mark.usefixtures("within_a_minute")
def test_a_header_does_not_change_the_address(tournament, monkeypatch):
    monkeypatch.setattr(AddressThrottle, "rate", "3/min", raising=False)
    answers = [
        Client().get(SEARCH, headers={"X-Forwarded-For": f"198.51.100.{n}"}).status_code
        for n in range(5)
    ]
    assert answers == [200, 200, 200, 429, 429]


@pytest.mark.usefixtures("within_a_minute")
def test_what_is_kept_for_everybody_counts_towards_no_limit(client, tournament, monkeypatch):
    monkeypatch.setattr(AddressThrottle, "rate", "1/min", raising=False)
    answers = [client.get("/api/v1/events/") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert not any("RateLimit" in answer for answer in answers)


def test_without_redis_nobody_is_held_up(client, tournament, settings):
    settings.CACHES = {
        "default": {**settings.CACHES["default"], "LOCATION": "redis://127.0.0.1:1/0"}
    }
    assert client.get("/api/v1/events/").status_code == 200


# --- The pages ------------------------------------------------------------------------------------


# The page itself is asked for by tests/routes/test_matrix.py.
@pytest.mark.long
def test_the_documentation_shows_programs_to_copy_and_what_stays(client):
    html = client.get(reverse("api-documentation")).content.decode()
    for text in ("Idempotency-Key", "updated_since", "Last-Event-ID", "Deprecation", "curl --fail"):
        assert text in html
    assert "resync" in html


def test_each_problem_has_its_paragraph_where_its_type_leads(client):
    html = client.get("/api/problems/").content.decode()
    for where in ("/api/v1/nothing/", "/api/v1/events/none/"):
        address, _, code = client.get(where).json()["type"].partition("#")
        assert address == "/api/problems/"
        assert f'id="{code}"' in html
    for code in ("slot-not-running", "key-reused", "sheet-changed", "throttled", "version-missing"):
        assert html.count(f'id="{code}"') == 1
    # What a sentence names has a name that a person reads.
    assert "{player}" in html
    assert "%(" not in html


def test_a_token_is_made_for_one_event_that_one_conducts(client, tournament):
    user = make_conductor(tournament.event)
    make_event("Spring Meet")
    client.force_login(user)
    sent = {"name": "script", "scopes": ["roster"], "event": "winter-meet"}
    client.post(reverse("api-tokens"), sent)
    assert ApiToken.objects.get().event == tournament.event
    assert "Winter Meet" in client.get(reverse("api-tokens")).content.decode()
    refused = client.post(reverse("api-tokens"), sent | {"event": "spring-meet"})
    assert refused.context["form"].errors.keys() == {"event"}
    assert ApiToken.objects.count() == 1


# --- Filters --------------------------------------------------------------------------------------


def test_lists_are_filtered(client, tournament):
    def rows(where, **filters):
        return client.get(where, filters).json()["results"]

    assert len(rows("/api/v1/events/", q="wint")) == 1
    assert rows("/api/v1/events/", q="summer") == []
    assert len(rows(f"{BASE}/entries/", status="checked_in", q="player 00")) == 4
    assert rows(f"{BASE}/entries/", status="dropped") == []
    assert [row["number"] for row in rows(f"{BASE}/rounds/", kind="preliminary")] == [1]
    assert rows(f"{BASE}/rounds/", kind="final") == []
    entry = tournament.entries.order_by("pk").first()
    assert [row["entry_id"] for row in rows(f"{BASE}/standings/", entry_id=entry.pk)] == [entry.pk]
    for wrong in ({"status": "x"}, {"player_id": "0"}, {"updated_since": "yesterday"}):
        answer = client.get(f"{BASE}/entries/", wrong)
        assert answer.status_code == 400
        assert [fault["field"] for fault in answer.json()["errors"]] == list(wrong)


def test_only_what_changed_since_is_sent(client, tournament):
    before = timezone.now()
    old = before - timedelta(hours=1)
    models = (Event, Tournament, Round, Player, Entry)
    for model in models:
        model.objects.update(updated_at=old)
    lists = ["/api/v1/events/", f"{BASE[: BASE.rindex('/')]}/", f"{BASE}/rounds/",
             "/api/v1/events/winter-meet/players/", f"{BASE}/entries/"]  # fmt: skip
    since = {"updated_since": before.isoformat()}

    def counts():
        return [client.get(where, since).json()["count"] for where in lists]

    tournament.standings_state.__class__.objects.update(results_at=old, standings_at=old)
    assert counts() == [0, 0, 0, 0, 0]
    tournament.event.save(update_fields=["venue"])
    Tournament.objects.update(target=100)
    made = tournament.rounds.get()
    made.save()
    player = Player.objects.first()
    Player.objects.bulk_update([player], ["home_town"])
    Entry.objects.filter(player=player).update(status="dropped")
    assert counts() == [1, 1, 1, 1, 1]


@pytest.mark.long
@pytest.mark.parametrize("tables", [1, 10])
def test_the_tables_of_a_round_need_the_same_queries_for_any_number(
    client, tournament, tables, same_queries
):
    seats = [make_entries(tournament, 4) for _ in range(tables)]
    make_round(tournament, seats, number=2)
    with same_queries(at_most=8):
        rows = client.get(f"{BASE}/rounds/2/tables/").json()["results"]
    assert len(rows) == tables
    assert [seat["position"] for seat in rows[-1]["seats"]] == [1, 2, 3, 4]


@pytest.mark.long
@pytest.mark.parametrize("people", [4, 40])
def test_entries_need_the_same_queries_for_any_number(client, tournament, people, same_queries):
    make_entries(tournament, people)
    with same_queries(at_most=4):
        rows = client.get(f"{BASE}/entries/").json()["results"]
    assert len(rows) == people + 4
