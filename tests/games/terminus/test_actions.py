"""The thirteen actions of Terminus but for the Build, rule by rule (notation.md)."""

import re

import pytest

from games.kernel import ARBITER, IllegalActionError
from games.record import Record
from games.terminus import show
from games.terminus.names import bits
from games.terminus.phases import SURPLUS
from tests.games.terminus.positions import (
    GAME,
    TILES,
    at_table,
    cubes,
    dealt,
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
    why_not,
)


class TestDemands:
    """A1: take 1 Demand for 1 Power."""

    def at(self, *, power=1):
        state = line(give(at_table(3), power=power), 0, "b1 c1")
        return develop(state, "02", "TH1", demand="KB")

    @rule("A1", "Z2")
    def test_the_power_is_paid_and_the_token_taken(self):
        state = develop(line(self.at(), 0, "d1"), "04", "TH2", demand="TH")
        play(state, "develop demand 04")
        assert seat(state)["demands"] == ["TH"]
        assert cubes(state) == {}
        assert state.site[TILES.index("04")] >= 0, "the tile keeps its place (R8)"

    @rule("A1")
    def test_it_costs_power(self):
        assert why_not(self.at(power=0), "build demand 02") == "lacks"

    @rule("A1")
    def test_it_takes_a_stop_in_the_district(self):
        state = self.at()
        assert why_not(state, "develop demand 02") == "no-stop-there"
        assert legal(line(state, 0, "d1"), "build demand 02")

    @rule("A1")
    def test_the_example_of_knightsbridge_and_chippers_row(self):
        """Build Zone, the example: 1 Stop and 1 Demand there: no second; 2 Stops: either."""
        state = line(give(at_table(3), 1, power=2), 1, "g1")
        state.turn = 1
        develop(state, "02", "CR1", demand="KB")
        develop(state, "04", "CR2", demand="CR")
        develop(state, "05", "CR4", demand="CR")
        count = len(GAME.model.in_district)
        state.demands[count + 1] = 1
        for tile, site in enumerate(state.site):
            if site == -1 and state.token[tile] == 1:
                state.token[tile] = -1
                break
        assert why_not(state, "build demand 02") == "stops-there"
        assert moves(state, "build demand") == ["build demand 04", "build demand 05"]
        play(state, "build demand 05")
        assert seat(state, 1)["demands"] == ["KB", "CR"]

    @rule("A1", "R8")
    def test_only_what_lies_in_the_city_can_be_taken(self):
        state = self.at()
        assert why_not(state, "develop demand 09") == "not-in-city"
        develop(state, "04", "TH3")
        assert why_not(state, "develop demand 04") == "demand-gone"

    @rule("R8")
    def test_a_full_track_takes_no_more(self):
        state = line(self.at(), 0, "d1")
        spaces = len(GAME.model.pack.board.demands)
        state.demands[: len(GAME.model.in_district)] = [spaces, 0, 0, 0, 0, 0, 0]
        assert GAME.parse("build demand 02") not in state.legal_actions(0)
        assert state.refusal(0, GAME.parse("build demand 02")).code == "track-full"


