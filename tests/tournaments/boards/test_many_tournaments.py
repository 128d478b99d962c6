"""Thirty tournaments at one event: short pages, what matters first, and no more queries."""

from copy import deepcopy

import pytest
import time_machine as travelling
from django.urls import reverse

from tests.builders import ANNA, NOON, make_event, make_tournament, minutes
from tests.tournaments.boards.convention import make_convention
from tournaments.models import Table, Tournament
from tournaments.results.reporting.services import deal_hand

pytestmark = pytest.mark.django_db

PAGES = ("event", "event-live", "desk", "desk-live", "clocks")
MOST_BYTES = 100_000
FINISHED = {"status": "finished", "end_reason": "target", "ended_at": NOON}


@pytest.fixture(autouse=True)
def _time_stands_still(time_machine):
    """However long a busy machine takes for a convention: no deadline passes meanwhile."""
    time_machine.move_to(NOON, tick=False)


@pytest.fixture(scope="module")
def convention(module_database):
    with travelling.travel(NOON, tick=False):
        return make_convention(10)


@pytest.fixture
def event(convention):
    return deepcopy(convention)


def another(count, **size):
    """A convention that is as large as a test needs it."""
    return make_convention(count, event=make_event("Other", time_zone="Europe/Paris"), **size)


def page(client, name, event, **query):
    return client.get(reverse(name, args=[event.slug]), query).text


@pytest.mark.parametrize("count", [10, 30])
@pytest.mark.long
def test_takes_as_many_queries_for_any_number_of_tournaments_and_no_long_page(
    client, same_queries, count
):
    event = another(count, tables=3 if count == 10 else 6)
    client.force_login(event.staff.get().user)
    for name in PAGES:
        with same_queries(name, at_most=22):
            text = page(client, name, event)
        assert len(text.encode()) <= MOST_BYTES, name


def test_the_event_shows_what_runs_by_its_end_then_what_is_next_and_folds_what_ended(client):
    event = another(20)
    text = page(client, "event", event)
    marks = [
        "Eurorails Heat 17",
        "Express Heat 1<",
        "Up next",
        "18xx Heat 5",
        "Empire Builder Heat 18",
    ]
    marks += ['<details class="fold" id="ended"', "Eurorails Heat 10"]
    places = [text.index(mark) for mark in marks]
    # Heat 14 (index 13) began before heat 1, so it ends first.
    assert text.index("Streetcar Heat 14") < text.index("Express Heat 1<")
    assert places[1:4] == sorted(places[1:4])
    assert places[5] < places[6]
    # The seating of heat 7 is not published.
    assert "12 players are here" in text


def test_one_tournament_has_its_clock_and_tables_on_the_page_of_the_event(client):
    event = another(1)
    text = page(client, "event", event)
    assert "board--tables" in text
    assert "No new hand after" in text


def test_a_tournament_of_many_has_its_clock_and_tables_on_its_own_page(client, event):
    text = client.get(reverse("tournament", args=[event.slug, "t-1"])).text
    assert "No new hand after" in text
    assert "board--tables" in text
    hidden = client.get(reverse("tournament", args=[event.slug, "t-7"])).text
    assert "board--tables" not in hidden


def test_the_desk_leads_with_tables_that_need_help_then_steps_then_what_runs(
    client, event, time_machine
):
    called = Table.objects.get(round__tournament__slug="t-2", number=3)
    deal_hand(called, 1, by=ANNA, at=called.round.started_at)
    time_machine.move_to(called.round.force_end_at + minutes(1))
    client.force_login(event.staff.get().user)
    Table.objects.filter(round__tournament__slug="t-1").update(**FINISHED)
    text = page(client, "desk", event)
    order = ["4 tables need you", "Table 3", "To do", "Close Round 1", "Start the slot"]
    order += ["Review and publish", "Seat the next round", "Running, soonest end first"]
    places = [text.index(mark) for mark in order]
    assert places == sorted(places)
    assert text.count("button--primary") == 1


def test_the_desk_of_one_of_many_has_its_tables_and_leads_back(client, event):
    client.force_login(event.staff.get().user)
    text = page(client, "desk", event, tournament="t-1")
    assert text.count('<li class="tile ') == 3
    assert "All tournaments" in text
    assert "Metro X Heat 2" not in text.split("Recent changes")[0]


def test_players_are_found_at_the_desk_of_many(client, event):
    client.force_login(event.staff.get().user)
    text = page(client, "desk", event, q="Player 001")
    assert text.count('<li class="tile ') == 1


def test_a_command_of_the_clock_room_of_many_comes_back_to_its_tournament(client, event):
    client.force_login(event.staff.get().user)
    assert page(client, "clocks", event).count("clock-room__form") == 0
    one = client.get(reverse("tournament-clocks", args=[event.slug, "t-1"])).text
    assert one.count("clock-room__form") == 1
    done = {"act": "pause", "scope": "round", "reason": "a ruling"}
    answer = client.post(reverse("clock-act", args=[event.slug, "t-1", 1]), done)
    assert "/t/t-1/clocks/#round-" in answer.url
    refused = client.post(reverse("clock-act", args=[event.slug, "t-1", 1]), done | {"act": ""})
    assert refused.text.count("clock-room__form") == 1


def test_two_tournaments_are_shown_as_before(client):
    event = make_event()
    for number in range(2):
        make_tournament(event, name=f"Open {number}")
    Tournament.objects.filter(name="Open 0").update(status=Tournament.Status.FINISHED)
    text = page(client, "event", event)
    assert "board--lines" not in text
    assert text.count('<section class="panel stack"') == 2
