"""Reading records within bounds, and rulings: pure functions."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import catalogue
from tests.tournaments.adjudicator.helpers import GOLDEN, key_of, positions
from tournaments.adjudicator import rules
from tournaments.errors import Refused

METRO = rules.set_up("metro_x", "metro_city", players=2, seed=1, moves=0)
HEAD = METRO.dump().partition("\n")[0]


#: One of each game; the tests of the games replay all of them.
ONE_OF_EACH = {key_of(path): path for path in GOLDEN}


@pytest.mark.parametrize("key", ONE_OF_EACH)
def test_a_golden_game_can_be_read(key):
    assert rules.read(key, ONE_OF_EACH[key].read_text()).state.end()


def test_every_golden_game_is_within_the_bounds_of_what_is_read():
    for path in GOLDEN:
        text = path.read_text()
        assert len(text) <= rules.MOST_CHARACTERS, path
        assert len(text.splitlines()) <= rules.MOST_LINES, path
        assert max(map(len, text.splitlines())) <= rules.LONGEST_LINE, path


@pytest.mark.parametrize("key", catalogue.games())
def test_the_same_seed_deals_the_same_game(key):
    one, other, third = (
        rules.set_up(key, "", players=2, seed=seed, moves=12).dump() for seed in (5, 5, 6)
    )
    assert one == other != third


@pytest.mark.parametrize("key", catalogue.games())
def test_a_game_is_set_up_to_where_a_person_acts(key):
    record = rules.set_up(key, "", players=2, seed=1, moves=0)
    assert min(record.state.actors()) >= 0
    assert all(entry.player == -1 for entry in record.entries)


@pytest.mark.parametrize("key", catalogue.games())
def test_bots_stop_where_the_game_is_over(key):
    record = rules.set_up(key, "", players=2, seed=1, moves=0)
    for _ in range(20):
        rules.go_on(record, 100)
    assert record.state.end()


@pytest.mark.parametrize(
    ("record", "code", "words"),
    [
        ("", "unreadable", "Line 1: a record begins with its header"),
        ("[" * 400, "unreadable", "Line 1"),
        ("{" + "[" * 200_000, "too-long", "200,001 characters; the limit is 200,000"),
        ("x" * 501, "line-too-long", "Line 1 has 501 characters; the limit is 500"),
        (HEAD + "\n0 A 1" * 5_001, "too-many-lines", "5,002 lines; the limit is 5,001"),
        (HEAD + "\nundo 0" * 501, "too-many-rulings", "501 rulings"),
        (HEAD.replace("metro_x", "express"), "other-game", "this record is from Express"),
        (HEAD.replace("metro_x", "chess"), "other-game", "this record is from 'chess'"),
        (
            HEAD.replace("metro_city", "atlantis"),
            "not-here",
            "this site has no game or content pack 'atlantis'",
        ),
        (HEAD.replace('"rules": 1', '"rules": 99'), "unreadable", "the rules of this record is 99"),
        (HEAD.replace('"players": 2', '"players": 99'), "unreadable", "1 to 6 players, not 99"),
        (
            HEAD + "\nnobody flip 3",
            "unreadable",
            "Line 2, 'nobody flip 3': 'nobody' is not a player",
        ),
        (HEAD + "\n\n0 A 1", "unreadable", "Line 3, '0 A 1': The next Transit card has not"),
        (HEAD + "\n0 A 1", "unreadable", "[Game Play] (no-card)"),
    ],
)
def test_an_unreadable_record_is_reported_with_its_line(record, code, words):
    with pytest.raises(Refused) as refused:
        rules.read("metro_x", record)
    assert refused.value.code == code
    assert words in str(refused.value)


def test_a_position_before_the_last_move_is_a_record_of_its_own():
    record = rules.set_up("metro_x", "", players=2, seed=1, moves=9)
    cut = rules.up_to(record, 4)
    assert [str(entry) for entry in cut.entries] == [str(entry) for entry in record.entries[:4]]
    assert cut.state.key() == record.at(4).key()
    assert rules.up_to(record, len(record.entries)) is record


def test_an_illegal_move_is_refused_with_sentence_code_and_source():
    state = METRO.state
    ruling = rules.rule(METRO.game, state, 0, "free c01")
    assert not ruling.is_legal
    assert (ruling.refusal.code, ruling.refusal.rule) == (
        "must-use-window",
        "Free Space, the notes below it",
    )


@pytest.mark.parametrize("typed", ["B 0", "b 0", "  B   0 "])
def test_a_move_is_known_whatever_its_spaces_and_capitals(typed):
    ruling = rules.rule(METRO.game, METRO.state, 0, typed)
    assert (ruling.move, ruling.is_legal) == ("B 0", True)


def test_no_move_of_the_game_is_neither_legal_nor_refused():
    ruling = rules.rule(METRO.game, METRO.state, 0, "castle")
    assert not ruling.is_legal
    assert (ruling.refusal, ruling.move) == (None, "castle")
    assert "not a move of Metro X" in ruling.unknown


def test_a_refused_move_leaves_the_record_as_it_was():
    before = METRO.dump()
    record, ruling = rules.play(METRO, len(METRO.entries), 0, "castle")
    assert record is METRO
    assert METRO.dump() == before
    assert not ruling.is_legal


def read_or_refused(key, record) -> bool:
    """Whether a text was read, or refused with a sentence; anything else would be raised here."""
    try:
        rules.read(key, record)
    except Refused as refused:
        return bool(str(refused))
    return True


@settings(deadline=None)
@given(text=st.text(max_size=400))
def test_any_text_as_a_record_is_read_or_refused(text):
    assert read_or_refused("metro_x", text)
    assert read_or_refused("metro_x", f"{HEAD}\n{text}")


WORDS = st.sampled_from(
    ["0", "1", "7", "-1", "9" * 30, "chance", "arbiter", "stand", "undo", "flip", "A", "3", "X"]
) | st.sampled_from(["deal", "draw", "stop", "call", "box", "//", "#", "²", "\x0b", "turn up"])


@pytest.mark.parametrize("key", catalogue.games())
@settings(deadline=None)
@given(lines=st.lists(st.lists(WORDS, max_size=5).map(" ".join), max_size=6))
def test_any_lines_after_a_position_are_read_or_refused(key, lines):
    assert read_or_refused(key, positions()[key].dump() + "\n".join(lines))


HEADS = st.fixed_dictionaries(
    {
        "game": st.just("express"),
        "rules": st.just(1),
        "pack": st.sampled_from(["house", "house-printed", "printed"]),
        "digest": st.text(max_size=3),
        "players": st.integers(),
        "options": st.dictionaries(
            st.sampled_from(["dealer", "target", "turns", "hands", "game", "players", "self", ""]),
            st.none() | st.integers() | st.booleans() | st.text(max_size=3),
        ),
    }
)


@settings(deadline=None)
@given(head=HEADS)
def test_any_header_is_read_or_refused(head):
    assert read_or_refused("express", json.dumps(head))


@pytest.mark.parametrize("key", catalogue.games())
@settings(deadline=None)
@given(text=st.text(max_size=120), player=st.integers(-2, 5))
def test_any_text_as_a_move_gets_an_answer(key, text, player):
    record = positions()[key]
    ruling = rules.rule(record.game, record.state, player, text)
    assert ruling.is_legal or ruling.unknown or ruling.refusal.text
