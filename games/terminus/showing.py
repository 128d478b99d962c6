"""A table of Terminus as text, for the terminal: what one player, or the public, may know."""

from __future__ import annotations

from typing import Any

from games.terminus.rules import State


def show(state: State, player: int | None) -> str:
    """The year and the markets, the Projects and Developments, then each player's side."""
    view = state.view(player)
    market = ", ".join(f"{name} {left}" for name, left in view["market"].items())
    lines = [
        f"Year {view['year']}, {view['phase']}; turn order {_words(view['turn_order'])}",
        f"Market: {market}",
    ]
    lines += [_project(each) for each in view["projects"]]
    lines.append(_developments(view))
    if view["automa"]:
        automa = view["automa"]
        lines.append(
            f"Automa: card {automa['card']}, {automa['zone']}; Stops {_words(automa['stops'])},"
            f" Terminus {automa['terminus']}"
        )
    for seat in range(state.players):
        lines += _side(state, view, seat)
    if view["hand"]:
        lines.append(f"In hand: Agendas {_words(view['hand'])}")
    return "\n".join([*lines, ""])


def _project(project: dict[str, Any]) -> str:
    rows = [f"seat {row['seat']} with {row['lobbyists']}" for row in project["rows"]]
    return f"Project {project['id']}: {', '.join(rows) or 'free'}"


def _developments(view: dict[str, Any]) -> str:
    tiles = []
    for tile in view["developments"]:
        where = f" on {tile['block']}" if tile["block"] else ""
        demand = f" ({tile['demand']})" if tile["demand"] else ""
        tiles.append(f"{tile['id']}{demand}{where}")
    return f"Developments: {', '.join(tiles) or 'none'}"


def _side(state: State, view: dict[str, Any], seat: int) -> list[str]:
    cubes = ", ".join(f"{name} {count}" for name, count in view["resources"][seat].items())
    to_move = ", to move" if seat in state.actors() else ""
    where = view["zones"][seat] or "at the start"
    agendas = _words(view["agendas"][seat])
    return [
        (
            f"Seat {seat}{to_move}: {view['prestige'][seat]} Prestige; {where}, cycle"
            f" {view['cycles'][seat]}"
        ),
        (
            f"  {view['coins'][seat]} coins; {cubes}; Rails {view['rails'][seat]}"
            f" (+{view['reserve'][seat]}), discs left {view['discs'][seat]},"
            f" Capacity {view['capacity'][seat]}"
        ),
        (
            f"  Stops {_words(view['stops'][seat])}; Hubs {_words(view['hubs'][seat])};"
            f" Termini {_words(view['termini'][seat])}"
        ),
        (
            f"  Lobbyists {view['lobbyists'][seat]}; Agendas {agendas};"
            f" Upgrades {_words(view['upgrades'][seat])}; Demands {_words(view['demands'][seat])}"
        ),
    ]


def _words(values: Any) -> str:
    return " ".join(map(str, values)) or "none"
