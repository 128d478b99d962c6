"""A content pack made into tables and moves, once; every position of a game shares them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from games.express.content import Content, Ruleset
from games.memo import Memo

# Kinds of moves. Plain ints: looking up an Enum member costs fifteen times as much.
DEAL: Final = 0
DRAW: Final = 1
TAKE: Final = 2
PASS: Final = 3
START: Final = 4
ADD: Final = 5
DIESEL: Final = 6
WAY: Final = 7
LIFT: Final = 8
LOCO: Final = 9
DISCARD: Final = 10
OUT: Final = 11
TURNTABLE: Final = 12
DISASTER: Final = 13
CANCEL: Final = 14
BLOCK: Final = 15
ALLOW: Final = 16
ENGINE: Final = 17
DISPLAY: Final = 18
REDEAL: Final = 19
CALL: Final = 20
KINDS: Final = (
    "deal",
    "draw",
    "take",
    "pass",
    "start",
    "add",
    "diesel",
    "way",
    "lift",
    "loco",
    "discard",
    "out",
    "turntable",
    "disaster",
    "cancel",
    "block",
    "allow",
    "engine",
    "display",
    "redeal",
    "call",
)

NOTHING: Final = -1
LETTERS: Final = "ABCDEFGHIJKL"
"""A player's trains by letter: a letter stays with its train until the train is gone."""
SEATS: Final = 6


class Action:
    """One move, shared: compare with ``is``, write with ``str`` (see notation.md).

    ``card`` is the kind of card, ``code`` what it counts as when laid (see ``Model.code``),
    ``seat`` and ``train`` what it is played on; ``NOTHING`` where a move has none.
    """

    __slots__ = ("card", "code", "id", "kind", "seat", "text", "train")

    def __init__(
        self,
        id: int,  # noqa: A002 - the contract's name
        kind: int,
        text: str,
        *,
        card: int = NOTHING,
        code: int = NOTHING,
        seat: int = NOTHING,
        train: int = NOTHING,
    ) -> None:
        self.id, self.kind, self.text = id, kind, text
        self.card, self.code, self.seat, self.train = card, code, seat, train

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"


