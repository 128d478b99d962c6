"""Moves that lay cards on the table: trains, Locos, Diesels, Way Cars. Trusted to be legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.express.model import NOTHING, Action
from games.express.rules.phases import LOCOS, PLAYING, SECOND
from games.express.rules.turn import gain, lose

if TYPE_CHECKING:
    from games.express.rules.state import State


def start(s: State, a: Action) -> None:
    """A first car. A Wild laid first owes a second car: express-tournament.txt, Clarifications."""
    m, p = s.m, s.player
    lose(s, p, a.card)
    t = s.cars[p].index(())
    kind = a.code % m.size
    s.cars[p][t], s.tips[p][t] = (a.code,), m.one(kind)
    s.live[p] |= 1 << t
    if kind >= m.freight:
        s.pax[p] |= 1 << t
    s.at = t
    s.phase = LOCOS if a.code == kind else SECOND


def add(s: State, a: Action) -> None:
    """Another car, Wild or Caboose. An open Wild of this turn that a different type covers was
    played as a transition: it bars going out in this turn (Rule Change for Competitive Play)."""
    m, p, t, k = s.m, s.player, a.train, a.card
    lose(s, p, k)
    tip = s.tips[p][t]
    s.cars[p][t] += (a.code,)
    s.tips[p][t] = new = m.after[tip][k]
    if m.opens[tip] and k < m.freight and k != m.runs[tip] and s.fresh >> t & 1:
        s.barred = 1
    if m.opens[new]:
        s.fresh |= 1 << t
    if k == m.caboose:
        s.capped[p] |= 1 << t
    if s.phase == SECOND:
        s.phase = LOCOS


def diesel(s: State, a: Action) -> None:
    lose(s, s.player, a.card)
    s.diesels[s.player] |= 1 << a.train


def way(s: State, a: Action) -> None:
    lose(s, s.player, a.card)
    s.ways[s.player][a.card - s.m.ways[0]] += 1


def lift(s: State, a: Action) -> None:
    """A Loco goes back to the hand; the next move lays one: rules/express.md 1.4."""
    p, t = s.player, a.train
    gain(s, p, s.locos[p][t])
    s.locos[p][t] = NOTHING
    s.lifted |= 1 << t
    s.at, s.phase = t, LOCOS


def loco(s: State, a: Action) -> None:
    p = s.player
    lose(s, p, a.card)
    s.locos[p][s.at] = a.card
    s.at, s.phase = NOTHING, PLAYING
