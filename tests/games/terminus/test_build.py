"""The Build of Terminus, by players and by the Automa, rule by rule (notation.md)."""

import pytest

from games.terminus import building
from games.terminus.model import HUB, SECOND
from games.terminus.pack import ZONES
from tests.games.terminus.positions import (
    DISTRICTS,
    GAME,
    PLOTS,
    at_table,
    chosen,
    cubes,
    develop,
    give,
    hub,
    legal,
    line,
    marker,
    moves,
    play,
    rich,
    rule,
    seat,
    unlock,
    why_not,
)


class TestBuild:
    """A13, B1, B2: Stations."""

    @rule("A13", "B1", "R4")
    def test_the_example_of_two_stations(self):
        """How to Build, the example: 6 Rails, 3 Blueprints, 2 Stations to build."""
        things = {"construction": 2, "blueprint": 3, "permit": 1}
        state = give(at_table(3), rails=6, **things)
        play(state, "build build")
        assert cubes(state) == {"blueprint": 3}
        assert moves(state, "link") == ["link a1-b1", "link a1-a2"]
        play(state, "link a1-b1", "link b1-c1")
        assert seat(state)["termini"] == ["c1"]
        assert why_not(state, "link c1-d1") == "no-capacity"
        play(state, "done")
        assert (seat(state)["rails"], cubes(state)) == (2, {"blueprint": 1})
        assert seat(state)["stops"] == ["a1", "b1", "c1"]
        assert (seat(state)["discs"], state.actors()) == (10, (1,))

    @rule("A13")
    def test_the_example_of_red_pays_a_blueprint_for_each_station(self):
        """Build Zone, the example: 2 Construction and 1 Permit, and 2 Blueprints for 2 Stations."""
        state = give(at_table(3), rails=4, construction=2, blueprint=2, permit=1)
        play(state, "build build", "link a1-b1", "link b1-c1", "done")
        assert cubes(state) == {}

    def test_after_a_build_nothing_goes_on(self):
        state = at_table(3)
        before = state.view(None)["doing"]
        play(rich(state), "build build")
        assert state.view(None)["doing"] != before
        play(state, "link a1-b1", "done")
        assert state.view(None)["doing"] == before

    @rule("A13", "R3")
    def test_what_cannot_be_paid_or_placed_is_not_begun(self):
        state = at_table(3)
        assert why_not(state, "build build") == "lacks"
        give(state, permit=1)
        assert why_not(state, "build build") == "lacks"
        give(state, construction=2)
        assert why_not(state, "build build") == "nothing-to-build"
        give(state, rails=2)
        assert why_not(state, "build build") == "nothing-to-build"
        give(state, blueprint=1)
        play(state, "build build")
        assert why_not(state, "done") == "nothing-built"

    @rule("B1", "B2")
    def test_rails_start_at_the_terminus(self):
        state = line(rich(at_table(3)), 0, "b1 c1")
        play(state, "build build")
        assert why_not(state, "link b1-b2") == "not-from-terminus"
        assert why_not(state, "link b1-c1") == "own-rails"
        play(state, "link c1-c2", "link b2-c2")
        assert why_not(state, "link b1-b2") == "own-stop"

    @rule("B2")
    def test_the_example_of_blocked_rail_spaces(self):
        """Rail placement, the example: Developments and other Rails block; so do own Stops."""
        state = line(rich(at_table(3)), 0, "b1")
        develop(state, "02", "TH2")
        line(state, 1, "g1 f1 e1 d1 c1")
        line(state, 2, "a5 a4 a3 b3 b2 c2")
        play(state, "build build")
        assert why_not(state, "link b1-c2") == "development-there"
        play(state, "link b1-b2")
        assert why_not(state, "link b2-c2") == "rails-there"

    @rule("B2", "R13")
    def test_a_double_link_takes_two_different_players(self):
        state = line(at_table(3), 2, "a5 a4 a3 b3")
        line(state, 0, "a2")
        rich(state)
        play(state, "build build", "link a2-a3", "link a3-b3")
        assert why_not(state, "link a3-b3") == "own-rails"
        state.termini[2] = PLOTS.index("a3")
        number = GAME.model.names.links.index("a3-b3")
        assert not building.free(state, 1, number)

    @rule("B1")
    def test_rails_in_storage_must_be_enough(self):
        state = give(at_table(3), rails=3, construction=2, blueprint=2, permit=1)
        play(state, "build build", "link a1-b1")
        assert why_not(state, "link b1-c1") == "no-rails"

    @rule("R6")
    def test_capacity_bounds_the_discs_in_the_city(self):
        state = line(give(at_table(3), construction=2, blueprint=2, permit=1, rails=9), 0, "b1 c1")
        assert why_not(state, "build build") == "nothing-to-build"
        assert seat(state)["capacity"] == 2

    def test_without_the_upgrade_it_costs_two_construction(self):
        state = give(at_table(3), rails=3, construction=1, blueprint=2, permit=1)
        assert why_not(state, "build build") == "lacks"

    @rule("R6")
    def test_no_hub_without_a_disc_that_capacity_allows(self):
        state = line(give(at_table(3), construction=2, blueprint=2, permit=1, rails=9), 0, "b1 c1")
        unlock(state, 0, HUB)
        assert state.buildable(0) == 0
        assert building.stations(state, 0) == 0
        assert why_not(state, "build build") == "nothing-to-build"

    def test_a_development_builds_to_its_limit(self):
        state = rich(develop(line(at_table(3), 0, "b1"), "03", "TH1", lobbied="0"))
        unlock(state, 0, HUB)
        play(state, "build use 03")
        assert cubes(state)["permit"] == 2, "its own cost only"
        play(state, "link b1-c1")
        assert why_not(state, "link c1-d1") == "build-limit"
        assert why_not(state, "hub c1") == "build-limit"
        play(state, "done")

    def test_an_upgrade_saves_construction(self):
        state = give(at_table(3), rails=2, construction=1, blueprint=1, permit=1)
        number = GAME.model.names.upgrades.index("A3")
        state.upgrades[0], state.upgrades_left[number] = 1 << number, 1
        play(state, "build build", "link a1-b1", "done")
        assert cubes(state) == {}


