"""A tournament of Terminus: the score pad on the phone, its total never typed."""

from __future__ import annotations

import re
from copy import deepcopy
from functools import cache
from random import Random

import pytest

from games import catalogue
from games.terminus import greedy
from games.testing import play_out
from tests.builders import open_seat
from tests.tournaments.results.reporting.test_games import begin, table_of
from tests.tournaments.results.reporting.test_night_express import invalid, typed
from tournaments.models import ScoreSheet, SheetLine

pytestmark = pytest.mark.django_db


def played():
    """A game of two, as the score pad has it, and the Prestige of each seat."""
    return deepcopy(_played())


@cache
def _played():
    game = catalogue.rules("terminus")
    state = play_out(game, 2, Random(5), choose=greedy).state
    data = catalogue.sheet("terminus").of(state)
    return data, [placing.score for placing in state.placings()]


def on_paper(data):
    """As a browser sends it: a box that is ticked, or not there."""
    form = typed(data)
    for name in [name for name, value in form.items() if value in ("True", "False")]:
        if form.pop(name) == "True":
            form[name] = "on"
    return form


def test_a_game_is_entered_on_a_phone(client):
    table = table_of("terminus")
    open_seat(client, table.seats.get(position=1))
    begin(table)
    data, scores = played()
    answer = client.post(f"{table.get_absolute_url()}hands/1/", on_paper(data), follow=True)
    assert "The result is saved." in answer.content.decode()
    assert [line.points for line in SheetLine.objects.order_by("seat__position")] == scores


@pytest.mark.long
def test_each_player_has_a_part_of_the_form_and_what_is_to_be_mended_is_open(client):
    table = table_of("terminus")
    open_seat(client, table.seats.get(position=1))
    begin(table)
    address = f"{table.get_absolute_url()}hands/1/"
    page = client.get(address).content.decode()
    parts = parts_of(page)
    assert list(parts) == ["1", "2"]
    assert ["open" in part.partition(">")[0] for part in parts.values()] == [True, False]
    for position, part in parts.items():
        assert f'name="stations-{position}"' in part
        assert f'name="projects-{position}-1-lobbyists"' in part
    assert "Hubs beside 2 or more" in parts["2"]
    assert "3 Prestige each." in parts["2"]
    assert "needs correcting" not in page

    data, _scores = played()
    data["discs"][1] -= 1
    answer = client.post(address, on_paper(data))
    assert answer.status_code == 422
    assert "must add up to 12" in answer.content.decode()
    parts = parts_of(answer.content.decode())
    assert ["open" in part.partition(">")[0] for part in parts.values()] == [False, True]
    assert ["needs correcting" in part for part in parts.values()] == [False, True]

    data = played()[0] | {"demands": [12, 12], "demand_value": [40, 40]}
    page = client.post(address, on_paper(data)).content.decode()
    assert "Only 12 Demand tokens are dealt with 2 players." in page
    assert {"demands-1", "demands-2"} <= invalid(page)
    assert ScoreSheet.objects.get().status == ScoreSheet.Status.DEALT


def parts_of(page):
    """The part of each player on the form, by position."""
    found = re.findall(
        r'<details class="fold" id="sheet-of-(\d)"(.*?</fieldset>\s*</details>)', page, re.DOTALL
    )
    return dict(found)


def test_what_is_missing_is_said_with_the_player_and_what_is_unlikely_is_saved_all_the_same(client):
    """That column 3 needs 4 Lobbyists is in a picture: an inference."""
    table = table_of("terminus")
    names = [seat.entry.player.name for seat in table.seats.order_by("position")]
    open_seat(client, table.seats.get(position=1))
    begin(table)
    data, _scores = played()
    form = {name: one for name, one in on_paper(data).items() if name.split("-")[1:2] == ["1"]}
    del form["coins-1"]
    live = client.post(f"{table.get_absolute_url()}hands/1/score/", form).content.decode()
    assert f"{names[0]}: Coins is missing." in live
    assert f"Nothing is entered yet for {names[1]}." in live
    assert f"{names[1]}: " not in live

    row = {"number": 5, "lobbyists": 2, "column": 3, "value": 9}
    form = on_paper(data | {"projects": [[row], []]})
    said = "Please check. Column 3 usually needs 4 Lobbyists, and Project 5 has 2."
    address = f"{table.get_absolute_url()}hands/1/"
    assert said in client.post(f"{address}score/", form).content.decode()
    page = client.post(address, form, follow=True).content.decode()
    assert "The result is saved." in page
    assert said in page
    assert ScoreSheet.objects.get().data["projects"][0] == [row]
