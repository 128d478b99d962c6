"""A name is taken out of words and of lines that the site wrote, and nothing else changes."""

import pytest

from tournaments.privacy.rules import Eraser, stands_out

ANN = Eraser({"Ann Lee", "Ann"}, "Player 17", quoted=["ann@example.org"])


def test_only_whole_names_are_replaced_in_words():
    assert ANN.words("Ann Lee, Ann Leeds, Joann Lee, ann@example.org") == (
        "Player 17, Player 17 Leeds, Joann Lee, Player 17"
    )
    assert Eraser({"Ann Lee"}, "x").words("Ann Leeds and Joann Lee") == "Ann Leeds and Joann Lee"
    assert Eraser({""}, "x").words("nothing") == "nothing"


def test_a_name_like_any_word_is_not_looked_for_in_words():
    assert Eraser({"is", "17"}, "x").words("17 says this is late") == "17 says this is late"
    assert Eraser({"is"}, "x").name("is") == "x"
    assert all(map(stands_out, ("Ann", "ann lee", "McX", "ann-LEE", "山田", "élan")))
    assert not any(map(stands_out, ("ann", "null", "17", "ann-lee")))


@pytest.mark.parametrize("value", [None, 3, True, ["Ann"], {"Ann": "Ann"}, "Anna", "ann"])
def test_what_is_no_whole_name_stays(value):
    assert ANN.name(value) == value


def test_an_e_mail_address_is_no_name():
    assert ANN.name("ann@example.org") == "ann@example.org"
    assert not ANN.is_name("ann@example.org")


@pytest.mark.parametrize(
    ("line", "cleaned"),
    [
        ("Open, Round 1, Table 3, Ann Lee", "Open, Round 1, Table 3, Player 17"),
        ("Open, penalty: Ann", "Open, penalty: Player 17"),
        ("Ann Lee", "Ann Lee"),
        ("Open, Ann Lee, Table 3", "Open, Ann Lee, Table 3"),
    ],
)
def test_a_name_at_the_end_of_a_line(line, cleaned):
    assert ANN.last(line, [", ", ": "], 80) == cleaned


def test_a_name_that_was_cut_off_at_the_end_of_a_line():
    assert ANN.last("A very long tournament, Ann L", [", "], 29) == (
        "A very long tournament, Player 17"
    )
    assert ANN.last("A very long tournament, Ann L", [", "], 80).endswith("Ann L")
    assert ANN.last("A very long tournament, Bo", [", "], 26).endswith("Bo")


@pytest.mark.parametrize(
    ("line", "cleaned"),
    [
        ("Ann Lee | Bo Ek", "Player 17 | Bo Ek"),
        ("Bo Ek | Ann Lee", "Bo Ek | Player 17"),
        ("Ann | Ann Lee", "Player 17 | Player 17"),
        ("Bo Ek | Joann Lee", "Bo Ek | Joann Lee"),
    ],
)
def test_a_line_of_two_names(line, cleaned):
    assert ANN.both(line, " | ", 80) == cleaned
