"""A position of Express: one hand, and the score of the hands before it."""

# ruff: noqa: S101 - `check` speaks by assertion, as the contract asks

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from games.express.model import NOTHING, Action, Model
from games.express.rules import adjudication, legal, score
from games.express.rules.moves import PLAY
from games.express.rules.phases import (
    DEALING,
    DRAWING,
    LOCOS,
    OVER,
    PLAYING,
    REPLY,
    SECOND,
    SWITCH,
    WORDS,
)
from games.kernel import CHANCE, Placing, Refusal, place

LISTS: Final = ("live", "capped", "pax", "diesels", "masks", "shields", "skips")
"""Slots with one whole number per player; the masks are of trains or of kinds of cards."""
PILES: Final = ("deck", "discard", "slot", "aside")
"""Slots with a list of kinds of cards. Only the discards have an order, the newest last."""
NUMBERS: Final = (
    "phase",
    "player",
    "dealer",
    "owed",
    "at",
    "foe",
    "aim",
    "threat",
    "lifted",
    "fresh",
    "barred",
    "direction",
    "passed",
    "rounds",
    "turns",
    "unplayed",
    "out",
)
NEEDED: Final = {PLAYING: 1, LOCOS: 2, SECOND: 3}
"""By phase, the cards that the turn still takes: the discard, before it a Loco, before that the
second car."""


