"""A game as played: checked, replayed, taken back, ruled on, written down and read again."""

from __future__ import annotations

import json
import random

import pytest

from games import catalogue
from games.kernel import ARBITER, CHANCE, IllegalActionError, UnknownActionError, place
from games.record import Record, RecordError
from tests.games.heap import HEAP


def started(*moves: str) -> Record:
    """Cards are dealt; the players have made ``moves`` in turn."""
    record = Record(HEAP, 2)
    record.play(CHANCE, "deal a")
    record.play(CHANCE, "deal b")
    for number, move in enumerate(moves):
        record.play(number % 2, move)
    return record


def refused(act) -> str:
    with pytest.raises(IllegalActionError) as caught:
        act()
    assert caught.value.refusal.text in str(caught.value)
    return caught.value.refusal.code


def test_places_are_by_keys_and_equal_keys_share_a_place():
    placings = place([(5, -2), (7, 0), (5, -2), (5, -1)])
    assert [placing.place for placing in placings] == [3, 1, 3, 2]
    assert [placing.player for placing in placings] == [0, 1, 2, 3]
    assert [placing.score for placing in placings] == [5, 7, 5, 5]
    assert placings[0].keys == (5, -2)
    assert place([]) == []


def test_chance_and_the_arbiter_are_no_seats():
    assert (CHANCE, ARBITER) == (-1, -2), "records are written with their names"


def test_a_move_is_checked_and_a_refused_one_changes_nothing():
    record = started("take 1")
    before = record.dump()
    assert refused(lambda: record.play(0, "take 1")) == "turn"
    assert refused(lambda: record.play(1, "take 3")) == "take"
    with pytest.raises(UnknownActionError):
        record.play(1, "take all")
    assert record.dump() == before
    record.play(1, HEAP.parse("take 2"))
    assert record.state.heap == 4


def test_any_earlier_position_can_be_seen_again():
    record = Record(HEAP, 2, heap=200)
    keys = [record.state.key()]
    record.play(CHANCE, "deal a")
    keys.append(record.state.key())
    record.play(CHANCE, "deal b")
    keys.append(record.state.key())
    for number in range(100):
        record.play(number % 2, "take 2")
        keys.append(record.state.key())
    assert len(record.entries) == 102
    for n, key in enumerate(keys):
        assert record.at(n).key() == key
    for n in (-1, 103):
        with pytest.raises(IndexError, match="102 entries"):
            record.at(n)
    assert record.at(102) is not record.state


def test_taking_back_goes_on_through_snapshots_and_play_goes_on_from_there():
    record = Record(HEAP, 2, heap=200)
    for card in ("deal a", "deal b"):
        record.play(CHANCE, card)
    keys = []
    for number in range(70):
        keys.append(record.state.key())
        record.play(number % 2, "take 1")
    while len(record.entries) > 10:
        record.undo(ARBITER)
        assert record.state.key() == keys[len(record.entries) - 2]
    for number in range(8, 100):
        record.play(number % 2, "take 2")
    assert record.at(10).key() == keys[8]
    assert record.at(40).heap == 200 - 8 - 2 * 30
    assert Record.load(HEAP, record.dump()).state.key() == record.state.key()


def test_a_player_cannot_take_back_what_made_another_move_or_chance_show_something():
    record = started()
    assert not record.undoable()
    assert refused(lambda: record.undo(CHANCE)) == "not-undoable"
    record.play(0, "take 1")
    assert not record.undoable()
    assert refused(lambda: record.undo(0)) == "not-undoable"
    assert refused(lambda: Record(HEAP, 2).undo(ARBITER)) == "not-undoable"


def test_a_player_whose_turn_goes_on_may_take_a_move_back():
    class Long(type(HEAP.new(2))):
        def apply(self, player, action):
            turn, before = self.turn, self.heap
            super().apply(player, action)
            if before == 7:
                self.turn = turn

    game = type(HEAP)()
    game.state = Long
    record = Record(game, 2)
    record.play(CHANCE, "deal a")
    record.play(CHANCE, "deal b")
    record.play(0, "take 1")
    assert record.undoable()
    assert refused(lambda: record.undo(1)) == "not-undoable"
    record.undo(0, "thinking again")
    assert record.state.heap == 7
    assert str(record.log[-1]) == "undo 0 // thinking again"
    record.play(0, "take 2")
    record.play(0, "take 2")
    assert not record.undoable()