class TestConnections:
    @rule("B1", "B3", "R4")
    def test_the_example_of_two_connections(self):
        """Making a Connection, the example: 1 Power in all, 2 coins for the owner."""
        state = line(at_table(3), 2, "a5 b5 b4 c4")
        line(state, 0, "a2 a3 a4")
        give(state, 0, rails=4, construction=2, permit=1)
        play(state, "build build", "link a4-b4", "link b4-c4", "done")
        assert cubes(state) == {"power": 1}
        assert seat(state, 2)["coins"] == 2
        assert seat(state)["stops"] == ["a1", "a2", "a3", "a4"]
        assert seat(state)["connected"] == ["b4", "c4"]
        assert seat(state)["termini"] == ["c4"]

    @rule("B3")
    def test_never_twice_to_the_same_stop(self):
        state = line(rich(at_table(3)), 0, "a2")
        line(state, 2, "a5 a4 a3")
        line(state, 0, "a3")
        line(state, 0, "b3 b2")
        play(state, "build build")
        state.termini[0] = PLOTS.index("b3")
        number = GAME.model.names.links.index("a3-b3")
        state.track[number] &= ~1
        assert state.refusal(0, GAME.parse("link a3-b3")).code == "connected"
        assert GAME.parse("link a3-b3") not in state.legal_actions(0)

    @rule("R4")
    def test_no_power_is_left_to_earn(self):
        state = line(give(at_table(3), rails=2, construction=2, permit=1), 0, "a2 a3 a4")
        give(line(state, 2, "a5"), 1, power=8)
        play(state, "build build", "link a4-a5", "done")
        assert cubes(state) == {}

    def test_an_upgrade_pays_for_a_build_with_a_connection(self):
        state = line(line(at_table(3), 2, "a5"), 0, "a2 a3 a4")
        give(state, 0, rails=2, construction=2, permit=1)
        number = GAME.model.names.upgrades.index("A4")
        state.upgrades[0], state.upgrades_left[number] = 1 << number, 1
        play(state, "build build", "link a4-a5", "done")
        assert (seat(state)["coins"], seat(state)["rails"]) == (2, 1)


