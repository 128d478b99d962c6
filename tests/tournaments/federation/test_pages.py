"""The page that imports an event asks whether to update the one that the site has."""

import json
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.builders import make_conductor, make_entries, make_tournament, minutes
from tests.tournaments.federation.copies import Copied
from tests.tournaments.standings.exporting.event_files import forgotten
from tournaments.federation import forms
from tournaments.federation.queries import NAMES
from tournaments.ledger import Actor
from tournaments.models import Event
from tournaments.standings.exporting import event_reader
from tournaments.standings.exporting.event_writer import LISTS

pytestmark = [pytest.mark.django_db, pytest.mark.once]
WHERE = "/bring/"


@pytest.fixture(scope="module")
def copied(django_db_setup, django_db_blocker, redis_server):
    """Made once; what a test does with it is rolled back."""
    with forgotten(django_db_blocker):
        tournament = make_tournament()
        make_entries(tournament, 3)
        yield Copied(tournament.event)


@pytest.fixture
def sites(copied):
    return copied.again()


@pytest.fixture
def owner(client, sites):
    client.force_login(make_conductor(sites.copy))
    make_entries(sites.event.tournaments.get(), 2)
    sites.at += minutes(1)
    return client


def upload(client, data, **more):
    file = SimpleUploadedFile("event.json", json.dumps(data).encode())
    return client.post(reverse("event-bring"), {"file": file, **more})


def inputs(answer):
    return {
        name: answer.context[where] if where == "kept" else answer.context[where].mark
        for name, where in (("kept", "kept"), ("seen", "preview"))
    }


def test_an_owner_sees_what_is_new_and_updates_the_event_with_the_file_that_was_shown(owner, sites):
    answer = upload(owner, sites.file())
    text = answer.content.decode()
    assert "This site has Winter Meet already" in text
    assert "laptop of the club" in text
    assert ("Players", 2, 0, 0) in answer.context["preview"].rows
    assert sites.copy.players.count() == 3
    done = owner.post(WHERE, {**inputs(answer), "act": "update"})
    assert done.url.startswith(sites.copy.get_absolute_url())
    sites.copy.refresh_from_db()
    sites.check_same()
    assert Event.objects.count() == 2


def test_they_may_import_it_as_another_event(owner, sites):
    answer = upload(owner, sites.file())
    owner.post(WHERE, {**inputs(answer), "act": "another"})
    assert sites.copy.players.count() == 3
    other = Event.objects.exclude(pk__in=[sites.copy.pk, sites.event.pk]).get()
    assert other.players.count() == 5
    assert other.uid != sites.uid


def test_a_file_that_does_not_fit_on_the_page_is_chosen_again(owner, sites, monkeypatch):
    monkeypatch.setattr(forms, "MOST_KEPT", 10)
    answer = upload(owner, sites.file())
    assert "choose it again" in answer.content.decode()
    upload(owner, sites.file(), seen=answer.context["preview"].mark, act="update")
    assert sites.copy.players.count() == 5


def test_another_file_than_the_one_that_was_shown_updates_nothing(owner, sites):
    answer = upload(owner, sites.file())
    make_entries(sites.event.tournaments.get(), 1)
    late = upload(owner, sites.file(), seen=answer.context["preview"].mark, act="update")
    assert late.status_code == 409
    assert sites.copy.players.count() == 3


def test_an_older_file_is_refused_and_may_still_be_another_event(owner, sites):
    older = sites.file(exported_at="2026-11-21T08:00:00+00:00")
    answer = upload(owner, older)
    assert answer.status_code == 409
    assert "08:00:00" in answer.content.decode()
    assert "Import as another event" in answer.content.decode()


def test_who_does_not_own_the_event_hears_nothing_of_it(client, sites):
    client.force_login(make_conductor(sites.event, email="stranger@example.org"))
    answer = upload(client, sites.file())
    assert answer.status_code == 302
    assert sites.copy.players.count() == 3
    assert Event.objects.count() == 3


@pytest.mark.parametrize("kept", ["%", "AAAA", "eJwDAAAAAAE="])
def test_a_page_that_lost_the_file_asks_for_it(owner, kept):
    answer = owner.post(WHERE, {"kept": kept, "act": "update"})
    assert "Choose a file." in answer.content.decode()


def test_every_list_of_the_file_has_a_name_for_people():
    assert [*NAMES] == [name for name, *_rest in LISTS]


def test_a_page_says_which_of_my_events_came_from_where_and_when(owner, sites):
    text = owner.get(reverse("event-sources")).content.decode()
    assert sites.copy.get_absolute_url() in text
    assert "laptop of the club" in text
    assert "2026-11-21 12:30:00" in text


def test_it_says_nothing_of_events_of_others(client, sites):
    client.force_login(make_conductor(sites.event, email="stranger@example.org"))
    text = client.get(reverse("event-sources")).content.decode()
    assert sites.copy.get_absolute_url() not in text
    assert "None of your events came from another site." in text


@pytest.mark.parametrize("events", [1, 2])
@pytest.mark.long
def test_it_takes_as_many_queries_for_many_events(owner, sites, same_queries, events):
    user = sites.copy.staff.get().user
    for _time in range(events):
        data = sites.file()
        data["event"]["uid"] = str(uuid4())
        event_reader.load(data, by=Actor("O", user), at=sites.at)
    owner.get(reverse("event-sources"))
    with same_queries(at_most=10):
        owner.get(reverse("event-sources"))
