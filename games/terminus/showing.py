"""A table of Terminus as text, for the terminal: what one player, or the public, may know."""

from __future__ import annotations

from typing import Any

from games.numbers import many
from games.terminus.pack import RESOURCES
from games.terminus.rules import State
from games.terminus.table import known


def show(state: State, player: int | None) -> str:
    """The year and the markets, the Projects and Developments, then each player's side."""
    view = state.view(player)
    market = ", ".join(f"{name} {left}" for name, left in view["market"].items())
    lines = [
        f"Year {view['year']}, {view['phase']}; turn order {_words(view['turn_order'])}",
        f"Market: {market}",
    ]
    if revealed := view["revealed"]:
        lines.append(f"Revealed for the first turn order: Agendas {_words(revealed)}")
    lines += [
        f"Project {key}: {', '.join(rows) or 'free'}" for key, rows in view["projects"].items()
    ]
    lines.append(_developments(view))
    if automa := view["automa"]:
        stops = f"Stops {_words(automa['stops'])}, Terminus {automa['terminus']}"
        lines.append(f"Automa: card {automa['card']}, {automa['zone']}; {stops}")
    for seat, side in enumerate(view["seats"]):
        lines += _side(state, seat, side, known(state, seat, player))
    if view["hand"]:
        lines.append(f"In hand: Agendas {_words(view['hand'])}")
    return "\n".join([*lines, ""])


def _developments(view: dict[str, Any]) -> str:
    """Those on display and in the City, with their Demands."""
    tiles = [f"{name} on {block}" for name, block in view["city"].items()] + view["display"]
    demands = view["demand"]
    words = [
        f"{tile} ({demands[tile.split()[0]]})" if tile.split()[0] in demands else tile
        for tile in tiles
    ]
    return f"Developments: {', '.join(words) or 'none'}"


def _side(state: State, seat: int, side: dict[str, Any], prestige: int) -> list[str]:
    to_move = ", to move" if seat in state.actors() else ""
    where = side["zone"] or "at the start"
    cubes = ", ".join(f"{name} {side[name]}" for name in RESOURCES)
    rails = f"Rails {side['rails']} (+{side['reserve']})"
    return [
        f"Seat {seat}{to_move}: {prestige} Prestige; {where}, cycle {side['cycle']}",
        (
            f"  {many(side['coins'], 'coin')}; {cubes}; {rails}, discs left {side['discs']},"
            f" Capacity {side['capacity']}"
        ),
        (
            f"  Stops {_words(side['stops'])}; Hubs {_words(side['hubs'])}; Termini"
            f" {_words(side['termini'])}"
        ),
        (
            f"  Lobbyists {side['lobbyists']}; Agendas {_words(side['agendas'])}; Upgrades"
            f" {_words(side['upgrades'])}; Demands {_words(side['demands'])}"
        ),
    ]


def _words(values: Any) -> str:
    return " ".join(map(str, values)) or "none"
