"""A convention is joined, not only its tournaments; the poster at its door says how."""

import re

import pytest
from django.urls import reverse
from django.utils import translation

from tests.builders import NOON, make_conductor, make_event, make_tournament, minutes
from tests.tournaments.signup.sessions import make_session
from tournaments.models import Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(time_machine):
    time_machine.move_to(NOON - minutes(60), tick=False)
    return make_event()


def join(client, event, **sent):
    address = reverse("join", args=[event.slug])
    assert client.get(address).status_code == 200
    return client.post(address, {"name": "Ida New"} | sent, follow=True)


def test_where_there_are_sessions_a_name_is_enough(client, event):
    session = make_session(event=event)
    answer = join(client, event)
    assert "You are on the roster" in answer.text
    assert reverse("timetable", args=[event.slug]) in answer.text
    ida = Player.objects.get()
    assert not ida.entries.exists()
    place = reverse("session-place", args=[event.slug, session.pk])
    assert "You have a place." in client.post(place, {"act": "book"}, follow=True).text


def test_tournaments_can_be_chosen_beside_them(client, event):
    tournament = make_tournament(event)
    make_session(event=event)
    join(client, event, tournaments=[tournament.slug])
    assert Player.objects.get().entries.get().tournament == tournament


@pytest.mark.parametrize("published", [None, False])
def test_without_a_public_timetable_a_tournament_is_chosen(client, event, published):
    make_tournament(event)
    make_tournament(event, slug="another")
    if published is not None:
        make_session(event=event, published=published)
    assert "Choose at least one tournament." in join(client, event).text
    assert not Player.objects.exists()


def test_what_is_wrong_is_said_above_the_form_with_a_link_to_its_field(client, event):
    make_tournament(event)
    make_tournament(event, slug="another")
    shown = join(client, event).text
    said = shown.index("Not saved. Please check:")
    assert said < shown.index("<h1")
    link = re.search(r'<a href="#([^"]+)"', shown[said:])[1]
    assert f'id="{link}"' in shown


def test_a_conductor_enters_somebody_for_the_event_alone(client, event):
    make_session(event=event)
    client.force_login(make_conductor(event))
    walk_in = reverse("walk-in", args=[event.slug])
    answer = client.post(walk_in, {"walk_in-name": "Ida New"}, follow=True)
    assert "Ida New is on the roster. Their PIN is" in answer.text
    assert not Player.objects.get().entries.exists()


def test_who_registers_themselves_gets_letters_in_the_language_of_their_page(client, event):
    make_session(event=event)
    address = reverse("join", args=[event.slug])
    with translation.override("fr"):
        client.post(address, {"name": "Ida New"})
    assert Player.objects.get().language == "fr"
    # Somebody else may type the name again, in a language of their own.
    with translation.override("ja"):
        client.post(address, {"name": "Ida New"})
    assert Player.objects.get().language == "fr"


def test_a_poster_leads_to_joining(client, event):
    client.force_login(make_conductor(event))
    text = client.get(reverse("poster", args=[event.slug])).text
    assert event.name in text
    assert reverse("join", args=[event.slug]) in text
    assert "<svg" in text
