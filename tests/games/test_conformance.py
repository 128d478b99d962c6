"""The conformance suite finds what it is there to find: each fault in a little game is caught."""

from __future__ import annotations

from random import Random

import pytest

from games.kernel import CHANCE, Refusal
from games.record import Record
from games.testing import (
    any_input,
    can,
    check_golden,
    check_universe,
    conform,
    play_out,
    refusal_codes,
    write_golden,
)
from tests.games.heap import HEAP, Heap, HeapState


def game_with(**methods) -> Heap:
    """Heap with some methods of its positions written differently."""
    game = Heap()
    game.state = type("Broken", (HeapState,), methods)
    return game


def test_a_good_engine_conforms_and_tells_what_was_seen():
    seen = conform(HEAP, 2, games=20)
    assert set(seen.codes) == {"over", "arbiter", "turn", "deal", "take"}
    assert set(seen.kinds) == {"take", "deal"}
    assert seen.ends == {"taken": 20}
    assert set(seen.ties) <= {"score", "last"}
    assert 6 <= seen.longest <= 9
    assert seen.positions > 100
    more = conform(HEAP, 2, games=2, exhaustive=0.0)
    more.add(seen)
    assert more.ends == {"taken": 22}
    assert more.longest >= seen.longest


def test_a_thorough_run_is_asked_for_by_the_environment(monkeypatch):
    monkeypatch.setenv("CONFORMANCE_GAMES", "3")
    assert conform(HEAP, 2, games=50).ends == {"taken": 3}


def _shallow(self):
    twin = HeapState.copy(self)
    twin.bag, twin.cards = self.bag, self.cards
    return twin


def _swapped(self, player, random):
    """Worlds that are drawn fairly, but from the true one: with the same chance they differ."""
    twin = self.copy()
    for seat in range(len(twin.cards)):
        other = 1 - twin.cards[seat]
        if seat != player and twin.bag[other] and random() < 0.5:
            twin.bag[1 - other] += 1
            twin.bag[other] -= 1
            twin.cards[seat] = other
    return twin


