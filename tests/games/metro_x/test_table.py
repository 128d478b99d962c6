"""The table of Metro X: who plays, what is seen of a position, and what must hold."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games.kernel import CHANCE
from games.metro_x.model import GOLD
from games.metro_x.rules import State
from tests.games.metro_x.table import (
    CITY,
    TOWN,
    line,
    play,
    table,
    turn,
    use_windows,
    why,
)


def stations_of(game, name):
    return game.board.lines[line(game, name)].stations


def legal(state: State, player: int = 0) -> list[str]:
    return [str(action) for action in state.legal_actions(player)]


def test_one_to_six_play_and_nobody_else_has_a_board():
    for players in range(1, 7):
        assert len(CITY.new(players).boards) == players
    for players in (0, 7):
        with pytest.raises(ValueError, match="1 to 6"):
            CITY.new(players)
    with pytest.raises(ValueError, match="'colour'"):
        CITY.new(2, colour="red")
    assert why(table(CITY, 2, "3"), 2, "A 3") == "no-seat"


def test_cards_come_as_often_as_they_are_in_the_deck():
    rnd, draws = Random(5), 30_000
    for game in (CITY, TOWN):
        state = game.new(1)
        seen = Counter(str(state.sample(rnd.random)) for _ in range(draws))
        for card in game.board.cards:
            share = card.count / 15
            sigma = (draws * share * (1 - share)) ** 0.5
            assert abs(seen[f"flip {card}"] - draws * share) < 4 * sigma
    short = turn(turn(CITY.new(1), "free", "free c01"), "3", "A 3")
    seen = Counter(str(short.sample(rnd.random)) for _ in range(draws))
    assert seen["flip free"] == 0
    assert abs(seen["flip 3"] - draws * 2 / 13) < 4 * (draws * 2 / 13 * 11 / 13) ** 0.5


def test_it_does_not_matter_who_sits_where():
    rnd = Random(9)
    for _ in range(10):
        here, there = CITY.new(2), CITY.new(2)
        while who := here.actors():
            if who == (CHANCE,):
                action = here.sample(rnd.random)
                here.apply(CHANCE, action)
                there.apply(CHANCE, action)
                continue
            moves = [rnd.choice(here.legal_actions(player)) for player in (0, 1)]
            for player in (0, 1):
                here.apply(player, moves[player])
                there.apply(player, moves[1 - player])
        keys = [placing.keys for placing in here.placings()]
        assert [placing.keys for placing in there.placings()] == keys[::-1]


def test_a_view_has_the_words_of_the_board():
    state = table(CITY, 2, "3", stations_of(CITY, "C"))
    view = state.view(0)
    assert view["card"] == "3"
    assert ", ".join(view["deck"]) == (
        "3, 3, 4, 4, 4, 5, 5, 6, skip 2, skip 2, skip 3, transfer, transfer, free"
    )
    assert view["windows_left"] == 23
    assert view["gold_taken"] == [2]
    assert view["boards"][0]["award"] == [0, 0, GOLD, 0, 0, 0, 0, 0, 0]
    assert view["boards"][0]["filled"].count("x") == 14
    assert view["boards"][1]["filled"] == "." * 76
    play(state, "C 0", "A 2")
    assert state.view(None)["card"] is None
    assert state.view(None)["boards"][1]["windows"][0] == [3]
    turn(state, "transfer", "A X", "B X")
    assert state.view(None)["boards"][0]["numbers"] == [0]
    assert state.view(None)["boards"][0]["windows"][0] == [0]
    state.apply(CHANCE, CITY.parse("flip 4"))
    assert state.view(None)["card"] == "4"


def test_positions_are_equal_only_when_nothing_differs():
    def key(*moves):
        state = table(CITY, 2, "3")
        for player, text in moves:
            state.apply(player, CITY.parse(text))
        return state.key()

    keys = [key(), key((0, "A 0")), key((0, "A 1")), key((1, "A 0")), key((1, "A 1"))]
    assert len(set(keys)) == 5
    assert key((0, "A 0"), (1, "A 1")) == key((1, "A 1"), (0, "A 0"))
    assert key((0, "A 0"), (1, "A 1")) != key((0, "A 1"), (1, "A 0"))


def test_check_finds_what_is_lost_or_made_up():
    def broken(change):
        state = play(table(CITY, 2, "3"), "A 3", "B 3")
        change(state)
        with pytest.raises(AssertionError):
            state.check()

    broken(lambda state: use_windows(state, "AAA"))
    broken(lambda state: state.boards[0].room.__setitem__(3, 2))
    broken(lambda state: state.boards[1].empty.__setitem__(0, 1))
    broken(lambda state: state.boards[1].award.__setitem__(0, GOLD))
    broken(lambda state: state.deck.extend((0, 0)))
    broken(lambda state: setattr(state.boards[0], "numbers", (40,)))
    broken(lambda state: state.sealed.__setitem__(0, CITY.parse("A 1")))
    broken(lambda state: state.boards[0].written.__setitem__(0, (3, 3)))
