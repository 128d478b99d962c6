"""The search player finds what is there to find, in its budget, by what its seat may know."""

from __future__ import annotations

from random import Random

import pytest

from games import catalogue, search
from games.cli.bots import bot
from games.kernel import CHANCE
from games.record import Record
from games.search import Budget, Search
from games.testing import play_out
from tests.examples import ALL
from tests.games.heap import HEAP


class Seat:
    """A position as a seat may ask about it: its own moves, and worlds that it may be in."""

    def __init__(self, state, player):
        self._state, self._player = state, player

    def legal_actions(self, player):
        assert player == self._player
        return self._state.legal_actions(player)

    def resample(self, player, random):
        assert player == self._player
        return self._state.resample(player, random)


def positions(key, players, most=7):
    """Positions of a game between greedy bots, each with a player who has a choice."""
    game, greedy = catalogue.rules(key), catalogue.engine(key).greedy
    record = play_out(game, players, Random(5), choose=greedy)
    for n in range(0, len(record.entries), len(record.entries) // most or 1):
        state = record.at(n)
        for player in state.actors():
            if player != CHANCE and len(state.legal_actions(player)) > 1:
                yield state, player


@pytest.mark.parametrize("lines", ["by lot", pytest.param("played on", marks=pytest.mark.long)])
@pytest.mark.parametrize("key", catalogue.games())
def test_it_chooses_by_what_its_seat_may_know_and_the_same_seed_chooses_the_same(key, lines):
    plays_on = catalogue.engine(key).greedy if lines == "played on" else None
    quick = Search(Budget(60), horizon=4, plays_on=plays_on)
    found = 0
    for state, player in positions(key, catalogue.rules(key).players[-1]):
        before = state.key()
        move = quick(state, player, Random(1))
        assert any(move is one for one in state.legal_actions(player))
        assert state.key() == before, "the position is left as it was"
        other = state.resample(player, Random(2).random)
        assert quick(Seat(other, player), player, Random(1)) is move
        found += 1
    assert found


@pytest.mark.parametrize(("heap", "take"), [(2, 2), (4, 1), (5, 2), (7, 1)])
def test_it_finds_the_move_that_wins(heap, take):
    record = Record(HEAP, 2, heap=heap)
    for card in "ab":
        record.play(CHANCE, f"deal {card}")
    player = Search(Budget(2_000))
    assert all(player(record.state, 0, Random(seed)).n == take for seed in range(5 if ALL else 2))


@pytest.mark.parametrize(("heap", "plays_on", "take"), [(2, "fewest", 2), (3, "most", 2)])
def test_the_choice_of_who_plays_on_stands_unless_another_does_better(heap, plays_on, take):
    record = Record(HEAP, 2, heap=heap)
    for card in "aa":
        record.play(CHANCE, f"deal {card}")
    end = {"fewest": 0, "most": -1}[plays_on]
    player = Search(Budget(200), plays_on=lambda state, seat, _: state.legal_actions(seat)[end])
    assert all(player(record.state, 0, Random(seed)).n == take for seed in range(9))


@pytest.mark.parametrize(
    ("rewards", "stands"),
    [
        ([1, 2, 3], False),
        ([9, -8, 9, -8], True),
        ([3], True),
        ([0, 0, 0], True),
    ],
    ids=["always more", "more by luck", "tried once", "equal"],
)
def test_a_move_replaces_the_choice_of_who_plays_on_only_beyond_luck(rewards, stands):
    level = [0] * len(rewards)
    assert search._clearly_better(rewards, level) is not stands


def test_compared_moves_are_played_on_by_the_same_lots():
    record = Record(HEAP, 2, heap=9)
    for card in "aa":
        record.play(CHANCE, f"deal {card}")
    lots = []

    def plays_on(state, seat, rnd):
        lots.append(rnd.random())
        return state.legal_actions(seat)[0]

    Search(Budget(1), horizon=2, plays_on=plays_on)(record.state, 0, Random(1))
    own, first, second, *rest = lots
    assert first == second
    assert own != first
    assert not rest, "two moves are compared, each with one line of one more decision"


@pytest.mark.parametrize("key", catalogue.games())
def test_it_looks_as_far_as_the_game_says_and_its_lines_are_played_by_whom_it_names(key):
    engine, player = catalogue.engine(key), bot(key, "search")
    assert player.horizon == getattr(engine, "HORIZON", search.HORIZON)
    assert player.plays_on is getattr(engine, "PLAYS_ON", None)


def test_beyond_the_tree_players_lean_on_what_has_done_well():
    record = Record(HEAP, 2, heap=9)
    for card in "ab":
        record.play(CHANCE, f"deal {card}")
    legal = record.state.legal_actions(0)
    lines, lot = search._Lines(0, 24), Random(1).random
    lines.averages = {(0, action.id): (0.1, 9) for action in legal[:-1]}
    lines.averages[0, legal[-1].id] = (0.9, 9)
    chosen = [lines._sensible(0, legal, lot) for _ in range(1_000)]
    even = 1_000 / len(legal)
    assert chosen.count(legal[-1]) > 1.5 * even, "the best of those that are drawn"
    assert all(0 < chosen.count(action) < even for action in legal[:-1]), "but any may be drawn"


def test_it_spends_its_budget_and_the_comparison_that_it_has_begun():
    (state, player), *_ = positions("metro_x", 2)
    most = len(state.legal_actions(player)) * 4
    for decisions in (500, 2_000):
        found = Search(Budget(decisions), horizon=4)
        found(state, player, Random(1))
        assert decisions <= found.spent < decisions + most
    timed = Search(Budget.read("0.05s"), horizon=4)
    assert timed(state, player, Random(1)) in state.legal_actions(player)
    assert timed.spent > most


def test_a_move_without_a_choice_costs_nothing():
    record = Record(HEAP, 2, heap=1)
    for card in "aa":
        record.play(CHANCE, f"deal {card}")
    player = Search()
    assert player(record.state, 0, Random(1)).n == 1
    assert player.spent == 0


def test_it_plays_alone():
    game = catalogue.rules("metro_x")
    alone = play_out(game, 1, Random(1), choose=Search(Budget(200), horizon=4)).state
    lots = play_out(game, 1, Random(1)).state
    assert alone.placings()[0].score > lots.placings()[0].score


@pytest.mark.parametrize("text", ["", "0", "-1", "1.5", "0s", "s", "1e9s", "123456789", "0.5 s"])
def test_a_budget_that_says_nothing_is_refused(text):
    with pytest.raises(ValueError, match="A budget must be a number of decisions"):
        Budget.read(text)
    assert Budget.read("5000") == (5000, 0)
    assert Budget.read("0.5s") == (0, 0.5)