class TestDevelopments:
    """A2: place a Development."""

    @rule("A2")
    def test_the_tile_its_demand_and_a_lobbyist_go_to_a_block(self):
        state = give(at_table(3), permit=1)
        token = state.token[TILES.index("01")]
        play(state, "develop development 01")
        assert moves(state, "place") == ["place on TH1"]
        play(state, "place on TH1")
        assert state.view(None)["city"] == {"01": "TH1"}
        assert state.token[TILES.index("01")] == token, "it is not the player's (S2)"
        assert state.view(None)["lobbied"] == {"01": [0]}
        assert seat(state)["lobbyists"] == 7
        assert cubes(state) == {}

    @rule("A2")
    def test_the_block_must_be_zoned_empty_without_rails_and_near(self):
        state = line(give(at_table(3), permit=1), 0, "b1 c1")
        play(state, "develop development 09")
        assert moves(state, "place") == ["place on TH1", "place on TH2"]
        assert why_not(state, "place on TH3") == "not-zoned"
        assert why_not(state, "place on HM1") in ("not-adjacent", "not-zoned")

    @rule("A2")
    def test_rails_and_developments_are_in_the_way(self):
        state = line(give(at_table(3), permit=1), 0, "b1 c2")
        play(state, "develop development 09")
        assert moves(state, "place") == ["place on TH1"]
        assert why_not(state, "place on TH2") == "rails-in-block"
        develop(state, "04", "TH1")
        assert state.refusal(0, GAME.parse("place on TH1")).code == "block-taken"

    @rule("A2")
    def test_what_cannot_be_placed_cannot_be_taken(self):
        state = at_table(3)
        assert why_not(state, "develop development 01") == "lacks"
        give(state, permit=1)
        assert why_not(state, "develop development 18") == "no-block"
        assert why_not(state, "develop development 08") == "not-on-display"
        state.rows = (((0, 4),), ((0, 4),), ())
        state.lobbyists[0] = 0
        assert why_not(state, "develop development 01") == "no-lobbyist"

    @rule("Z1")
    def test_the_example_of_number_ten(self):
        """Developments, the example: in the Lobby Zone, 1 coin for 4 Construction."""
        state = develop(line(give(at_table(3), coins=1), 0, "b1"), "10", "TH1", lobbied="0")
        play(state, "lobby use 10")
        assert cubes(state) == {"construction": 4}
        assert seat(state)["coins"] == 0

    @rule("Z1", "R9", "T13")
    def test_it_takes_a_lobbyist_the_price_and_all_the_goods(self):
        state = develop(line(at_table(3), 0, "b1"), "10", "TH1", lobbied="0")
        assert why_not(state, "lobby use 10") == "no-coins"
        give(state, coins=3)
        give(state, 1, construction=8)
        give(state, 2, construction=8)
        assert legal(state, "lobby use 10")
        give(state, 0, construction=1)
        assert why_not(state, "lobby use 10") == "gain-short"
        assert why_not(state, "lobby use 06") == "not-lobbied"

    @rule("Z1")
    def test_other_effects_cost_rails_or_cubes(self):
        state = develop(line(at_table(3), 0, "b1"), "11", "TH1", lobbied="0")
        assert why_not(state, "build use 11") == "lacks"
        give(state, construction=1)
        play(state, "build use 11")
        assert seat(state)["rails"] == 2
        assert state.market[0] == 20

    @rule("Z1", "A10")
    def test_a_development_can_raise_capacity(self):
        state = develop(line(give(at_table(3), coins=6), 0, "b1"), "09", "TH1", lobbied="0")
        play(state, "supply use 09")
        assert seat(state)["capacity"] == 3
        state = develop(
            line(give(at_table(3), coins=6, capacity=9), 0, "b1"), "09", "TH1", lobbied="0"
        )
        play(state, "supply use 09")
        state = develop(
            line(give(at_table(3), coins=6, capacity=10), 0, "b1"), "09", "TH1", lobbied="0"
        )
        assert why_not(state, "supply use 09") == "track-end"