class Model:
    """Cards by number: freight first, then passenger cars, then the classes of ``CLASSES``.

    A car laid on a train is a *code*: its kind of card, or ``size + x`` for a Wild that was
    declared to be car type ``x``. A Wild that was laid in the third position or later stays the
    plain ``wild`` and is read from its neighbours.

    The end of a train is a *tip*: what fits there. ``fits[tip]`` is a mask of kinds of cards and
    ``after[tip][kind]`` the next tip; 0 is no train.

    ``adds``, ``starts``, ``discards`` and ``rests`` are filled by the rules, and bounded by the
    cards that a mask can name; so is ``worth``, which has the points of trains.
    """

    def __init__(
        self, content: Content, ruleset: Ruleset, *, keeps_first_round_aside: bool
    ) -> None:
        self.content, self.ruleset = content, ruleset
        self.keeps_first_round_aside = keeps_first_round_aside
        cards = content.cards
        self.ids = tuple(card.id for card in cards)
        self.names = tuple(card.name for card in cards)
        self.copies = tuple(card.copies for card in cards)
        self.penalty = tuple(card.penalty for card in cards)
        self.value = tuple(card.value for card in cards) * 2
        self.bit = tuple(1 << k for k in range(len(cards)))
        self.size = len(cards)
        self.freight = sum(card.kind == "freight" for card in cards)
        self.types = self.freight + sum(card.kind == "passenger" for card in cards)
        kinds = [card.kind for card in cards]
        self.caboose, self.diesel = kinds.index("caboose"), kinds.index("diesel")
        self.wild, self.turntable = kinds.index("wild"), kinds.index("turntable")
        self.ways = tuple(k for k in range(self.size) if kinds[k] == "way")
        self.disasters = tuple(k for k in range(self.size) if kinds[k] == "disaster")
        self.effect = {k: cards[k].effect for k in self.disasters}
        self.blocker = {k: self.ids.index(cards[k].blocked_by) for k in self.disasters}
        self.guarded = frozenset(k for k in self.disasters if self.ids[k] in content.caboose_guards)
        self.car_mask = (1 << self.types) - 1
        self.freight_mask = (1 << self.freight) - 1
        self.way_mask = sum(self.bit[k] for k in self.ways)
        self.disaster_mask = sum(self.bit[k] for k in self.disasters)
        self.special_mask = self.way_mask | self.bit[self.diesel]
        self.wild_bit, self.diesel_bit = self.bit[self.wild], self.bit[self.diesel]
        self.turntable_bit = self.bit[self.turntable]
        self.full_set = self.ids.index(content.scoring.full_set)
        self.full_size = self.copies[self.full_set]
        self._tips()
        self._moves()
        self._memos()

    def word(self, code: int) -> str:
        """A laid car as sheets and views write it: "box", "wild", "wild as box"."""
        return self.ids[code] if code < self.size else f"wild as {self.ids[code - self.size]}"

    def _memos(self) -> None:
        trains = range(len(self.letters))
        self.all_trains = (1 << len(trains)) - 1
        self.lifts = [[self.lift[t] for t in slots] for slots in self.slots]
        self.adds: list[list[dict[int, list[Action]]]] = [[{} for _ in self.fits] for _ in trains]
        self.starts: dict[int, list[Action]] = {}
        self.discards: dict[int, list[Action]] = {}
        self.rests: dict[int, list[Action]] = {}
        self.displays = Memo(self._display)
        self.way_words = Memo(self._way_words)
        self.permanent_words = Memo(self._permanent_words)
        self.worth: dict[tuple[tuple[int, ...], int], int] = {}

    def _display(self, train: tuple[int, tuple[int, ...], int, str | bool]) -> dict[str, Any]:
        """A train as a view has it: its number, its cars, a flag for the Diesel, and the Loco."""
        t, cars, diesel, loco = train
        words = [self.words[car] for car in cars]
        return {"train": self.letters[t], "cars": words, "diesel": diesel == 1, "loco": loco}

    def _way_words(self, counts: tuple[int, ...]) -> list[str]:
        return [self.ids[k] for k, n in zip(self.ways, counts, strict=True) for _ in range(n)]

    def _permanent_words(self, mask: int) -> list[str]:
        return [self.ids[k] for k in self.ways if mask & self.bit[k]]

    # The ends of trains ---------------------------------------------------------------------

    def one(self, kind: int) -> int:
        """The tip of a train of one car. Passenger cars are alike: any may follow any."""
        return 1 + kind if kind < self.freight else self.pax_one

    def run(self, kind: int) -> int:
        """The tip of a freight train of two cars or more that ends in that type."""
        return 1 + self.freight + kind

    def _tips(self) -> None:
        """Trains: rules/express.md 1.5; Wilds: express-tournament.txt, Clarifications."""
        freight = self.freight
        self.pax_one, self.pax, self.closed = 1 + 3 * freight, 2 + 3 * freight, 3 + 3 * freight
        self.after = [[0] * self.size for _ in range(self.closed + 1)]
        after, wild, caboose = self.after, self.wild, self.caboose
        for kind in range(freight):
            open_end = 1 + 2 * freight + kind
            after[self.one(kind)][kind] = self.run(kind)
            after[self.one(kind)][wild] = self.run(kind)
            after[self.run(kind)][kind] = self.run(kind)
            after[self.run(kind)][wild] = after[open_end][wild] = open_end
            for other in range(freight):
                after[open_end][other] = self.run(other)
            if "freight" in self.content.caboose_on:
                for tip in (self.one(kind), self.run(kind), open_end):
                    after[tip][caboose] = self.closed
        for tip in (self.pax_one, self.pax):
            for kind in (*range(freight, self.types), wild):
                after[tip][kind] = self.pax
            if "passenger" in self.content.caboose_on:
                after[tip][caboose] = self.closed
        self.fits = tuple(
            sum(self.bit[kind] for kind in range(self.size) if row[kind]) for row in after
        )
        self.second_fits = tuple(mask & ~self.bit[caboose] for mask in self.fits)
        self.declares = tuple(
            0 < tip <= freight or tip == self.pax_one for tip in range(len(after))
        )
        self.opens = tuple(2 * freight < tip <= 3 * freight for tip in range(len(after)))
        self.runs = tuple(
            (tip - 1) % freight if 0 < tip <= 3 * freight else NOTHING for tip in range(len(after))
        )

    def tip_of(self, cars: tuple[int, ...]) -> int:
        """The tip of a train from its cars alone, first to last; 0 for no cars."""
        if not cars:
            return 0
        tip = self.one(cars[0] % self.size)
        for car in cars[1:]:
            tip = self.after[tip][self.wild if car >= self.size else car]
        return tip

    # Moves ----------------------------------------------------------------------------------

    def _moves(self) -> None:
        self.letters = LETTERS[: self.content.trains]
        self.words = tuple(self.word(code) for code in range(self.size + self.types))
        self.slots = tuple(
            tuple(t for t in range(len(self.letters)) if mask >> t & 1)
            for mask in range(1 << len(self.letters))
        )
        every: list[Action] = []

        def make(kind: int, text: str, **what: int) -> Action:
            every.append(action := Action(len(every), kind, text, **what))
            return action

        self._moves_on_trains(make)
        self._moves_of_cards(make)
        self._moves_of_disasters(make)
        self.engine = [make(ENGINE, f"engine {x}", train=t) for t, x in enumerate(self.letters)]
        self.display, self.redeal = make(DISPLAY, "display"), make(REDEAL, "redeal")
        self.call = make(CALL, "call time")
        self.actions = tuple(every)
        self.plays = tuple(a for a in every if a.kind in (START, ADD, DIESEL, WAY, LIFT))
        self.by_text = {action.text: action for action in every}

    def _moves_on_trains(self, make: Callable[..., Action]) -> None:
        """How a turn begins, and what is played on one's own trains."""
        ids, wild, size = self.ids, self.wild, self.size
        trains = list(enumerate(self.letters))
        types = range(self.types)
        self.deal = [make(DEAL, f"deal {ids[k]}", card=k) for k in range(size)]
        self.draw, self.take = make(DRAW, "draw"), make(TAKE, "take")
        self.pass_ = make(PASS, "pass")
        self.start = [make(START, f"start {ids[k]}", card=k, code=k) for k in types]
        self.start_wild = [
            make(START, f"start wild as {ids[k]}", card=wild, code=size + k) for k in types
        ]
        cars = [*types, self.caboose, wild]
        self.add = [
            {k: make(ADD, f"add {ids[k]} {x}", card=k, code=k, train=t) for k in cars}
            for t, x in trains
        ]
        self.add_wild = [
            [
                make(ADD, f"add wild as {ids[k]} {x}", card=wild, code=size + k, train=t)
                for k in types
            ]
            for t, x in trains
        ]
        self.couple = [make(DIESEL, f"diesel {x}", card=self.diesel, train=t) for t, x in trains]
        self.way = {k: make(WAY, f"way {ids[k]}", card=k) for k in self.ways}
        self.lift = [make(LIFT, f"lift {x}", train=t) for t, x in trains]

    def _moves_of_cards(self, make: Callable[..., Action]) -> None:
        """The moves that end a turn, or that speak of one card alone."""
        ids, kinds = self.ids, range(self.size)
        self.loco = [make(LOCO, f"loco {ids[k]}", card=k) for k in kinds]
        self.discard = [make(DISCARD, f"discard {ids[k]}", card=k) for k in kinds]
        self.out = [make(OUT, f"out {ids[k]}", card=k) for k in kinds]
        self.turn = make(TURNTABLE, "turntable", card=self.turntable)

    def _moves_of_disasters(self, make: Callable[..., Action]) -> None:
        """A Disaster on a train, on a player, or on a Way Car; and the answers to one."""
        ids, seats = self.ids, range(SEATS)
        self.strike = {
            k: [
                [
                    make(DISASTER, f"{ids[k]} {p}{x}", card=k, seat=p, train=t)
                    for t, x in enumerate(self.letters)
                ]
                for p in seats
            ]
            for k in self.disasters
            if self.effect[k] != "derail"
        }
        self.derail = {
            k: [make(DISASTER, f"{ids[k]} {p}", card=k, seat=p) for p in seats]
            for k in self.disasters
            if self.effect[k] == "derail"
        }
        self.cancel = {
            k: [make(CANCEL, f"{ids[k]} {p} way", card=k, seat=p) for p in seats]
            for k in self.disasters
        }
        self.block, self.allow = make(BLOCK, "block"), make(ALLOW, "allow")
