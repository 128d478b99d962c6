"""Night Express: a position, its legal moves, and what follows from them.

Source of every rule: night-express.txt, by heading; rulings are the numbered points of
notation.md. Why a move is not legal is written apart, in adjudication.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from games.kernel import CHANCE, Placing, Refusal, place
from games.night_express import (
    adjudication,
    evaluation,
    events,
    hiring,
    legal,
    market,
    phases,
    routes,
    sharing,
    table,
    upgrades,
    viewing,
)
from games.night_express import model as moves
from games.night_express.evaluation import Row
from games.night_express.model import NOTHING, Action
from games.night_express.pack import ROUNDS

KINDS_OF_POINTS: Final = ("rent", "events", "specialists", "exchange")
"""Points beside routes, goals and bonuses, in the order of ``State.other``."""
RENTS, EVENTS, SPECIALISTS, EXCHANGES = range(4)
MOST_SHOWN: Final = 7


class State:
    """One position. Lists of ``players`` are by seat; those of 4 for each seat by seat and route:
    ``where`` = 4 * seat + route, with routes, like rounds, from 0.

    ``route`` and ``train`` have NOTHING for none; ``special`` one number for the special wagons
    (model.py); ``options`` a set; ``loss`` the passengers lost to sharing, which no longer change
    where ``safe``; ``extra`` and ``locks`` what events did to passengers and wagons this round;
    ``city`` and ``host`` the service point in use and its owner (or ``sharing.FREE``, ``NOBODY``).
    ``posts`` and ``plus`` are sets of cities with own, and with upgraded, service points, ``free``
    those that a Service Professional uses. ``load`` counts the trains on each section.
    ``routes``, ``goals``, ``events`` and ``pile`` are bags: what nobody knows is not here to leak.
    """

    __slots__ = (
        "ads", "asking", "at", "bids", "bonus", "card", "city", "dealt", "display", "events",
        "exchanged", "expert", "extra", "extra_event", "free", "goal_points", "goals", "held",
        "hired", "host", "insured", "kept", "lap", "leased", "load", "locks", "loss", "model",
        "money", "offer", "offers_left", "options", "other", "owing", "pending", "phase", "pile",
        "players", "plus", "points", "posts", "refused", "round", "route", "routes", "rows", "safe",
        "served", "shown", "special", "start", "starter", "swapped", "taken", "train", "turn",
        "where", "words",
    )  # fmt: skip

    def __init__(
        self, words: viewing.Words, players: int, *, expert: bool, extra_event: bool
    ) -> None:
        """Before the first starting player is drawn. Source: Game Setup; ruling N1."""
        places, model = ROUNDS * players, words.model
        self.model, self.players, self.words = model, players, words
        self.expert, self.extra_event = expert, extra_event
        self.phase, self.round, self.lap = phases.STARTING, 0, 0
        self.start = self.turn = self.starter = NOTHING
        self.display = min(players + 2, MOST_SHOWN)
        self.points, self.bonus, self.goal_points = [0] * players, [0] * players, [0] * players
        self.money = [model.numbers.money] * players
        self.posts, self.plus, self.free = [0] * players, [0] * players, [0] * players
        self.kept, self.refused = [NOTHING] * players, [NOTHING] * players
        self.held: list[tuple[int, ...]] = [()] * players
        self.bids = [market.NO_BID] * players
        self.route, self.train = [NOTHING] * places, [NOTHING] * places
        self.special, self.options, self.ads = [0] * places, [0] * places, [0] * places
        self.loss, self.extra, self.locks = [0] * places, [0] * places, [0] * places
        self.leased, self.safe = [False] * places, [False] * places
        self.city, self.host = [NOTHING] * places, [sharing.NOBODY] * places
        self.load = [0] * len(model.pack.sections)
        self.routes, self.goals = model.routes_for[players][:], model.goals_for[players][:]
        self.events, self.pile, self.shown = model.early[:], list[int](), list[int]()
        self.dealt: tuple[int, ...] = ()
        self.offer, self.at, self.offers_left, self.pending = list[int](), 0, 0, NOTHING
        self.asking, self.owing = tuple[int, ...](), tuple[int, ...]()
        self.served = self.swapped = self.where = self.card = NOTHING
        self.exchanged, self.insured, self.taken, self.hired = 0, 0, 0, 0
        self.rows: list[Row] = []
        self.other = [0] * (len(KINDS_OF_POINTS) * places)

    def copy(self) -> State:
        return table.copy(self)

    # Who, and what they may do

    def actors(self) -> tuple[int, ...]:
        """Chance, the player in turn, or all who owe a sealed bid; nobody when it is over."""
        phase = self.phase
        if phase in phases.CHANCES:
            return (CHANCE,)
        if phase == phases.BIDDING:
            return self.owing
        return (self.turn,) if phase != phases.OVER else ()

    def legal_actions(self, player: int) -> list[Action]:
        """The legal moves of that player. The arbiter has none."""
        phase = self.phase
        if phase == phases.BIDDING:
            return legal.bids(self, player) if player in self.owing else []
        if phase in phases.CHANCES:
            return legal.BY_PHASE[phase](self) if player == CHANCE else []
        if player != self.turn or phase == phases.OVER:
            return []
        found = legal.BY_PHASE[phase](self)
        if not self.exchanged >> player & 1:
            found.append(self.model.exchange)
        return found

    def refusal(self, player: int, action: Action) -> Refusal | None:
        """Why that player may not play ``action`` now; None when it is legal."""
        return adjudication.refusal(self, player, action)

    def in_step(self, action: Action) -> bool:
        """Whether a ruling can let this move stand now: it is of the step that is played. Before
        rules 2, moves of all steps could."""
        if action.kind == moves.EXCHANGE:
            return self.phase != phases.BIDDING
        return self.model.rules == 1 or action.kind in STEPS.get(self.phase, ())

    def sample(self, random: Callable[[], float]) -> Action:
        """A fair outcome for chance: every card and every lot is as likely as any other."""
        phase, model = self.phase, self.model
        if phase == phases.REVEALING:
            bag, named = self.routes, model.reveal
        elif phase == phases.TURNING:
            bag, named = self.events, model.event
        elif phase == phases.CALLING:
            bag, named = self.pile, model.specialist
        elif phase == phases.DEALING:
            bag, named = self.goals, model.goal
        elif phase == phases.STARTING:
            return model.lot[int(random() * self.players)]
        else:
            return model.lot[self.asking[int(random() * len(self.asking))]]
        return named[bag[int(random() * len(bag))]]

    def resample(self, player: int | None, random: Callable[[], float]) -> State:
        """A copy with the goals and sealed bids that ``player`` cannot see dealt again."""
        twin = self.copy()
        table.deal_again(twin, player, random)
        return twin

    # What follows

    def apply(self, player: int, action: Action) -> None:
        """Play a move. Trusts its caller that the move is legal."""
        if action.kind == moves.BID:
            market.bid(self, player, action)
        else:
            FOLLOWS[action.kind](self, action)

    def seat_of(self, lap: int) -> int:
        """The seat that is ``lap`` steps after the starting player."""
        return (self.start + lap) % self.players

    def end_round(self) -> None:
        """The next round, with the starting player who asked for it or the next one."""
        events.put_back(self)
        self.start = self.starter if self.starter >= 0 else self.seat_of(1)
        self.starter = self.turn = NOTHING
        self.round += 1
        self.phase = phases.REVEALING

    def _score(self, kind: int, player: int, points: int) -> None:
        self.points[player] += points
        self.other[(kind * self.players + player) * ROUNDS + self.round] += points

    def score_rent(self, player: int, points: int) -> None:
        self._score(RENTS, player, points)

    def score_event(self, player: int, points: int) -> None:
        self._score(EVENTS, player, points)

    def score_specialist(self, player: int, points: int) -> None:
        self._score(SPECIALISTS, player, points)

    def exchange(self) -> None:
        """Five points for 10 MONEY, once in a game. Source: Step 3; ruling N5."""
        numbers = self.model.numbers
        self._score(EXCHANGES, self.turn, -numbers.exchange_points)
        self.money[self.turn] += numbers.exchange_money
        self.exchanged |= 1 << self.turn

    # The score, what can be seen, what must hold

    def end(self) -> str:
        """ "finished" after the fourth round; "" while it is played."""
        return "finished" if self.phase == phases.OVER else ""

    def placings(self) -> list[Placing]:
        """By points, then money with that of the fourth round; then shared (N9)."""
        seats = range(self.players)
        return place([(self.points[seat], evaluation.cash(self, seat)) for seat in seats])

    def view(self, player: int | None) -> dict[str, Any]:
        """The position as that player, or the public, may know it: viewing.py has the shape."""
        return viewing.view(self, player)

    def key(self) -> tuple[Any, ...]:
        """Hashable; equal keys are equal positions."""
        return table.key(self)

    def check(self) -> None:
        """Raise AssertionError when the position is not one of this game."""
        table.check(self)


def _lot(state: State, action: Action) -> None:
    """Lots: the first starting player (N1), equal bids, or equal points."""
    if state.phase == phases.DRAWING_BID:
        market.draw_bid(state, action)
    elif state.phase == phases.DRAWING_HIRE:
        hiring.draw(state, action)
    else:
        state.start, state.lap, state.phase = action.seat, 0, phases.DEALING
        state.turn = state.start


def _goal(state: State, action: Action) -> None:
    """Two secret goals each. Source: Step 1."""
    state.goals.remove(action.n)
    state.dealt = tuple(sorted((*state.dealt, action.n)))
    if len(state.dealt) > 1:
        state.phase = phases.KEEPING


def _keep(state: State, action: Action) -> None:
    player = state.turn
    state.kept[player] = action.n
    state.refused[player] = next(goal for goal in state.dealt if goal != action.n)
    state.dealt = ()
    state.lap += 1
    state.turn = state.seat_of(state.lap)
    state.phase = phases.DEALING if state.lap < state.players else phases.REVEALING


def _exchange(state: State, action: Action) -> None:
    state.exchange()


def _gain(state: State, action: Action) -> None:
    """Money or points, by an event or by a specialist."""
    (hiring.earn if state.phase == phases.EARNING else events.gain)(state, action)


FOLLOWS: Final[dict[int, Callable[[State, Action], None]]] = {
    moves.LOT: _lot,
    moves.GOAL: _goal,
    moves.REVEAL: routes.reveal,
    moves.EVENT: events.deal,
    moves.SPECIALIST: hiring.reveal,
    moves.KEEP: _keep,
    moves.TAKE: routes.take,
    moves.PROTECT: routes.protect,
    moves.EXPAND: routes.expand,
    moves.WAIVE: routes.waive,
    moves.BUILD: routes.build,
    moves.RENT: routes.rent,
    moves.USE: routes.use,
    moves.IDLE: routes.idle,
    moves.EXCHANGE: _exchange,
    moves.BUY_OUT: market.buy_out,
    moves.UPGRADE: market.upgrade,
    moves.SWAP: market.swap,
    moves.DONE: market.done,
    moves.CHOOSE: market.choose,
    moves.BUY: market.buy,
    moves.LEASE: market.lease,
    **dict.fromkeys(range(moves.STARTER, moves.EARN + 1), upgrades.place_pawn),
    moves.APPLY: events.apply,
    moves.HIT: events.hit,
    moves.GAIN: _gain,
    moves.HIRE: hiring.hire,
}
"""The function that carries out each kind of move but a sealed bid."""
STEPS: Final[dict[int, tuple[int, ...]]] = {
    phases.KEEPING: (moves.KEEP,),
    phases.TAKING: (moves.TAKE,),
    phases.EXPANDING: (moves.EXPAND, moves.WAIVE),
    phases.GUARDING: (moves.PROTECT, moves.WAIVE),
    phases.SERVING: (moves.BUILD, moves.RENT, moves.USE, moves.IDLE),
    phases.PREPARING: (moves.BUY_OUT, moves.UPGRADE, moves.SWAP, moves.DONE),
    phases.BIDDING: (moves.BID,),
    phases.CHOOSING: (moves.CHOOSE,),
    phases.PAYING: (moves.BUY, moves.LEASE),
    phases.UPGRADING: tuple(range(moves.STARTER, moves.EARN + 1)),
    phases.APPLYING: (moves.APPLY,),
    phases.HITTING: (moves.HIT,),
    phases.GAINING: (moves.GAIN,),
    phases.EARNING: (moves.GAIN,),
    phases.HIRING: (moves.HIRE,),
}
"""The kinds of move of a step, the exchange apart."""