def test_the_arbiter_takes_anything_back_and_nothing_is_erased():
    record = started("take 1", "take 2")
    record.undo(ARBITER, "the heap fell over")
    assert record.state.heap == 6
    assert [str(line) for line in record.log][-2:] == [
        "1 take 2",
        "undo arbiter // the heap fell over",
    ]
    assert len(record.entries) == 3
    assert Record.load(HEAP, record.dump()).dump() == record.dump()
    with pytest.raises(ValueError, match="one line"):
        record.undo(ARBITER, "two\nlines")


def test_an_illegal_move_seen_too_late_can_stand():
    record = started()
    record.stand(0, "take 3", "  the others had already played on ")
    assert record.state.heap == 4
    assert str(record.log[-1]) == "stand 0 take 3 // the others had already played on"
    assert not record.undoable()
    again = Record.load(HEAP, record.dump())
    assert again.state.key() == record.state.key()
    assert again.entries[-1].ruling == "the others had already played on"


def test_a_move_that_loses_pieces_cannot_stand():
    record = started("take 2", "take 2", "take 1")
    key = record.state.key()
    assert refused(lambda: record.stand(1, "take 3", "why not")) == "cannot-stand"
    assert refused(lambda: record.stand(0, "take 1", "out of turn")) == "turn"
    for ruling in ("", " ", "two\nlines"):
        with pytest.raises(ValueError, match="one line"):
            record.stand(1, "take 3", ruling)
    assert record.state.key() == key
    record.play(1, "take 2")
    assert record.state.end() == "taken"
    assert refused(lambda: record.stand(0, "take 1", "once more")) == "over"


def test_the_arbiter_may_have_moves_of_their_own():
    record = started("take 1")
    record.play(ARBITER, "stop")
    assert record.state.end() == "stopped"
    assert "arbiter stop" in record.dump()
    assert Record.load(HEAP, record.dump()).state.end() == "stopped"


def test_a_dump_is_a_header_and_a_line_for_each_move():
    record = Record(HEAP, 2, heap=5)
    record.play(CHANCE, "deal a")
    head, *lines = record.dump().splitlines()
    assert json.loads(head) == {
        "game": "heap",
        "rules": 1,
        "pack": "heap",
        "digest": "0123456789abcdef",
        "players": 2,
        "options": {"heap": 5},
    }
    assert lines == ["chance deal a"]
    again = Record.load(HEAP, record.dump() + "\n# a remark\n\nchance deal b\n0 take 2\n")
    assert again.state.heap == 3


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"game": "other"}, "the game of this record is 'other', not 'heap'"),
        ({"rules": 2}, "the rules of this record is 2, not 1"),
        ({"pack": "x"}, "the pack of this record"),
        ({"digest": "x"}, "the digest of this record"),
        ({"players": 3}, "Two play Heap"),
        ({"players": True}, "the value of 'players'"),
        ({"options": {"colour": 1}}, "no option 'colour'"),
        ({"options": []}, "the value of 'options'"),
        ({"extra": 1}, "nothing else"),
    ],
)
def test_a_record_of_something_else_is_not_read(change, said):
    head, *lines = started("take 1").dump().splitlines()
    text = "\n".join([json.dumps(json.loads(head) | change), *lines])
    with pytest.raises(RecordError, match=said):
        Record.load(HEAP, text)


def test_records_of_older_rules_can_be_asked_for():
    head, *lines = started("take 1").dump().splitlines()
    old = json.loads(head) | {"rules": 0, "digest": "older", "pack": "old"}
    text = "\n".join([json.dumps(old), *lines])
    assert Record.load(HEAP, text, any_rules=True).state.heap == 6
    with pytest.raises(RecordError, match="game"):
        Record.load(HEAP, text.replace('"heap"', '"heaps"'), any_rules=True)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("2x take 1", "'2x' is not a player"),
        ("take 1", "'take' is not a player"),
        ("-1 take 1", "'-1' is not a player"),
        ("1 take 9", "not a move of Heap"),
        ("1", "not a move of Heap"),
        ("stand", "not a player"),
        ("stand 1 take 3", "A ruling must be one line"),
        ("undo somebody", "not a player"),
        ("² take 1", "not a player"),
    ],
)
def test_a_bad_line_is_named(line, said):
    with pytest.raises(RecordError, match=f"Line 5, {line!r}: .*{said}"):
        Record.load(HEAP, started("take 1").dump() + line)


