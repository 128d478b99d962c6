"""A position as people read it."""

# ruff: noqa: RUF001 - the page writes a real dash and a real multiplication sign

import re

import pytest
from django.utils import translation

from games import catalogue
from tests.tournaments.adjudicator.helpers import positions
from tournaments.adjudicator import position_view, rules
from tournaments.adjudicator.position_page import BEFORE, PositionPage
from tournaments.adjudicator.view_words import ENDS, WORDS


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("deck", 7, "7"),
        ("deck", 0, "0"),
        ("threat", None, ""),
        ("barred", False, ""),
        ("barred", True, "yes"),
        ("discard", [], "–"),
        ("discard", ["box", "tank", "tank"], "box, tank ×2"),
        ("player", 1, "Seat 1"),
        ("out", -1, ""),
        (
            "",
            {"train": "A", "cars": ["box", "box"], "diesel": False, "loco": True},
            "A: box ×2; loco",
        ),
        ("", {"train": "A", "cars": [], "loco": "tank"}, "A: –; loco tank"),
    ],
)
def test_a_value_has_words(name, value, said):
    assert position_view.words(name, value) == said


@pytest.mark.parametrize("key", catalogue.games())
def test_a_table_has_a_row_for_each_seat_or_a_column_when_there_is_much_of_each(key):
    view = position_view.view_of(key, positions()[key].state)
    assert all(name and value for name, value in view.facts)
    if "seats" not in shown_of(key):
        pytest.skip("Its view has plain lists and no table of seats.")
    table = view.grids[0]
    heads = [name for name, _cells in table.rows]
    assert (table.columns if table.is_turned else heads) == ["Seat 0", "Seat 1"]
    assert len(table.columns) <= position_view.MOST_COLUMNS
    assert all(len(cells) == len(table.columns) for _name, cells in table.rows)


def shown_of(key):
    """The values from which the page of a game is made."""
    public = getattr(catalogue.engine(key), "public", None)
    state = positions()[key].state
    return public(state) if public else state.view(None)


def test_metro_x_has_a_drawn_board_for_each_seat_without_a_style():
    view = position_view.view_of("metro_x", positions()["metro_x"].state)
    assert [board.name for board in view.boards] == ["Seat 0", "Seat 1"]
    assert [board.is_to_act for board in view.boards] == [False, True]
    for board in view.boards:
        assert board.drawing.startswith("<svg")
        assert "style" not in board.drawing


def test_a_hand_is_hidden_from_the_public_and_shown_as_its_seat_s_own():
    state = positions()["express"].state
    hand = position_view.view_of("express", state).grids[0]
    column = hand.columns.index("Hand")
    assert all(cells[column][0].isdigit() for _name, cells in hand.rows)
    seat, facts = position_view.secrets_of(state, 2)[0]
    assert seat == "Seat 0"
    assert len(dict(facts)["Hand"].split(", ")) > 1


def test_a_sealed_move_is_its_owner_s_secret():
    record = positions()["metro_x"]
    last = str(record.entries[-1].action)
    assert position_view.secrets_of(record.state, 2) == [("Seat 0", [("Sealed", last)])]


def test_the_steps_lead_everywhere_and_nowhere_twice():
    record = rules.set_up("express", "", players=2, seed=7, moves=40)
    last = len(record.entries)
    assert [number for _word, number in PositionPage(record, 0).steps] == [1, BEFORE, last]
    assert [number for _word, number in PositionPage(record).steps] == [0, last - BEFORE, last - 1]
    assert PositionPage(record, 10**6).at == last


def test_the_lines_around_a_position_are_the_latest_first():
    lines = PositionPage(positions()["express"], 5).lines
    assert [line.number for line in lines] == [8, 7, 6, 5, 4, 3, 2, 1]
    assert {line.player for line in lines} == {"Chance"}


# --- In other languages ---------------------------------------------------------------------------


def parts(value):
    """The keys of the parts of a position; those of a mapping by names are names."""
    if isinstance(value, list):
        for one in value:
            yield from parts(one)
    elif isinstance(value, dict):
        for key, one in value.items():
            yield key
            yield from parts(one)


def is_name(key):
    """Those of cards, plots, tracks and lines have a digit, a hyphen or one letter."""
    return len(key) == 1 or re.search(r"[-\d]", key)


def played(key, moves):
    """A game of two in which bots have made so many moves."""
    return rules.set_up(key, pack_of(key), players=2, seed=1, moves=moves).state


def pack_of(key):
    return next(iter(catalogue.engine(key).PACKS))


@pytest.mark.parametrize("key", catalogue.games())
def test_every_part_of_a_position_has_a_word(key):
    found = set()
    for state in (played(key, moves) for moves in (0, 40, 300)):
        public = getattr(catalogue.engine(key), "public", None)
        found |= {*parts(public(state) if public else state.view(None))}
        found |= {*parts(state.view(0)), *parts(state.view(1))}
    without = {part for part in found if not is_name(part) and part.lower() not in WORDS}
    assert without == {"seats"}  # each of them is called by its number


@pytest.mark.parametrize("key", catalogue.games())
def test_every_end_of_a_game_has_words(key):
    assert {*catalogue.rules(key, pack_of(key)).ends} <= ENDS.keys()


def test_words_of_positions_are_those_of_their_keys_in_english():
    assert {key: str(word) for key, word in WORDS.items()} == {
        key: key.replace("_", " ") for key in WORDS
    }


def test_a_position_is_said_in_the_language_of_the_reader(pseudo_language):
    with translation.override(pseudo_language):
        view = position_view.view_of("terminus", played("terminus", 40))
    labels = [label for label, _said in view.facts]
    (phase, *_others) = view.facts
    heads = [column for grid in view.grids for column in (grid.title, *grid.columns) if column]
    assert all(text.startswith("[") for text in (*labels, *heads)), (labels, heads)
    assert all(text.startswith("[") for text in phase)
