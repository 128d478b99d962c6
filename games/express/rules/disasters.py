"""Disasters: what they do, and the Way Cars that stop them. Trusted to be legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.express.model import NOTHING, Action
from games.express.rules.phases import REPLY, SWITCH
from games.express.rules.turn import end_turn, gain, lose

if TYPE_CHECKING:
    from games.express.rules.state import State


def disaster(s: State, a: Action) -> None:
    """Into the Disaster slot. The victim is asked for a Way Car, one's own self is not:
    express-tournament.txt, Clarifications to Printed Rules."""
    lose(s, s.player, a.card)
    s.slot.append(a.card)
    s.threat, s.foe, s.aim = a.card, a.seat, a.train
    if a.seat == s.player:
        strike(s)
    else:
        s.phase = REPLY


def cancel(s: State, a: Action) -> None:
    """A Disaster takes away the Way Car on the table that would have stopped it."""
    lose(s, s.player, a.card)
    s.slot.append(a.card)
    way = s.m.blocker[a.card]
    s.ways[a.seat][way - s.m.ways[0]] -= 1
    s.discard.append(way)
    end_turn(s)


def block(s: State, _a: Action) -> None:
    """A Way Car from the hand: the Disaster has no effect, and neither has another of its kind on
    this player for the rest of the hand (Tournament Tips)."""
    way = s.m.blocker[s.threat]
    lose(s, s.foe, way)
    s.ways[s.foe][way - s.m.ways[0]] += 1
    s.shields[s.foe] |= s.m.bit[way]
    settled(s)


def allow(s: State, _a: Action) -> None:
    strike(s)


def strike(s: State) -> None:
    """The effect of a Disaster: rules/express.md 1.6."""
    effect = s.m.effect[s.threat]
    if effect == "switch":
        s.phase = SWITCH
        return
    if effect == "derail":
        s.skips[s.foe] += 1
    elif effect == "wreck":
        wreck(s, s.foe, s.aim)
    else:
        car = uncouple(s, s.foe, s.aim)
        if effect == "steal" and s.m.content.stolen_to_hand:
            gain(s, s.player, car)
        else:
            s.discard.append(car)
    settled(s)


def settled(s: State) -> None:
    s.threat = s.foe = s.aim = NOTHING
    end_turn(s)


def engine(s: State, a: Action) -> None:
    """Switch Engines: the Locos of two trains change places."""
    mine, theirs = s.locos[s.player], s.locos[s.foe]
    mine[a.train], theirs[s.aim] = theirs[s.aim], mine[a.train]
    settled(s)


def uncouple(s: State, p: int, t: int) -> int:
    """Take the end car; the Loco of a train without cars goes back to its owner's hand."""
    m = s.m
    code = s.cars[p][t][-1]
    s.cars[p][t] = cars = s.cars[p][t][:-1]
    s.tips[p][t] = m.tip_of(cars)
    s.capped[p] &= ~(1 << t)
    if not cars:
        gain(s, p, clear(s, p, t))
    return m.wild if code >= m.size else code


def wreck(s: State, p: int, t: int) -> None:
    """The whole train and its Loco go to the discards, the end car on top."""
    m, cars = s.m, s.cars[p][t]
    s.discard.append(clear(s, p, t))
    s.discard += [m.wild if code >= m.size else code for code in cars]


def clear(s: State, p: int, t: int) -> int:
    """End a train; its Diesel is discarded. Returns its Loco."""
    loco = s.locos[p][t]
    if s.diesels[p] >> t & 1:
        s.discard.append(s.m.diesel)
    s.cars[p][t], s.locos[p][t], s.tips[p][t] = (), NOTHING, 0
    for masks in (s.live, s.capped, s.pax, s.diesels):
        masks[p] &= ~(1 << t)
    return loco
