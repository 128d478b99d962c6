"""From each page of a conductor's day the next one is a link on it, and the words are plain."""

import re

import pytest
import time_machine

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
)
from tests.tournaments.boards.test_views import play
from tournaments.models import Tournament
from tournaments.seating.repairing.services import plan_repair, repair_seating
from tournaments.seating.wording import sizes_in_words

pytestmark = pytest.mark.django_db
DESK = "/e/winter-meet/desk/"
MENU = re.compile(r'<details class="fold fold--menu".*?</details>', re.DOTALL)


@pytest.fixture
def tournament(client):
    made = make_tournament(make_event(time_zone="UTC"))
    client.force_login(make_conductor(made.event))
    return made


def beside_menus(client, address):
    """The text of a page whose menus are closed."""
    return " ".join(MENU.sub("", client.get(address).text).split())


def test_a_second_tournament_is_made_from_the_desk(client, tournament):
    assert ">New tournament</a>" in beside_menus(client, DESK)


def test_the_board_is_found_from_the_desk_and_from_the_clocks(client, tournament):
    assert "Projector board" in client.get(DESK).text
    assert "Projector board" in client.get("/e/winter-meet/clocks/").text


def test_from_the_seasons_a_link_leads_back(client):
    assert re.search(r'<a href="/">All events</a>', client.get("/seasons/").text)


def test_a_finished_tournament_has_its_standings_exports_and_seasons_on_the_desk(
    client, tournament
):
    make_round(tournament, [make_entries(tournament, 4)])
    Tournament.objects.update(status=Tournament.Status.FINISHED)
    desk = beside_menus(client, DESK)
    assert [
        word for word in ("Standings", "Export", "Add to a season") if f">{word}</a>" in desk
    ] == ["Standings", "Export", "Add to a season"]


@pytest.mark.parametrize(("played", "is_first"), [(50, False), (121, True)])
def test_closing_a_round_is_the_first_thing_only_once_its_time_is_up(
    client, tournament, played, is_first
):
    """Two tables play; the slot takes two hours."""
    groups = [make_entries(tournament, 4), make_entries(tournament, 4)]
    round_ = make_round(tournament, groups, started_at=NOON)
    with time_machine.travel(NOON + minutes(played), tick=False):
        page = client.get(round_.get_absolute_url(), {"own": "page"}).text
    button = re.search(r'<button class="([^"]*)"[^>]*>Close Round 1<', page)[1]
    assert ("button--primary" in button) is is_first


def test_the_undo_of_a_repair_says_whom_it_removed(client, tournament):
    round_ = make_round(tournament, [make_entries(tournament, 5)], started_at=None)
    gone = round_.tables.get().seats.last().entry
    plan = plan_repair(round_, {gone.pk})
    repair_seating(round_, {gone.pk}, mark=plan.mark, by=ANNA, at=NOON)
    page = client.get(round_.get_absolute_url(), {"own": "page"}).text
    assert f"Undo the removal of {gone.player.name}" in page.replace("\u2068", "").replace(
        "\u2069", ""
    )


def test_two_who_lead_lead(client, tournament):
    round_ = make_round(tournament, [make_entries(tournament, 4)], started_at=NOON)
    with time_machine.travel(NOON + minutes(5), tick=False):
        play(round_.tables.get(), [30, 30, 0, 0])
        page = client.get("/e/winter-meet/").text
    one, two, *_rest = (seat.entry.player.name for seat in round_.tables.get().seats.all())
    assert f"{one}, {two} lead with 30" in page.replace("\u2068", "").replace("\u2069", "")


@pytest.mark.parametrize(
    ("sizes", "words"),
    [([4] * 11 + [3], "11 tables of 4 and one of 3"), ([3], "1 table of 3")],
)
def test_sizes_of_tables_are_said_as_a_conductor_says_them(sizes, words):
    assert sizes_in_words(sizes) == words
