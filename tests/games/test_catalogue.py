"""The games by key: what a tournament must know of each, and the way to its rules."""

from __future__ import annotations

import dataclasses
import re
from dataclasses import replace
from datetime import timedelta

import pytest

from games import catalogue
from games.kernel import CHANCE, UnknownActionError
from games.packs import PackError
from games.record import Record, RecordError


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


def test_a_target_ends_a_game_of_many_hands_and_no_other():
    targets = {key: info.has_target for key, info in catalogue.games().items()}
    assert [key for key, has in targets.items() if has] == ["express"]
    one = replace(catalogue.game("express"), target=1)
    assert one.has_target
    assert not replace(one, target=0).has_target
    assert not replace(one, sheet_per="game").has_target


def test_points_are_written_as_the_table_has_them():
    info = catalogue.game("express")
    assert info.as_written(5) == 5
    assert replace(info, fewer_is_better=True).as_written(-5) == 5


def test_a_game_of_this_site_has_rules_and_counts_points_and_others_say_so():
    info = catalogue.game("night_express")
    defaults = (info.has_rules, info.fewer_is_better, info.counts_points, info.printable)
    assert defaults == (True, False, True, False)
    assert [one.key for one in info.options] == ["version", "extra_event"]
    assert replace(info, has_rules=False).options == ()


def test_options_of_a_tournament_are_those_that_were_chosen_and_are_taken():
    keys = {one.key: one.per for one in catalogue.rules("night_express").options}
    assert set(keys.values()) == {"tournament"}
    assert catalogue.setup("night_express").options["version"] == "expert"
    assert catalogue.setup("night_express", {"version": "simplified"}).options == {
        "version": "simplified",
        "extra_event": False,
    }
    for chosen in ({"version": "easy"}, {"snow": True}, {"extra_event": "yes"}):
        assert catalogue.setup("night_express", chosen) is catalogue.setup("night_express")


def test_a_hand_is_called_out_where_somebody_goes_out():
    assert catalogue.setup("express").is_called_out
    assert not catalogue.setup("metro_x").is_called_out


def test_a_stored_game_is_read_with_the_pack_that_it_names_or_one_of_ones_own():
    record = Record(catalogue.rules("metro_x", "tube_town"), 2)
    assert catalogue.read_record(record.dump()).game.pack == "tube_town"
    own = catalogue.engine("metro_x").PACKS["tube_town"]
    again = catalogue.read_record(record.dump(), own)
    assert again.game is not catalogue.rules("metro_x", "tube_town")
    other = catalogue.engine("metro_x").PACKS["metro_city"]
    with pytest.raises(RecordError, match="pack"):
        catalogue.read_record(record.dump(), other)


EDGES = {
    "min": (1, 99),
    "max": (1, 99),
    "points_limit": (1, 9999),
    "points": (1, 9999),
    "slot_minutes": (0, 24 * 60),
}


@pytest.mark.parametrize("key", EDGES)
@pytest.mark.parametrize("which", [0, 1])
def test_the_data_of_a_tournament_are_bounded(tmp_path, key, which):
    def written(value):
        text = (catalogue.HERE / "express" / "content" / "tournament.toml").read_text("utf-8")
        values = {"min": 1, "max": 99, key: value}
        values["preferred"] = values["min"]
        for name, number in values.items():
            text, count = re.subn(rf"^{name} = \d+", f"{name} = {number}", text, flags=re.MULTILINE)
            assert count == 1, name
        (tmp_path / "content").mkdir(exist_ok=True)
        (tmp_path / "content" / "tournament.toml").write_text(text, "utf-8")
        return tmp_path

    edge = EDGES[key][which]
    assert catalogue._load(written(edge)).key == "express"
    with pytest.raises(PackError, match=key):
        catalogue._load(written(edge + (1 if which else -1)))


def test_what_a_game_does_not_say_is_as_most_are():
    fields = {field.name: field.default for field in dataclasses.fields(catalogue.GameInfo)}
    assert not fields["printable"]
    assert fields["has_rules"]


@pytest.mark.parametrize("key", catalogue.games())
def test_the_text_of_a_move_is_exact_to_the_space(key):
    game = catalogue.rules(key)
    texts = {str(action) for action in game.actions}
    for text in texts:
        for other in {f"{text} ", f" {text}", f"{text}\n", text.replace(" ", "  ", 1)} - {text}:
            with pytest.raises(UnknownActionError):
                game.parse(other)
