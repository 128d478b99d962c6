"""Why a Disaster may not be played, stopped or carried out so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.express.model import Action
from games.express.rules.sources import (
    CLARIFIED,
    DISASTERS,
    HOUSE,
    SET_UP,
    TIPS,
    TRAINS,
    ends,
    fits,
)
from games.kernel import Refusal
from games.texts import T

if TYPE_CHECKING:
    from games.express.rules.state import State


def disaster(s: State, a: Action) -> Refusal | None:
    """A Disaster on a train, or a Derailment on a player."""
    if why := _may_strike(s, a) or _way_car(s, a):
        return why
    return None if s.m.effect[a.card] == "derail" else _on_train(s, a)


def _way_car(s: State, a: Action) -> Refusal | None:
    """A Way Car on the table takes the Disaster upon itself."""
    m = s.m
    way = m.blocker[a.card]
    if not s.ways[a.seat][m.ways.index(way)]:
        return None
    if a.seat == s.player:
        text = T("Your own {name} is in play, so this Disaster cannot hit you.", name=m.names[way])
        return Refusal("own-way-car", text, CLARIFIED)
    text = T(
        "That player's {name} is in play: your Disaster can only take it away.", name=m.names[way]
    )
    return Refusal("way-car", text, CLARIFIED)


def _on_train(s: State, a: Action) -> Refusal | None:
    m, cars = s.m, s.cars[a.seat][a.train]
    if not cars:
        return Refusal("no-train", T("There is no such train."), DISASTERS)
    if m.caboose in cars and a.card in m.guarded:
        return Refusal("caboose-guards", T("A Caboose guards that train."), DISASTERS)
    effect = m.effect[a.card]
    if effect == "steal" and m.content.stolen_to_hand:
        return fits(s, gained=1)
    return _has_engine(s, a) if effect == "switch" else None


def _may_strike(s: State, a: Action) -> Refusal | None:
    """The refusals of every Disaster, also of one that only takes a Way Car away."""
    if why := ends(s, a):
        return why
    if s.rounds == 1:
        return Refusal("first-round", T("You cannot play a Disaster in the first round."), SET_UP)
    way = s.m.blocker[a.card]
    if s.shields[a.seat] & s.m.bit[way]:
        text = T("That player is immune: their {name} is permanent.", name=s.m.names[way])
        return Refusal("immune", text, TIPS)
    return None


def _has_engine(s: State, a: Action) -> Refusal | None:
    """Switch Engines needs a Loco of one's own, on another train."""
    own = [t for t, cars in enumerate(s.cars[s.player]) if cars]
    if a.seat == s.player:
        own.remove(a.train)
    if own:
        return None
    return Refusal("no-engine", T("You have no Loco to switch with."), HOUSE)


def cancel(s: State, a: Action) -> Refusal | None:
    if why := _may_strike(s, a):
        return why
    way = s.m.blocker[a.card]
    if not s.ways[a.seat][s.m.ways.index(way)]:
        text = T("That player has no {name} in play to take away.", name=s.m.names[way])
        return Refusal("no-way-car", text, CLARIFIED)
    if a.seat == s.player:
        text = T("You cannot take away your own {name}.", name=s.m.names[way])
        return Refusal("own-way-car", text, CLARIFIED)
    return None


def block(s: State, _a: Action) -> Refusal | None:
    way = s.m.blocker[s.threat]
    if way in s.hands[s.foe]:
        return None
    return Refusal("no-way-car", T("You do not hold {name}.", name=s.m.names[way]), DISASTERS)


def allow(_s: State, _a: Action) -> Refusal | None:
    return None


def engine(s: State, a: Action) -> Refusal | None:
    if not s.cars[s.player][a.train]:
        return Refusal("no-train", T("You have no such train."), TRAINS)
    if s.foe == s.player and a.train == s.aim:
        text = T("Name another train: its Loco cannot be switched with itself.")
        return Refusal("same-train", text, HOUSE)
    return None
