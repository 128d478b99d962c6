"""A table of Night Express as text, for the terminal: what one player, or the public, may know."""

from __future__ import annotations

from typing import Any

from games.night_express.rules import State
from games.night_express.viewing import view
from games.numbers import many


def show(state: State, player: int | None) -> str:
    """The offers, and then each player's routes with trains, passengers and markers."""
    seen = view(state, player)
    lines = [
        f"Round {seen['round']}, {seen['version']} version: {seen['phase']}",
        f"Open cards: {_words(seen['cards'])}",
        f"Trains: {_words(seen['trains'])}; up for bids {seen['train'] or 'none'}",
    ]
    if seen["fields_taken"]:
        lines.append(f"Fields taken: {_words(seen['fields_taken'])}")
    if seen["event"]:
        lines.append(f"Event: {seen['event']}")
    if seen["goals_dealt"]:
        lines.append(f"Goals drawn: {_words(seen['goals_dealt'])}")
    for number, seat in enumerate(seen["seats"]):
        lines += _seat(number, seat)
    return "\n".join([*lines, ""])


def _seat(number: int, seat: dict[str, Any]) -> list[str]:
    notes = [many(seat["points"], "point"), f"{seat['money']} MONEY"]
    notes += [name for name in ("exchanged", "insured") if seat[name]]
    if seat["bid"]:
        notes.append(f"bid {seat['bid']}")
    lines = [
        f"Seat {number}: {', '.join(notes)}",
        f"  service points {_words(seat['service_points'])}; goal {seat['goal'] or 'none'}",
        f"  specialists {_words(seat['specialists'])}",
    ]
    for slot, route in enumerate(seat["routes"], 1):
        lines.append(f"  S{slot} {route['route']}: {route_words(route)}")
    return lines


def route_words(route: dict[str, Any]) -> str:
    """The contents of a route of a view, in one line."""
    words = [many(route["passengers"], "passenger")]
    if route["train"]:
        words.append(route["train"] + (" (leased)" if route["leased"] else ""))
    words += [f"{route[name]} {name}" for name in ("dining", "auto", "locked") if route[name]]
    words += route["options"]
    if route["service_point"]:
        how = " (rented)" if route["rented"] else " (free)" if route["free"] else ""
        words.append(f"service at {route['service_point']}{how}")
    if route["protected"]:
        words.append("protected")
    return ", ".join(words)


def _words(values: list[str]) -> str:
    return ", ".join(values) or "none"
