"""Why a car, a Loco, a Diesel or a Way Car may not be laid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.express.model import Action
from games.express.rules.phases import SECOND
from games.express.rules.sources import (
    CHANGED,
    CLARIFIED,
    HOUSE,
    TRAINS,
    holds,
    keeps_one,
)
from games.kernel import Refusal

if TYPE_CHECKING:
    from games.express.rules.state import State


def start(s: State, a: Action) -> Refusal | None:
    if why := holds(s, a):
        return why
    if all(s.cars[s.player]):
        text = f"There is room for {len(s.cars[s.player])} trains."
        return Refusal("no-room", text, HOUSE)
    if a.code == a.card:
        return keeps_one(s, 2)
    return start_wild(s, a)


def start_wild(s: State, a: Action) -> Refusal | None:
    """A Wild in first position, as a specific car type, with a second car to follow."""
    m, hand = s.m, s.hands[s.player]
    if why := keeps_one(s, 3):
        return why
    kind = a.code - m.size
    follow = {kind} if kind < m.freight else set(range(m.freight, m.types))
    if not follow.isdisjoint(hand) or hand.count(m.wild) > 1:
        return None
    text = "You hold no second car for a train that a Wild begins."
    return Refusal("no-second-car", text, CLARIFIED)


def add(s: State, a: Action) -> Refusal | None:
    m, cars = s.m, s.cars[s.player][a.train]
    if why := _can_add(s, a, cars):
        return why
    if a.card == m.caboose:
        return _add_caboose(s, cars)
    if a.card == m.wild:
        return _add_wild(s, a, cars)
    return _add_car(s, a.card, cars)


def _can_add(s: State, a: Action, cars: tuple[int, ...]) -> Refusal | None:
    """Whether any card could be added there, and this one could be played."""
    if not cars:
        return Refusal("no-train", "You have no such train.", TRAINS)
    if s.phase == SECOND and a.train != s.at:
        return Refusal("must-add", "The second car belongs to the train just begun.", CLARIFIED)
    if why := holds(s, a):
        return why
    if s.m.caboose in cars:
        return Refusal("caboose-ends", "Nothing is added behind a Caboose.", HOUSE)
    return None if s.phase == SECOND else keeps_one(s, 1)


def _add_caboose(s: State, cars: tuple[int, ...]) -> Refusal | None:
    if s.phase == SECOND:
        return Refusal("caboose-second", "The second car is a car or a Wild.", HOUSE)
    kind = "freight" if cars[0] % s.m.size < s.m.freight else "passenger"
    if kind in s.m.content.caboose_on:
        return None
    return Refusal("caboose-there", f"A Caboose does not end a {kind} train.", HOUSE)


def _add_wild(s: State, a: Action, cars: tuple[int, ...]) -> Refusal | None:
    """Second position: as a car of a type that fits. Third and later: nothing is declared."""
    m, first = s.m, cars[0] % s.m.size
    if len(cars) > 1:
        if a.code == m.wild:
            return None
        text = "From the third position on nobody declares what a Wild is."
        return Refusal("wild-undeclared", text, CHANGED)
    if a.code == m.wild:
        text = "In the second position a Wild is one specific car."
        return Refusal("wild-declared", text, CLARIFIED)
    declared = a.code - m.size
    if declared == first or (first >= m.freight and declared >= m.freight):
        return None
    return Refusal("wild-matches", "A Wild in second position is no transition.", CLARIFIED)


def _add_car(s: State, k: int, cars: tuple[int, ...]) -> Refusal | None:
    """One type to a freight train, but for what an uncovered Wild at its end lets change."""
    m = s.m
    if cars[0] % m.size >= m.freight:
        if k >= m.freight:
            return None
        return Refusal("passenger-only", "That is a passenger train.", TRAINS)
    if k >= m.freight:
        return Refusal("freight-only", "That is a freight train.", TRAINS)
    if cars[-1] == m.wild or cars[-1] % m.size == k:
        return None
    text = f"The train goes on with {m.names[cars[-1] % m.size]} or a Wild."
    return Refusal("other-type", text, TRAINS)


def diesel(s: State, a: Action) -> Refusal | None:
    m, p = s.m, s.player
    if why := holds(s, a) or keeps_one(s, 1):
        return why
    cars = s.cars[p][a.train]
    if not cars:
        return Refusal("no-train", "You have no such train.", TRAINS)
    if cars[0] % m.size < m.freight:
        return Refusal("passenger-diesel", "A Diesel belongs to a passenger train.", TRAINS)
    if s.diesels[p] & 1 << a.train:
        return Refusal("has-diesel", "That train has a Diesel.", HOUSE)
    return None


def way(s: State, a: Action) -> Refusal | None:
    return holds(s, a) or keeps_one(s, 1)


def lift(s: State, a: Action) -> Refusal | None:
    if not s.cars[s.player][a.train]:
        return Refusal("no-train", "You have no such train.", TRAINS)
    if s.lifted & 1 << a.train:
        return Refusal("lifted", "That Loco was lifted this turn.", HOUSE)
    return None
