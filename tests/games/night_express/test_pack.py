"""The content pack: what the rulebook prints is there, and every fault is found."""

from __future__ import annotations

import tomllib
from copy import deepcopy
from functools import reduce
from pathlib import Path

import pytest

from games import packs
from games.night_express import loading, network
from games.packs import PackError
from tests.games.night_express.positions import GAME, MODEL

DATA = tomllib.loads(loading.HOUSE.read_text("utf-8"))

UNPAID = [n for n, one in enumerate(DATA["field"]) if one["action"] in ("special", "option")]
"""Fields whose markers are paid by the support card."""


def faults(change):
    data = deepcopy(DATA)
    change(data)
    with pytest.raises(PackError) as caught:
        loading.read(packs.Pack(data, "test"))
    return {(issue.where, issue.code) for issue in caught.value.faults}


def test_the_numbers_of_components_are_the_printed_ones():
    pack = MODEL.pack
    assert [sum(one.colour == colour for one in pack.routes) for colour in range(3)] == [16, 8, 8]
    assert len(pack.trains) == 40
    assert sum(one.copies for one in pack.events) == 40
    assert sum(one.copies for one in pack.specialists) == 30
    assert len(pack.goals) == 16
    assert 16 <= len(MODEL.early) < 20, "five players need them shuffled again"
    assert [len(pile) for pile in MODEL.piles[True]] == [10, 10, 10]
    assert [pack.options[3].points, pack.numbers.service_plus] == [3, 2]


def test_the_house_pack_says_that_it_is_invented():
    assert "invented" in GAME.notice
    assert "INVENTED" in MODEL.pack.source
    assert (GAME.pack, len(GAME.digest)) == ("house", 16)


def test_a_pack_is_compiled_to_moves_and_tables():
    offers = MODEL.offers[2][0]
    assert len(offers) == 4
    assert [len(MODEL.offers[players][0]) for players in GAME.players] == [4, 5, 6, 7, 8]
    assert len(MODEL.actions) == len(MODEL.by_text)
    assert MODEL.option_points[0] == 0
    assert MODEL.option_points[15] == sum(one.points for one in MODEL.pack.options)
    assert MODEL.special_points[4] == sum(one.points for one in MODEL.pack.specials)
    assert [MODEL.special_count[code] for code in (0, 1, 2, 3, 4, 6)] == [0, 1, 2, 1, 2, 2]


def put(*path, value):
    def change(data):
        reduce(lambda part, key: part[key], path[:-1], data)[path[-1]] = value

    return change


def cut(*path):
    def change(data):
        del reduce(lambda part, key: part[key], path[:-1], data)[path[-1]]

    return change


@pytest.mark.parametrize(
    ("change", "where", "code"),
    [
        (put("city", 1, "id", value="paris"), "city.1.id", "twice"),
        (put("city", 1, "id", value="São Paulo"), "city.1.id", "name"),
        (put("section", 1, "ends", value=["vienna", "munich"]), "section.1.ends", "ends"),
        (put("section", 1, "ends", value=["vienna", "vienna"]), "section.1.ends", "ends"),
        (put("route", 1, "cities", value=["paris", "warsaw"]), "route.1.cities", "sections"),
        (put("route", 1, "cities", value=["paris"]), "route.1.cities", "sections"),
        (put("route", 1, "cities", value=["vienna", "munich", "paris"]), "route.1.cities", "twice"),
        (put("route", 1, "two", value=[1]), "route.1.two", "count"),
        (put("route", 1, "hours", value=6), "route.1.hours", "range"),
        (cut("route", 0), "route", "too-few"),
        (put("printed", "bids", value=[1, 3]), "printed.bids", "bids"),
        (put("printed", "bids", value=[0, 3, 1]), "printed.bids", "bids"),
        (put("printed", "goals", value=[5]), "printed.goals", "goals"),
        (put("class", "red", "windows", value=[3, 1]), "class.red.windows", "windows"),
        (put("class", "red", "windows", value=[]), "class.red.windows", "windows"),
        (put("train", 2, "class", value="red"), "train.2.upgrade", "upgrade"),
        (put("train", 7, "upgrade", value="renovated-1"), "train.7.upgrade", "upgrade"),
        (cut("train", slice(0, 3)), "train", "too-few"),
        (put("train", 0, "options", value=["wings"]), "train.0.options.0", "choice"),
        (put("field", 1, "action", value="starter"), "field.1", "twice"),
        (put("field", 16, "cost", value=1), "field", "no-money"),
        (put("field", 16, "cost", value=1), "field.16.cost", "cost"),
        (put("field", 0, "cost", value=1), "field.0.cost", "cost"),
        *((put("field", n, "cost", value=1), f"field.{n}.cost", "cost") for n in UNPAID),
        (put("upgrade", 0, "class", value="red"), "upgrade.0.class", "upgrade-class"),
        (put("upgrade", 0, "class", value="yellow"), "upgrade.0.class", "upgrade-class"),
        (put("class", "grey", "places", value=1), "class.grey.places", "range"),
        (put("class", "red", "passengers", value=3), "class.red.passengers", "range"),
        (put("class", "grey", "windows", value=[0] * 11), "class.grey.windows", "wagons"),
        (put("option", "hsp", "points", value=4), "option.hsp.points", "highspeed"),
        (put("event", 0, "effect", value="eval"), "event.0.effect", "choice"),
        (cut("event", slice(0, 3)), "event", "too-few"),
        (put("event", 12, "copies", value=0), "event.12.copies", "range"),
        (put("specialist", 1, "pile", value=2), "specialist", "too-few"),
        (put("specialist", 0, "effect", value="loyalty"), "specialist", "too-few"),
        (put("goal", 0, "from", value=6), "goal", None),
        (put("goal", 0, "aims", 0, "city", value="rom"), "goal.0.aims.0.city", "choice"),
        (put("goal", 0, "aims", value=[{"kind": "red"}]), "goal.0.aims", "count"),
        (put("pack", "colour", value=1), "pack.colour", "unknown"),
        (cut("special", "auto"), "special.auto", "missing"),
    ],
)
def test_a_fault_of_a_pack_is_found(change, where, code):
    if code is None:
        data = deepcopy(DATA)
        for goal in data["goal"][:5]:
            goal["from"] = 6
        with pytest.raises(PackError, match="not two goals"):
            loading.read(packs.Pack(data, "test"))
        return
    assert (where, code) in faults(change)


def test_an_empty_pack_reports_what_is_missing_and_does_not_fail(tmp_path: Path):
    file = tmp_path / "empty.toml"
    file.write_text("", "utf-8")
    with pytest.raises(PackError) as caught:
        loading.load(file)
    assert {issue.where for issue in caught.value.faults} >= {"pack", "city", "route", "train"}
    assert network.SECTIONS == 2
