"""A program publishes the file of an event: the same one twice, an older one, one of another."""

import json
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from tests.builders import make_conductor, make_entries, make_event, make_tournament, minutes
from tests.tournaments.federation.copies import LAPTOP, Copied
from tournaments.access.body_limits import USUAL_BYTES, most_bytes
from tournaments.api.tokens import make_token
from tournaments.federation.forms import LARGEST_FILE
from tournaments.models import ApiToken, Event, LedgerEntry

# That a file updates its event on each database, test_updating.py shows.
pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def sites():
    tournament = make_tournament()
    make_entries(tournament, 3)
    return Copied(tournament.event)


@pytest.fixture
def owner(sites):
    return make_conductor(sites.copy)


@pytest.fixture
def publish(client, owner):
    secret = make_token(owner, "laptop", ["organize"], at=timezone.now())[1]

    def send(data, *, uid=None, token=secret):
        uid = uid or data["event"]["uid"]
        return client.put(
            f"/api/v1/events/{uid}/file/",
            json.dumps(data),
            content_type="application/json",
            headers={"Authorization": f"Bearer {token}"},
        )

    return send


def test_a_newer_file_updates_the_event_and_the_same_one_again_changes_nothing(publish, sites):
    make_entries(sites.event.tournaments.get(), 2)
    sites.at += minutes(1)
    data = sites.file()
    first = publish(data)
    assert (first.status_code, first.json()["changed"]["players new"]) == (200, 2)
    sites.copy.refresh_from_db()
    sites.check_same()
    entries = LedgerEntry.objects.count()
    again = publish(data)
    assert (again.status_code, again.json()["changed"]) == (200, {})
    assert LedgerEntry.objects.count() == entries
    assert sites.copy.players.count() == 5


def test_a_file_of_an_event_that_the_site_does_not_have_makes_it_once(publish, sites, owner):
    data, uid = sites.file(), uuid4()
    data["event"]["uid"] = str(uid)
    assert [publish(data).status_code for _time in range(2)] == [201, 200]
    made = Event.objects.get(uid=uid)
    assert made.staff.get().user == owner
    assert made.source.name == LAPTOP["name"]
    assert made.players.count() == 3


def test_an_older_file_and_one_of_another_laptop_are_refused(publish, sites):
    sites.publish()
    older = publish(sites.file(exported_at="2026-11-21T08:00:00+00:00"))
    assert (older.status_code, older.json()["code"]) == (409, "older-file")
    assert "08:00:00" in older.json()["detail"]
    sites.at += minutes(1)
    other = publish(sites.file(source={"uid": str(UUID(int=8)), "name": "second laptop"}))
    assert (other.status_code, other.json()["code"]) == (409, "from-another-site")
    assert "laptop of the club" in other.json()["detail"]
    assert "second laptop" in other.json()["detail"]


def test_a_file_of_another_event_and_what_is_no_file_are_refused(publish, sites):
    data = sites.file()
    assert publish(data, uid=uuid4()).json()["code"] == "other-event"
    assert publish(data | {"players": "none"}).status_code == 422
    assert publish(data | {"plyaers": []}).status_code == 400
    assert sites.copy.players.count() == 3


def test_only_an_owner_with_the_scope_publishes(publish, sites, owner):
    data, now = sites.file(), timezone.now()
    stranger = make_conductor(make_event("Other"), email="stranger@example.org")
    for who, scopes in ((stranger, ["organize"]), (owner, ["conduct"])):
        secret = make_token(who, "x", scopes, at=now)[1]
        assert publish(data, token=secret).status_code == 403
    here = make_token(owner, "here", ["organize"], at=now, event=sites.copy)[1]
    assert publish(data, token=here).status_code == 200
    elsewhere = sites.file()
    elsewhere["event"]["uid"] = str(uuid4())
    assert publish(elsewhere, token=here).status_code == 403
    assert publish(data, token="rh_nobody").status_code == 401


def test_a_large_file_is_taken_from_a_token_that_has_not_ended(publish, sites, owner):
    where = f"/api/v1/events/{sites.uid}/file/"
    token, secret = make_token(owner, "laptop", ["organize"], at=timezone.now())
    assert most_bytes(where, "", f"Bearer {secret}") == LARGEST_FILE
    for other in ("", "Bearer", "Bearer x", f"Basic {secret}"):
        assert most_bytes(where, "", other) == USUAL_BYTES
    ApiToken.objects.filter(pk=token.pk).update(ends_at=timezone.now() - minutes(1))
    assert most_bytes(where, "", f"Bearer {secret}") == USUAL_BYTES


def test_a_token_of_a_closed_account_may_send_no_large_file(sites, owner):
    where = f"/api/v1/events/{sites.uid}/file/"
    _token, secret = make_token(owner, "laptop", ["organize"], at=timezone.now())
    owner.is_active = False
    owner.save()
    assert most_bytes(where, "", f"Bearer {secret}") == USUAL_BYTES
