"""The legal moves, from tables: the fast writing of the rules. The plain one is ``adjudication``.

Lists for the same cards and trains are made once and kept with the model.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.express.model import Action, Model
from games.express.rules.phases import (
    CHOOSE,
    DRAWING,
    LOCOS,
    OVER,
    PLAYING,
    REPLY,
    SECOND,
)
from games.express.rules.turn import leaves
from games.kernel import ARBITER, CHANCE

if TYPE_CHECKING:
    from games.express.rules.state import State

CAR_AND_LOCO: Final = 2
TWO_AND_LOCO: Final = 3
"""Cards that a new train takes, one more being left to discard."""


def legal_actions(s: State, player: int) -> list[Action]:
    phase = s.phase
    if player < 0:
        return _staff(s, player)
    if phase == REPLY:
        return _replies(s) if player == s.foe else []
    if player != s.player or phase <= DRAWING or phase == OVER:
        return []
    return _plays(s, player) if phase == PLAYING else _steps(s, player)


def _steps(s: State, player: int) -> list[Action]:
    """The moves of a turn before and between the cards that are played."""
    m, phase = s.m, s.phase
    if phase == LOCOS:
        return _each(m.loco, s.masks[player])
    if phase == CHOOSE:
        return _choices(s)
    if phase == SECOND:
        tip = s.tips[player][s.at]
        return list(_adds(m, s.at, tip, s.masks[player] & m.second_fits[tip]))
    return [m.engine[t] for t in m.slots[s.live[player]] if s.foe != player or t != s.aim]


def _staff(s: State, player: int) -> list[Action]:
    """Chance deals while it must; the conductor may end the hand at any time."""
    m = s.m
    if player == CHANCE and s.phase <= DRAWING:
        return [m.deal[k] for k in sorted(set(s.deck))]
    return [m.call] if player == ARBITER and s.phase != OVER else []


def _replies(s: State) -> list[Action]:
    m = s.m
    if s.masks[s.foe] & m.bit[m.blocker[s.threat]]:
        return [m.allow, m.block]
    return [m.allow]


def _choices(s: State) -> list[Action]:
    m = s.m
    found = [m.draw] if s.deck or len(s.discard) > leaves(s) else []
    if s.discard:
        found.append(m.take)
    return found or [m.pass_]


def _plays(s: State, p: int) -> list[Action]:
    m, size, mask = s.m, len(s.hands[p]), s.masks[p]
    live = s.live[p]
    found: list[Action] = []
    if size > 1:
        tips, fits = s.tips[p], m.fits
        for t in m.slots[live]:
            tip = tips[t]
            if hit := mask & fits[tip]:
                found += m.adds[t][tip].get(hit) or _adds(m, t, tip, hit)
        if mask & m.special_mask:
            _specials(s, p, mask, found)
        if size > CAR_AND_LOCO and live != m.all_trains:
            cars = mask & m.car_mask
            found += m.starts.get(cars) or _starts(m, cars)
            if size > TWO_AND_LOCO and mask & m.wild_bit:
                found += _wild_starts(s, p, cars)
    found += m.lifts[live & ~s.lifted]
    if size <= m.content.hand_limit + 1:
        found += _ends(s, p, mask, size)
    return found or [m.redeal if m.ruleset.redeals and s.rounds == 1 else m.display]


def _specials(s: State, p: int, mask: int, found: list[Action]) -> None:
    """Way Cars and Diesels from the hand."""
    m = s.m
    found += [m.way[k] for k in m.ways if mask & m.bit[k]]
    if mask & m.diesel_bit:
        found += [m.couple[t] for t in m.slots[s.pax[p] & ~s.diesels[p]]]


def _adds(m: Model, t: int, tip: int, hit: int) -> list[Action]:
    """The ways to add the cards of ``hit`` to a train with that tip."""
    found: list[Action] = []
    for k in range(m.size):
        if not hit & m.bit[k]:
            continue
        if k != m.wild or not m.declares[tip]:
            found.append(m.add[t][k])
        elif tip == m.pax_one:
            found += m.add_wild[t][m.freight :]
        else:
            found.append(m.add_wild[t][m.runs[tip]])
    m.adds[t][tip][hit] = found
    return found


def _starts(m: Model, cars: int) -> list[Action]:
    found = m.starts[cars] = _each(m.start, cars)
    return found


def _wild_starts(s: State, p: int, cars: int) -> list[Action]:
    """A Wild as first car needs a second that fits, in the same turn (house reading)."""
    m = s.m
    if s.hands[p].count(m.wild) > 1:
        return m.start_wild
    found = _each(m.start_wild, cars & m.freight_mask)
    return found + m.start_wild[m.freight :] if cars > m.freight_mask else found


def _each(moves: list[Action], mask: int) -> list[Action]:
    return [move for k, move in enumerate(moves) if mask >> k & 1]


def _ends(s: State, p: int, mask: int, size: int) -> list[Action]:
    """Discards, and what may be played instead of one."""
    m = s.m
    cars, rest = mask & m.car_mask, mask >> m.types
    found: list[Action] = []
    found += m.discards.get(cars) or _discards(m, cars)
    if rest:
        found += m.rests.get(rest) or _rests(m, rest)
        if mask & m.turntable_bit:
            found.append(m.turn)
        if mask & m.disaster_mask and s.rounds > 1:
            _disasters(s, p, mask, size, found)
    if size == 1 and may_go_out(s, p):
        found.append(m.out[s.hands[p][0]])
    return found


def _discards(m: Model, cars: int) -> list[Action]:
    found = m.discards[cars] = _each(m.discard, cars)
    return found


def _rests(m: Model, rest: int) -> list[Action]:
    found = m.rests[rest] = _each(m.discard, rest << m.types)
    return found


def may_go_out(s: State, p: int) -> bool:
    """Whether the trains and the turn allow it, apart from the cards in hand."""
    scoring = s.m.content.scoring
    if s.rounds == 1 or (s.barred and s.m.ruleset.transition_bars_out):
        return False
    sizes = sorted(map(len, filter(None, s.cars[p])), reverse=True)
    lengths = scoring.lengths
    return (
        len(sizes) >= len(lengths)
        and all(map(int.__ge__, sizes, lengths))
        and min(sizes, default=scoring.others) >= scoring.others
    )


def _disasters(s: State, p: int, mask: int, size: int, found: list[Action]) -> None:
    m = s.m
    for k in m.disasters:
        if not mask & m.bit[k]:
            continue
        full = m.effect[k] == "steal" and m.content.stolen_to_hand and size > m.content.hand_limit
        way = m.blocker[k]
        for q in range(s.players):
            if s.shields[q] & m.bit[way]:
                continue
            if s.ways[q][way - m.ways[0]]:
                if q != p:
                    found.append(m.cancel[k][q])
            elif not full:
                found += _strikes(s, p, k, q)


def _strikes(s: State, p: int, k: int, q: int) -> list[Action]:
    """The targets of that Disaster at player q, who has no Way Car against it on the table."""
    m = s.m
    effect = m.effect[k]
    if effect == "derail":
        return [m.derail[k][q]]
    trains = s.live[q]
    if k in m.guarded:
        trains &= ~s.capped[q]
    if effect == "switch" and s.live[p].bit_count() < (2 if p == q else 1):
        trains = 0
    aims = m.strike[k][q]
    return [aims[t] for t in m.slots[trains]]