class TestHubs:
    @rule("B4")
    def test_the_example_of_a_hub_a_station_and_a_hub_on_it(self):
        """Building a Hub, the example: 3 Blueprints, 2 Rails; the new Hub is the Terminus."""
        state = unlock(line(at_table(3), 0, "b1"), 0, HUB)
        give(state, rails=2, capacity=3, construction=2, blueprint=3, permit=1)
        play(state, "build build", "hub b1", "link b1-c1", "hub c1", "done")
        assert (seat(state)["hubs"], seat(state)["termini"]) == (["a1", "b1", "c1"], ["c1"])
        assert (seat(state)["discs"], cubes(state)) == (8, {})

    @rule("B4")
    def test_where_no_hub_can_be_built(self):
        state = rich(line(at_table(3), 0, "b1"))
        play(state, "build build")
        assert why_not(state, "hub b1") == "hubs-locked"
        unlock(state, 0, HUB)
        assert why_not(state, "hub a1") == "hub-there"
        assert why_not(state, "hub h1") == "not-your-station"
        play(state, "hub b1")
        assert why_not(state, "hub b1") == "hub-there"


class TestSecondTerminus:
    @rule("B5")
    def test_the_example_of_both_ends(self):
        """Building a Second Terminus, the example: from the Prime Hub, then from both."""
        state = unlock(line(at_table(3), 0, "b1"), 0, SECOND)
        give(state, rails=6, capacity=3, construction=2, blueprint=3, permit=1)
        play(state, "build build", "link a1-a2")
        assert seat(state)["termini"] == ["b1", "a2"]
        play(state, "link b1-c1", "link a2-a3", "done")
        assert seat(state)["termini"] == ["c1", "a3"]
        assert seat(state)["stops"] == ["a3", "a2", "a1", "b1", "c1"]

    @rule("T3")
    def test_both_may_be_the_prime_hub(self):
        state = unlock(rich(at_table(3)), 0, SECOND)
        assert seat(state)["termini"] == ["a1", "a1"]
        play(state, "build build")
        assert len(moves(state, "link")) == 2
        play(state, "link a1-b1")
        assert seat(state)["termini"] == ["b1", "a1"]
        play(state, "link a1-a2", "done")
        assert seat(state)["termini"] == ["b1", "a2"]


def with_automa(card="1a"):
    """Two players and the Automa with this card: its Prime Hub is on b2 with card 1."""
    state = at_table(2)
    sides = [side.id for side in GAME.model.pack.sides]
    state.automa_side = sides.index(card)
    return state


def automa_line(state, plots):
    """The Automa's line goes over these empty Plots."""
    automa = state.players
    for name in plots.split():
        building.take_stop(state, automa, PLOTS.index(name))
        state.termini[2 * automa] = PLOTS.index(name)
    return state