class TestLobbyists:
    """A3: move 1 Lobbyist."""

    @rule("A3", "T12")
    def test_from_the_board_to_an_agenda_and_back(self):
        state = at_table(3)
        play(state, "lobby lobbyist from board")
        assert moves(state, "lobbyist") == ["lobbyist to agenda 1"]
        assert why_not(state, "lobbyist to board") == "same-area"
        assert why_not(state, "lobbyist to agenda 2") == "no-agenda"
        assert why_not(state, "lobbyist to development 02") == "tile-not-placed"
        play(state, "lobbyist to agenda 1")
        assert seat(state)["heard"] == [1]
        state.turn = 0
        marker(state, "")
        assert why_not(state, "develop lobbyist from agenda 2") == "no-lobbyist-there"
        play(state, "develop lobbyist from agenda 1", "lobbyist to board")
        assert seat(state)["heard"] == []
        assert seat(state)["lobbyists"] == 8

    @rule("A3", "Z1")
    def test_a_development_takes_two_players_beside_their_stops(self):
        state = line(at_table(3), 0, "b1")
        develop(state, "02", "TH1", lobbied="1")
        develop(state, "04", "DD5")
        develop(state, "05", "TH2", lobbied="0")
        play(state, "develop lobbyist from board")
        assert why_not(state, "lobbyist to development 04") == "tile-not-adjacent"
        assert why_not(state, "lobbyist to development 05") == "one-each"
        play(state, "lobbyist to development 02")
        assert state.view(None)["lobbied"]["02"] == [0, 1]
        line(state, 2, "a5 a4 a3 a2")
        state.turn = 2
        play(state, "develop lobbyist from board")
        assert why_not(state, "lobbyist to development 02") == "tile-full"

    @rule("Z1")
    def test_a_development_with_the_first_player_takes_another_one(self):
        state = at_table(3)
        beside = GAME.model.names.blocks[bits(state.near[1])[0]]
        develop(state, "02", beside, lobbied="0")
        state.turn = 1
        play(state, "develop lobbyist from board")
        assert "lobbyist to development 02" in moves(state, "lobbyist")

    @rule("A3")
    def test_an_agenda_takes_one_and_a_lobbyist_needs_somewhere_to_go(self):
        state = at_table(3)
        state.heard[0], state.lobbyists[0] = 1, 7
        state.check()
        assert why_not(state, "lobby lobbyist from board") == "nowhere-to-go"
        develop(state, "02", "TH1")
        play(state, "lobby lobbyist from board")
        assert why_not(state, "lobbyist to agenda 1") == "agenda-taken"


class TestAgendas:
    """A4: draw Agendas."""

    @rule("A4", "T16")
    @pytest.mark.parametrize(("year", "count"), [(1, 3), (2, 2), (3, 1)])
    def test_so_many_are_drawn_by_year_and_one_is_kept(self, year, count):
        state = give(at_table(3), permit=1)
        state.year = year
        play(state, "lobby agenda")
        play(state, *[f"agenda {20 + number}" for number in range(count)])
        assert state.view(0)["hand"] == [str(20 + number) for number in range(count)]
        assert state.view(1)["hand"] == []
        assert why_not(state, "keep 19") == "not-in-hand"
        play(state, "keep 20")
        assert seat(state)["agendas"] == ["2", "20"]
        assert bits(state.returned[0]) == [card - 1 for card in range(21, 20 + count)]

    @rule("A4")
    def test_the_example_of_the_third_agenda(self):
        """Agendas, the example: in Year 2 Pink draws 2 and keeps 1, the third: no more."""
        state = give(at_table(3), permit=2)
        state.year = 2
        state.agendas[0] = (1, 10)
        state.bag ^= 1 << 10
        play(state, "lobby agenda", "agenda 20", "agenda 21", "keep 20")
        state.turn = 0
        marker(state, "")
        assert why_not(state, "lobby agenda") == "agendas-full"

    @rule("R11")
    def test_five_players_cannot_draw_the_deck_empty(self):
        assert len(GAME.model.pack.agendas) - 5 >= 5 * 2 * 3


class TestProjects:
    """A5: place Lobbyists on a Project."""

    @rule("A5")
    def test_the_example_of_three_players(self):
        """Lobby Zone, the example: 2 in a new row, 3 in a new row, 1 more in one's own."""
        state = give(give(at_table(3), permit=2), 1, permit=1)
        play(state, "lobby project 1 with 2")
        play(state, "lobby project 1 with 3", "pass")
        marker(state, "")
        play(state, "lobby project 1 with 1")
        assert state.view(None)["projects"]["1"] == ["seat 0 with 3", "seat 1 with 3"]
        assert (seat(state)["lobbyists"], cubes(state)) == (5, {})

    @rule("A5")
    def test_what_rows_take(self):
        state = give(at_table(3), permit=2)
        assert why_not(at_table(3), "lobby project 1 with 2") == "lacks"
        assert why_not(state, "lobby project 1 with 1") == "new-row"
        assert why_not(state, "lobby project 9 with 2") == "no-project"
        state.rows = (((1, 2), (2, 2)), ((0, 3),), ((0, 2),))
        state.lobbyists = [3, 6, 6]
        state.check()
        assert why_not(state, "lobby project 1 with 2") == "no-row"
        assert why_not(state, "lobby project 2 with 2") == "row-full"
        assert why_not(state, "lobby project 3 with 3") == "own-row"
        assert why_not(state, "lobby project 3 with 4") == "few-lobbyists"
        assert legal(state, "lobby project 3 with 2")


