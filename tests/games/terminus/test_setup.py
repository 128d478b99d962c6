"""The setup of Terminus, rule by rule (notation.md)."""

import pytest

from games.kernel import ARBITER, CHANCE
from games.packs import PackError
from games.terminus import sheets
from games.terminus.phases import DEALING
from tests.games.terminus.positions import (
    GAME,
    TILES,
    at_table,
    chosen,
    dealt,
    game_of,
    house,
    legal,
    moves,
    play,
    rich,
    rule,
    why_not,
)

PACK = GAME.model.pack


@rule("C1")
def test_each_player_has_twelve_discs_32_rails_and_8_lobbyists():
    seats = at_table(4).view(None)["seats"]
    for seat in seats:
        assert (seat["discs"], seat["reserve"], seat["lobbyists"]) == (12, 32, 8)
        assert len(seat["hubs"]) == 1


@rule("C2")
def test_there_are_55_cubes():
    cubes = {"construction": 20, "blueprint": 15, "permit": 12, "power": 8}
    assert GAME.new(3).view(None)["market"] == cubes


@rule("C3")
def test_the_decks_have_as_many_cards_as_the_rulebook_counts():
    assert [len(stack) for stack in GAME.model.of_type] == [8, 8, 8]
    assert (len(PACK.projects), len(PACK.agendas), len(PACK.upgrades)) == (18, 35, 6)
    assert PACK.tokens * len(PACK.city.districts) == 21
    assert len(PACK.sides) == 16


@rule("S1")
@pytest.mark.parametrize("players", GAME.players)
def test_there_are_as_many_columns_as_players(players):
    state = at_table(players)
    assert sorted(state.order) == list(range(players))


@rule("S2")
@pytest.mark.parametrize(("players", "each"), [(2, 4), (3, 4), (4, 5), (5, 5)])
def test_so_many_developments_of_each_type_with_a_demand(players, each):
    view = dealt(players).view(None)
    types = [PACK.developments[TILES.index(name)].type for name in view["display"]]
    assert [types.count(kind) for kind in range(3)] == [each] * 3
    assert sorted(view["demand"]) == sorted(view["display"])


@rule("S3")
@pytest.mark.parametrize(
    ("players", "cards", "upgrades"), [(2, 3, 1), (3, 3, 2), (4, 4, 2), (5, 4, 3)]
)
def test_so_many_projects_and_upgrades(players, cards, upgrades):
    view = dealt(players).view(None)
    assert len(view["projects"]) == cards
    assert set(view["upgrades_left"].values()) == {upgrades}


@rule("S4")
def test_two_players_leave_grey_spaces_empty():
    assert GAME.new(2).view(None)["market"] == {
        "construction": 15,
        "blueprint": 10,
        "permit": 8,
        "power": 6,
    }


@rule("S5")
def test_a_player_board_starts_empty():
    seat = at_table(3).view(0)["seats"][0]
    assert (seat["rails"], seat["unlocked"], seat["upgrades"], seat["demands"]) == (0, [], [], [])
    assert seat["capacity"] == PACK.board.start


@rule("S6")
def test_the_lowest_agenda_that_is_not_kept_goes_first():
    state = dealt(3)
    for seat, card in ((2, 5), (0, 1), (1, 4)):
        assert state.actors() == tuple(
            sorted({0, 1, 2} - {each for each in range(3) if state.kept[each] >= 0})
        )
        state.apply(seat, GAME.parse(f"keep {card}"))
    # Revealed: 2 by seat 0, 3 by seat 1, 6 by seat 2.
    assert state.order == (0, 1, 2)
    assert state.bag.bit_count() == 32


@rule("S6")
def test_a_card_that_was_not_dealt_cannot_be_kept():
    state = dealt(3)
    assert why_not(state, "keep 3", 0) == "not-in-hand"
    state.apply(0, GAME.parse("keep 1"))
    assert why_not(state, "keep 2", 0) == "chosen"


@rule("S7")
def test_prime_hubs_go_in_reverse_order_on_empty_plots():
    state = chosen(3)
    assert state.actors() == (2,)
    play(state, "prime hub c3")
    assert state.actors() == (1,)
    assert why_not(state, "prime hub c3") == "plot-taken"
    assert why_not(state, "pass") == "finish-first"
    play(state, "prime hub c4", "prime hub c5")
    assert state.actors() == (0, 1, 2)


@rule("S8")
@pytest.mark.parametrize(
    ("players", "projects", "tiles"),
    [
        (2, "5 8 10", "02 04 05 07 09 11 12 15 18 21 22 23"),
        (4, "1 5 8 10", "01 02 04 05 07 09 10 11 12 15 18 21 22 23 25"),
    ],
)
def test_a_first_game_has_its_own_set(players, projects, tiles):
    view = dealt(players, first_game=True).view(None)
    assert sorted(view["projects"], key=int) == projects.split()
    assert view["display"] == tiles.split()


def test_chance_draws_what_is_there():
    state = GAME.new(3)
    assert why_not(state, "tile 09", CHANCE) == "not-in-stack"
    assert why_not(state, "token TH", CHANCE) == "not-drawn-now"
    assert why_not(state, "pass", 0) == "not-your-turn"
    play(state, "tile 03")
    assert why_not(state, "tile 03", CHANCE) == "not-in-stack"
    while moves(state, "tile"):
        play(state, moves(state, "tile")[0])
    play(state, "token TH", "token TH", "token TH")
    assert why_not(state, "token TH", CHANCE) == "no-token"
    while moves(state, "token"):
        play(state, moves(state, "token")[0])
    play(state, "project 7")
    assert why_not(state, "project 7", CHANCE) == "on-display"
    play(state, "project 8", "project 9", "agenda 3")
    assert state.phase == DEALING
    assert why_not(state, "agenda 3", CHANCE) == "not-in-deck"