def test_an_illegal_line_is_named_with_its_refusal():
    with pytest.raises(
        IllegalActionError, match="Line 5, '0 take 1': Another is to move"
    ) as caught:
        Record.load(HEAP, started("take 1").dump() + "0 take 1")
    assert caught.value.refusal.code == "turn"
    with pytest.raises(IllegalActionError, match="Line 5, 'undo 0'"):
        Record.load(HEAP, started("take 1").dump() + "undo 0")


@pytest.mark.parametrize("text", ["", "nothing", "[]", "{}", '{"game": "heap"}', "0 take 1"])
def test_a_text_without_a_header_is_no_record(text):
    with pytest.raises(RecordError, match="Line 1"):
        Record.load(HEAP, text)


def keeping() -> Record:
    """Terminus for three: each has two Agendas in hand, and keeps one in secret."""
    record = Record(catalogue.rules("terminus"), 3)
    rnd = random.Random(1)
    while record.state.actors() == (CHANCE,):
        record.play(CHANCE, record.state.sample(rnd.random))
    return record


def keep(record: Record, player: int) -> None:
    record.play(player, record.state.legal_actions(player)[0])


def test_a_sealed_move_that_others_wait_behind_may_be_taken_back():
    record = keeping()
    keep(record, 1)
    assert record.undoable()
    keep(record, 0)
    assert record.undoable(), "also after another's"
    assert refused(lambda: record.undo(1)) == "not-undoable"
    record.undo(0)
    assert record.state.actors() == (0, 2)
    keep(record, 0)
    keep(record, 2)
    assert not record.undoable(), "the last one shows them all"


def test_a_ruling_is_taken_back_by_the_arbiter_alone():
    record = keeping()
    record.stand(1, record.state.legal_actions(1)[0], "kept aloud")
    assert not record.undoable()
    keep(record, 0)
    assert record.undoable(), "the move after it is no ruling"


def test_a_ruling_is_for_a_move_of_the_step_that_is_played():
    class Stepped(type(HEAP.new(2))):
        def in_step(self, action):
            return not str(action).startswith("deal")

    game = type(HEAP)()
    game.state = Stepped
    record = Record(game, 2)
    record.play(CHANCE, "deal a")
    record.play(CHANCE, "deal b")
    record.play(0, "take 1")
    record.stand(1, "take 3", "one too many, seen too late")
    before = record.dump()
    assert refused(lambda: record.stand(0, "deal a", "of the setup")) == "take"
    assert record.dump() == before
    text = record.dump().splitlines()[0]
    assert text == json.dumps(json.loads(text), sort_keys=True)


class Changed(type(HEAP)):
    """A game whose rules have changed twice."""

    rules = 3

    def with_rules(self, number):
        earlier = Changed()
        earlier.rules = number
        return earlier


@pytest.mark.parametrize(
    ("rules", "opens"), [(0, False), (1, True), (2, True), (3, True), (4, False), (-1, False)]
)
def test_a_record_opens_with_the_rules_that_it_was_written_by(rules, opens):
    game = Changed()
    head = Record(game, 2).header() | {"rules": rules}
    if not opens:
        with pytest.raises(RecordError, match=f"rules of this record is {rules}, not 3"):
            Record.load(game, json.dumps(head))
        return
    record = Record.load(game, json.dumps(head))
    assert record.game.rules == rules
    assert (record.game is game) == (rules == 3)


def test_a_game_that_never_changed_opens_records_of_its_own_rules_only():
    head = Record(HEAP, 2).header()
    assert Record.load(HEAP, json.dumps(head)).game is HEAP
    with pytest.raises(RecordError, match="rules of this record"):
        Record.load(HEAP, json.dumps(head | {"rules": head["rules"] - 1}))
