"""Night Express keeps the contract of every engine, in both versions and the variation."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games.night_express
from games.kernel import ARBITER, CHANCE
from games.record import Record
from games.testing import Seen, any_input, conform, refusal_codes
from tests.examples import ALL, examples
from tests.games.night_express.positions import GAME, MODEL

FOLDER = Path(games.night_express.__file__).parent
VARIANTS = {
    "expert": ({}, 1),
    "extra event": ({"extra_event": True}, 1),
    "simplified": ({"version": "simplified"}, 1),
}
FEWER = (5,)
"""The numbers of players that `make test` has time for."""
RARE = {
    "not-on-offer",
    "must-choose",
    "no-service-point",
    "must-exchange",
    "not-with-hsp",
    "shared-first",
    "protected",
    "loses-nothing",
}
"""Codes of positions that play at random hardly meets: the scenarios have them."""


@cache
def seen(variant: str) -> Seen:
    """Games of every number of players in a long run, and of a few otherwise; of two players also
    with every move put to everybody."""
    options, count = VARIANTS[variant]
    found = conform(GAME, 2, games=1, seed=11, exhaustive=0.3, **options)
    for players in GAME.players if ALL else FEWER:
        found.add(conform(GAME, players, games=count, seed=players, exhaustive=0.01, **options))
    return found


@pytest.mark.parametrize(
    "variant",
    [
        "extra event",
        *(pytest.param(one, marks=pytest.mark.long) for one in ("expert", "simplified")),
    ],
)
def test_night_express_keeps_the_contract(variant):
    found = seen(variant)
    assert set(found.ends) == {"finished"}
    assert found.longest < 500


@pytest.mark.long
def test_every_kind_of_move_and_every_refusal_was_met():
    found = Seen()
    for variant in VARIANTS:
        found.add(seen(variant))
    codes = refusal_codes(*FOLDER.glob("adjudication*.py"))
    assert codes >= RARE
    assert codes - set(found.codes) <= RARE
    assert set(GAME.kinds) - set(found.kinds) <= {"choose", "idle"}


def test_six_players_who_never_agree_on_a_train_still_come_to_an_end():
    """The longest game that there can be: X until trains are chosen, every window used."""
    record = Record(GAME, 6)
    state = record.state
    entries = 0
    while who := state.actors():
        player = who[0]
        if player == CHANCE:
            action = state.sample(iter([0.0]).__next__)
        else:
            texts = {str(action): action for action in state.legal_actions(player)}
            action = texts.get("bid X") or texts.get("exchange") or next(iter(texts.values()))
        state.apply(player, action)
        entries += 1
    assert entries < GAME.longest / 2


@settings(max_examples=examples(25), deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from([CHANCE, ARBITER, 0, 1, 2]), st.integers(0, len(MODEL.actions) - 1)
        ),
        max_size=60,
    )
)
def test_any_input_is_played_or_refused(moves):
    record = any_input(GAME, 3, moves)
    assert Record.load(GAME, record.dump()).state.key() == record.state.key()
