"""Metro X keeps the contract of every engine."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kernel import ARBITER, CHANCE, IllegalActionError
from games.metro_x import adjudication, greedy
from games.record import Record
from games.testing import Seen, any_input, check_golden, conform, play_out, refusal_codes
from tests.examples import examples
from tests.games.metro_x.table import CITY, TOWN, fill, filled, lines_at, play, table, turn

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.game"))
PACKS = {"metro_city": CITY, "tube_town": TOWN}
#: Games for each number of players. A dozen show all that there is on both boards, two on CITY.
FEW, A_DOZEN = 2, 12


@pytest.mark.parametrize(
    ("pack", "games"),
    [
        ("metro_city", FEW),
        pytest.param("metro_city", A_DOZEN, marks=pytest.mark.long),
        pytest.param("tube_town", A_DOZEN, marks=pytest.mark.long),
    ],
)
def test_metro_x_keeps_the_contract_and_all_that_there_is_was_seen(pack, games):
    """For each number of players; all that there is unless fewer games were requested."""
    seen = Seen()
    for players in range(1, 7):
        share = 0.3 if players == 1 else 0.03
        seen.add(conform(PACKS[pack], players, games=games, seed=players, exhaustive=share))
    if sum(seen.ends.values()) >= 6 * games:
        check_that_all_was_seen(PACKS[pack], seen)


def check_that_all_was_seen(game, seen):
    """Refusal codes from the source; kinds, cards and stations from the pack; ends; tie-breaks."""
    assert refusal_codes(Path(adjudication.__file__)) == set(seen.codes)
    assert set(game.kinds) - set(seen.kinds) == {"nothing"}, "a full board: see test_rules"
    assert set(game.ends) == set(seen.ends)
    assert {*game.keys, "shared"} <= set(seen.ties)
    assert {str(action) for action in game.flip} <= set(seen.moves)
    assert {str(action) for action in game.transfer} <= set(seen.moves)
    for moves in game.travel:
        assert {str(action) for action in moves[:4]} <= set(seen.moves)
    assert seen.longest <= (23 + 5) * 7


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_game_ends_as_it_ended_before(path):
    record = check_golden(PACKS[path.stem.rpartition("-")[0]], path.read_text("utf-8"))
    assert record.players == int(path.stem[-1])


@pytest.mark.parametrize("pack", PACKS)
def test_every_station_can_be_filled_and_is_filled_on_all_its_lines(pack):
    game = PACKS[pack]
    for name in game.stations:
        state = play(table(game, 1, "free"), f"free {name}")
        assert filled(state) == [name]
        touched = [
            game.board.lines[line].id
            for line, bits in enumerate(state.boards[0].ahead)
            if bits != game.whole[line]
        ]
        assert touched == [line.id for line in lines_at(game.board, name)]


def test_there_is_a_golden_game_for_each_board_and_number_of_players():
    assert [path.stem for path in GOLDEN] == [f"{pack}-{n}" for pack in PACKS for n in range(1, 7)]


@settings(max_examples=examples(40), deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from([CHANCE, ARBITER, 0, 1]), st.integers(0, 156)), max_size=80)
)
def test_any_input_is_played_or_refused(moves):
    record = any_input(CITY, 2, moves)
    assert Record.load(CITY, record.dump()).state.key() == record.state.key()


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


def stands(state, text) -> bool:
    """Whether the first seat's move can stand in a record that has come to that position."""
    record = Record(state.game, len(state.boards))
    record.state = state.copy()
    try:
        record.stand(0, text, "seen too late")
    except IllegalActionError as fault:
        return fault.refusal.code != "cannot-stand"
    return True


def test_only_a_move_that_can_be_marked_can_stand():
    free = table(CITY, 2, "free", ["c01"])
    assert [stands(free, text) for text in ("A 0", "A 1", "A X", "nothing", "free c01")] == [
        False
    ] * 5
    assert stands(free, "free c02")
    number = table(CITY, 2, "3", [f"c{n:02}" for n in (1, 2, 3, 5, 6, 7, 8, 9, 10)])
    assert [stands(number, text) for text in ("A 1", "A 2", "A X")] == [True] * 3
    assert [stands(number, text) for text in ("A 3", "A 4", "free c04", "nothing")] == [False] * 4
    full = table(CITY, 2, "free", CITY.stations)
    assert stands(full, "nothing")
    assert not stands(full, "free c01")


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
    choices = [str(greedy(state, 0, Random(seed))) for seed in range(20)]
    assert choices.count("N 3") > 15, "its judgement is a little off, not more"
    fill(state, 1, TOWN.stations)
    play(state, "N 3", "J 0")
    turn(state, "free")
    assert str(greedy(state, 1, Random(1))) == "nothing"


def test_greedy_beats_random_play():
    rnd = Random(3)
    for game in (CITY, TOWN):
        bold = play_out(game, 6, rnd, choose=greedy).state.placings()
        dull = play_out(game, 6, rnd).state.placings()
        assert sum(p.score for p in bold) > sum(p.score for p in dull) + 6 * 10


def test_greedy_players_of_one_table_have_boards_of_their_own():
    """The same board, the same cards: bots of one mind would share every first place."""
    rnd = Random(3)
    for game in (CITY, TOWN):
        firsts = [play_out(game, 6, rnd, choose=greedy).state.placings() for _ in range(6)]
        alone = [sum(placing.place == 1 for placing in placings) == 1 for placings in firsts]
        assert sum(alone) >= 4
