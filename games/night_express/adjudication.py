"""Why a move of Night Express is not legal, written plainly from the rulebook.

The second writing of the rules: it shares no table with ``State.legal_actions``, and the tests hold
the two to each other over every move. Source: night-express.txt, by heading. Moves of steps 2 and
3 are in adjudication_trains.py and adjudication_upgrades.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from games.kernel import CHANCE, Refusal
from games.night_express import adjudication_trains as trains
from games.night_express import adjudication_upgrades as upgrades
from games.night_express import model as moves
from games.night_express import phases
from games.night_express.model import Action
from games.night_express.pack import EVENTS as EFFECTS
from games.night_express.pack import ROUNDS, SPECIALISTS, Route
from games.texts import T, Text

if TYPE_CHECKING:
    from games.night_express.rules import State

STEP_1: Final = "Step 1: Route Selection"
SERVICE: Final = "Step 1: Service point"
EVENTS: Final = "Step 4: Events"
HIRING: Final = "Step 6: Hiring of Specialists"
Reason = Callable[["State", int, Action], Refusal | None]


def refusal(state: State, player: int, action: Action) -> Refusal | None:
    """Why ``player`` may not play ``action`` now, or None when it is legal."""
    if state.phase == phases.OVER:
        return Refusal(
            "over", T("The fourth round is over, and so is the game."), "End of the Game"
        )
    who = state.actors()
    if player not in who:
        return Refusal("not-your-turn", _waits_for(state, who), "Gameplay")
    if player == CHANCE:
        return _of_chance(state, action)
    if action.kind in moves.BY_CHANCE:
        text = T("Cards and lots are drawn at random: you cannot choose them.")
        return Refusal("not-a-choice", text, "Gameplay")
    if action.kind == moves.EXCHANGE:
        return _exchange(state, player)
    return PLAYERS[state.phase](state, player, action)


def _waits_for(state: State, who: tuple[int, ...]) -> Text:
    if who == (CHANCE,):
        return T("A card must be dealt or a lot drawn first.")
    if state.phase == phases.BIDDING:
        return T("Only players who have no train and have not bid yet may bid for this one.")
    return T("It is another player's turn.")


def _exchange(state: State, player: int) -> Refusal | None:
    """Source: Step 3, "once per game a player may exchange …"; ruling N5."""
    if state.phase == phases.BIDDING:
        text = T("You cannot exchange points while bids are sealed.")
        return Refusal("sealed", text, "Ruling N5")
    if state.exchanged >> player & 1:
        text = T("You may exchange points for MONEY only once in a game.")
        return Refusal("exchanged", text, "Step 3: Route Upgrades")
    return None


# Chance


def _of_chance(state: State, action: Action) -> Refusal | None:
    wanted = {
        phases.DEALING: moves.GOAL,
        phases.REVEALING: moves.REVEAL,
        phases.TURNING: moves.EVENT,
        phases.CALLING: moves.SPECIALIST,
    }.get(state.phase, moves.LOT)
    if action.kind != wanted:
        text = T("This step comes first: {phase}.", phase=phases.PHASES[state.phase])
        return Refusal("not-now", text, "Gameplay")
    if wanted == moves.LOT:
        return _of_lots(state, action)
    piles = {
        moves.GOAL: state.goals,
        moves.REVEAL: state.routes,
        moves.EVENT: state.events,
        moves.SPECIALIST: state.pile,
    }
    if action.n not in piles[wanted]:
        return Refusal("not-in-pile", T("That card is not in the pile."), "Game Setup")
    return None


def _of_lots(state: State, action: Action) -> Refusal | None:
    """Source: Step 2 and Step 6 (lots between equals); ruling N1 (the first starting player)."""
    if action.seat >= state.players:
        return Refusal("no-seat", T("There is no player in that seat."), "Ruling N1")
    if state.phase != phases.STARTING and action.seat not in state.asking:
        text = T("Only tied players draw lots.")
        return Refusal("not-equal", text, "Step 2: Train Market")
    return None


# Step 1


def _keep(state: State, player: int, action: Action) -> Refusal | None:
    if action.kind != moves.KEEP:
        return Refusal("must-keep", T("Keep one of your two Secret Route Goals first."), STEP_1)
    if action.n not in state.dealt:
        return Refusal("not-dealt", T("That goal is not one of the two that you drew."), STEP_1)
    return None


def _take(state: State, player: int, action: Action) -> Refusal | None:
    if action.kind != moves.TAKE:
        return Refusal("must-take", T("Select a route card now."), STEP_1)
    if action.n not in state.shown:
        return Refusal("not-shown", T("That route card is not face up."), STEP_1)
    return None


def _expand(state: State, player: int, action: Action) -> Refusal | None:
    if action.kind in (moves.EXPAND, moves.WAIVE):
        return None
    text = T("First decide whether to use the Expansion Specialist for the new route.")
    return Refusal("expansion-first", text, HIRING)


def _guard(state: State, player: int, action: Action) -> Refusal | None:
    if action.kind == moves.WAIVE:
        return None
    if action.kind != moves.PROTECT:
        text = T("First decide whether to use the Customer Loyalty Specialist.")
        return Refusal("loyalty-first", text, HIRING)
    where = ROUNDS * player + action.slot
    if state.route[where] < 0:
        return Refusal("no-route", T("You have no such route."), HIRING)
    if state.safe[where]:
        return Refusal("protected", T("This route is already protected."), HIRING)
    if not _loses_to_the_new_one(state, where):
        text = T("This route loses no passengers to the one just taken.")
        return Refusal("loses-nothing", text, HIRING)
    return None


def _loses_to_the_new_one(state: State, where: int) -> bool:
    """Whether a corner of the card now prints more than it did before the new route was there."""
    cards = state.model.pack.routes
    card, new = cards[state.route[where]], cards[state.route[state.where]]
    taken = [cards[route] for route in state.route if route >= 0]
    gain = 0
    for section, losses in zip(card.sections, card.losses, strict=True):
        if section in new.sections:
            trains = sum(section in one.sections for one in taken)
            gain += losses[min(trains, 3)] - losses[min(trains - 1, 3)]
    return gain > 0


def _serve(state: State, player: int, action: Action) -> Refusal | None:
    """Source: Step 1, the paragraphs on service points."""
    card = state.model.pack.routes[state.route[ROUNDS * player + state.served]]
    if action.kind == moves.IDLE:
        return _idle(state, player, card)
    if action.kind not in (moves.BUILD, moves.RENT, moves.USE):
        text = T(
            "S{served} needs a service point at one of its stations first.", served=state.served + 1
        )
        return Refusal("service-first", text, SERVICE)
    if action.n not in card.cities:
        return Refusal(
            "not-on-route", T("S{served} does not call there.", served=state.served + 1), SERVICE
        )
    if action.kind == moves.BUILD:
        return _build(state, player, action.n)
    if action.kind == moves.RENT:
        return _rent(state, player, action.n)
    return _use(state, player, action.n)


def _landlords(state: State, player: int, city: int) -> list[int]:
    """The other players who have a service point in a city."""
    seats = range(state.players)
    return [seat for seat in seats if seat != player and state.posts[seat] >> city & 1]


def _build(state: State, player: int, city: int) -> Refusal | None:
    numbers = state.model.numbers
    if state.posts[player].bit_count() == numbers.service_points:
        text = T(
            "You have already built all your {service_points} service points.",
            service_points=numbers.service_points,
        )
        return Refusal("no-service-point", text, SERVICE)
    if state.expert and _landlords(state, player, city):
        text = T("Only one service point may be built at each station.")
        return Refusal("station-taken", text, SERVICE)
    if state.money[player] < numbers.build:
        text = T(
            "A service point costs {build} MONEY; you have {money}.",
            build=numbers.build,
            money=state.money[player],
        )
        return Refusal("no-money", text, SERVICE)
    return None


def _rent(state: State, player: int, city: int) -> Refusal | None:
    if not state.expert:
        text = T("In the simplified version you do not rent a service point: you use it for free.")
        return Refusal("no-rent", text, SERVICE)
    if not _landlords(state, player, city):
        return Refusal("no-landlord", T("No other player has a service point there."), SERVICE)
    return None


def _use(state: State, player: int, city: int) -> Refusal | None:
    if not _landlords(state, player, city):
        return Refusal("no-landlord", T("No other player has a service point there."), SERVICE)
    if not state.expert:
        return None
    names = [SPECIALISTS[state.model.pack.specialists[card].effect] for card in state.held[player]]
    cards, used = names.count("professional"), state.free[player]
    if not cards:
        text = T("You need a Service Professional to use another player's service point for free.")
        return Refusal("no-professional", text, HIRING)
    if not used >> city & 1 and used.bit_count() >= cards:
        text = T("Your Service Professional is at another station for the rest of the game.")
        return Refusal("professional-elsewhere", text, HIRING)
    return None


def _idle(state: State, player: int, card: Route) -> Refusal | None:
    """Ruling N12: only where nothing else is left."""
    for city in card.cities:
        ways = (_build, _rent, _use)
        if any(way(state, player, city) is None for way in ways):
            text = T("You can build, rent or use a service point, so you must do so.")
            return Refusal("must-serve", text, "Ruling N12")
    if not state.exchanged >> player & 1:
        text = T("You can still exchange points for MONEY, to build a service point.")
        return Refusal("must-exchange", text, "Ruling N12")
    return None


# Steps 4 and 6


def _apply(state: State, player: int, action: Action) -> Refusal | None:
    if action.kind != moves.APPLY:
        return Refusal(
            "apply-first", T("Apply the extra event to one of your routes first."), EVENTS
        )
    if action.slot > state.round:
        return Refusal("no-route", T("You have no such route."), EVENTS)
    event = EFFECTS[state.model.pack.events[state.card].effect]
    if event != "shared" or state.model.rules < 2 or _is_shared(state, player, action.slot):
        return None
    if any(_is_shared(state, player, slot) for slot in range(state.round + 1)):
        text = T("This event must go to a route that you share with another player.")
        return Refusal("shared-first", text, "Ruling N33")
    return None


def _is_shared(state: State, player: int, slot: int) -> bool:
    """Whether another player's route has a section of this one. Source: Step 4, "he MUST"."""
    cards = state.model.pack.routes
    mine = set(cards[state.route[ROUNDS * player + slot]].sections)
    others = (route for where, route in enumerate(state.route) if where // ROUNDS != player)
    return any(mine & set(cards[route].sections) for route in others if route >= 0)


def _hit(state: State, player: int, action: Action) -> Refusal | None:
    if action.kind != moves.HIT:
        return Refusal(
            "share-first", T("First name another player's route for this event."), EVENTS
        )
    if action.seat == player:
        return Refusal("own-route", T("That is your own route: name another player's."), EVENTS)
    where = ROUNDS * action.seat + action.slot
    if action.seat >= state.players or state.route[where] < 0:
        return Refusal("no-route", T("There is no such route."), EVENTS)
    cards = state.model.pack.routes
    card, other = cards[state.route[state.where]], cards[state.route[where]]
    if not set(card.sections) & set(other.sections):
        return Refusal("not-shared", T("The two routes share no section."), EVENTS)
    return None


def _gain(state: State, player: int, action: Action) -> Refusal | None:
    if action.kind != moves.GAIN:
        rule = EVENTS if state.phase == phases.GAINING else HIRING
        return Refusal("gain-first", T("First choose MONEY or victory points."), rule)
    return None


def _hire(state: State, player: int, action: Action) -> Refusal | None:
    if action.kind != moves.HIRE:
        return Refusal("must-hire", T("Choose a specialist now."), HIRING)
    if action.n not in state.shown:
        return Refusal("not-shown", T("That specialist is not face up."), HIRING)
    return None


PLAYERS: Final[dict[int, Reason]] = {
    phases.KEEPING: _keep,
    phases.TAKING: _take,
    phases.EXPANDING: _expand,
    phases.GUARDING: _guard,
    phases.SERVING: _serve,
    phases.PREPARING: trains.prepare,
    phases.BIDDING: trains.bid,
    phases.CHOOSING: trains.choose,
    phases.PAYING: trains.pay,
    phases.UPGRADING: upgrades.upgrade,
    phases.APPLYING: _apply,
    phases.HITTING: _hit,
    phases.GAINING: _gain,
    phases.HIRING: _hire,
    phases.EARNING: _gain,
}
