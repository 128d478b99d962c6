"""The drawn route map, and what the page of the adjudicator says beside it."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest

from games.night_express.drawing import public, table_svg
from games.testing import play_out
from tests.games.night_express.positions import GAME, MODEL, city, upgrading

ROUTES = {0: ["vienna-munich-paris"], 1: ["warsaw-berlin-cologne"]}


def table():
    state = upgrading(ROUTES, players=2, trains={0: ["red-1"], 1: ["grey-1"]}, posts={0: ["paris"]})
    state.plus[0] = 1 << city("paris")
    return state


def test_the_map_has_every_city_the_routes_and_the_service_points():
    drawing = table_svg(table(), title="The <table>")
    root = ElementTree.fromstring(drawing)  # noqa: S314 - our own drawing
    words = [one.text for one in root.iter() if one.text]
    assert "The <table>" in words
    assert {one.id.title() for one in MODEL.pack.cities} <= set(words)
    assert {"A, S1: vienna-munich-paris", "B, S1: warsaw-berlin-cologne", "A+"} <= set(words)
    assert "Seat 0: 0 points, 30 MONEY" in words
    assert "style" not in drawing
    assert "currentColor" in drawing


@pytest.mark.parametrize("players", GAME.players)
def test_a_finished_game_can_be_drawn(players):
    state = play_out(GAME, players, Random(players)).state
    root = ElementTree.fromstring(table_svg(state))  # noqa: S314 - our own
    x, y, width, height = map(int, root.attrib["viewBox"].split())
    rects = [one for one in root.iter() if one.tag.endswith("rect")]
    assert all(x <= int(one.attrib["x"]) <= width for one in rects)
    assert all(y <= int(one.attrib["y"]) <= height for one in rects)


def test_the_words_beside_it_keep_the_secrets_and_name_each_route():
    seen = public(table())
    assert "goals_dealt" not in seen
    assert seen["seats"][0]["goal"] == "secret"
    route = seen["seats"][0]["routes"][0]
    assert route["route"] == "S1 vienna-munich-paris"
    assert route["has"] == "13 passengers, red-1, service at paris"
