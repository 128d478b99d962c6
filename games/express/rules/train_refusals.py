"""Why a car, a Loco, a Diesel or a Way Car may not be laid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.express.content import NO_CABOOSE
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
from games.texts import T

if TYPE_CHECKING:
    from games.express.rules.state import State


def start(s: State, a: Action) -> Refusal | None:
    if why := holds(s, a):
        return why
    if all(s.cars[s.player]):
        text = T(
            "You already have {car} trains: there is no room for more.", car=len(s.cars[s.player])
        )
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
    text = T("You cannot begin a train with a Wild: you hold no second car for it.")
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
        return Refusal("no-train", T("You have no such train."), TRAINS)
    if s.phase == SECOND and a.train != s.at:
        text = T("Add the second car to the train that you have just begun.")
        return Refusal("must-add", text, CLARIFIED)
    if why := holds(s, a):
        return why
    if s.m.caboose in cars:
        text = T("A Caboose is always last: you cannot add a car behind it.")
        return Refusal("caboose-ends", text, HOUSE)
    return None if s.phase == SECOND else keeps_one(s, 1)


def _add_caboose(s: State, cars: tuple[int, ...]) -> Refusal | None:
    if s.phase == SECOND:
        text = T("A Caboose cannot be the second car here: add a car or a Wild.")
        return Refusal("caboose-second", text, HOUSE)
    kind = "freight" if cars[0] % s.m.size < s.m.freight else "passenger"
    if kind in s.m.content.caboose_on:
        return None
    return Refusal("caboose-there", NO_CABOOSE[kind], HOUSE)


def _add_wild(s: State, a: Action, cars: tuple[int, ...]) -> Refusal | None:
    """Second position: as a car of a type that fits. Third and later: nothing is declared."""
    m, first = s.m, cars[0] % s.m.size
    if len(cars) > 1:
        if a.code == m.wild:
            return None
        text = T("Do not declare a Wild in third position or later.")
        return Refusal("wild-undeclared", text, CHANGED)
    if a.code == m.wild:
        text = T("A Wild in second position must be one specific car: say which.")
        return Refusal("wild-declared", text, CLARIFIED)
    declared = a.code - m.size
    if declared == first or (first >= m.freight and declared >= m.freight):
        return None
    text = T("A Wild in second position cannot be a transition.")
    return Refusal("wild-matches", text, CLARIFIED)


def _add_car(s: State, k: int, cars: tuple[int, ...]) -> Refusal | None:
    """One type to a freight train, but for what an uncovered Wild at its end lets change."""
    m = s.m
    if cars[0] % m.size >= m.freight:
        if k >= m.freight:
            return None
        text = T("You cannot add a freight car to a passenger train.")
        return Refusal("passenger-only", text, TRAINS)
    if k >= m.freight:
        text = T("You cannot add a passenger car to a freight train.")
        return Refusal("freight-only", text, TRAINS)
    if cars[-1] == m.wild or cars[-1] % m.size == k:
        return None
    text = T(
        "You cannot change the type here: add another {name} or a Wild.",
        name=m.names[cars[-1] % m.size],
    )
    return Refusal("other-type", text, TRAINS)


def diesel(s: State, a: Action) -> Refusal | None:
    m, p = s.m, s.player
    if why := holds(s, a) or keeps_one(s, 1):
        return why
    cars = s.cars[p][a.train]
    if not cars:
        return Refusal("no-train", T("You have no such train."), TRAINS)
    if cars[0] % m.size < m.freight:
        text = T("Only a passenger train can have a Diesel.")
        return Refusal("passenger-diesel", text, TRAINS)
    if s.diesels[p] & 1 << a.train:
        return Refusal("has-diesel", T("That train already has a Diesel."), HOUSE)
    return None


def way(s: State, a: Action) -> Refusal | None:
    return holds(s, a) or keeps_one(s, 1)


def lift(s: State, a: Action) -> Refusal | None:
    if not s.cars[s.player][a.train]:
        return Refusal("no-train", T("You have no such train."), TRAINS)
    if s.lifted & 1 << a.train:
        return Refusal("lifted", T("You have already lifted that Loco this turn."), HOUSE)
    return None
