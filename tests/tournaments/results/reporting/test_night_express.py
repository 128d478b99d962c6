"""A tournament of Night Express: ten rows a player on the phone, totals that nobody types."""

from __future__ import annotations

import re
from copy import deepcopy
from functools import cache
from random import Random

import pytest

from games import catalogue
from games.testing import play_out
from tests.builders import open_seat
from tests.tournaments.results.reporting.test_games import KEY, begin, table_of
from tournaments.models import ScoreSheet, SheetLine

pytestmark = pytest.mark.django_db


def played(name):
    """A game of two, as that sheet has it, and the points of each seat."""
    return deepcopy(_played(name))


@cache
def _played(name):
    state = play_out(catalogue.rules("night_express"), 2, Random(5)).state
    sheet = catalogue.sheets("night_express")[name]
    return sheet.of(state), [placing.score for placing in state.placings()]


def typed(sheet):
    """The sheet as a browser sends it: rows by number, lists of words with commas."""
    form = {"key": KEY}
    for name, values in sheet.items():
        for seat, value in enumerate(values, start=1):
            if not isinstance(value, list):
                form[f"{name}-{seat}"] = str(value)
            elif value and isinstance(value[0], dict):
                for number, row in enumerate(value, start=1):
                    form |= {f"{name}-{seat}-{number}-{part}": str(row[part]) for part in row}
            else:
                form[f"{name}-{seat}"] = ", ".join(value)
    return form


def invalid(page):
    """The names of the inputs that are marked as wrong."""
    inputs = re.findall(r"<(?:input|select)[^>]*>", page)
    wrong = [one for one in inputs if 'aria-invalid="true"' in one]
    return {re.search(r'name="([^"]+)"', one).group(1) for one in wrong}


@pytest.mark.parametrize("name", ["evaluation", pytest.param("quick", marks=pytest.mark.long)])
def test_a_game_is_entered_on_a_phone(client, name):
    table = table_of("night_express")
    open_seat(client, table.seats.get(position=1))
    begin(table)
    data, scores = played(name)
    address = f"{table.get_absolute_url()}hands/1/"
    extra = {} if name == "evaluation" else {"sheet": name}
    answer = client.post(address, typed(data) | extra, follow=True)
    assert "The result is saved." in answer.content.decode()
    assert [line.points for line in SheetLine.objects.order_by("seat__position")] == scores
    page = client.get(table.get_absolute_url()).content.decode()
    assert ("Largest train fleet" in page) == (name == "evaluation")


@pytest.mark.long
def test_lists_without_a_word_begin_no_part_of_the_form(client):
    table = table_of("night_express")
    names = [seat.entry.player.name for seat in table.seats.order_by("position")]
    open_seat(client, table.seats.get(position=1))
    begin(table)
    sheet = typed(played("evaluation")[0])
    of_first = {name: one for name, one in sheet.items() if name.split("-")[1:2] == ["1"]}
    of_second = {"hsp-2": "", "autos-2": " , ", "money-2": ""}
    address = f"{table.get_absolute_url()}hands/1/score/"
    live = client.post(address, of_first | of_second).content.decode()
    assert f"Nothing is entered yet for {names[1]}." in live
    assert f"{names[1]}: " not in live
    assert "message--" not in client.post(address, of_second).content.decode()


@pytest.mark.long
def test_what_cannot_be_is_refused_in_short_and_marked_at_its_input(client):
    table = table_of("night_express")
    open_seat(client, table.seats.get(position=1))
    begin(table)
    address = f"{table.get_absolute_url()}hands/1/"

    few = client.post(address, typed(played("evaluation")[0]) | {"fleet-2": "1"})
    assert few.status_code == 422
    assert "At least 32." in few.content.decode()

    data, _scores = played("evaluation")
    data["routes"][0][2]["route"] = 1
    twice = client.post(address, typed(data))
    assert twice.status_code == 422
    assert "Round 2, route 1 is entered twice." in twice.content.decode()

    data, _scores = played("evaluation")
    data["fleet"][0] = 32
    for row in data["routes"][0]:
        row["special"] = 3
    answer = client.post(address, typed(data))
    assert ScoreSheet.objects.get().status == ScoreSheet.Status.DEALT
    page = answer.content.decode()
    last = {f"routes-1-{number}-special" for number in (7, 8, 9, 10)}
    assert invalid(page) == {"fleet-1", *last}
    assert page.count("Wagons and special wagons: 4 trains with special wagons at the end") == 5
