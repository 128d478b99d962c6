"""How the people of the demo play: pure functions, repeatable for the same table and hand."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from random import Random
from typing import Any

from games import catalogue, playing
from games.catalogue import Setup
from games.sheet import QuickHand

#: Most hands take 10 to 20 minutes (express-tournament.txt, "Tournament time management").
SHORTEST_HAND, LONGEST_HAND = timedelta(minutes=9), timedelta(minutes=19)
#: And a game that fills a slot, so much of it: our own numbers.
SHORTEST_GAME, LONGEST_GAME = 0.5, 0.8
PAUSE_BEFORE_CONFIRMING = timedelta(seconds=30)
PAUSE_BETWEEN_HANDS = timedelta(minutes=1)
PAUSE_BETWEEN_ROUNDS = timedelta(minutes=6)
PAUSE_AFTER_TOURNAMENT = timedelta(minutes=30)
#: Even at high speed a person must be able to read a page before it moves on.
SHORTEST_PAUSE = timedelta(seconds=3)


def _chance(code: str, number: int) -> Random:
    return Random(f"{code}-{number}")  # noqa: S311 - a demo needs no secret


def hand_length(code: str, number: int, setup: Setup, speed: int) -> timedelta:
    """How long hand ``number`` takes at the table with this code, or its one game."""
    share = _chance(code, number).random()
    shortest, longest = SHORTEST_HAND, LONGEST_HAND
    if setup.info.sheet_per == "game":
        slot = setup.info.timing.slot
        shortest, longest = slot * SHORTEST_GAME, slot * LONGEST_GAME
    return (shortest + (longest - shortest) * share) / speed


def pause(length: timedelta, speed: int) -> timedelta:
    """A pause at the demo's speed, never too short to be seen."""
    return max(SHORTEST_PAUSE, length / speed)


def game_played(code: str, setup: Setup, players: int) -> dict[str, Any]:
    """The sheet of a game at the table with this code; bots play one that the site has rules of."""
    if not setup.info.has_rules:
        return _title_played(code, setup, players)
    key = setup.info.key
    state = catalogue.rules(key).new(players, **setup.options)
    playing.play_out(state, catalogue.engine(key).greedy, _chance(code, 1))
    return setup.sheet.of(state)


def _title_played(code: str, setup: Setup, players: int) -> dict[str, Any]:
    """As a title's table might write it down. Our own numbers."""
    chance = _chance(code, 1)
    if setup.info.counts_points:
        return {"points": [chance.randint(60, 240) for _seat in range(players)]}
    return {"places": chance.sample(range(1, players + 1), players)}


def points(code: str, number: int, seats: Sequence[int], *, ended_early: bool) -> QuickHand:
    """A hand as it might be called out. Our own numbers, chosen so that games reach the target."""
    chance = _chance(code, number)
    chance.random()
    scores = {seat: chance.randint(-6, 24) for seat in seats}
    if ended_early:
        return QuickHand(scores, None, ended_early=True)
    went_out = chance.choice(list(seats))
    scores[went_out] = chance.randint(18, 42)
    return QuickHand(scores, went_out)
