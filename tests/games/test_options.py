"""Options of a game: one declaration for the engine, the command line and forms."""

from __future__ import annotations

import pytest

from games import catalogue, options
from games.options import Option

DEAL = Option("deal", "choice", "Deal", "How cards are dealt.", "open", choices=("open", "hidden"))
FAST = Option("fast", "flag", "Fast", "Fewer rounds.", default=False)
GOAL = Option("goal", "whole", "Goal", "Points that end it.", 50, low=10, high=99)
EVERY = (DEAL, FAST, GOAL)


def test_what_is_not_given_has_its_default():
    assert options.settle("Heap", EVERY, {}) == {"deal": "open", "fast": False, "goal": 50}
    assert options.settle("Heap", EVERY, {"fast": True})["fast"] is True


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"colour": 1}, "Heap has no option 'colour': it has deal, fast, goal."),
        ({"deal": "up"}, "The option 'deal' must be one of open, hidden, not 'up'."),
        ({"fast": 1}, "The option 'fast' must be yes or no, not 1."),
        ({"goal": 9}, "The option 'goal' must be a whole number from 10 to 99, not 9."),
        ({"goal": True}, "The option 'goal' must be a whole number from 10 to 99, not True."),
        ({"goal": 10**5000}, "a whole number from 10 to 99, not so large a number."),
    ],
)
def test_an_option_that_cannot_be_is_refused_with_what_could_be(given, sentence):
    with pytest.raises(ValueError, match=f"{sentence}$"):
        options.settle("Heap", EVERY, given)


def test_words_of_a_command_are_read_by_the_same_declaration():
    words = ["deal=hidden", "fast=yes", "goal=20"]
    assert options.read("Heap", EVERY, words) == {"deal": "hidden", "fast": True, "goal": 20}
    for word in ("colour=1", "fast=1", "goal=7", "goal", f"goal={'9' * 5001}", "deal="):
        with pytest.raises(ValueError, match="option"):
            options.read("Heap", EVERY, [word])
    with pytest.raises(ValueError, match="twice"):
        options.read("Heap", EVERY, ["goal=20", "goal=30"])


@pytest.mark.parametrize("key", catalogue.games())
def test_every_option_of_a_game_has_a_sentence_and_a_default_that_it_takes(key):
    game = catalogue.rules(key)
    assert len({option.key for option in game.options}) == len(game.options)
    for option in game.options:
        assert option.label
        assert option.sentence.endswith(".")
        assert option.default is None or option.takes(option.default)
        assert option.per == "game" or option.default is not None
        if option.default is not None:
            game.new(game.players[0], **{option.key: option.default})
    with pytest.raises(ValueError, match="no option 'weather'"):
        game.new(game.players[0], weather=1)


def test_a_tournament_keeps_what_was_chosen_as_far_as_this_release_knows_it():
    """A release may drop an option, and the tournament that had it must still open."""
    known = catalogue.setup("express", {"weather": "fine", "target": 5})
    assert known is catalogue.setup("express")
    assert known.options == {}
    assert known.sheet is catalogue.sheet("express")
