"""Whatever goes wrong in the API is a problem of RFC 9457, and never a page."""

import pytest
from django.test import Client
from django.urls import path
from django.utils import timezone

from tests.builders import make_conductor, make_entries, make_round, make_tournament, open_seat
from tests.tournaments.test_middleware import nothing_can_be_written
from tournaments.api.tokens import AddressThrottle, make_token
from tournaments.models import Adjustment

pytestmark = [pytest.mark.django_db, pytest.mark.once]
BASE = "/api/v1/events/winter-meet/tournaments/express-open"
MEMBERS = {"type", "title", "status", "detail", "code"}


@pytest.fixture
def tournament():
    return make_tournament()


@pytest.fixture
def conductor(tournament):
    user = make_conductor(tournament.event)
    secret = make_token(user, "script", ["conduct", "results"], at=timezone.now())[1]
    return {"Authorization": f"Bearer {secret}"}


def assert_problem(answer, status, code):
    body = answer.json()
    assert answer.status_code == status
    assert answer["Content-Type"] == "application/problem+json"
    assert body.keys() >= MEMBERS
    assert (body["status"], body["code"]) == (status, code)
    assert body["type"] == f"/api/problems/#{code}"
    assert body["detail"]
    return body


def post(client, where, body, **headers):
    return client.post(where, body, content_type="application/json", headers=headers)


def test_what_cannot_be_read_says_which_field_is_wrong(client, tournament, conductor):
    entry = make_entries(tournament, 1)[0]
    sent = {"entry_id": entry.pk, "kind": "fine", "points": "many", "reason": "slow"}
    body = assert_problem(post(client, f"{BASE}/adjust/", sent, **conductor), 400, "invalid")
    assert {(fault["field"], fault["code"]) for fault in body["errors"]} == {
        ("kind", "invalid-choice"),
        ("points", "invalid"),
    }
    assert all(fault["detail"] in body["detail"] for fault in body["errors"])
    assert isinstance(body["kind"], list)  # as it was before there were errors


def test_a_fault_inside_a_list_is_named_by_its_place(client, tournament):
    table = make_round(tournament, [make_entries(tournament, 3)]).tables.get()
    open_seat(client, table.seats.get(position=1))
    points = [{"seat": 1, "points": 3}, {"seat": 2, "points": "x"}]
    sent = {"number": 1, "points": points, "went_out": None}
    headers = {"Idempotency-Key": "0123456789abcdef", "If-Match": '"1"'}
    answer = post(client, f"/api/v1/tables/{table.code}/hands/", sent, **headers)
    body = assert_problem(answer, 400, "invalid")
    assert [fault["field"] for fault in body["errors"]] == ["points.1.points"]


@pytest.mark.parametrize(
    ("body", "media", "problem"),
    [
        ("{", "application/json", (400, "parse-error")),
        ("[" * 100_000, "application/json", (400, "parse-error")),
        ("a=b", "application/x-www-form-urlencoded", (415, "unsupported-media-type")),
    ],
)
def test_a_body_that_is_no_json(client, conductor, body, media, problem):
    answer = client.post(f"{BASE}/adjust/", body, content_type=media, headers=conductor)
    assert_problem(answer, *problem)


def test_who_may_not_and_where_nothing_is(client, tournament, conductor):
    assert_problem(post(client, f"{BASE}/seat/", {}), 401, "not-authenticated")
    bad = {"Authorization": "Bearer x"}
    assert_problem(client.get("/api/v1/events/", headers=bad), 401, "authentication-failed")
    mine = make_token(make_conductor(tournament.event, "b@example.org"), "s", [], at=timezone.now())
    weak = {"Authorization": f"Bearer {mine[1]}"}
    assert_problem(post(client, f"{BASE}/seat/", {}, **weak), 403, "permission-denied")
    assert_problem(client.get("/api/v1/events/none/tournaments/"), 404, "not-found")
    assert_problem(client.get("/api/v1/nothing"), 404, "not-found")
    assert_problem(client.delete("/api/v1/events/"), 405, "method-not-allowed")
    html = {"Accept": "text/html"}
    assert_problem(client.get("/api/v1/events/", headers=html), 406, "not-acceptable")


def test_a_session_without_its_csrf_token(tournament):
    client = Client(enforce_csrf_checks=True)
    client.force_login(make_conductor(tournament.event))
    assert_problem(post(client, f"{BASE}/seat/", {}), 403, "permission-denied")
    assert_problem(post(client, "/api/v1/nothing/", {}), 404, "not-found")


def test_refusals_of_the_rules(client, tournament, conductor):
    make_round(tournament, [make_entries(tournament, 3)], started_at=None)
    answer = post(client, f"{BASE}/rounds/1/close/", {}, **conductor)
    assert_problem(answer, 422, "round-not-running")
    table = tournament.rounds.get().tables.get()
    where = f"/api/v1/tables/{table.code}/hands/1/void/"
    assert_problem(post(client, where, {"reason": "x"}, **conductor), 428, "version-missing")


@pytest.mark.usefixtures("within_a_minute")
def test_too_many_requests_say_when_to_come_back(client, monkeypatch):
    monkeypatch.setattr(AddressThrottle, "rate", "1/min", raising=False)
    first = client.get("/api/v1/events/?page=1")
    assert first["RateLimit-Policy"] == '"address";q=1;w=60'
    assert first["RateLimit"].startswith('"address";r=0;t=')
    second = client.get("/api/v1/events/?page=1")
    assert_problem(second, 429, "throttled")
    assert 0 < int(second["Retry-After"]) <= 60


def test_a_host_that_is_not_ours(client, settings):
    settings.ALLOWED_HOSTS = ["example.org"]
    assert_problem(client.get("/api/v1/events/"), 400, "bad-request")


@pytest.mark.each_database  # each has its own words for it
@pytest.mark.django_db(transaction=True)
def test_a_disk_that_is_full(client, tournament, conductor):
    entry = make_entries(tournament, 1)[0]
    sent = {"entry_id": entry.pk, "kind": "warning", "reason": "slow"}
    client.get("/api/v1/events/", headers=conductor)  # notes the use of the token
    with nothing_can_be_written():
        answer = post(client, f"{BASE}/adjust/", sent, **conductor)
    assert_problem(answer, 503, "not-saved")
    assert answer["Retry-After"]
    assert not Adjustment.objects.exists()


def fail(request):
    raise ZeroDivisionError


class Broken:
    """Addresses as those of the site, with one whose view fails."""

    handler500 = "tournaments.middleware.server_error"
    urlpatterns = [path("api/v1/broken/", fail)]


def test_an_error_of_ours_is_no_page_either(settings):
    settings.ROOT_URLCONF = Broken
    client = Client(raise_request_exception=False)
    assert_problem(client.get("/api/v1/broken/"), 500, "server-error")


def test_scripts_of_other_sites_may_read_and_never_write(client, tournament):
    read = client.get("/api/v1/events/", headers={"Origin": "https://example.org"})
    assert read["Access-Control-Allow-Origin"] == "*"
    assert "RateLimit" in read["Access-Control-Expose-Headers"]
    assert "Access-Control-Allow-Credentials" not in read
    asks = {"Origin": "https://example.org", "Access-Control-Request-Method": "POST"}
    first = client.options(f"{BASE}/seat/", headers=asks)
    assert first["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS"
    assert "Access-Control-Allow-Origin" not in post(client, f"{BASE}/seat/", {})
    assert "Access-Control-Allow-Origin" not in client.get("/")
