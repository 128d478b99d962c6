"""Upgrades, the markets and supplies: the Improve, Market and Supply Zones of Terminus."""

from games.terminus.pack import CONSTRUCTION
from tests.games.terminus.positions import (
    GAME,
    at_table,
    cubes,
    give,
    marker,
    moves,
    play,
    rule,
    seat,
    why_not,
    with_upgrade,
)


class TestUpgrades:
    """A6: Advanced Upgrades."""

    @rule("A6")
    def test_the_example_of_two_upgrades(self):
        """Upgrades, the example: 2 coins; then 2 coins and 1 Blueprint."""
        state = give(at_table(3), coins=4)
        play(state, "improve upgrade A1")
        state.turn = 0
        marker(state, "")
        assert why_not(state, "improve upgrade A2") == "lacks"
        assert why_not(state, "improve upgrade A1") == "same-upgrade"
        give(state, blueprint=1)
        play(state, "improve upgrade A2")
        assert (seat(state)["coins"], cubes(state)) == (0, {})
        assert seat(state)["upgrades"] == ["A1", "A2"]
        state.turn = 0
        marker(state, "")
        assert why_not(state, "improve upgrade A2") == "same-upgrade"
        assert why_not(state, "improve upgrade A3") == "upgrades-full"

    @rule("A6")
    def test_each_is_there_so_often(self):
        state = give(at_table(3), coins=4)
        with_upgrade(with_upgrade(state, "A1", 1), "A1", 2)
        assert why_not(state, "improve upgrade A1") == "upgrade-gone"
        state.coins[0] = 1
        assert why_not(state, "improve upgrade A2") == "no-coins"

    @rule("Z2")
    def test_one_of_them_stores_more(self):
        state = with_upgrade(give(at_table(3), construction=7), "A2")
        play(state, "supply construction")
        assert cubes(state) == {"construction": 9}
        assert state.actors() == (1,)

    @rule("Z1", "A6")
    def test_one_is_an_action_of_its_own(self):
        state = give(at_table(3), coins=2)
        assert why_not(state, "market use A6") == "no-upgrade"
        with_upgrade(state, "A6")
        play(state, "market use A6")
        assert cubes(state) == {"blueprint": 1}


class TestMarkets:
    """A7, A8, A9 and Z2."""

    @rule("A8", "Z2")
    def test_the_example_of_two_permits_and_two_blueprints_back(self):
        """Resources, the example: 1 coin and 2 coins; cubes go back to the rightmost space."""
        state = give(at_table(3), coins=3)
        give(state, 1, permit=2)
        assert why_not(state, "market permit 3") == "no-coins"
        play(state, "market permit 2")
        assert seat(state)["coins"] == 0
        assert cubes(state) == {"permit": 2}

    @rule("A7")
    def test_the_example_of_two_blueprints(self):
        """Improve Zone, the example: 2 coins and 3 coins, when one is left in the first column."""
        state = give(at_table(3), coins=5)
        give(state, 1, blueprint=2)
        play(state, "improve blueprint 2")
        assert seat(state)["coins"] == 0

    @rule("Z2", "T10")
    def test_the_example_of_a_full_storage(self):
        """Improve Zone, the warning: one space is left; a Construction goes back for the second."""
        state = give(at_table(3), coins=4, construction=7)
        play(state, "improve blueprint 2")
        assert state.actors() == (0,)
        play(state, "return construction")
        assert cubes(state) == {"construction": 6, "blueprint": 2}
        assert seat(state)["coins"] == 0
        assert state.actors() == (1,)

    @rule("A9")
    def test_power_is_bought_too_and_is_limited(self):
        state = give(at_table(3), coins=40)
        give(state, 1, power=7)
        assert why_not(state, "market power 2") == "market-empty"
        play(state, "market power 1")
        assert seat(state)["coins"] == 35

    @rule("A9")
    def test_a_whole_market_can_be_bought(self):
        state = give(at_table(3), coins=99)
        play(state, "market power 8")
        assert cubes(state) == {"power": 8}


