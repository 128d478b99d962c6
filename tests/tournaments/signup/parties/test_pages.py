"""A party on phones, and one that a conductor signs up."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_conductor, phone_of
from tests.tournaments.signup.parties.friends import BEFORE, fill, make_party, of
from tests.tournaments.signup.sessions import make_players
from tournaments.models import Booking, Party
from tournaments.signup import services as places
from tournaments.signup.parties import services

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("_the_truth_holds")]


@pytest.fixture
def phones(client, session, time_machine):
    """Two friends, and the phone of the first."""
    time_machine.move_to(BEFORE["at"])
    friends = make_players(session.event, 2)
    phone_of(client, friends[0])
    return client, friends


def test_from_the_code_to_both_places(phones, session):
    phone, (ann, bob) = phones
    party = reverse("party", args=[session.event.slug])
    phone.post(party, {"act": "make"})
    code = Party.objects.get().code
    assert code in phone.get(party).content.decode()
    other = Client()
    phone_of(other, bob)
    wrong = other.post(party, {"act": "join", "code": "AAAAAA"})
    assert wrong.status_code == 422
    assert "No party at this event has that code." in wrong.content.decode()
    assert f'value="{code}"' in other.get(f"{party}?code={code}").content.decode()
    other.post(party, {"act": "join", "code": code})
    page = reverse("session", args=[session.event.slug, session.pk])
    assert "Sign up as a party" in other.get(page).content.decode()
    other.post(reverse("session-place", args=[session.event.slug, session.pk]), {"act": "party"})
    assert of(session, [ann, bob]) == ["held", "held"]
    assert "Sign up as a party" not in phone.get(page).content.decode()
    phone.post(party, {"act": "leave"})
    assert "Start a party" in phone.get(party).content.decode()


def test_where_only_one_place_is_free_the_page_offers_the_queue(phones, session):
    phone, (ann, bob) = phones
    services.join_party(bob, services.make_party(ann, **BEFORE).code, **BEFORE)
    fill(session, 3)
    page = reverse("session", args=[session.event.slug, session.pk])
    text = phone.get(page).content.decode()
    assert "Join the queue as a party" in text
    assert "Sign up as a party" not in text
    place = reverse("session-place", args=[session.event.slug, session.pk])
    refused = phone.post(place, {"act": "party"}, follow=True)
    assert "not enough for the party" in refused.content.decode()
    phone.post(place, {"act": "party-queue"})
    assert of(session, [ann, bob]) == ["waiting", "waiting"]
    assert "Your party gets its places together." in phone.get(page).content.decode()


def test_the_page_asks_places_for_those_alone_who_have_none(phones, session):
    phone, (ann, bob) = phones
    services.join_party(bob, services.make_party(ann, **BEFORE).code, **BEFORE)
    places.book(session, ann, **BEFORE)
    fill(session, 2)
    page = reverse("session", args=[session.event.slug, session.pk])
    assert "Sign up as a party" in phone.get(page).content.decode()
    fill(session, 1)
    assert "Join the queue as a party" in phone.get(page).content.decode()


def test_a_conductor_signs_a_party_up(client, session, time_machine):
    time_machine.move_to(BEFORE["at"])
    client.force_login(make_conductor(session.event))
    friends = make_party(session.event, 2)
    place = reverse("session-place", args=[session.event.slug, session.pk])
    client.post(place, {"act": "party", "player": friends[0].pk})
    assert of(session, friends) == ["held", "held"]
    assert Booking.objects.filter(via="conductor").count() == 2
