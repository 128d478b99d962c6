"""The contract of every engine (games.testing), for each number of players and each option."""

import random
from collections import Counter
from math import sqrt
from pathlib import Path

import pytest

import games.terminus
from games import testing
from games.kernel import CHANCE
from games.terminus import greedy, show
from tests.examples import ALL
from tests.games.terminus.positions import GAME, at_table, dealt, play, rule

SOURCE = Path(games.terminus.__file__).parent
RARER = () if ALL else pytest.mark.long
TABLES = [
    (2, {}),
    pytest.param(2, {"automa": False}, marks=RARER),
    pytest.param(3, {}, marks=RARER),
    (4, {"first_game": True}),
    pytest.param(5, {}, marks=RARER),
]


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_the_contract_is_kept(players, options):
    seen = testing.conform(GAME, players, games=1, seed=players, exhaustive=0.03, **options)
    assert set(seen.ends) == {"finished"}
    assert seen.longest < GAME.longest / 10


@pytest.mark.parametrize("players", GAME.players)
def test_players_who_know_what_they_want_keep_to_the_rules(players):
    for seed in range(2 if ALL else 1):
        record = testing.play_out(GAME, players, random.Random(seed), choose=greedy)
        record.state.check()
        assert record.state.end() == "finished"


class TestOptions:
    def test_two_play_with_the_automa_unless_they_say_no(self):
        assert GAME.new(2).with_automa
        assert not GAME.new(2, automa=False).with_automa
        assert not GAME.new(3).with_automa

    def test_more_than_two_play_without_it(self):
        assert not GAME.new(3, automa=True).with_automa

    def test_a_wrong_number_of_players_or_option_is_refused(self):
        with pytest.raises(ValueError, match="2 to 5 players, not 6"):
            GAME.new(6)
        with pytest.raises(ValueError, match="no option 'solo'"):
            GAME.new(2, solo=True)


class TestChance:
    """Chance follows the pack; seen frequencies are within 4 standard errors."""

    def agrees(self, seen, chance, tries):
        expected = chance * tries
        return abs(seen - expected) < 4 * sqrt(expected * (1 - chance)) + 1e-9

    def test_each_tile_of_the_stack_is_as_likely(self):
        state, rnd, tries = GAME.new(3), random.Random(5), 4000
        seen = Counter(str(state.sample(rnd.random)) for _ in range(tries))
        assert set(seen) == {f"tile 0{number}" for number in range(1, 9)}
        assert all(self.agrees(count, 1 / 8, tries) for count in seen.values())

    def test_a_demand_is_as_likely_as_it_is_left(self):
        state, rnd, tries = GAME.new(3), random.Random(6), 4000
        while str(state.legal_actions(CHANCE)[0]).startswith("tile"):
            state.apply(CHANCE, state.legal_actions(CHANCE)[0])
        play(state, "token TH", "token TH")
        seen = Counter(str(state.sample(rnd.random)) for _ in range(tries))
        assert self.agrees(seen["token TH"], 1 / 19, tries)
        assert self.agrees(seen["token KB"], 3 / 19, tries)


class TestSecrets:
    def test_a_player_sees_the_own_hand_and_others_only_its_size(self):
        state = dealt(3)
        assert state.view(1)["hand"] == ["3", "4"]
        assert state.view(0)["hand"] == ["1", "2"]
        assert state.view(None)["hand"] == []
        assert [seat["cards_in_hand"] for seat in state.view(None)["seats"]] == [2, 2, 2]

    def test_the_first_agenda_is_secret_until_the_end(self):
        state = at_table(3)
        seen = [[seat["agendas"] for seat in state.view(who)["seats"]] for who in (0, None)]
        assert seen == [[["2"], ["?"], ["?"]], [["?"], ["?"], ["?"]]]

    @rule("T17")
    def test_agendas_revealed_for_the_turn_order_are_public(self):
        state = dealt(3)
        assert state.view(None)["revealed"] == []
        state = at_table(3)
        for who in (None, 0, 1, 2):
            assert state.view(who)["revealed"] == ["1", "3", "5"]
        assert "Agendas 1 3 5" in show(state, None)
        state.apply(-2, GAME.parse("stop"))
        assert state.view(None)["revealed"] == ["1", "3", "5"]

    @rule("T17")
    def test_a_guess_at_a_secret_agenda_is_none_of_those_that_were_revealed(self):
        state, rnd = at_table(5), random.Random(7)
        for who in (None, 0):
            worlds = [state.resample(who, rnd.random) for _ in range(60)]
            guessed = {world.agendas[seat][0] for world in worlds for seat in range(1, 5)}
            assert guessed.isdisjoint(state.revealed)
            assert len(guessed) > 20

    def test_other_worlds_keep_what_is_known_and_differ_in_the_rest(self):
        state, rnd = at_table(3), random.Random(4)
        worlds = [state.resample(0, rnd.random) for _ in range(40)]
        assert {world.agendas[0] for world in worlds} == {(1,)}
        assert len({world.agendas[1] for world in worlds}) > 10
        assert all(world.bag.bit_count() == 32 for world in worlds)
