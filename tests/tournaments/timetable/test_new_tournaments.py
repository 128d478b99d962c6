"""A timetable's file that names tournaments which the event does not have yet."""

import pytest
from django.urls import reverse

from tests.builders import make_conductor, make_tournament, minutes
from tests.tournaments.timetable.files import make_hall, read, refused
from tournaments.timetable import errors

# A file is read in Python; test_spreadsheet.py plans one on each database.
pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]

NEW = """tournament,game,day,start,minutes,kind
Eurorails,Eurorails,2026-10-24,9:00,240,
Express Cup,EXPRESS,2026-10-24,9:00,240,
express cup,,2026-10-24,14:00,120,
Express Cup,express,2026-10-25,10:00,180,final
Rails,Age of Steam,2026-10-24,9:00,300,
Club night,18Nowhere,2026-10-24,14:00,150,
"""


@pytest.fixture
def event():
    return make_hall()


def test_a_file_sets_up_the_tournaments_that_it_names_with_their_game(event):
    found = read(event, NEW)
    made = {one.name: one for one in found.tournaments}
    assert list(made) == ["Express Cup", "Rails", "Club night"]
    cup, rails, night = made.values()
    assert (cup.game, cup.rounds_planned, cup.slot) == ("express", 2, minutes(120))
    assert (rails.game_name, rails.title.players_min, rails.title.players_max) == (
        "Age of Steam", 3, 6,
    )  # fmt: skip
    assert (rails.slot, night.title.name, night.slot) == (minutes(300), "18Nowhere", minutes(150))
    assert [one.name for one in found.titles] == ["Age of Steam", "18Nowhere"]
    assert [str(one) for one in cup.sessions.order_by("starts_at")] == [
        "Express Cup, heat 1", "Express Cup, heat 2", "Express Cup, final",
    ]  # fmt: skip
    again = read(event, NEW)
    assert (again.planned, again.known, again.tournaments, again.titles) == ([], 6, [], [])


def test_the_heats_of_a_file_are_counted_in_whichever_language_it_says_so(event):
    text = "Turnier,Spiel,Tag,Beginn,Minuten,Art\n"
    text += "Cup,express,2026-10-24,9:00,60,Vorlauf\nCup,,2026-10-24,11:00,60,Vorlauf\n"
    text += "Cup,,2026-10-25,10:00,60,Finale\n"
    (cup,) = read(event, text).tournaments
    assert cup.rounds_planned == 2


def test_two_tournaments_of_a_file_share_the_game_that_it_makes(event):
    text = "tournament,game,day,start,minutes\n"
    text += "A,18Nowhere,2026-10-24,9:00,60\nB,18nowhere,2026-10-24,9:00,60\n"
    found = read(event, text)
    assert [one.name for one in found.titles] == ["18Nowhere"]
    assert {one.title for one in found.tournaments} == set(found.titles)


def test_a_trial_leaves_no_tournament_and_no_game(event):
    before = event.tournaments.count()
    found = read(event, NEW, dry_run=True)
    assert (len(found.tournaments), len(found.titles)) == (3, 2)
    assert (event.tournaments.count(), event.titles.count()) == (before, 0)


def test_a_tournament_that_cannot_be_set_up_is_refused_with_its_line(event):
    head = "tournament,game,day,start,minutes"
    lines = [f"{'x' * 200},express,2026-10-24,9:00,60", "Cup,express,2026-10-24,9:00,60"]
    before = event.tournaments.count()
    assert refused(event, *lines, head=head).startswith("Line 2: ")
    assert event.tournaments.count() == before


def test_who_may_not_set_up_gets_no_tournament_by_a_file(event):
    with pytest.raises(errors.LinesRefused, match="There is no tournament “Express Cup”"):
        read(event, NEW, may_set_up=False)
    assert event.tournaments.count() == 2


def test_a_name_that_two_tournaments_have_is_not_set_up_again(event):
    make_tournament(event, name="Eurorails", slug="other")
    before = event.tournaments.count()
    text = "tournament,game,day,start,minutes\nEURORAILS,Eurorails,2026-10-24,9:00,60\n"
    with pytest.raises(errors.LinesRefused):
        read(event, text)
    assert event.tournaments.count() == before


def test_the_page_shows_what_a_file_would_set_up_and_then_sets_it_up(event, client):
    client.force_login(make_conductor(event))
    address = reverse("timetable-import", args=[event.slug])
    shown = client.post(address, {"text": NEW}).text
    assert "3 new tournaments" in shown
    assert "18Nowhere: 3 to 5 players, more points win" in shown
    assert "Express Cup, final" in shown
    done = client.post(address, {"text": NEW, "act": "load"}, follow=True).text
    assert "3 tournaments are set up." in done
    assert event.tournaments.count() == 5
