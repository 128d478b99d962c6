"""The roster as a file, for conductors: what the page of the import reads back."""

import pytest
from django.urls import reverse

from tests.builders import make_conductor, make_entries, make_tournament
from tournaments.models import Entry, Player
from tournaments.registration.roster_file import read_roster

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return make_tournament()


def roster(client, tournament, kind="csv", **query):
    return client.get(reverse("roster-file", args=[tournament.event.slug, kind]), query)


def test_it_has_all_fields_and_the_tournaments_that_are_open(client, tournament):
    client.force_login(make_conductor(tournament.event))
    over = make_tournament(tournament.event, name="18xx Open", status="finished")
    here, gone = make_entries(tournament, 2)
    Entry.objects.filter(pk=gone.pk).update(status=Entry.Status.DROPPED)
    Entry.objects.create(
        tournament=over, player=here.player, entered_at=here.entered_at, status_at=here.status_at
    )
    Player.objects.filter(pk=here.player_id).update(name="=Zoë", notes="a ramp\n\nnear the door")
    answer = roster(client, tournament)
    assert answer["Content-Disposition"] == 'attachment; filename="winter-meet-roster.csv"'
    assert "no-store" in answer["Cache-Control"]
    headings, *lines = answer.content.decode("utf-8-sig").split("\r\n")
    assert headings == (
        "name,handle,home town,email,household,notes,rating,seed,federation,member number,"
        "tournaments"
    )
    assert lines == [
        "Player 002,,,,,,,,,,",
        '\'=Zoë,,,,,"a ramp\n\nnear the door",,,,,express-open',
        "",
    ]
    with_semicolons = roster(client, tournament, separator=";").content.decode("utf-8-sig")
    assert with_semicolons.startswith("name;handle;home town;")


def test_there_is_no_other_kind_and_no_other_separator(client, tournament):
    client.force_login(make_conductor(tournament.event))
    assert roster(client, tournament, "ods").status_code == 404
    assert roster(client, tournament, separator="|").status_code == 404


# What is written: test_roster_page.py counts for the people of the page.
@pytest.mark.long
@pytest.mark.parametrize("people", [8, 16])
def test_it_takes_the_same_queries_whatever_the_field(client, tournament, people, same_queries):
    make_entries(tournament, people)
    client.force_login(make_conductor(tournament.event))
    with same_queries(at_most=8):
        assert roster(client, tournament, "xlsx").status_code == 200


def test_whoever_is_called_as_a_total_or_an_error_comes_back(client, tournament):
    """In a file from elsewhere these are no people: here they are, with notes of any length."""
    client.force_login(make_conductor(tournament.event))
    sum_of_all, other = make_entries(tournament, 2)
    notes = "\n".join("abcdefghijklmnopqrstuvwxyz")
    Player.objects.filter(pk=sum_of_all.player_id).update(name="Total", notes=notes)
    Player.objects.filter(pk=other.player_id).update(name="Ada", home_town="#N/A")
    for kind, query in (("csv", {}), ("csv", {"separator": ";"}), ("xlsx", {}), ("json", {})):
        file = read_roster(roster(client, tournament, kind, **query).content)
        found = [(one.person.name, one.person.home_town, one.person["notes"]) for one in file.lines]
        assert found == [("Ada", "#N/A", ""), ("Total", "", notes)], kind
        assert file.left_out == ()
