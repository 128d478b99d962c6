"""Every field of every score sheet has its bounds, its pairs, and an answer to a slip by one.

The tables are in sheet_tables.py. ROUNDHOUSE_SHEETS says how many games at random of each are
written down, and then changed in each of their fields; a few of them are enough for every day.
"""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from copy import deepcopy
from functools import cache
from pathlib import Path

import pytest

from games import catalogue
from games.playing import play_out, uniform
from games.testing import issue_codes
from tests.examples import examples
from tests.games.sheet_tables import BOUNDS, CHECKS, PAIRS, UNKNOWN

SHEETS = int(os.environ.get("ROUNDHOUSE_SHEETS", examples(30)))
MANY = 1000
"""From so many games on, a slip that may be unseen must have been unseen in one of them."""
BY_THE_BOT = 20
"""One game of so many is played by the bot, so that there are other ends."""
VARIANTS = {
    "metro_x": [("metro_city", {}), ("tube_town", {})],
    "night_express": [
        ("", {}),
        ("", {"version": "simplified"}),
        ("", {"version": "expert", "extra_event": True}),
    ],
    "terminus": [("", {}), ("", {"automa": True}), ("", {"first_game": True})],
}
"""Packs and options to play with, in turn; the others have one of each."""
BOARD_OF_TABLES = {"metro_x": "metro_city"}
"""The pack whose numbers the tables have."""
ELSEWHERE = {
    ("express", "quick"): {"points-missing", "points-limit", "seat-unknown"},
    ("express", "full"): {
        *("points-missing", "points-limit", "seat-unknown"),
        "out-below-nothing",
    },
    ("metro_x", "board"): {"no-such-sum", "all-gold", "no-such-board"},
    ("metro_x", "totals"): {"solo-white", "nobody-first", "is-complete", "not-so-many-empty"},
}
"""Codes in those files that are of another sheet, or of a hand that is called out."""
SHAPE = {"range", "whole", "choice", "flag", "rows", "row", "missing", "unknown"}
"""Codes of games/sheet.py: a field that is wrong by itself."""


def sheet_of(key, name, pack="", options=None):
    game = catalogue.rules(key, pack or BOARD_OF_TABLES.get(key, ""))
    return catalogue.engine(key).sheets(game, **options or {})[name]


def called(name):
    """The name of a field in the tables of pairs and slips: one for all lines of a board."""
    return "lines" if name.startswith("line_") else name


def bounds_of(field):
    if field.kind == "flag":
        return (False, True)
    if field.kind == "choice" or (field.kind == "choices" and field.name in ("hsp", "autos")):
        return field.options
    return (field.low, field.high)


# --- The tables -----------------------------------------------------------------------------------


def test_no_sheet_is_missing():
    every = {
        (key, name)
        for key in catalogue.games()
        for name in catalogue.engine(key).sheets(catalogue.rules(key))
    }
    assert every == set(BOUNDS) == set(PAIRS) == set(UNKNOWN) == set(CHECKS)


@pytest.mark.parametrize(("key", "name"), BOUNDS)
def test_every_field_has_its_values_and_their_source(key, name):
    found = {}
    for field in sheet_of(key, name).fields:
        if not field.computed:
            found[field.name] = [*bounds_of(field)]
        for part in field.fields:
            found[f"{field.name}.{part.name}"] = [*bounds_of(part)]
    rows = BOUNDS[key, name]
    assert found == {which: values for which, (*values, _) in rows.items()}
    assert all(source and isinstance(source, str) for *_, source in rows.values())


@pytest.mark.parametrize(("key", "name"), PAIRS)
def test_every_check_is_a_pair_of_the_table_and_every_other_pair_says_why_it_has_none(key, name):
    games = Path(catalogue.__file__).parent
    codes = issue_codes(*(games / file for file in CHECKS[key, name]))
    pairs = PAIRS[key, name]
    assert {pair.code for pair in pairs if pair.code} == codes - ELSEWHERE.get((key, name), set())
    for pair in pairs:
        assert bool(pair.code) != bool(pair.unchecked), pair
        assert pair.rule
        assert pair.names <= {called(which) for which in BOUNDS[key, name]}, pair


# --- Wrong by one ---------------------------------------------------------------------------------


