"""The rulings of each game are listed once, with what they rest on; the code names no others."""

from __future__ import annotations

import re

import pytest

from games import catalogue
from games.rulings import HEADING, HERE, Ruling, in_parts, read, rulings

LETTERS = {
    "expect_delays": "R",
    "express": "H",
    "metro_x": "M",
    "night_express": "N",
    "terminus": "RT",
}
"""The letters that the rulings of a game are numbered with."""
READ_AGAIN = {
    "night_express": {"N19", "N26", "N32", "N33", "N34"},
    "terminus": {"T11", "T12", "T13", "T14", "T15", "T16", "T17"},
}
"""Rulings of the second and third reading of the rulebooks."""


@pytest.mark.parametrize("key", LETTERS)
def test_every_ruling_says_what_it_rests_on(key):
    for one in rulings(key):
        assert re.search(r"\bl\.\d|\b1\.\d|\bours\b", one.source), one
        assert one.text.endswith((".", "!")), one
        assert not re.search(r"\.(txt|md)\b", one.text + one.source), one


@pytest.mark.parametrize(("key", "letters"), LETTERS.items())
def test_the_numbers_are_those_of_a_list_without_gaps(key, letters):
    numbers = [one.number for one in rulings(key)]
    for letter in letters:
        own = [number for number in numbers if number[0] == letter]
        assert own == [f"{letter}{n}" for n in range(1, len(own) + 1)]
        assert own
    assert {number[0] for number in numbers} == set(letters)


@pytest.mark.parametrize(("key", "letters"), LETTERS.items())
def test_a_ruling_that_the_code_names_is_on_the_list(key, letters):
    named = {
        number
        for file in (HERE / key).rglob("*.py")
        for number in re.findall(rf"(?:[Rr]ulings? |\()([{letters}]\d+)\b", file.read_text("utf-8"))
    }
    assert named <= {one.number for one in rulings(key)}


@pytest.mark.parametrize(("key", "numbers"), READ_AGAIN.items())
def test_what_was_read_again_is_a_ruling_and_no_rule(key, numbers):
    rules, _, _ = (HERE / key / "notation.md").read_text("utf-8").partition(HEADING)
    assert numbers <= {one.number for one in rulings(key)}
    assert not [
        number for number in numbers if re.search(rf"\b{number}\b", rules.split("## Rules")[1])
    ]


def test_some_of_a_ruling_can_be_ours_and_a_move_in_it_is_written_as_in_a_record():
    found = {one.number: one for one in rulings("expect_delays")}
    assert (found["R4"].is_ours, found["R11"].is_ours, found["R12"].is_ours) == (False, True, True)
    assert in_parts(found["R11"].text) == [
        ("Fewer Actions than allowed are ended with ", False),
        ("pass", True),
        (".", False),
    ]


def test_a_game_without_a_page_has_no_rulings_and_an_item_without_a_source_is_none():
    assert rulings("chess") == ()
    assert set(LETTERS) == set(catalogue.games())
    page = "## Rulings\n\n- N1 One\n  line more. (l.3;\n  ours)\n- N2 Two. (ours)\n\nMore (l.9)\n"
    assert read(page) == (Ruling("N1", "One line more.", "l.3; ours"), Ruling("N2", "Two.", "ours"))
    with pytest.raises(ValueError, match="no ruling with its source"):
        read("## Rulings\n\n- N1 Nobody says why.\n")