FAULTS = {
    "a legal move that the rulebook refuses": {
        "legal_actions": lambda s, p: list(s.game.actions[:3]) if (p,) == s.actors() and p >= 0
        else HeapState.legal_actions(s, p)
    },
    "a legal move that is not listed": {
        "legal_actions": lambda s, p: HeapState.legal_actions(s, p)[:1]
    },
    "nobody can move": {
        "legal_actions": lambda s, p: [] if s.heap == 3 else HeapState.legal_actions(s, p)
    },
    "a move listed twice": {"legal_actions": lambda s, p: HeapState.legal_actions(s, p) * 2},
    "a refusal without a source": {
        "refusal": lambda s, p, a: (why := HeapState.refusal(s, p, a)) and why._replace(rule="")
    },
    "a copy that shares its cards": {"copy": _shallow},
    "a view of the other's card": {"view": lambda s, _: {"cards": s.cards[:]}},
    "a view that is not JSON": {"view": lambda _s, _p: {"cards": ()}},
    "a world dealt again that tells which it was": {"resample": _swapped},
    "a refusal that tells a secret": {
        "refusal": lambda s, p, a: (why := HeapState.refusal(s, p, a))
        and why._replace(text=f"{why.text} {s.cards}")
    },
    "moves that tell a secret": {
        "legal_actions": lambda s, p: HeapState.legal_actions(s, p)[:: 1 - 2 * s.cards[1 - p]]
        if p >= 0 and len(s.cards) == 2
        else HeapState.legal_actions(s, p)
    },
    "tokens that are lost": {
        "apply": lambda s, p, a: HeapState.apply(s, p, a) or setattr(s, "heap", s.heap - 2)
    },
    "an end without a name": {"end": lambda s: "" if s.heap > 0 else "burnt"},
    "an end that asks on": {"end": lambda s: "taken" if s.heap < 3 else "",
                            "actors": lambda s: (s.turn,) if s.heap and len(s.cards) == 2
                            else HeapState.actors(s)},
    "places for somebody else": {"placings": lambda s: HeapState.placings(s)[:1]},
    "a tie-break without a name": {
        "placings": lambda s: [p._replace(keys=(*p.keys, 0)) for p in HeapState.placings(s)]
    },
    "a key that forgets": {"key": lambda s: (s.heap, id(s))},
    "a stranger to move": {"actors": lambda s: (5,) if s.heap == 4 else HeapState.actors(s)},
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_caught(fault):
    with pytest.raises(AssertionError):
        conform(game_with(**FAULTS[fault]), 2, games=8)


def test_a_game_that_does_not_end_in_its_bound_is_caught():
    game = Heap()
    game.longest = 5
    with pytest.raises(AssertionError, match="bound"):
        conform(game, 2, games=3)


def test_dice_that_remember_are_caught():
    dice = iter(range(1000))

    def apply(self, player, action):
        HeapState.apply(self, player, action)
        self.bag[0] += next(dice) % 2
        self.bag[1] = 4 - len(self.cards) - self.bag[0]

    with pytest.raises(AssertionError):
        conform(game_with(apply=apply), 2, games=8)


@pytest.mark.parametrize(
    "change",
    [
        lambda one: setattr(one[1], "id", 5),
        lambda one: setattr(one[1], "text", one[0].text),
        lambda one: setattr(one[1], "text", "take // two"),
        lambda one: setattr(one[1], "text", " take two"),
        lambda one: setattr(one[1], "kind", 9),
    ],
)
def test_actions_are_numbered_and_named(change):
    game = Heap()
    check_universe(game)
    change(game.actions)
    with pytest.raises(AssertionError):
        check_universe(game)


def test_sealed_moves_whose_order_matters_are_caught():
    def actors(self):
        if len(self.cards) == 2 and self.heap == 7:
            return (0, 1)
        if len(self.cards) == 2 and self.heap in (5, 6):
            return (1 - self.last,)
        return HeapState.actors(self)

    with pytest.raises(AssertionError, match="order of sealed moves"):
        conform(game_with(actors=actors), 2, games=3)


def test_golden_games_end_as_they_ended_before():
    text = write_golden(play_out(HEAP, 2, Random(4)))
    record = check_golden(HEAP, text)
    assert record.state.end() == "taken"
    with pytest.raises(AssertionError, match="ends as it ended before"):
        check_golden(HEAP, text.replace('"places": [[', '"places": [[9, '))
    with pytest.raises(AssertionError, match="ends as it ended before"):
        check_golden(HEAP, text.replace("# result", "# outcome"))
    with pytest.raises(AssertionError, match="finished"):
        check_golden(HEAP, write_golden(Record(HEAP, 2)))


def test_can_asks_both_writings_of_the_rules():
    state = HEAP.new(2)
    assert can(state, CHANCE, HEAP.parse("deal a"))
    assert not can(state, 0, HEAP.parse("take 1"))
    broken = game_with(refusal=lambda *_: Refusal("no", "No.", "Never"))
    with pytest.raises(AssertionError):
        can(broken.new(2), CHANCE, broken.parse("deal a"))


def test_any_input_is_played_or_refused():
    record = any_input(HEAP, 2, [(CHANCE, 3), (0, 0), (CHANCE, 4), (0, 6), (1, 2), (1, 1)])
    assert [str(entry) for entry in record.entries] == [
        "chance deal a",
        "chance deal b",
        "0 take 1",
        "1 take 2",
    ]


def test_refusal_codes_are_read_from_the_source(tmp_path):
    source = tmp_path / "rules.py"
    source.write_text('x = Refusal("one", "t", "r") or Refusal("two", "t", "r")\nother("three")\n')
    assert refusal_codes(source) == {"one", "two"}
    source.write_text("x = Refusal(code, text, rule)\n")
    with pytest.raises(AssertionError, match="a plain code"):
        refusal_codes(source)
