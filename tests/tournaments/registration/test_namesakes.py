"""Two people of one name: neither becomes the other, and neither sees a secret of the other."""

import re

import pytest
from django.urls import reverse

from tests.builders import ANNA, NOON
from tests.tournaments.registration.pages import SECRETS, join
from tournaments.models import LedgerEntry, Player
from tournaments.registration import services
from tournaments.registration.roster_import import import_roster

pytestmark = pytest.mark.django_db

NAME = "John Smith"


@pytest.fixture
def signed_in(client, conductor):
    return client


@pytest.fixture
def first(event) -> Player:
    """Somebody who gave no town."""
    return services.add_player(event, name=NAME, by=ANNA, at=NOON, **SECRETS)[0]


def walk_in(client, event, **answer):
    sent = {f"walk_in-{key}": value for key, value in answer.items()}
    return client.post(reverse("walk-in", args=[event.slug]), sent, follow=True)


def people(event) -> dict[str, int]:
    return dict(event.players.values_list("home_town", "pk"))


def test_a_walk_in_from_another_town_is_asked_and_sees_no_pin(
    client, event, tournament, conductor, first
):
    answer = {"name": NAME, "home_town": "York", "tournaments": [tournament.slug]}
    asked = walk_in(client, event, **answer)
    shown = asked.content.decode()

    assert asked.status_code == 422
    assert "Is this the John Smith who is on the roster already?" in shown
    assert "Yes, it is the John Smith without a home town." in shown
    assert first.pin not in shown
    assert "secret@example.org" not in shown
    assert 'value="York"' in shown

    shown = walk_in(client, event, **answer, said="somebody else").content.decode()
    york = event.players.get(home_town="York")
    assert f"John Smith (York) is checked in. Their PIN is {york.pin}." in shown
    assert first.pin not in shown


def test_a_walk_in_who_is_the_same_person_adds_the_town(client, event, tournament, first):
    services.walk_in(
        event, [tournament], name=NAME, home_town="York", said=first.pk, by=ANNA, at=NOON
    )
    assert people(event) == {"York": first.pk}
    edited = LedgerEntry.objects.get(verb="edit player")
    assert (edited.before, edited.after) == ({"home_town": ""}, {"home_town": "York"})


def test_who_joins_from_another_town_is_asked_and_becomes_another_person(
    client, event, tournament, first
):
    answer = {"name": NAME, "home_town": "York", "tournaments": [tournament.slug]}
    shown = join(client, event, **answer).content.decode()
    assert "Yes, I am the John Smith without a home town." in shown
    assert "ecret" not in shown
    assert first.pin not in shown

    join(client, event, **answer, said="somebody else")
    assert sorted(people(event)) == ["", "York"]
    assert not first.entries.exists()


def test_who_joins_as_somebody_on_the_roster_changes_only_the_notes(
    client, event, tournament, first
):
    join(client, event, name=NAME, home_town="York", tournaments=[tournament.slug], said=first.pk)
    first.refresh_from_db()
    assert first.home_town == ""
    assert "Also given: Home town: York" in first.notes
    assert first.entries.exists()
    assert not first.phones.exists()


def test_an_answer_that_is_none_is_asked_again(client, event, tournament, first):
    for said in ("x", "-1", "9" * 30, "0", "\u0663"):
        answer = join(client, event, name=NAME, tournaments=[tournament.slug], said=said)
        assert answer.status_code == 422, said
    assert Player.objects.count() == 1


def test_three_towns_in_one_file_are_three_people(event, first):
    file = b"name,town\nJohn Smith,York\nJohn Smith,Leeds\nJohn Smith,Bath\n"
    for _ in "12":
        import_roster(event, file, by=ANNA, at=NOON)
        assert sorted(people(event)) == ["", "Bath", "Leeds", "York"]


def test_the_preview_of_a_file_asks_who_is_meant(client, event, tournament, conductor, first):
    address = reverse("roster-import", args=[event.slug])
    sent = {"text": "name,town\nJohn Smith,York\nJohn Smith,Leeds\n"}
    shown = client.post(address, sent).content.decode()
    assert 'name="said-2"' in shown
    assert 'name="said-3"' in shown
    assert "John Smith without a home town" in shown

    client.post(address, sent | {"act": "load", "said-2": str(first.pk), "said-3": "somebody else"})
    assert sorted(people(event)) == ["Leeds", "York"]
    assert people(event)["York"] == first.pk


def test_lines_of_one_person_complete_each_other(event):
    file = b"name,town,handle,notes\nAda,Lyon,,one\nAda,Lyon,ada,two\n"
    import_roster(event, file, by=ANNA, at=NOON)
    ada = Player.objects.get()
    assert (ada.handle, ada.notes) == ("ada", "one\ntwo")


@pytest.mark.parametrize(
    ("everyone", "expected"),
    [
        ("same", ["Hull", "York"]),
        ("somebody else", ["", "", "Hull", "York"]),
    ],
)
def test_all_unclear_lines_are_answered_at_once_and_looked_at_before_the_import(
    signed_in, event, first, everyone, expected
):
    client = signed_in
    other = Player.objects.create(event=event, name="Ada Lovelace", identity="name:ada lovelace|")
    sent = {"text": "name,town\nJohn Smith,York\nAda Lovelace,Hull\n"}
    address = reverse("roster-import", args=[event.slug])
    offered = client.post(address, sent).text
    assert "All the same people" in offered
    shown = client.post(address, sent | {"act": "load", "all": everyone, "said-3": str(other.pk)})
    selects = shown.text.partition('id="unclear-names"')[2]
    chosen = re.findall(r'<option value="([^"]*)" selected>', selects)[:2]
    same = [str(first.pk), str(other.pk)]
    assert chosen == (same if everyone == "same" else ["somebody else"] * 2)
    assert Player.objects.count() == 2
    load = {"act": "load", "said-2": chosen[0], "said-3": chosen[1]}
    client.post(address, sent | load)
    towns = sorted(Player.objects.values_list("home_town", flat=True))
    assert towns == expected
