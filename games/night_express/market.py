"""Step 2: trains of earlier rounds are looked after, and each player gets one by auction.

Source: night-express.txt, Step 2: Train Market; rulings are in notation.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.night_express import upgrades
from games.night_express.model import DINING_CODE, NOTHING, Action
from games.night_express.pack import ROUNDS
from games.night_express.phases import BIDDING, CHOOSING, DRAWING_BID, PAYING, PREPARING

if TYPE_CHECKING:
    from games.night_express.rules import State

NO_BID: Final = NOTHING
X: Final = 0
"""The number of the bidding card that wants nothing."""
NO_AUCTION: Final = NOTHING
"""Instead of a place in the offer: trains are chosen, not bid for (N19)."""


def prepare(state: State) -> None:
    """Each player in turn may buy out, exchange and swap trains. Ruling N8: before the bidding."""
    state.phase, state.lap, state.turn, state.swapped = PREPARING, 0, state.start, NOTHING


def done(state: State, action: Action) -> None:
    """The next player; after the last one the dearest train is up."""
    state.lap += 1
    state.swapped = NOTHING
    if state.lap < state.players:
        state.turn = state.seat_of(state.lap)
        return
    state.offer = state.model.offers[state.players][state.round][:]
    state.at, state.offers_left = 0, state.model.unsold
    _open(state)


def buy_out(state: State, action: Action) -> None:
    """The printed price ends a lease. Source: Leasing."""
    where = ROUNDS * state.turn + action.slot
    state.money[state.turn] -= state.model.price[state.train[where]]
    state.leased[where] = False


def upgrade(state: State, action: Action) -> None:
    """Yellow becomes grey for the difference, or for the higher lease. Source: Trains.

    Ruling N24: options stay whose placeholder the new train has; its special wagons go.
    """
    model, where = state.model, ROUNDS * state.turn + action.slot
    old = state.train[where]
    new = model.upgrade_to[old]
    if not state.leased[where]:
        state.money[state.turn] -= upgrade_price(state, old)
    state.train[where] = new
    state.options[where] &= model.placeholders[new]
    state.special[where] = keep_specials(state.special[where], model.places[new])


def upgrade_price(state: State, train: int) -> int:
    """The difference of the prices; nothing back when the new train is the cheaper one."""
    price = state.model.price
    return max(0, price[state.model.upgrade_to[train]] - price[train])


def keep_specials(code: int, places: int) -> int:
    """The special wagons of a train that find a place, dining cars first."""
    dining = min(code // DINING_CODE, places)
    return dining * DINING_CODE + min(code % DINING_CODE, places - dining)


def swap(state: State, action: Action) -> None:
    """Two own routes swap their trains, with all that belongs to a train (N23)."""
    first, other = (ROUNDS * state.turn + slot for slot in (action.slot, action.to))
    leased = state.leased
    leased[first], leased[other] = leased[other], leased[first]
    for part in (state.train, state.special, state.options):
        part[first], part[other] = part[other], part[first]
    state.swapped = action.slot


# The auction


def _open(state: State) -> None:
    """The train at ``at`` is up; all who have none yet bid."""
    state.phase = BIDDING
    for seat in range(state.players):
        state.bids[seat] = NO_BID
    state.owing = tuple(
        seat for seat in range(state.players) if state.train[ROUNDS * seat + state.round] < 0
    )


def bid(state: State, player: int, action: Action) -> None:
    """A sealed bid; the last one reveals them all."""
    state.bids[player] = action.n
    state.owing = tuple(seat for seat in state.owing if seat != player)
    if state.owing:
        return
    highest = max(state.bids)
    if highest == X:
        state.at += 1
        _next_train(state)
        return
    best = [seat for seat, one in enumerate(state.bids) if one == highest]
    if len(best) > 1:
        state.phase, state.asking = DRAWING_BID, tuple(best)
        return
    _win(state, best[0])


def draw_bid(state: State, action: Action) -> None:
    """A draw between equal bids."""
    state.asking = ()
    _win(state, action.seat)


def _win(state: State, player: int) -> None:
    """The surcharge is paid at once."""
    state.money[player] -= state.model.numbers.bids[state.bids[player] - 1]
    state.turn, state.phase, state.pending = player, PAYING, state.offer[state.at]


def choose(state: State, action: Action) -> None:
    """A train that nobody wanted, without a surcharge (N19)."""
    state.phase, state.pending = PAYING, action.n


def buy(state: State, action: Action) -> None:
    """The printed price."""
    state.money[state.turn] -= state.model.price[state.pending]
    _get(state, leased=False)


def lease(state: State, action: Action) -> None:
    """No price now, but points in each evaluation."""
    _get(state, leased=True)


def _get(state: State, *, leased: bool) -> None:
    where = ROUNDS * state.turn + state.round
    state.train[where], state.leased[where] = state.pending, leased
    state.offer.remove(state.pending)
    state.pending = NOTHING
    state.offers_left = state.model.unsold + 1  # this offer, and as many more as at first
    for seat in range(state.players):
        state.bids[seat] = NO_BID
    if all(state.train[slot] >= 0 for slot in range(state.round, len(state.train), ROUNDS)):
        state.offer.clear()
        upgrades.begin(state)
    elif state.at == NO_AUCTION:
        _next_chooser(state)
    else:
        _next_train(state)


def _next_train(state: State) -> None:
    """The next dearest; after the cheapest the others again, until nobody takes one (N19).

    Source: Step 2, "remaining trains are bid for again, in order of most to least expensive".
    """
    if state.at < len(state.offer):
        _open(state)
        return
    state.offers_left -= 1
    if state.offers_left:
        state.at = 0
        _open(state)
    else:
        state.at = NO_AUCTION
        for seat in range(state.players):
            state.bids[seat] = NO_BID
        _next_chooser(state)


def _next_chooser(state: State) -> None:
    state.phase = CHOOSING
    order = (state.seat_of(lap) for lap in range(state.players))
    state.turn = next(seat for seat in order if state.train[ROUNDS * seat + state.round] < 0)
