"""A table of Express as text, for the terminal: what one seat, or the public, may know."""

from __future__ import annotations

from typing import Any

from games.express.rules.state import State
from games.numbers import many
from games.public import by_seat


def public(state: State) -> dict[str, Any]:
    """The public position, with the scores of earlier hands in the row of each seat."""
    return by_seat(state.view(None), "scores")


def show(state: State, player: int | None) -> str:
    """The piles, then every seat: its hand, its trains car by car, its Way Cars."""
    view = state.view(player)
    deck = many(view["deck"], "card")
    lines = [
        f"Round {view['round']}, {view['phase']}; points so far {_words(view['scores'])}",
        f"Deck {deck}; discards {_words(view['discard'][-5:])} (the last is on top)",
        f"Disaster slot {_words(view['slot'])}; Turntables to come {view['unplayed']}",
        f"Play goes {'left' if view['direction'] > 0 else 'right'}",
    ]
    if threat := view["threat"]:
        lines.append(f"{threat['card']} waits at seat {threat['seat']}, train {threat['train']}")
    for number, seat in enumerate(view["seats"]):
        lines += _seat(number, seat, to_move=number in state.actors())
    return "\n".join([*lines, ""])


def _seat(number: int, seat: dict[str, Any], *, to_move: bool) -> list[str]:
    hand = seat["hand"]
    held = many(hand, "card") if isinstance(hand, int) else _words(hand)
    lines = [f"Seat {number}{', to move' if to_move else ''}: {held}"]
    for train in seat["trains"]:
        loco = train["loco"] if isinstance(train["loco"], str) else "Loco" * train["loco"]
        diesel = " + diesel" if train["diesel"] else ""
        lines.append(f"  {train['train']} ({loco}{diesel}) {_words(train['cars'])}")
    if seat["ways"]:
        lines.append(f"  Way Cars {_words(seat['ways'])}")
    if seat["permanent"]:
        lines.append(f"  permanent {_words(seat['permanent'])}")
    if seat["skips"]:
        lines.append(f"  turns to lose: {seat['skips']}")
    return lines


def _words(values: list[Any]) -> str:
    return ", ".join(map(str, values)) or "none"
