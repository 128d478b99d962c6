"""A table of Expect Delays as text, for the terminal: what one player, or the public, may know."""

from __future__ import annotations

from typing import Any, Final

from games.expect_delays.line import COMMUTER, EMPTY, TOURIST
from games.expect_delays.model import NOWHERE
from games.expect_delays.rules import State
from games.numbers import many
from games.public import by_seat

SIDES: Final = ("Uptown", "Downtown")
RIDERS: Final = {EMPTY: "", COMMUTER: "C", TOURIST: "T"}


def public(state: State) -> dict[str, Any]:
    """The public position, with what a player has in the row of the seat."""
    return by_seat(state.view(None), "points", "swipes", "commuters", "hands")


def show(state: State, player: int | None) -> str:
    """The advisories and the piles, then each player's side: hand, Fare Swipes, the points of
    every Stop (* has a Transfer) and who stands there, C a Commuter or T a Tourist."""
    model, view = state.model, state.view(player)
    coming = "none" if state.coming == NOWHERE else model.advisories[state.coming].title
    platform = view["platform"]
    swipes = many(platform["swipes"], "Fare Swipe")
    lines = [
        f"Advisory {state.active.title or 'none'}; next {coming}",
        f"Deck {many(view['deck'], 'card')}; discards {_words(view['discard'])}",
        f"Out of Service {_words(view['out_of_service'])}",
        f"Platform {swipes}, {many(platform['tourists'], 'Tourist')}",
    ]
    for seat, side in enumerate(SIDES):
        hand, pool = view["hands"][seat], view["commuters"][seat]
        held = many(hand, "card") if isinstance(hand, int) else _words(hand)
        to_move = f", {many(view['left'], 'Action')} left" if seat in state.actors() else ""
        lines.append(f"Seat {seat} {side}{to_move}: {many(view['points'][seat], 'point')}")
        swipes = many(view["swipes"][seat], "Fare Swipe")
        lines.append(f"  holds {held}; {swipes}, {many(pool, 'Commuter')}")
        lines += [_line(state, number) for number in model.own[seat]]
    return "\n".join([*lines, ""])


def _line(state: State, number: int) -> str:
    line, stops = state.model.lines[number], []
    for stop, rider in enumerate(state.lines[number]):
        transfer = "*" if stop in line.transfers else ""
        stops.append(f"{line.points[stop]}{transfer}[{RIDERS[rider] or ' '}]")
    return f"  {line.id}: {' '.join(stops)}"


def _words(values: list[str]) -> str:
    return ", ".join(values) or "none"
