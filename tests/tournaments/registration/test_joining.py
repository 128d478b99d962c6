"""The page where people join with their phones, and what it tells them."""

import pytest
from django.urls import reverse

from tests.builders import (
    ANNA,
    NOON,
    make_entries,
    make_event,
    make_tournament,
    minutes,
)
from tests.examples import ALL
from tests.tournaments.registration.pages import SECRETS, join, page, statuses
from tournaments.models import Entry, LedgerEntry, Player, Tournament
from tournaments.registration import services

pytestmark = pytest.mark.django_db


def test_a_person_joins_by_phone_and_learns_what_happens_next(client, event, tournament):
    response = join(client, event, name="Ada Lindqvist", tournaments=[tournament.slug])

    shown = response.content.decode()
    assert "You are listed as Ada Lindqvist" in shown
    assert "Express Open" in shown
    assert "only checked-in players get a seat" in shown
    assert statuses(tournament) == {"Ada Lindqvist": "entered"}
    assert LedgerEntry.objects.filter(verb="enter").get().actor == "a phone at the event"


def test_joining_twice_gives_the_same_answer_and_one_entry(client, event, tournament, time_machine):
    said = []
    for after in (0, 1):
        time_machine.move_to(NOON + minutes(after))
        answer = join(client, event, name="Ada", handle="ada", tournaments=[tournament.slug])
        # Below the answer are links with its address, which has the second in which it was given.
        said.append(answer.text.partition("<main")[2].partition("</main>")[0])
    first, second = said
    assert "You are listed as Ada" in first
    assert first == second
    assert Player.objects.count() == Entry.objects.count() == 1


def test_a_player_on_the_roster_with_every_detail_joins_by_name_alone(client, event, tournament):
    services.add_player(event, name="Zoë O'Brien", home_town="Galway", by=ANNA, at=NOON, **SECRETS)
    answer = {"name": "zoe obrien", "tournaments": [tournament.slug]}
    asked = join(client, event, **answer).content.decode()
    assert "Yes, I am Zoë O&#x27;Brien (Galway)." in asked
    assert "ecret" not in asked
    assert not Entry.objects.exists()

    response = join(client, event, **answer, said=Player.objects.get().pk)
    shown = response.content.decode()
    assert "You are listed as Zoë O&#x27;Brien" in shown
    assert "ecret" not in shown
    assert statuses(tournament) == {"Zoë O'Brien": "entered"}


def test_the_only_tournament_is_chosen_already(client, event, tournament):
    box = 'name="tournaments" value="express-open" id="id_tournaments_0" checked'
    assert box in page(client, "join", event.slug)


def test_people_choose_among_several_tournaments(client, event, tournament):
    evening = make_tournament(event, name="Evening Express")
    join(client, event, name="Ada", tournaments=[evening.slug])

    assert statuses(tournament) == {}
    assert statuses(evening) == {"Ada": "entered"}


INVALID = [
    ({"name": ""}, "name", "This field is required."),
    ({"name": " \u200b "}, "name", "The name is missing."),
    ({"name": "x" * 81}, "name", "Ensure this value has at most 80 characters (it has 81)."),
    ({"name": "A\u202eda"}, "name", "This has characters that cannot be shown."),
    ({"name": "A\0da"}, "name", "Null characters are not allowed."),
    ({"email": "ada at home"}, "email", "“ada at home” is not an e-mail address."),
    ({"tournaments": []}, "tournaments", "Choose at least one tournament."),
    ({"tournaments": ["x"]}, "tournaments", "That is not an open tournament of this event."),
    ({"tournaments": ["\0"]}, "tournaments", "That is not an open tournament of this event."),
    ({"handle": "taken"}, "handle", "Someone with another name already uses the handle “taken”"),
    ({"name": "Eva Berg"}, "said", "The roster already has someone named Eva Berg."),
]


def test_invalid_values_are_refused_at_their_field_and_kept(client, event, tournament):
    services.add_player(event, name="Somebody", handle="taken", by=ANNA, at=NOON)
    for town in ("Lyon", "Oslo"):
        services.add_player(event, name="Eva Berg", home_town=town, by=ANNA, at=NOON)
    usual = {"name": "Ada", "household": "Lindqvist", "tournaments": [tournament.slug]}
    # test_rules.py and test_services.py have all that are refused; the page says each alike.
    for answer, field, sentence in INVALID if ALL else INVALID[::2]:
        response = join(client, event, **usual | answer)
        errors = response.context["form"].errors
        assert list(errors) == [field], answer
        assert errors[field][0].startswith(sentence)
        assert 'value="Lindqvist"' in response.content.decode()
    assert not Entry.objects.exists()


def test_nobody_joins_a_finished_tournament_or_one_of_another_event(client, event, tournament):
    elsewhere = make_tournament(make_event("Summer Meet"))
    Tournament.objects.filter(pk=tournament.pk).update(status=Tournament.Status.FINISHED)

    for wanted in (tournament, elsewhere):
        join(client, event, name="Ada", tournaments=[wanted.slug])
    assert not Player.objects.exists()
    assert "It is over" in page(client, "join", event.slug)
    Tournament.objects.filter(pk=tournament.pk).update(status=Tournament.Status.CANCELLED)
    assert "Nothing to join" in page(client, "join", event.slug)


def test_the_confirmation_of_others_cannot_be_guessed(client, event, tournament):
    [entry] = make_entries(tournament, 1)
    for token in (str(entry.player_id), f"{entry.player_id}:x", "x"):
        assert client.get(reverse("joined", args=[event.slug, token])).status_code == 404


def test_a_dropped_player_is_informed_and_stays_dropped(client, event, tournament):
    [entry] = make_entries(tournament, 1, status=Entry.Status.DROPPED)
    answer = {"name": entry.player.name, "tournaments": [tournament.slug]}
    response = join(client, event, **answer, said=entry.player_id)
    assert "A conductor can bring you back." in response.content.decode()
    assert statuses(tournament) == {"Player 001": "dropped"}


def test_joining_has_a_known_number_of_queries(client, event, django_assert_max_num_queries):
    with django_assert_max_num_queries(3):  # the event, its tournaments
        page(client, "join", event.slug)


# What it says: test_a_person_joins_by_phone_and_learns_what_happens_next.
@pytest.mark.long
def test_the_confirmation_takes_a_known_number_of_queries(
    client, event, tournament, django_assert_max_num_queries
):
    answer = {"name": "Ada", "tournaments": [tournament.slug]}
    address = client.post(reverse("join", args=[event.slug]), answer).url
    with django_assert_max_num_queries(6):  # event, phone, player, entries, timetable
        client.get(address)
