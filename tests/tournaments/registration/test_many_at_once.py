"""Checking in and registering many people at once, and one person in all tournaments."""

import re

import pytest
from django.urls import reverse

from tests.builders import NOON, make_conductor, make_entries, make_event, make_tournament
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(client):
    event = make_event()
    client.force_login(make_conductor(event))
    first, second, over = (make_tournament(event, name=name) for name in ("One", "Two", "Over"))
    entries = make_entries(first, 3, status=Entry.Status.ENTERED)
    for tournament in (second, over):
        enter(tournament, entries[0].player)
    Tournament.objects.filter(pk=over.pk).update(status=Tournament.Status.FINISHED)
    return event


def enter(tournament, player):
    Entry.objects.create(tournament=tournament, player=player, entered_at=NOON, status_at=NOON)


def page(client, event, **query):
    return client.get(reverse("roster", args=[event.slug]), query).text


def checked_in(**where):
    return Entry.objects.filter(status=Entry.Status.CHECKED_IN, **where).count()


def sent_by(form, text):
    """The values that a form of the page sends, by its address."""
    body, *_others = re.findall(rf'<form[^>]*action="[^"]*/{form}/"(.*?)</form>', text, re.DOTALL)
    return dict(re.findall(r'name="(entry|player|query)" value="([^"]*)"', body))


def test_everybody_shown_is_checked_in_in_all_tournaments_that_are_not_over(client, event):
    sent = sent_by("check-in", page(client, event))
    client.post(reverse("check-in-many", args=[event.slug]), sent)
    assert checked_in() == 4
    assert checked_in(tournament__name="Over") == 0


def test_everybody_of_one_tournament_is_checked_in_while_all_are_shown(client, event):
    text = page(client, event)
    assert "Check in all 3 of One" in text
    assert "of Two" not in text  # one person has a button of their own
    sent = sent_by("check-in", text[text.index("Check in all 3 of One") :])
    client.post(reverse("check-in-many", args=[event.slug]), sent)
    assert checked_in(tournament__name="One") == 3
    assert checked_in(tournament__name="Two") == 0


def test_only_those_who_were_shown_are_checked_in(client, event):
    text = page(client, event, tournament="two")
    assert "check-in-many" not in text  # it is for more than one
    sent = sent_by("check-in", page(client, event, tournament="one"))
    client.post(reverse("check-in-many", args=[event.slug]), sent)
    assert checked_in(tournament__name="One") == 3
    assert checked_in(tournament__name="Two") == 0


def test_everybody_shown_is_registered_for_a_tournament(client, event):
    sent = sent_by("register", page(client, event)) | {"tournament": "two"}
    answer = client.post(reverse("register-many", args=[event.slug]), sent, follow=True)
    assert "2 people registered for Two." in answer.text
    assert Entry.objects.filter(tournament__name="Two").count() == 3
    again = client.post(reverse("register-many", args=[event.slug]), sent, follow=True)
    assert "0 people registered for Two." in again.text


@pytest.mark.parametrize("tournament", ["", "nowhere"])
def test_to_register_for_nothing_is_refused_in_words(client, event, tournament):
    address = reverse("register-many", args=[event.slug])
    answer = client.post(address, {"player": "1", "tournament": tournament})
    assert answer.status_code == 400


def test_for_a_tournament_that_is_over_nobody_is_registered(client, event):
    sent = sent_by("register", page(client, event)) | {"tournament": "over"}
    answer = client.post(reverse("register-many", args=[event.slug]), sent, follow=True)
    assert "“Over” is finished." in answer.text
    assert Entry.objects.filter(tournament__name="Over").count() == 1


def test_one_press_checks_a_person_in_everywhere(client, event):
    player = event.players.order_by("pk").first()
    address = reverse("player-check-in", args=[event.slug, player.pk])
    text = page(client, event)
    assert text.count("Check in for all 2") > 0
    assert len(re.findall(r"players/\d+/check-in/\"", text)) == 2  # twice in one button
    answer = client.post(address, {"to": "all"}, follow=True)
    assert "Player 001 is checked in: One, Two." in answer.text
    assert checked_in(player=player) == 2
    assert checked_in(tournament__name="Over") == 0


def test_the_search_of_a_conductor_checks_people_in_and_that_of_others_does_not(client, event):
    address = reverse("search", args=[event.slug])
    found = client.get(address, {"q": "Player 001"}).text
    assert "Check in Player 001: One, Two" in found
    client.logout()
    assert "Check in" not in client.get(address, {"q": "Player 001"}).text


def test_a_person_of_another_event_is_not_found(client, event):
    stranger = make_entries(make_tournament(make_event("Other")), 1)[0].player
    address = reverse("player-check-in", args=[event.slug, stranger.pk])
    assert client.post(address).status_code == 404