class State:
    """A position, mutable. The meaning of its slots:

    ``cars[p][t]``, ``locos[p][t]``, ``tips[p][t]``: player p's train t (see ``Model``), its Loco
    and its end. ``ways[p][w]``: Way Cars on the table; ``shields[p]``: kinds that are permanent.
    ``player`` has the turn (or is dealt to), ``at`` is the train being made up, ``foe``, ``aim``
    and ``threat`` are a Disaster that waits for its answer. ``lifted`` and ``fresh`` are masks of
    trains: Locos lifted and open Wilds laid this turn; ``barred``: a transition bars going out.
    ``passed`` is who has had a turn in this round, the ``rounds``-th. ``unplayed``: Turntables.
    ``tally`` has the points of the hands before, ``ended`` is how the last one ended. ``target``
    is 0 for a single hand; ``limit`` is the turns of a hand, ``most`` the hands of a game.
    """

    __slots__ = (
        "cars",
        "ended",
        "hands",
        "limit",
        "locos",
        "m",
        "most",
        "players",
        "scores",
        "tally",
        "target",
        "tips",
        "ways",
        *LISTS,
        *NUMBERS,
        *PILES,
    )
    m: Model
    players: int
    target: int
    limit: int
    most: int
    ended: str
    scores: list[int]
    tally: list[tuple[int, ...]]
    hands: list[list[int]]
    cars: list[list[tuple[int, ...]]]
    locos: list[list[int]]
    tips: list[list[int]]
    ways: list[list[int]]
    live: list[int]
    capped: list[int]
    pax: list[int]
    diesels: list[int]
    masks: list[int]
    shields: list[int]
    skips: list[int]
    deck: list[int]
    discard: list[int]
    slot: list[int]
    aside: list[int]
    phase: int
    player: int
    dealer: int
    owed: int
    at: int
    foe: int
    aim: int
    threat: int
    lifted: int
    fresh: int
    barred: int
    direction: int
    passed: int
    rounds: int
    turns: int
    unplayed: int
    out: int

    def actors(self) -> tuple[int, ...]:
        """Chance while cards are dealt or drawn, the victim of a Disaster while it must answer."""
        if self.phase <= DRAWING:
            return (CHANCE,)
        if self.phase == REPLY:
            return (self.foe,)
        return () if self.phase == OVER else (self.player,)

    def legal_actions(self, player: int) -> list[Action]:
        return legal.legal_actions(self, player)

    def refusal(self, player: int, action: Action) -> Refusal | None:
        return adjudication.refusal(self, player, action)

    def apply(self, player: int, action: Action) -> None:  # noqa: ARG002 - moves know their player
        PLAY[action.kind](self, action)

    def sample(self, random: Callable[[], float]) -> Action:
        """A card from the deck, each as likely as any other. Raises IndexError for no card."""
        deck = self.deck
        return self.m.deal[deck[int(random() * len(deck))]]

    def end(self) -> str:
        return self.ended if self.phase == OVER else ""

    def placings(self) -> list[Placing]:
        """By points, in a single hand or the whole game. Equal points share a place: no source
        has a tie-break (rules/express.md 1.9)."""
        if self.phase == OVER:
            return place([(points,) for points in self.scores])
        now = score.points(self)
        return place([(self.scores[p] + now[p],) for p in range(self.players)])

    def start(self) -> State:
        """Gather all cards and deal a hand; the player left of the dealer begins."""
        m, n = self.m, self.players
        trains = m.content.trains
        for name in LISTS:
            setattr(self, name, [0] * n)
        self.hands = [[] for _ in range(n)]
        self.cars = [[()] * trains for _ in range(n)]
        self.locos = [[NOTHING] * trains for _ in range(n)]
        self.tips = [[0] * trains for _ in range(n)]
        self.ways = [[0] * len(m.ways) for _ in range(n)]
        self.unplayed = m.content.turntables[n]
        self.deck = components(m, n)
        self.discard, self.slot, self.aside = [], [], []
        self.phase, self.owed = DEALING, n * m.content.deal
        self.player, self.direction = (self.dealer + 1) % n, 1
        self.at = self.foe = self.aim = self.threat = self.out = NOTHING
        self.lifted = self.fresh = self.barred = self.passed = self.turns = 0
        self.rounds = 1
        return self

    def copy(self) -> State:
        twin = State()
        twin.m, twin.players = self.m, self.players
        twin.target, twin.limit, twin.most = self.target, self.limit, self.most
        twin.ended, twin.scores, twin.tally = self.ended, self.scores[:], self.tally[:]
        twin.hands = [hand[:] for hand in self.hands]
        twin.cars = [cars[:] for cars in self.cars]
        twin.locos = [locos[:] for locos in self.locos]
        twin.tips = [tips[:] for tips in self.tips]
        twin.ways = [ways[:] for ways in self.ways]
        twin.live, twin.capped, twin.pax = self.live[:], self.capped[:], self.pax[:]
        twin.diesels, twin.masks = self.diesels[:], self.masks[:]
        twin.shields, twin.skips = self.shields[:], self.skips[:]
        twin.deck, twin.discard = self.deck[:], self.discard[:]
        twin.slot, twin.aside = self.slot[:], self.aside[:]
        twin.phase, twin.player, twin.dealer, twin.owed = (
            self.phase,
            self.player,
            self.dealer,
            self.owed,
        )
        twin.at, twin.foe, twin.aim, twin.threat = self.at, self.foe, self.aim, self.threat
        twin.lifted, twin.fresh, twin.barred = self.lifted, self.fresh, self.barred
        twin.direction, twin.passed, twin.rounds = self.direction, self.passed, self.rounds
        twin.turns, twin.unplayed, twin.out = self.turns, self.unplayed, self.out
        return twin

    def key(self) -> tuple[Any, ...]:
        return (
            *(getattr(self, name) for name in NUMBERS),
            *(tuple(getattr(self, name)) for name in LISTS),
            *(tuple(sorted(getattr(self, name))) for name in ("deck", "slot", "aside")),
            tuple(self.discard),
            tuple(tuple(sorted(hand)) for hand in self.hands),
            tuple(map(tuple, self.cars)),
            tuple(map(tuple, self.locos)),
            tuple(map(tuple, self.ways)),
            (self.ended, self.players, self.target, self.limit, self.most),
            (tuple(self.scores), tuple(self.tally)),
        )

    def view(self, player: int | None) -> dict[str, Any]:
        """Own hand and own Locos; of the others how many. Cards face up on the table are public
        (express-tournament.txt, Clarifications to Printed Rules), the order of the deck nobody's.
        """
        m, ids = self.m, self.m.ids
        return {
            "phase": WORDS[self.phase],
            "player": self.player,
            "dealer": self.dealer,
            "direction": self.direction,
            "round": self.rounds,
            "turns": self.turns,
            "owed": self.owed,
            "making": self.m.letters[self.at] if self.at >= 0 else None,
            "barred": bool(self.barred),
            "threat": self._threat(),
            "deck": len(self.deck),
            "discard": [ids[k] for k in self.discard],
            "slot": [ids[k] for k in self.slot],
            "aside": [ids[k] for k in self.aside],
            "unplayed": self.unplayed,
            "scores": self.scores[:],
            "tally": [list(points) for points in self.tally],
            "out": self.out,
            "ended": self.end(),
            "seats": [self._seat(m, p, own=p == player) for p in range(self.players)],
        }

    def _threat(self) -> dict[str, Any] | None:
        """The Disaster that waits for an answer, or for the second train of Switch Engines."""
        if self.threat < 0:
            return None
        train = self.m.letters[self.aim] if self.aim >= 0 else None
        return {"card": self.m.ids[self.threat], "seat": self.foe, "train": train}

    def _seat(self, m: Model, p: int, *, own: bool) -> dict[str, Any]:
        """One player's display as somebody sees it, ``own`` or another's. All views share the
        displays of trains and the lists of words, as ``games.kernel`` allows."""
        ids, hand, displays = m.ids, self.hands[p], m.displays
        cars, locos, diesels = self.cars[p], self.locos[p], self.diesels[p]
        trains: list[dict[str, Any]] = []
        for t in m.slots[self.live[p]]:  # a comprehension would look for each name outside itself
            loco = locos[t]
            seen = ids[loco] if own and loco >= 0 else loco >= 0
            trains.append(displays[t, cars[t], diesels >> t & 1, seen])
        return {
            "hand": [ids[k] for k in sorted(hand)] if own else len(hand),
            "trains": trains,
            "ways": m.way_words[tuple(self.ways[p])],
            "permanent": m.permanent_words[self.shields[p]],
            "skips": self.skips[p],
        }

    def resample(self, player: int | None, random: Callable[[], float]) -> State:
        """A copy in which the cards that ``player`` cannot see are dealt again: the deck, the hands
        of the others and their Locos."""
        twin = self.copy()
        pool = twin.deck[:]
        for p in range(self.players):
            if p != player:
                pool += twin.hands[p] + [k for k in twin.locos[p] if k >= 0]
        pool.sort()  # else the order would tell which cards came from a hand
        order = sorted((random(), n) for n in range(len(pool)))
        cards = iter([pool[n] for _, n in order])
        for p in range(self.players):
            if p != player:
                twin.hands[p] = [next(cards) for _ in twin.hands[p]]
                twin.masks[p] = sum({twin.m.bit[k] for k in twin.hands[p]})
                twin.locos[p] = [next(cards) if k >= 0 else k for k in twin.locos[p]]
        twin.deck = list(cards)
        return twin

    def check(self) -> None:
        """Cards are conserved, and what is kept twice agrees."""
        m = self.m
        every = Counter(self.deck + self.discard + self.slot + self.aside)
        for p in range(self.players):
            every.update(self.hands[p])
            every.update(k for k in self.locos[p] if k >= 0)
            for cars in self.cars[p]:
                every.update(m.wild if code >= m.size else code for code in cars)
            every.update(dict(zip(m.ways, self.ways[p], strict=True)))
            every[m.diesel] += self.diesels[p].bit_count()
            assert self.masks[p] == sum({m.bit[k] for k in self.hands[p]}), "hand mask"
            self._check_trains(p)
        want = Counter(components(m, self.players))
        assert +every == want, "cards"
        assert self.unplayed == want[m.turntable] - self.slot.count(m.turntable), "turntables"
        assert self.phase != OVER or self.ended, "an end has a reason"
        self._check_threat()

    def _check_threat(self) -> None:
        """A Disaster waits for an answer about a train that is there; a train for its Loco, and the
        turn for a discard."""
        if self.phase in (REPLY, SWITCH):
            assert self.threat >= 0, "a Disaster waits"
            assert self.foe >= 0, "and a player answers it"
            assert self.aim < 0 or self.live[self.foe] >> self.aim & 1, "about a train"
        if self.phase in (SECOND, LOCOS):
            assert self.at >= 0, "a train waits"
            assert self.live[self.player] >> self.at & 1, "a train waits"
        assert len(self.hands[self.player]) >= NEEDED.get(self.phase, 0), (
            "a card to discard is left"
        )

    def _check_trains(self, p: int) -> None:
        """Every train has its tip, its masks and, unless it is being made up, its Loco."""
        m = self.m
        for t, cars in enumerate(self.cars[p]):
            mask = 1 << t
            making = p == self.player and t == self.at and self.phase in (SECOND, LOCOS, OVER)
            assert self.tips[p][t] == m.tip_of(cars), "tip"
            assert bool(self.live[p] & mask) == bool(cars), "live"
            assert bool(self.capped[p] & mask) == (m.caboose in cars), "capped"
            assert not self.diesels[p] & mask or self.pax[p] & mask, "diesel"
            assert bool(self.pax[p] & mask) == (cars != () and cars[0] % m.size >= m.freight), "pax"
            assert making or (self.locos[p][t] >= 0) == bool(cars), "loco"


def components(m: Model, players: int) -> list[int]:
    """Every card of the deck for so many players, by kind. With 2 or 3 players only two
    Turntables are used: rules/express.md 1.3."""
    counts = list(m.copies)
    counts[m.turntable] = min(counts[m.turntable], m.content.turntables[players])
    return [k for k, count in enumerate(counts) for _ in range(count)]
