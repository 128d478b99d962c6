"""A column of a roster file that says for which tournaments each person is registered."""

import pytest
from django.urls import reverse

from tests.builders import ANNA, NOON, make_conductor, make_event, make_tournament
from tournaments.models import Entry, Player, Tournament
from tournaments.registration.roster_import import import_roster
from tournaments.registration.roster_matching import describe

# Lines are read in Python: test_services.py imports on PostgreSQL.
pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def event():
    event = make_event()
    for name in ("Express Open", "Metro X", "Rail, Steam and Coal"):
        make_tournament(event, name=name, slug=name.lower().replace(" ", "-").replace(",", ""))
    return event


def load(event, text, **how):
    return import_roster(event, text.encode(), by=ANNA, at=NOON, **how)


def entries():
    found = Entry.objects.order_by("player__name", "tournament__name")
    return list(found.values_list("player__name", "tournament__name"))


def test_each_line_is_registered_for_the_tournaments_that_it_names(event):
    load(
        event,
        "name;Tournament\n"
        "Ada;express open\n"
        'Ben;"Metro X; express-open"\n'
        "Cleo;Rail, Steam and Coal\n"
        "Dan;\n",
    )
    assert entries() == [
        ("Ada", "Express Open"),
        ("Ben", "Express Open"),
        ("Ben", "Metro X"),
        ("Cleo", "Rail, Steam and Coal"),
    ]
    assert Player.objects.count() == 4


def test_a_name_with_commas_stands_alone_or_beside_semicolons(event):
    text = 'name,tournaments\nAda,"Rail, Steam and Coal; Metro X"\nBen,"Metro X, Express Open"'
    load(event, text)
    assert entries() == [
        ("Ada", "Metro X"),
        ("Ada", "Rail, Steam and Coal"),
        ("Ben", "Express Open"),
        ("Ben", "Metro X"),
    ]


def test_a_line_with_an_unknown_tournament_is_named_and_nothing_of_it_is_done(event):
    report = load(event, "name,tournament\nAda,Metro X\nBen,Metro Y; Express Open")
    assert describe(report)[0] == "line 3: Ben: This event has no tournament “Metro Y”."
    assert entries() == [("Ada", "Metro X")]
    assert list(Player.objects.values_list("name", flat=True)) == ["Ada"]


def test_a_line_with_a_finished_tournament_is_refused(event):
    Tournament.objects.filter(name="Metro X").update(status=Tournament.Status.FINISHED)
    report = load(event, "name,tournament\nAda,Metro X")
    assert describe(report)[0] == "line 2: Ada: “Metro X” is finished."
    assert not Player.objects.exists()


def test_two_tournaments_of_one_name_are_told_apart_by_their_short_names(event):
    make_tournament(event, name="Metro X", slug="metro-x-2")
    report = load(event, "name,tournament\nAda,Metro-X-2\nBen,metro x")
    assert "Write one of: metro-x, metro-x-2." in describe(report)[0]
    assert entries() == [("Ada", "Metro X")]


def test_lines_of_the_same_person_add_up_and_a_second_import_adds_nothing(event):
    text = "name,tournament\nAda,Metro X\nAda,Express Open"
    assert load(event, text, dry_run=True).registered == {"Metro X": 1, "Express Open": 1}
    assert entries() == []
    assert load(event, text).entered == 2
    assert entries() == [("Ada", "Express Open"), ("Ada", "Metro X")]
    assert load(event, text).entered == 0


def test_the_tournament_of_the_form_comes_on_top(event):
    express = event.tournaments.get(name="Express Open")
    load(event, "name,tournament\nAda,Metro X\nBen,", tournament=express)
    assert entries() == [
        ("Ada", "Express Open"),
        ("Ada", "Metro X"),
        ("Ben", "Express Open"),
    ]


def test_the_preview_counts_by_tournament(client, event):
    client.force_login(make_conductor(event))
    sent = {"text": "name,tournament\nAda,Metro X\nBen,Metro X", "act": "look"}
    page = client.post(reverse("roster-import", args=[event.slug]), sent).text
    assert "<dt>Registered for Metro X</dt><dd>2</dd>" in page