@rule("T14")
def test_the_conductor_can_only_end_the_game():
    state = at_table(3)
    assert why_not(state, "pass", ARBITER) == "arbiter-stops"
    assert why_not(state, "stop", 0) == "not-a-move"
    assert legal(state, "stop", ARBITER)
    state.apply(ARBITER, GAME.parse("stop"))
    assert state.end() == "stopped"
    assert why_not(state, "stop", ARBITER) == "over"
    assert len(state.placings()) == 3


@rule("T8")
def test_a_plot_on_a_border_lies_in_every_district_it_touches():
    within = GAME.model.within[[plot.id for plot in PACK.city.plots].index("d2")]
    names = [key for n, (key, _) in enumerate(PACK.city.districts) if within >> n & 1]
    assert names == ["TH", "KB", "GW"]


class TestPack:
    """A pack of a club's own is read, or all its faults are listed."""

    def faults(self, change):
        data = house()
        change(data)
        with pytest.raises(ValueError, match="cannot be used") as caught:
            game_of(data)
        return {fault.code for fault in caught.value.faults}

    @pytest.mark.parametrize(
        ("change", "code"),
        [
            (lambda data: data["cards"]["agendas"].pop(), "count"),
            (lambda data: data["cards"]["automa"].pop(), "count"),
            (lambda data: data["components"].update(power=9), "range"),
            (lambda data: data["board"]["links"][0].update(ends=["a1", "a1"]), "twice"),
            (lambda data: data["board"]["links"].append(data["board"]["links"][0]), "twice"),
            (lambda data: data["board"]["plots"][1].update(id="a1"), "twice"),
            (lambda data: data["board"]["plots"][1].update(id="a-1"), "name"),
            (lambda data: data["board"]["districts"].pop(), "choice"),
            (lambda data: data["cards"]["developments"][2].update(cost={"rails": 1}), "build-cost"),
            (lambda data: data["cards"]["developments"][0].update(cost={}), "empty"),
            (lambda data: data["cards"]["upgrades"][0].update(gain={"power": 1}), "cubes"),
            (lambda data: data["cards"]["projects"][0].update(needs=[3, 2, 1]), "order"),
            (lambda data: data["market"]["permit"].update(spaces=[3, 3, 3, 2]), "count"),
            (lambda data: data["market"]["permit"].update(grey=[4, 0, 0, 0]), "range"),
            (lambda data: data["player_board"]["capacity"].update(unlocks=[6, 3]), "order"),
            (lambda data: data["cards"]["automa"][0].update(district="DD"), "plot"),
            (lambda data: data["cards"]["automa"][1].update(plot="a1"), "card"),
            (lambda data: data["first_game"].update(projects=["1"]), "count"),
            (lambda data: data["first_game"]["developments"].__setitem__(0, "09"), "types"),
            (
                lambda data: [
                    tile.update(type="residential") for tile in data["cards"]["developments"]
                ],
                "too-few",
            ),
            (lambda data: data.update(colour="red"), "unknown"),
        ],
    )
    def test_each_fault_is_found(self, change, code):
        assert code in self.faults(change)

    def test_two_hubs_of_one_city_may_be_joined_otherwise(self):
        data = house()
        data["board"]["links"][0]["double"] = True
        assert game_of(data).digest != GAME.digest


class TestPacksOfAClub:
    @rule("S6")
    def test_the_number_on_an_agenda_gives_the_turn_order_wherever_it_is_listed(self):
        data = house()
        data["cards"]["agendas"].reverse()
        game = game_of(data)
        state = chosen(3, game=game)
        numbers = [int(game.model.pack.agendas[card].id) for card in state.revealed]
        assert [numbers[seat] for seat in state.order] == sorted(numbers)

    @rule("S6")
    def test_a_card_may_have_another_number_than_its_id(self):
        data = house()
        for number, card in enumerate(data["cards"]["agendas"]):
            card["number"] = 35 - number
        assert chosen(3, game=game_of(data)).order == (2, 1, 0)

    def test_two_cards_cannot_have_one_number(self):
        data = house()
        data["cards"]["agendas"][3]["number"] = 1
        with pytest.raises(PackError, match="Two cards have this number"):
            game_of(data)

    def test_a_card_without_digits_in_its_id_needs_a_number(self):
        data = house()
        data["cards"]["agendas"][3]["id"] = "north"
        with pytest.raises(PackError, match=r"cards\.agendas\.3\.number"):
            game_of(data)

    def test_the_pad_writes_the_number_of_the_project_wherever_it_is_listed(self):
        data = house()
        data["cards"]["projects"].reverse()
        game = game_of(data)
        state = at_table(3, game=game)
        card = state.display[0]
        state.rows = (((0, 2),), *state.rows[1:])
        row = sheets(game)["score_pad"].of(state)["projects"][0][0]
        assert str(row["number"]) == game.model.pack.projects[card].id

    @rule("A13")
    def test_two_discounts_save_no_more_than_a_build_costs(self):
        data = house()
        upgrades = data["cards"]["upgrades"]
        for number in (0, 2):
            upgrades[number] = {"id": upgrades[number]["id"], "power": "discount", "amount": 2}
        game = game_of(data)
        state = at_table(3, game=game)
        rich(state)
        state.upgrades[0] |= 0b101
        state.upgrades_left = [left - (n in (0, 2)) for n, left in enumerate(state.upgrades_left)]
        before = state.cubes[0]
        play(state, "build build", game=game)
        assert state.cubes[0] == before