@rule("R9")
def test_a_lobbyist_that_left_a_development_cannot_use_it():
    state = develop(line(give(at_table(3), coins=1), 0, "b1"), "10", "TH1", lobbied="0")
    play(state, "develop lobbyist from development 10", "lobbyist to board")
    state.turn = 0
    assert why_not(state, "lobby use 10") == "not-lobbied"


def test_hubs_count_among_the_discs():
    state = hub(line(rich(at_table(3)), 0, "b1"), 0, "b1")
    assert seat(state)["discs"] == 10


class TestWhatIsSaid:
    def text(self, state, move):
        reason = state.refusal(state.actors()[0], GAME.parse(move))
        assert reason is not None
        return reason

    @rule("A7")
    def test_blueprints_are_bought_in_the_improve_zone(self):
        for blueprints in (0, 15):
            state = give(at_table(3), 2, blueprint=blueprints // 2)
            assert self.text(state, "improve blueprint 9").rule == "Improve Zone"
        assert self.text(at_table(3), "market power 8").rule == "Market Zone"

    @rule("Y2", "Y3")
    def test_in_the_third_cycle_nobody_is_sent_past_the_checkpoint(self):
        """Source: Cycle Track, "they instead remove their Player Marker"."""
        early = self.text(marker(at_table(3), "supply", cycle=2), "lobby agenda")
        assert "pass the Cycle Checkpoint first" in early.text
        late = self.text(marker(at_table(3), "supply", cycle=3), "lobby agenda")
        assert (late.code, late.rule) == ("behind", "Cycle Track")
        assert "no way on" in late.text

    def test_one_of_a_thing_is_said_in_the_singular(self):
        state = give(at_table(3), coins=1)
        texts = set()
        for built in ("", "b1", "c1"):
            line(state, 0, built)
            for action in GAME.actions:
                if why := state.refusal(0, action):
                    texts.add(why.text)
        state.coins[0] = 0
        texts |= {why.text for one in GAME.actions if (why := state.refusal(0, one))}
        assert any("1 Rail." in text or "1 coin" in text or "1 Rail;" in text for text in texts)
        assert not [text for text in texts if re.search(r"(?<![\w-])1 [A-Z]?[a-z]+s\b", text)]
        assert not re.search(r"(?<![\w-])1 (coin|disc)s", show(state, 0))


class TestTheConductorEndsTheGame:
    """T14: at any moment, and all that lay on the table lies there still."""

    def stopped(self, state):
        state.apply(ARBITER, GAME.parse("stop"))
        state.check()
        return state

    @rule("T14")
    def test_while_agendas_are_kept(self):
        state = dealt(3)
        state.apply(1, GAME.parse("keep 3"))
        self.stopped(state)

    @rule("T14")
    def test_while_a_lobbyist_moves(self):
        state = give(at_table(3), permit=1)
        before = state.lobbyists[0]
        play(state, "lobby lobbyist from board")
        assert self.stopped(state).lobbyists[0] == before

    @rule("T14")
    def test_while_surplus_is_returned(self):
        state = give(at_table(3), construction=8)
        play(state, "supply construction")
        assert state.phase == SURPLUS
        self.stopped(state)

    @rule("T14", "A2")
    def test_a_development_in_the_city_cannot_be_placed_again_by_a_ruling(self):
        record = Record(GAME, 3)
        record.state = develop(line(give(at_table(3), permit=1), 0, "b1 c1"), "02", "TH1")
        with pytest.raises(IllegalActionError, match="cannot go on"):
            record.stand(0, "develop development 02", "seen too late")