@cache
def finished(key):
    """Ends of games at random, with their players, sheets and options."""
    engine, found = catalogue.engine(key), []
    variants = VARIANTS.get(key, [("", {})])
    for seed in range(SHEETS):
        pack, options = variants[seed % len(variants)]
        game, rnd = catalogue.rules(key, pack), random.Random(seed)
        players = game.players[seed // len(variants) % len(game.players)]
        if options.get("automa"):
            players = 2
        state = game.new(players, **options)
        play_out(state, uniform if seed % BY_THE_BOT else engine.greedy, rnd)
        found.append((players, engine.sheets(game, **options), state))
    return found


def slips(field, value, rnd):
    """The values of somebody who is wrong by one: one more or less, another choice, a row
    or a card too few or too many."""
    if field.kind == "whole":
        return [value - 1, value + 1]
    if field.kind == "flag":
        return [not value]
    if field.kind == "choice":
        return [option for option in field.options if option != value]
    more = rnd.choice(field.options) if field.kind == "choices" else rnd.choice(value or [{}])
    fewer = value[:]
    if fewer:
        fewer.pop(rnd.randrange(len(fewer)))
    return [one for one in (fewer, [*value, more]) if one != value]


def wrong_by_one(sheet, data, players, rnd):
    """For each field of a sheet, at a seat and in a row by lot: the sheet with a slip there."""
    for field in sheet.fields_for(players):
        if field.computed:
            continue
        path = (field.name, rnd.randrange(players)) if field.per == "player" else (field.name,)
        yield from _at(data, path, field, field.name, rnd)
        rows = data[field.name][path[-1]] if field.kind == "rows" else []
        for part in field.fields if rows else ():
            row = rnd.randrange(len(rows))
            yield from _at(data, (*path, row, part.name), part, f"{field.name}.{part.name}", rnd)


def _at(data, path, field, which, rnd):
    for slip in slips(field, _inside(data, path), rnd):
        twin = deepcopy(data)
        _inside(twin, path[:-1])[path[-1]] = slip
        yield called(which), twin


def _inside(data, path):
    for key in path:
        data = data[key]
    return data


def place_of(sheet, data, where):
    """The name of the field at an issue's place. It must be one that a form has an input for."""
    name, *path = where.split(".")
    field = next(field for field in sheet.fields if field.name == name)
    assert not field.computed
    if field.per == "player":
        seat, *path = path
        assert int(seat) < len(data[name])
        if field.kind == "rows" and path:
            row, *path = path
            assert int(row) < len(data[name][int(seat)])
            if path:
                part = next(part for part in field.fields if part.name == path[0])
                return f"{name}.{part.name}"
    return called(name)


def marked(sheet, data, issues):
    """By code, the names of the fields that are marked."""
    found = {}
    for issue in issues:
        found.setdefault(issue.code, set()).add(place_of(sheet, data, issue.where))
    return found


def check_pairs(key, name, sheet, data, issues):
    """The marked fields are those of the table of pairs for that code. Where they are two or more,
    the sentence names each."""
    pairs = {pair.code: pair for pair in PAIRS[key, name]}
    for code, fields in marked(sheet, data, issues).items():
        assert fields <= pairs[code].names, (code, fields)
    said = {(issue.code, issue.text) for issue in issues}
    for code, text in said:
        own = [issue for issue in issues if (issue.code, issue.text) == (code, text)]
        (fields,) = marked(sheet, data, own).values()
        for field in fields if len(fields) > 1 else ():
            assert is_named(labels_of(sheet)[field], text), (code, field, text)


def labels_of(sheet):
    """The labels of all fields, also of those in rows, by the names that the tables have."""
    rows = {
        f"{field.name}.{part.name}": part.label for field in sheet.fields for part in field.fields
    }
    return rows | {called(field.name): field.label for field in sheet.fields}


def is_named(label, text):
    """Whether a sentence has a word of the label, or the beginning of one: a car, ended."""
    words = re.findall(r"\w{3,}", label.lower())
    return any(re.search(rf"\b{word[:4].rstrip('s')}", text.lower()) for word in words)


@pytest.mark.parametrize(("key", "name"), BOUNDS)
def test_what_was_played_is_accepted_and_a_slip_is_refused_or_cannot_be_known(key, name):
    unknown, tried, accepted = UNKNOWN[key, name], Counter(), Counter()
    for seed, (players, sheets, state) in enumerate(finished(key)):
        sheet, rnd = sheets[name], random.Random(seed)
        data = sheet.of(state)
        assert sheet.clean(data, players) == []
        assert sheet.doubts(data, players) == []
        for which, twin in wrong_by_one(sheet, data, players, rnd):
            issues = sheet.clean(twin, players)
            tried[which] += 1
            if issues and {issue.code for issue in issues}.isdisjoint(SHAPE):
                check_pairs(key, name, sheet, twin, issues)
            elif not issues:
                accepted[which] += 1
                assert which in unknown, (which, twin)
                check_pairs(key, name, sheet, twin, sheet.doubts(twin, players))
    stale = {which for which in unknown if not accepted[which]}
    assert SHEETS < MANY or not stale
    known = {which: tried[which] - accepted[which] for which in tried}
    shares = "; ".join(f"{w} {known[w] / n:.0%}" for w, n in sorted(tried.items()))
    print(f"\n{key} {name}, {SHEETS} games, {tried.total()} slips, refused: {shares}")  # noqa: T201
