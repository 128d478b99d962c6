"""Players of several events with one membership number are one person, whatever they are called."""

import pytest

from tests.builders import ANNA, make_event
from tests.tournaments.federation.copies import Copied
from tests.tournaments.seasons.gatherings import LATER, count, make_season, play
from tests.tournaments.standings.exporting.event_files import forgotten
from tournaments.models import Player, Season, StandingsState
from tournaments.privacy.services import erase
from tournaments.registration import errors
from tournaments.registration.services import add_player, edit_player
from tournaments.seasons.careers import services as careers
from tournaments.seasons.careers.ratings import compute, rated_games
from tournaments.seasons.computing import services as computing
from tournaments.seasons.people import key_of
from tournaments.standings.errors import NotAnEventFile

# Who is who is decided in Python: test_seasons.py joins people on PostgreSQL.
pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]
BY = {"by": ANNA, "at": LATER}


@pytest.fixture(scope="module")
def league(django_db_setup, django_db_blocker, redis_server):
    """Made once; what a test does with it is rolled back."""
    with forgotten(django_db_blocker):
        made = make_season(None, name="League", rule="best-results", counts_running=True)
        for event, name in (("Winter", "Zoe"), ("Spring", "Zoe Lee")):
            count(made, play(event, (name, "Ben"), [9, 8]))
        yield made.pk


@pytest.fixture
def season(league):
    """Two events; somebody is called Zoe at the first and Zoe Lee at the second."""
    return Season.objects.get(pk=league)


def the(name):
    return Player.objects.get(name=name)


def number(name, text="TGA 1234"):
    return edit_player(the(name), member_number=text, **BY)


def rows(season):
    """Who has how many events, when whatever is not current is computed."""
    computing.refresh_stale(at=LATER)
    return sorted(season.standings.values_list("name", "events"))


def test_a_number_joins_two_names_in_seasons_and_ratings(season):
    assert rows(season) == [("Ben", 2), ("Zoe", 1), ("Zoe Lee", 1)]
    number("Zoe")
    number("Zoe Lee", "tga-1234")

    assert rows(season) == [("Ben", 2), ("Zoe", 2)]
    (game,) = rated_games()
    assert len(compute(game)) == 2


def test_a_number_that_is_corrected_parts_them_again(season):
    number("Zoe")
    number("Zoe Lee")
    assert len(rows(season)) == 2
    number("Zoe Lee", "TGA 1235")

    assert rows(season) == [("Ben", 2), ("Zoe", 1), ("Zoe Lee", 1)]


def test_whoever_comes_later_is_joined_with_the_person_that_a_conductor_made(season):
    number("Zoe")
    person = careers.merge(the("Zoe"), the("Zoe Lee"), **BY)
    new, _is_new = add_player(make_event("Autumn"), name="Z. Lee", member_number="TGA 1234", **BY)

    assert new.person == person
    assert Player.objects.get(pk=new.pk).person == person


def test_who_was_set_apart_by_a_conductor_stays_so_and_joins_nobody(season):
    number("Zoe")
    number("Zoe Lee")
    careers.separate(the("Zoe Lee"), **BY)
    new, _is_new = add_player(make_event("Autumn"), name="Z. Lee", member_number="TGA 1234", **BY)

    assert new.person is None
    assert key_of(new) == key_of(the("Zoe")) != key_of(the("Zoe Lee"))


def test_an_erased_person_is_joined_with_nobody(season):
    number("Zoe")
    number("Zoe Lee")
    erase(the("Zoe"), **BY)

    alias, *_more = (player for player in Player.objects.all() if player.name.startswith("Player "))
    assert alias.member_number == ""
    assert rows(season) == [("Ben", 2), (alias.name, 1), ("Zoe Lee", 1)]


def test_a_name_that_is_changed_is_noticed_without_a_new_result(season):
    """An event file does that: it changes people, and no result."""
    rows(season)
    before = StandingsState.objects.values_list("results_version", flat=True)
    before = list(before.order_by("pk"))
    edit_player(the("Zoe Lee"), name="Zoe", **BY)

    assert rows(season) == [("Ben", 2), ("Zoe", 2)]
    after = StandingsState.objects.values_list("results_version", flat=True)
    assert list(after.order_by("pk")) == before


def test_nobody_has_the_number_of_somebody_else_at_the_event(season):
    number("Zoe")
    event = the("Zoe").event
    ben = event.players.get(name="Ben")
    with pytest.raises(errors.NumberTaken, match="already has the membership number TGA 1234"):
        edit_player(ben, member_number="TGA1234", **BY)
    with pytest.raises(errors.NumberTaken):
        add_player(event, name="Carl", member_number="TGA 1234", **BY)


def test_a_number_comes_with_the_file_of_an_event_and_goes_with_it(season):
    event = the("Zoe").event
    number("Zoe")
    copied = Copied(event)
    (there,) = copied.copy.players.filter(member_number="TGA 1234")
    assert key_of(there) == key_of(number("Zoe Lee"))

    edit_player(event.players.get(name="Zoe"), member_number="", **BY)
    edit_player(event.players.get(name="Ben"), member_number="TGA 1234", **BY)
    copied.publish()
    copied.check_same()
    assert copied.copy.players.get(name="Ben").member_number == "TGA 1234"


def test_two_who_change_their_numbers_do_so_at_the_copy_too(season):
    event = the("Zoe").event
    number("Zoe")
    ben = event.players.get(name="Ben")
    edit_player(ben, member_number="FIDE 7", **BY)
    copied = Copied(event)
    for name, text in (("Zoe", ""), ("Ben", "TGA 1234"), ("Zoe", "FIDE 7")):
        edit_player(event.players.get(name=name), member_number=text, **BY)

    copied.publish()
    copied.check_same()


def test_a_file_with_a_number_in_another_form_is_refused(season):
    copied = Copied(the("Zoe").event)
    data = copied.file()
    data["players"][0]["member_number"] = "tga1234"
    with pytest.raises(NotAnEventFile) as refused:
        copied.receive(data)
    assert "TGA 1234" in str(refused.value.faults)


def test_a_file_of_an_earlier_version_has_no_numbers(season):
    number("Zoe")
    copied = Copied(the("Zoe").event)
    data = copied.file(version=9)
    for row in data["players"]:
        del row["member_number"]
    copied.receive(data)

    assert set(copied.copy.players.values_list("member_number", flat=True)) == {""}