class TestAutoma:
    """Q1 to Q3. Card 1, the printed one, first side: Supply, b2, 1 Zone back, 1 Stop, east."""

    @rule("Q1", "T11")
    def test_its_hub_is_placed_before_the_players(self):
        state = at_table(2)
        automa = state.view(None)["automa"]
        assert (automa["card"], automa["zone"], automa["stops"]) == ("1a", "supply", ["b2"])
        assert (automa["reserve"], automa["discs"]) == (32, 12)
        assert at_table(2, automa=False).view(None)["automa"] == {}

    @rule("Q1", "Q2", "Q3")
    def test_the_only_printed_card_is_in_the_house_pack(self):
        """2-Player Game, the examples: l.1008, 1045, 1066, 1076."""
        first, reverse = GAME.model.pack.sides[:2]
        assert (ZONES[first.zone], DISTRICTS[first.district]) == ("supply", "TH")
        assert (first.steps, first.stops, reverse.stops) == (1, 1, 3)

    @rule("T11")
    def test_whoever_wants_its_plot_reads_whose_ruling_it_is(self):
        state = chosen(2)
        why = state.refusal(state.actors()[0], GAME.parse("prime hub b2"))
        assert why.text.endswith("before yours: ruling T11, which is ours.")
        play(state, "prime hub c3")
        why = state.refusal(state.actors()[0], GAME.parse("prime hub c3"))
        assert why.text == "Place your Prime Hub on an empty Plot."
        (automa,) = (one for one in GAME.options if one.key == "automa")
        assert "our ruling T11" in automa.sentence

    @rule("Q2")
    def test_the_example_of_the_toll(self):
        """Trigger 1, the example: 1 coin, then its marker moves back, then the action."""
        state = give(with_automa(), coins=1)
        play(state, "supply construction")
        assert seat(state)["coins"] == 0
        assert state.view(None)["automa"]["zone"] == "market"

    @rule("Q2")
    def test_without_a_coin_its_zone_is_closed(self):
        state = with_automa()
        assert why_not(state, "supply construction") == "no-toll"
        give(state, coins=2)
        assert why_not(state, "supply rails 1") == "no-coins", "1 for the toll, 2 for the Rails"
        assert legal(give(state, coins=1), "supply rails 1")

    @rule("R10", "T5")
    def test_its_marker_on_a_players_zone_has_no_effect_and_stays_for_the_next_year(self):
        state = marker(give(with_automa(), coins=1), "market", seat=1)
        play(state, "supply construction")
        assert state.zone[1] == 3
        play(state, "pass", "pass")
        assert state.year == 2
        assert state.view(None)["automa"]["zone"] == "market"

    @rule("Q3")
    def test_the_example_of_one_station_in_the_main_direction(self):
        """2-Player Game, the example: Rails to the next Plot, a Station; the card is flipped."""
        state = give(with_automa(), coins=1, construction=1)
        play(state, "supply capacity 1")
        automa = state.view(None)["automa"]
        assert automa["stops"] == ["b2", "c2"]
        assert automa["card"] == "1b"
        assert automa["reserve"] == 32 - 2

    @rule("Q3", "T4", "R10")
    def test_the_example_of_two_connections_and_a_blocked_line(self):
        """2-Player Game, the example: main direction once, then the alternate, then blocked."""
        state = automa_line(with_automa("1b"), "b3 b4 b5")
        side = GAME.model.pack.sides[state.automa_side]
        assert (side.main, side.alternate) == (2, 1)
        line(state, 0, "a2 a3 a4 a5 a6 b6")
        building.automa_builds(state)
        automa = state.view(None)["automa"]
        assert automa["connected"] == ["b6"]
        assert seat(state)["coins"] == 1
        assert automa["terminus"] == "bcdefgh"[side.stops - 1] + "6"

    @rule("T4", "T5")
    def test_once_alternate_it_stays_there(self):
        state = automa_line(with_automa("1b"), "b3 b4 b5 b6")
        building.automa_builds(state)
        stops = state.view(None)["automa"]["stops"]
        assert stops[-1][1] == "6"
        assert len({name[1] for name in stops[5:]}) == 1

    @rule("R10", "Q3")
    def test_it_stops_where_both_directions_are_blocked(self):
        state = with_automa("1a")
        state.rails_left[2] = 1
        before = state.view(None)["automa"]["stops"]
        building.automa_builds(state)
        assert state.view(None)["automa"]["stops"] == before
        state.rails_left[2], state.discs[2] = 32, 0
        building.automa_builds(state)
        assert state.view(None)["automa"]["stops"] == before

    @rule("R10")
    def test_a_connection_to_it_gives_the_power(self):
        state = automa_line(line(with_automa(), 0, "a2"), "")
        give(state, rails=2, construction=2, permit=1)
        play(state, "build build", "link a2-b2", "done")
        assert cubes(state) == {"power": 1}
        assert len(state.placings()) == 2, "it has no score"

    @rule("Q3")
    def test_a_capacity_from_a_development_sets_it_off_too(self):
        state = develop(line(give(with_automa(), coins=9), 0, "b1"), "09", "TH2", lobbied="0")
        play(state, "supply use 09")
        assert state.view(None)["automa"]["card"] == "1b"

    @rule("Q3")
    def test_it_waits_for_the_choice_of_the_turn(self):
        state = give(with_automa(), coins=1, construction=1, power=1, capacity=2)
        play(state, "supply capacity 1")
        assert state.view(None)["automa"]["card"] == "1a"
        play(state, "unlock hub")
        assert state.view(None)["automa"]["card"] == "1b"

    @pytest.mark.parametrize("side", GAME.model.pack.sides, ids=lambda side: side.id)
    def test_every_side_can_be_played(self, side):
        state = with_automa(side.id)
        building.automa_builds(state)
        assert state.automa_side ^ 1 == GAME.model.pack.sides.index(side)


@rule("B4", "V1")
def test_a_hub_takes_a_second_disc():
    assert seat(hub(line(at_table(3), 0, "b1"), 0, "b1"))["discs"] == 10
