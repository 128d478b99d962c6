"""Metro X keeps the contract of every engine."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kernel import ARBITER, CHANCE, IllegalActionError
from games.metro_x import adjudication, greedy
from games.metro_x.rules import Game
from games.record import Record
from games.testing import Seen, any_input, check_golden, conform, play_out, refusal_codes
from tests.games.metro_x.table import CITY, TOWN, fill, play, table, turn

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.game"))
PACKS = {"metro_city": CITY, "tube_town": TOWN}
SEEN = {name: Seen() for name in PACKS}


@pytest.mark.parametrize("players", range(1, 7))
@pytest.mark.parametrize("pack", PACKS)
def test_metro_x_keeps_the_contract(pack, players):
    share = 1.0 if players < 3 else 0.2
    SEEN[pack].add(conform(PACKS[pack], players, games=12, seed=players, exhaustive=share))


@pytest.mark.parametrize("pack", PACKS)
def test_all_that_there_is_was_seen(pack):
    """Refusal codes from the source; kinds, cards and stations from the pack; ends; tie-breaks."""
    game, seen = PACKS[pack], SEEN[pack]
    codes = refusal_codes(Path(adjudication.__file__))
    if sum(seen.ends.values()) < 6 * 12:
        pytest.skip("needs a dozen games of each test above")
    assert codes == set(seen.codes)
    assert set(game.kinds) - set(seen.kinds) == {"nothing"}, "a full board: see test_rules"
    assert set(game.ends) == set(seen.ends)
    assert {*game.keys, "shared"} <= set(seen.ties)
    flips = {str(action) for action in game.flip}
    assert flips <= set(seen.moves)
    assert seen.longest <= (23 + 5) * 7


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_game_ends_as_it_ended_before(path):
    record = check_golden(PACKS[path.stem.rpartition("-")[0]], path.read_text("utf-8"))
    assert record.players == int(path.stem[-1])


def test_there_is_a_golden_game_for_each_board_and_number_of_players():
    assert [path.stem for path in GOLDEN] == [f"{pack}-{n}" for pack in PACKS for n in range(1, 7)]


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from([CHANCE, ARBITER, 0, 1]), st.integers(0, 156)), max_size=80)
)
def test_any_input_is_played_or_refused(moves):
    record = any_input(CITY, 2, moves)
    assert Record.load(CITY, record.dump()).state.key() == record.state.key()


@settings(max_examples=15, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from([CITY, TOWN]), st.integers(1, 6))
def test_a_crude_second_model_comes_to_the_same_score(rnd, game: Game, players):
    """The log alone, walked with sets and names of stations, gives each player's score."""
    record = play_out(game, players, rnd, choose=greedy if players < 3 else None)
    boards: list[set[str]] = [set() for _ in range(players)]
    points, claimed, card, turn_moves = [0] * players, set(), "", {}
    for player, action, _ in record.entries:
        if player == CHANCE:
            card = str(action).removeprefix("flip ")
            continue
        turn_moves[player] = str(action)
        if len(turn_moves) == players:
            complete = [_complete(game, board) for board in boards]
            for seat, text in turn_moves.items():
                points[seat] += _crude(game, boards[seat], text, card)
            now = [_complete(game, boards[seat]) - complete[seat] for seat in range(players)]
            for seat in range(players):
                for line in now[seat]:
                    points[seat] += line.white if line in claimed else line.gold
            claimed.update(*now)
            turn_moves = {}
    for placing, board in zip(record.state.placings(), boards, strict=True):
        empty = len(game.stations) - len(board)
        assert placing.keys == (points[placing.player] - game.board.lost(empty), -empty)


def _complete(game: Game, board: set[str]):
    return {line for line in game.board.lines if board.issuperset(line.stations)}


def _crude(game: Game, board: set[str], text: str, card: str) -> int:
    """Mark one move on a set of station names; what it writes into a station."""
    first, _, rest = text.partition(" ")
    if first == "free":
        board.add(rest)
        return 0
    line = next(line for line in game.board.lines if line.id == first)
    empty = [name for name in line.stations if name not in board]
    if rest == "X":
        board.update(empty[:1])
        return sum(2 * len(game.board.lines_at(name)) for name in empty[:1])
    run = empty[: int(rest)]
    if "skip" not in card:
        where = [line.stations.index(name) for name in run]
        assert where == list(range(where[0], where[0] + len(run))) if run else True
    board.update(run)
    return 0


def test_a_sealed_move_may_be_taken_back_until_the_cards_are_on_the_table():
    record = Record(CITY, 2)
    record.play(CHANCE, "flip 3")
    assert not record.undoable()
    record.play(0, "A 3")
    assert record.undoable()
    with pytest.raises(IllegalActionError):
        record.undo(1)
    record.undo(0, "wrong line")
    record.play(0, "B 3")
    record.play(1, "A 3")
    assert not record.undoable()


def test_an_illegal_move_that_was_played_on_can_stand_by_a_ruling():
    record = Record(CITY, 2)
    record.play(CHANCE, "flip 3")
    with pytest.raises(IllegalActionError):
        record.play(0, "C 4")
    record.stand(0, "C 4", "seen two turns later")
    record.play(1, "A 3")
    assert record.state.empties(0) == 72
    assert Record.load(CITY, record.dump()).state.key() == record.state.key()


@pytest.mark.parametrize("text", ["free c01", "nothing", "flip 3"])
def test_a_move_that_fills_no_window_cannot_stand_for_one_that_must(text):
    record = Record(CITY, 2)
    record.play(CHANCE, "flip 3")
    with pytest.raises(IllegalActionError) as caught:
        record.stand(0, text, "let it be")
    assert caught.value.refusal.code == "cannot-stand"
    record.play(0, "A 3")
    with pytest.raises(IllegalActionError) as caught:
        record.stand(0, "B 3", "moved twice")
    assert caught.value.refusal.code == "marked"


def test_a_window_that_is_not_there_cannot_be_filled_by_a_ruling():
    record = Record(CITY, 1)
    for card in ("3", "4"):
        record.play(CHANCE, f"flip {card}")
        record.play(0, "A 0")
    record.play(CHANCE, "flip 5")
    with pytest.raises(IllegalActionError):
        record.stand(0, "A 0", "one window too many")
    record.undo(ARBITER, "the wrong card")
    record.play(CHANCE, "flip free")
    record.stand(0, "free c30", "legal anyway")
    assert record.state.empties(0) == 75


def test_greedy_takes_the_gold_it_can_reach():
    state = table(TOWN, 2, "3", TOWN.board.lines[4].stations[3:])
    assert str(greedy(state, 0, Random(1))) == "N 3"
    fill(state, 1, TOWN.stations)
    play(state, "N 3", "J 0")
    turn(state, "free")
    assert str(greedy(state, 1, Random(1))) == "nothing"


def test_greedy_beats_random_play():
    rnd = Random(3)
    for game in (CITY, TOWN):
        bold = play_out(game, 4, rnd, choose=greedy).state.placings()
        dull = play_out(game, 4, rnd).state.placings()
        assert min(p.score for p in bold) > max(p.score for p in dull)
