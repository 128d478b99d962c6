"""The games by key: what a tournament must know of each, and the way to its rules."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games import catalogue
from games.kernel import CHANCE


def test_every_game_has_its_tournament_data():
    assert {"expect_delays", "express", "metro_x"} <= set(catalogue.games())
    for key, info in catalogue.games().items():
        assert info.key == key
        assert info.preferred_players in info.players
        assert timedelta() < info.timing.slot <= info.timing.final
        assert info.timing.force_end < info.timing.cutoff < info.timing.slot
        assert info.rulebook
        assert ".txt" not in info.rulebook


def test_metro_x_needs_no_target():
    info = catalogue.game("metro_x")
    assert info.target == 0
    assert info.tie_breaks == ("fewest empty stations",)
    assert info.printable
    assert info.players == range(2, 7)


def test_express_is_played_to_the_target_of_the_supplement():
    info = catalogue.game("express")
    assert (info.target, info.sheet_per, info.preferred_players) == (120, "hand", 4)
    assert info.timing.cutoff == timedelta(minutes=20)


def test_a_game_that_is_not_here_is_a_key_error():
    with pytest.raises(KeyError):
        catalogue.game("chess")
    with pytest.raises(KeyError):
        catalogue.rules("metro_x", "atlantis")


def test_an_empty_board_can_be_printed_where_the_game_says_so():
    assert "<title>Metro X, Tube Town</title>" in catalogue.blank("metro_x", "tube_town")
    for key, pack in (("express", "house"), ("metro_x", "atlantis"), ("chess", "")):
        with pytest.raises(KeyError):
            catalogue.blank(key, pack)
    for key, info in catalogue.games().items():
        for pack in catalogue.engine(key).PACKS if info.printable else ():
            assert catalogue.blank(key, pack).startswith("<svg ")


def test_rules_are_opened_once_with_the_first_pack_or_the_one_named():
    assert catalogue.rules("metro_x").pack == "metro_city"
    assert catalogue.rules("metro_x", "tube_town").pack == "tube_town"
    assert catalogue.rules("metro_x") is catalogue.rules("metro_x")
    assert catalogue.rules("metro_x").new(1).actors() == (CHANCE,)
