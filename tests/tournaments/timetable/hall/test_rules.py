"""Which tables of the hall a round gets."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tournaments.timetable.hall.rules import allot, as_text, ranges

NUMBERS = st.sets(st.integers(1, 60))


def test_a_round_gets_the_first_tables_of_its_range():
    assert allot(3, range(21, 41)) == [21, 22, 23]


def test_it_passes_over_its_own_tables_and_those_in_use():
    assert allot(3, range(21, 41), own=[21], in_use=[23]) == [22, 24, 25]


def test_tables_promised_to_others_come_after_the_free_ones_and_those_in_use_last():
    assert allot(3, range(1, 5), in_use=[1], promised=[2, 3]) == [2, 3, 4]
    assert allot(4, range(1, 5), in_use=[1], promised=[2, 3]) == [1, 2, 3, 4]


def test_a_hall_that_is_too_small_gives_what_it_has():
    assert allot(5, range(21, 24)) == [21, 22, 23]


@given(st.integers(0, 70), NUMBERS, NUMBERS, NUMBERS, NUMBERS)
def test_no_table_is_given_twice_and_none_in_use_while_another_is_free(
    wanted, hall, own, in_use, promised
):
    found = allot(wanted, sorted(hall), own=own, in_use=in_use, promised=promised)
    assert found == sorted(set(found))
    assert set(found) <= hall - own
    assert len(found) == min(wanted, len(hall - own))
    if set(found) & in_use:
        assert hall - own - in_use <= set(found)


@given(NUMBERS)
def test_ranges_are_whole_and_have_gaps_between_them(numbers):
    found = ranges(sorted(numbers))
    assert {n for first, last in found for n in range(first, last + 1)} == numbers
    assert all(one[1] + 1 < other[0] for one, other in pairwise(found))


def test_numbers_in_words():
    assert as_text([1, 2, 3, 31, 40, 41]) == "1 to 3, 31, 40 to 41"
