"""Who goes on, and who with whom."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.finals import advance, cut, semifinal_tables


def test_the_best_four_go_on_and_the_next_stand_by():
    made = cut(list("abcdef"), 4)
    assert (made.through, made.alternates, made.missing) == (tuple("abcd"), tuple("ef"), ())


def test_an_alternate_moves_up_for_a_finalist_who_left():
    made = cut(list("abcdef"), 4, unavailable={"b", "e"})
    assert made.through == tuple("acdf")
    assert made.missing == ("b",)
    assert made.alternates == ()


def test_a_player_with_too_few_games_does_not_qualify():
    played = {"a": 3, "b": 1, "c": 2, "d": 2}
    made = cut(list("abcd"), 2, games=played, fewest_games=2)
    assert made.through == ("a", "c")
    assert made.alternates == ("d",)


def test_sixteen_seeds_sit_as_published():
    assert semifinal_tables(range(1, 17), 4) == [
        [1, 8, 9, 16],
        [2, 7, 10, 15],
        [3, 6, 11, 14],
        [4, 5, 12, 13],
    ]


def test_with_seeds_missing_the_better_ones_have_the_smaller_tables():
    assert semifinal_tables(range(1, 15), 4) == [
        [1, 8, 9],
        [2, 7, 10],
        [3, 6, 11, 14],
        [4, 5, 12, 13],
    ]
    assert semifinal_tables(range(1, 12), 3) == [[1, 6, 7], [2, 5, 8, 11], [3, 4, 9, 10]]


@pytest.mark.parametrize("tables", [0, 4])
def test_tables_without_anybody_are_refused(tables):
    with pytest.raises(ValueError, match="3 players"):
        semifinal_tables([1, 2, 3], tables)


@given(st.integers(1, 60), st.integers(1, 12))
def test_every_seed_sits_once_and_the_tables_differ_by_one_at_most(seeds, tables):
    tables = min(tables, seeds)
    made = semifinal_tables(range(seeds), tables)
    assert sorted(player for table in made for player in table) == list(range(seeds))
    sizes = [len(table) for table in made]
    assert sizes == sorted(sizes)
    assert sizes[-1] - sizes[0] <= 1


def test_the_winners_of_the_semifinals_go_on_and_then_the_best_seconds():
    tables = [{"a": (9,), "h": (8,), "i": (7,)}, {"b": (1,), "g": (9,), "j": (5,)}]
    going, alternates = advance(tables, 3, ordered=list("abcdefghij"))
    assert going == ["a", "g", "h"]
    assert alternates == ["j", "b", "i"]