class TestSupply:
    """A10, A11 and A12."""

    @rule("A10")
    def test_the_example_of_one_step_with_power_and_one_past_an_upgrade(self):
        """Capacity, the example: 1 Construction and 1 Power; then 1 Construction, and the Hub."""
        state = give(at_table(3), construction=2, power=1, capacity=2)
        play(state, "supply capacity 1")
        assert cubes(state) == {"construction": 1}
        assert moves(state, "unlock") == ["unlock hub", "unlock terminus"]
        play(state, "unlock hub")
        assert seat(state)["unlocked"] == ["hub"]
        assert seat(state)["capacity"] == 5

    @rule("A10", "R12", "B5")
    def test_the_second_space_unlocks_the_other(self):
        state = give(at_table(3), construction=6, power=2)
        play(state, "supply capacity 6")
        assert why_not(state, "done") == "finish-first"
        play(state, "unlock terminus")
        assert seat(state)["unlocked"] == ["hub", "terminus"]
        assert seat(state)["termini"] == ["a1", "a1"]

    @rule("A10", "R12")
    def test_what_is_unlocked_is_not_unlocked_again(self):
        state = give(at_table(3), construction=1, power=1, capacity=2)
        play(state, "supply capacity 1")
        state.unlocked[0] = 1
        assert state.refusal(0, GAME.parse("unlock hub")).code == "unlocked"

    @rule("A10")
    def test_the_track_has_an_end_and_a_price(self):
        state = give(at_table(3), construction=3, capacity=8)
        assert why_not(state, "supply capacity 1") == "lacks"
        give(state, power=4)
        assert why_not(state, "supply capacity 3") == "track-end"
        play(state, "supply capacity 2", "unlock hub")
        assert cubes(state) == {"construction": 1}

    @rule("A11")
    def test_the_example_of_the_leftmost_depot(self):
        """Supply Zone, the example: 1 cube from a depot with one left; the next player gets 3."""
        state = at_table(3)
        give(state, 2, construction=3)
        play(state, "supply construction")
        assert cubes(state, 0) == {"construction": 1}
        play(state, "supply construction")
        assert cubes(state, 1) == {"construction": 3}

    @rule("A11", "R5")
    def test_what_cannot_be_stored_is_in_the_depots_again(self):
        state = give(at_table(3), power=6, construction=1)
        play(state, "supply construction")
        assert cubes(state) == {"construction": 4, "power": 6}
        play(state, *["return construction"] * 2)
        assert state.market[0] == 18

    @rule("A11")
    def test_the_last_cube_is_taken_from_the_rightmost_depot(self):
        for trade in (trades[CONSTRUCTION] for trades in GAME.model.trades):
            assert trade.depot[:2] == [0, 1]

    def test_empty_depots_give_nothing(self):
        state = at_table(3)
        for number, count in ((0, 7), (1, 7), (2, 6)):
            give(state, number, construction=count)
        assert why_not(state, "supply construction") == "depots-empty"

    @rule("A12")
    def test_the_examples_of_rails(self):
        """Rails, the examples: 3 coins for 3; 3 and 5 coins for 9."""
        state = give(give(at_table(3), coins=3), 1, coins=8)
        play(state, "supply rails 3", "done", "build rails 3", "rails 6", "done")
        assert (seat(state)["rails"], seat(state)["coins"]) == (3, 0)
        assert (seat(state, 1)["rails"], seat(state, 1)["coins"]) == (9, 0)
        assert seat(state, 1)["reserve"] == 23

    @rule("T6")
    def test_the_reserve_must_cover_a_pack(self):
        state = give(at_table(3), coins=9, rails=30)
        assert why_not(state, "supply rails 3") == "reserve-short"
        play(state, "supply rails 1")
        assert why_not(state, "rails 6") == "reserve-short"
        play(state, "rails 1")
        assert moves(state, "rails") == []
        assert why_not(give(at_table(3), coins=2), "build rails 3") == "no-coins"
